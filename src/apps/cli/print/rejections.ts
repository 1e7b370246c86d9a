// Returns rejected groups as data for programs.

import type { JsonObject } from '../../../core/base/json.js';
import type { Rejection, RejectionCode } from '../../../scheduler/filters/filter.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { GroupResult, Unallocatable } from '../placement/group-result.js';
import { nominationJson, type PreemptedFor } from '../placement/preempted-pods.js';
import { type FailureContext, reasonsOf } from './failure.js';

/** Returns a pod, or a claim without a pod, that fits on no node. */
export function rejectionJson(
  group: ClaimGroup,
  result: Exclude<GroupResult, { kind: 'placed' | 'error' | 'interrupted' }>,
  context: FailureContext,
): JsonObject {
  const rejections = result.kind === 'unallocatable' ? detailedRejections(result, context) : NO_REJECTIONS;
  const json = Array.from(rejections, ([node, reasons]) => [node, reasons.map((reason) => ({ ...reason }))] as const);
  return { ...subjectJson(group), message: messageOf(result), rejections: Object.fromEntries(json) };
}

const NO_REJECTIONS: ReadonlyMap<string, readonly Rejection[]> = new Map();

/** Returns the rejections of a pod by node. The scheduler's messages about devices are short, so the explanation of a node is added as detail. */
export function detailedRejections({ pod, nodes }: Unallocatable, context: FailureContext): ReadonlyMap<string, readonly Rejection[]> {
  if (pod === undefined) return NO_REJECTIONS;
  const explained = new Map(nodes.map((node) => [node.explanation.node, node]));
  const withDetail = (name: string, rejection: Rejection): Rejection => {
    const node = explained.get(name);
    if (node === undefined || rejection.detail !== undefined || !ABOUT_DEVICES.has(rejection.code)) return rejection;
    const reasons = reasonsOf(node, context).filter((reason) => reason !== rejection.message);
    return reasons.length === 0 ? rejection : { ...rejection, detail: reasons.join('; ') };
  };
  return new Map(Array.from(pod.rejections, ([name, reasons]) => [name, reasons.map((reason) => withDetail(name, reason))]));
}

const ABOUT_DEVICES: ReadonlySet<RejectionCode> = new Set(['devices', 'claim-elsewhere']);

/** Returns the pod or claim of a group: kind, namespace and name. */
export function subjectJson({ name, pod, claims, madeFor }: ClaimGroup): JsonObject {
  const metadata = (pod ?? claims[0] ?? madeFor)?.metadata;
  const kind = pod !== undefined ? 'Pod' : claims.length > 0 ? 'ResourceClaim' : (madeFor?.kind ?? '');
  return { kind, namespace: metadata?.namespace ?? '', name: metadata?.name ?? name };
}

function messageOf(result: Parameters<typeof rejectionJson>[1]): string {
  switch (result.kind) {
    case 'problem':
      return result.problem.message;
    case 'no-node':
      return result.message;
    case 'unallocatable':
      return result.pod?.message ?? 'no node has the devices';
  }
}

/** Returns the pods for which others are removed, with those. */
export function preemptionsJson(preemptions: readonly PreemptedFor[]): readonly JsonObject[] {
  return preemptions.map(({ group, nomination }) => ({ ...subjectJson(group), ...nominationJson(nomination) }));
}
