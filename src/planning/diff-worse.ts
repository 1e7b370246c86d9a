// Decides for exit codes whether anything changed between two clusters, and what became worse.

import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { append } from '../core/base/lists.js';
import type { ClaimDiff, ClaimIssue, Diff, EvictionDiff, Placed, PodDiff, Worse } from './diff-report.js';

/** The lists of a comparison. */
export type Changes = Pick<Diff, 'pods' | 'claims' | 'evictions' | 'spared' | 'rules' | 'rulesBefore'>;

/**
 * Lists the changes for the worse. A pod that is pending in both clusters, for any cause, is not worse. A pod on another node
 * or with other devices is not worse either. Neither is a pod that no longer exists and had no node.
 */
export function* findingWorse(
  { pods, claims, evictions }: Pick<Changes, 'pods' | 'claims' | 'evictions'>,
  checkpoint: Checkpoint,
): Incremental<readonly Worse[]> {
  const worse: Worse[] = [];
  const removedPods = new Set<string>();
  for (const pod of pods) {
    append(worse, worsePod(pod));
    if (pod.after === undefined) removedPods.add(`${pod.namespace}/${pod.name}`);
    if (checkpoint.due()) yield;
  }
  for (const eviction of evictions) {
    append(worse, worseEviction(eviction));
    if (checkpoint.due()) yield;
  }
  for (const claim of claims) {
    append(worse, worseClaim(claim, removedPods));
    if (checkpoint.due()) yield;
  }
  return worse;
}

/** Returns whether anything changed, for better or worse. */
export function hasChanges(changes: Changes): boolean {
  const { pods, claims, evictions, spared } = changes;
  const lists = [pods, claims].some((list) => list.some(({ change }) => change !== 'same'));
  return lists || evictions.some(isEvictionChanged) || spared.length > 0 || newStatuses(changes).length > 0;
}

/** Returns the statuses of DeviceTaintRules that differ from the first cluster. */
export function newStatuses({ rules, rulesBefore }: Pick<Changes, 'rules' | 'rulesBefore'>): Changes['rules'] {
  const previousStatuses = new Set(rulesBefore.map((status) => JSON.stringify(status)));
  return rules.filter((status) => !previousStatuses.has(JSON.stringify(status)));
}

/** Returns whether an eviction is new, or its time or replacement changed. */
export function isEvictionChanged({ seconds, again, before }: EvictionDiff): boolean {
  return before === undefined || before.seconds !== seconds || JSON.stringify(before.again) !== JSON.stringify(again);
}

/** Returns whether a pod is pending only in the second cluster. */
export function becomesPending({ before, after }: Pick<PodDiff, 'before' | 'after'>): boolean {
  return isPending(after) && !isPending(before);
}

function isPending(placed: Placed | undefined): boolean {
  return placed?.kind === 'pending';
}

function worsePod(pod: PodDiff): readonly Worse[] {
  const { kind, namespace, name, before, after } = pod;
  if (becomesPending(pod)) return [{ kind, namespace, name, code: 'pending' }];
  return before?.kind === 'placed' && after === undefined ? [{ kind, namespace, name, code: 'gone' }] : [];
}

function worseEviction({ namespace, name, seconds, again, before }: EvictionDiff): readonly Worse[] {
  const worse: Worse[] = [];
  if (before === undefined || seconds < before.seconds) worse.push({ kind: 'Pod', namespace, name, code: 'evicted' });
  if (isPending(again?.placed) && !isPending(before?.again?.placed)) {
    const podName = again?.pod ?? name;
    worse.push({ kind: 'Pod', namespace, name: podName.slice(podName.indexOf('/') + 1), code: 'pending' });
  }
  if (before?.again?.placed.kind === 'placed' && again === undefined) worse.push({ kind: 'Pod', namespace, name, code: 'gone' });
  return worse;
}

/** Claims without their pods are not reported, because the pods already are. */
function worseClaim({ namespace, name, pods, change, before, after }: ClaimDiff, gonePods: ReadonlySet<string>): readonly Worse[] {
  const kind = 'ResourceClaim';
  if (change === 'gone') return pods.length > 0 && pods.every((pod) => gonePods.has(pod)) ? [] : [{ kind, namespace, name, code: 'gone' }];
  const previousIssues = new Set(before.map(issueKey));
  return after.some((issue) => !previousIssues.has(issueKey(issue))) ? [{ kind, namespace, name, code: 'invalid' }] : [];
}

/** Ignores the message, because its numbers and names may change while the issue stays the same. */
function issueKey({ driver, pool, device, request, code }: ClaimIssue): string {
  return JSON.stringify([driver, pool, device, request, code]);
}
