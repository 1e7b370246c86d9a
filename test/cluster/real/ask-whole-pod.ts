// The question that a scheduler answers for a pod: filters, then devices, then the filters after them; and the scores of the nodes that are left.

import { decodeObjects, type ObjectSet } from '../../../src/api/objects.js';
import type { Pod } from '../../../src/api/pod.js';
import type { ResourceClaim } from '../../../src/api/resource-claim.js';
import { compareBytes } from '../../../src/base/byte-order.js';
import { UNLIMITED } from '../../../src/base/checkpoint.js';
import type { AllocationError } from '../../../src/base/errors.js';
import { PreparedClaims } from '../../../src/cluster/claims.js';
import type { Features } from '../../../src/features/features.js';
import type { FilterContext } from '../../../src/filters/filter.js';
import { prepareFilters } from '../../../src/filters/filters.js';
import { fitErrorMessage } from '../../../src/filters/fit-error.js';
import { type NodeInfo, nodeInfo, type PodInfo } from '../../../src/filters/node-info.js';
import type { Allocator } from '../../../src/index.js';
import { type ClaimGroup, claimGroups, nodeKinds } from '../../../src/schedule/claims.js';
import { ExtendedResourceClasses } from '../../../src/schedule/extended-resources.js';
import { imageSpread } from '../../../src/scores/image-spread.js';
import { scoreNodes } from '../../../src/scores/total.js';

/** A pod that takes room, and where. */
export interface RunningPod {
  readonly node: string;
  readonly pod: PodInfo;
}

/** A node that takes the pod. */
export interface FeasibleNode {
  readonly name: string;
  readonly score: number;
  /** The parts of the score, for people. */
  readonly parts: string;
  allocations(): readonly unknown[];
}

/** The verdict about a pod: the nodes that take it, the words with which it is refused, or an error that ends the attempt. */
export type Verdict = (
  | { readonly kind: 'feasible'; readonly nodes: readonly FeasibleNode[]; readonly rejections: Readonly<Record<string, readonly string[]>> }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string; readonly isClaimProblem?: boolean }
  | { readonly kind: 'error'; readonly error: AllocationError; readonly words: RegExp }
) & { claimsOn(node: string): readonly ResourceClaim[] };

/** The words of the scheduler about a node whose devices do not do. */
const UNALLOCATABLE = 'cannot allocate all claims';
const ELSEWHERE = 'resourceclaim not available on the node';

/** Asks about a pod that was filled in. */
export function askScheduler(pod: Pod, set: ObjectSet, running: readonly RunningPod[], allocator: Allocator, features: Features): Verdict {
  const context: FilterContext = { features, classes: new ExtendedResourceClasses(set.deviceClasses) };
  const group = groupOf(pod, set, features);
  const claims = claimsOn(group, set);
  // The API server itself says so, before any scheduler has seen the pod.
  if (pod.spec.schedulingGates.length > 0) {
    return {
      kind: 'refused',
      reason: 'SchedulingGated',
      message: 'Scheduling is blocked due to non-empty scheduling gates',
      claimsOn: claims,
    };
  }
  const filters = prepareFilters(pod, context, UNLIMITED);
  const infos = set.nodes.map((node) => infoOf(node, running));
  const refused = (message: string, isClaimProblem = false): Verdict => {
    return { kind: 'refused', reason: 'Unschedulable', message, isClaimProblem, claimsOn: claims };
  };
  const problem = group?.problem && { code: 'claims' as const, message: group.problem.message };
  const refusals = filters.refusals.length > 0 || problem === undefined ? filters.refusals : [problem];
  const rejections = new Map<string, readonly { readonly message: string }[]>();
  const sum = (): string => fitErrorMessage({ nodes: infos.length, refusals, rejections: rejections.values() as never });
  if (refusals.length > 0) return refused(sum(), refusals[0] === problem);
  const passing = infos.filter((info) => keep(info, filters.beforeDevices(info, UNLIMITED), rejections));
  const devices = askDevices(group, passing, set, allocator);
  if (devices.error !== undefined) return { kind: 'error', error: devices.error, words: wordsOf(devices.error), claimsOn: claims };
  for (const [node, message] of devices.rejected) rejections.set(node, [{ message }]);
  const feasible = passing
    .filter(({ node }) => devices.fitting.has(node.metadata.name))
    .filter((info) => keep(info, filters.afterDevices(info, UNLIMITED), rejections));
  if (feasible.length === 0) return refused(sum());
  const found = feasible.map(({ node }) => devices.fitting.get(node.metadata.name));
  const scores = scoreNodes(
    pod,
    feasible,
    { features, images: imageSpread(set.nodes, UNLIMITED) },
    group === undefined ? {} : { devices: found.map((each) => each?.score ?? 0) },
  );
  const nodes = feasible.map(({ node }, index): FeasibleNode => {
    const { total = 0, byPlugin = [] } = scores[index] ?? {};
    const parts = [...byPlugin].map(([plugin, score]) => `${plugin} ${score}`).join(', ');
    return { name: node.metadata.name, score: total, parts, allocations: found[index]?.allocations ?? (() => []) };
  });
  const reasons = Object.fromEntries([...rejections].map(([node, list]) => [node, list.map(({ message }) => message)]));
  return { kind: 'feasible', nodes, rejections: reasons, claimsOn: claims };
}

/** The words of the scheduler for an error: its own for a class that is not there, which it looks for before any node; else those of the allocator. */
function wordsOf({ code, message }: AllocationError): RegExp {
  const [, request = '', name = ''] = /request (\S+): could not retrieve device class (\S+):/.exec(message) ?? [];
  const words = code === 'unknown-device-class' ? `request ${request}: device class ${name} does not exist` : message;
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

function keep(
  { node }: NodeInfo,
  rejected: readonly { readonly message: string }[],
  rejections: Map<string, readonly { readonly message: string }[]>,
): boolean {
  if (rejected.length > 0) rejections.set(node.metadata.name, rejected);
  return rejected.length === 0;
}

function infoOf(node: ObjectSet['nodes'][number], running: readonly RunningPod[]): NodeInfo {
  const there = running.filter((each) => each.node === node.metadata.name).map(({ pod }) => pod);
  return nodeInfo(node, there, UNLIMITED);
}

function groupOf(pod: Pod, set: ObjectSet, features: Features): ClaimGroup | undefined {
  const groups = claimGroups({ ...set, pods: [pod], workloads: [], features });
  for (const group of groups) if (group.pod !== undefined) return group;
  return undefined;
}

function claimsOn(group: ClaimGroup | undefined, set: ObjectSet): (node: string) => readonly ResourceClaim[] {
  return (name) => {
    if (group === undefined) return [];
    const node = set.nodes.filter(({ metadata }) => metadata.name === name);
    return nodeKinds(group, node).kinds[0]?.claims ?? [];
  };
}

interface Fitting {
  readonly score: number;
  allocations(): readonly unknown[];
}

interface DeviceAnswers {
  readonly fitting: Map<string, Fitting>;
  readonly rejected: Map<string, string>;
  error?: AllocationError;
}

function askDevices(group: ClaimGroup | undefined, passing: readonly NodeInfo[], set: ObjectSet, allocator: Allocator): DeviceAnswers {
  const answers: DeviceAnswers = { fitting: new Map(), rejected: new Map() };
  if (group === undefined) {
    for (const { node } of passing) answers.fitting.set(node.metadata.name, { score: 0, allocations: () => [] });
    return answers;
  }
  const cluster = allocator.cluster();
  cluster.applyDecoded({ ...decodeObjects([]), ...set });
  const { kinds, refused } = nodeKinds(
    group,
    passing.map(({ node }) => node),
  );
  for (const { node, reason } of refused) answers.rejected.set(node.metadata.name, reason);
  for (const { claims, nodes } of kinds) {
    const names = nodes.map(({ metadata }) => metadata.name);
    const ask = (some: readonly ResourceClaim[]) => {
      const result = cluster.filter({ claims: new PreparedClaims(some), nodes: names });
      if (result.kind !== 'complete') throw new Error(`interrupted by ${result.by}`);
      return result;
    };
    const pending = ask(claims.filter(({ status }) => status.allocation === undefined));
    const result = ask(claims);
    for (const [name, score] of result.feasible.map((each, index) => [each, result.scores[index] ?? 0] as const)) {
      const allocations = (): readonly unknown[] => {
        const outcome = result.outcome(name);
        return outcome.kind === 'allocated' ? outcome.allocations : [];
      };
      answers.fitting.set(name, { score, allocations });
    }
    const errors = [...result.errors].sort(([a], [b]) => compareBytes(a, b));
    const fatal = errors.find(([, { nodeLocal }]) => !nodeLocal)?.[1];
    if (fatal !== undefined) answers.error = fatal;
    for (const [name, error] of errors) answers.rejected.set(name, error.message);
    for (const name of names) {
      if (answers.fitting.has(name) || answers.rejected.has(name)) continue;
      answers.rejected.set(name, pending.feasible.includes(name) ? ELSEWHERE : UNALLOCATABLE);
    }
  }
  return answers;
}
