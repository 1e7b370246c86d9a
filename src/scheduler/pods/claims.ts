// Derives groups of claims that must be allocated together on one node, from pods, owners of pods, templates and claims.
//
// Does what the resourceclaim controller and the first steps of the scheduler do in a cluster, with reproducible names. Groups are made one by
// one on demand: an owner of many pods costs nothing until its pods are needed.

import type { Node } from '../../core/api/node.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { PodSet } from '../../core/api/pod-sets.js';
import type { PriorityClass } from '../../core/api/priority-class.js';
import type { Workload } from '../../core/api/workload.js';
import { inOneGo } from '../../core/base/incremental.js';
import { ASSIGNED_HINT, assignsPods, isAssigned, whyUnallocated } from './assigned-pods.js';
import { ClaimFinder, type FinderInput, type FoundClaims, type GroupProblem } from './claim-finder.js';
import { daemonSpecFor } from './daemon-pods.js';
import { isPodDone, makePod, type PodsToMake, podsToMake, specOf } from './owners.js';
import { objectKey, workloadKey } from './ownership.js';
import { podNameOf } from './pod-names.js';
import { Priorities } from './priorities.js';

export type { ScheduleFeatures } from './claim-finder.js';
export { type NodeKind, type NodeKinds, nodeKinds } from './node-claims.js';
export type { GroupProblem };

/** The most claims that made pods may need in total. An owner that exceeds this limit has a problem instead of pods. */
export const MAX_MADE_CLAIMS = 100_000;

/** The most pods without claims that are made for owners in total, because placing each pod takes time. */
export const MAX_MADE_WITHOUT_CLAIMS = 1000;

/** The objects that decide which claims exist. */
interface ScheduleInput extends FinderInput {
  readonly workloads: readonly Workload[];
  /** The nodes that DaemonSets run on. */
  readonly nodes: readonly Node[];
  /** Returns whether a node exists. Default: the nodes. */
  readonly isNode?: (name: string) => boolean;
  /** Returns a test of the nodes on which a DaemonSet runs a pod. Default: nodes that match the node selector of the pod. */
  readonly daemonNodes?: (pod: Pod) => (node: Node) => boolean;
  /** The classes of pod priorities. */
  readonly priorityClasses?: readonly PriorityClass[];
  /** Is notified of pods without claims that are not made, because they exceed {@link MAX_MADE_WITHOUT_CLAIMS}. */
  readonly notMade?: (workload: Workload, pods: number) => void;
  /** Owners whose pods are always made, even if the pods have no claims or a cluster has stored the owner. */
  readonly takesOwners?: ReadonlySet<Workload>;
  /** The order of pods: as in the input, or as in the scheduler's queue, with high priority first. Default: input. */
  readonly podOrder?: 'input' | 'priority';
}

/**
 * Claims that are allocated together on one node: the claims of a pod, or one claim that no pod names. {@link nodeKinds} resolves claims that
 * depend on the node.
 */
export interface ClaimGroup extends FoundClaims {
  /** For people: `pod ns/name` or `claim ns/name`. */
  readonly name: string;
  readonly pod?: Pod;
  /** True if the pod needs no devices. */
  readonly withoutClaims?: true;
  /** The workload that the pod was made for. */
  readonly madeFor?: Workload;
  /** The pod set of the workload that the pod belongs to. Pods of a set differ only in their names. */
  readonly podSet?: PodSet;
  /** The only possible node: the pod runs there, or is a DaemonSet's pod for it. */
  readonly node?: string;
}

/** Returns whether the group may be placed on this node: the node of its pod, or a node that matches the pod's node selector. */
export function isCandidateNode(group: ClaimGroup, node: Node): boolean {
  if (group.node !== undefined && group.node !== node.metadata.name) return false;
  // A running pod stays on its node, even if the labels changed.
  return (group.pod !== undefined && isAssigned(group.pod)) || group.pod === undefined || hasLabels(node, group.pod.spec.nodeSelector);
}

/** The position of groups in the order: high priority first, if priorities count, then the order of the input. */
interface Place {
  readonly priority: number;
  readonly at: number;
  readonly groups: () => Iterable<ClaimGroup>;
}

/**
 * Yields the groups in the order of the input, or by priority: pods, the pods that workloads will make, and claims that no pod names. `order`
 * returns the position of an object in the input; default: pods, then workloads, then claims.
 */
export function* claimGroups(input: ScheduleInput, order: (object: object) => number = () => 0): Generator<ClaimGroup> {
  const workloads = [...new Map(input.workloads.map((workload) => [workloadKey(workload), workload])).values()];
  const allPods = [...new Map(input.pods.map((pod) => [objectKey(pod.metadata.namespace, pod.metadata.name), pod])).values()];
  const finder = inOneGo(ClaimFinder.of({ ...input, pods: allPods }));
  const pods = allPods.filter((pod) => !isPodDone(pod) && finder.needsPlace(pod));
  const priorities = new Priorities(input.priorityClasses ?? []);
  const maker = new GroupMaker(finder, priorities, input.isNode ?? hasNameOf(input.nodes));
  const made = new MadePods(allPods, input, podsToMake(workloads, allPods, input.nodes.length), finder, maker);
  const named = namedClaims(pods, workloads, finder);
  const places: Place[] = [
    // A pod that has a node precedes all others.
    ...pods.map((pod) => ({
      priority: isAssigned(pod) ? BEFORE_ALL : priorities.of(pod.spec),
      at: order(pod),
      groups: () => [maker.group(pod)],
    })),
    ...workloads.flatMap((workload) =>
      workload.podSets.map((set) => ({
        priority: assignsPods(set) ? BEFORE_ALL : priorities.of(set.template.spec),
        at: order(workload),
        groups: () => made.groups(workload, set),
      })),
    ),
  ];
  for (const claim of finder.claims()) {
    const { namespace, name } = claim.metadata;
    if (named.has(objectKey(namespace, name)) || finder.ownerIsDone(claim)) continue;
    const group: ClaimGroup = { name: `claim ${namespace}/${name}`, claims: [claim] };
    // A pod of a workload may use this claim. Only after all workloads is it certain that no pod uses it.
    if (finder.isForSomePod(claim)) {
      const groups = (): ClaimGroup[] => (finder.isTaken(claim) ? [] : [group]);
      places.push({ priority: AFTER_ALL, at: Number.MAX_SAFE_INTEGER, groups });
    } else places.push({ priority: 0, at: order(claim), groups: () => [group] });
  }
  const byPriority =
    input.podOrder === 'priority' ? (a: Place, b: Place) => (a.priority === b.priority ? 0 : b.priority - a.priority) : () => 0;
  for (const place of places.sort((a, b) => byPriority(a, b) || a.at - b.at)) yield* place.groups();
}

/** Priorities have 32 bits. */
const BEFORE_ALL = 2 ** 32;
const AFTER_ALL = -BEFORE_ALL;

function hasNameOf(nodes: readonly Node[]): (name: string) => boolean {
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  return (name) => names.has(name);
}

/** Returns the pods that owners make with a node. They are on that node from their creation, and use its resources. */
export function assignedPods(input: ScheduleInput): readonly Pod[] {
  const workloads = input.workloads.filter(({ podSets }) => podSets.some(assignsPods));
  if (workloads.length === 0) return [];
  const takesOwners = new Set(workloads.filter(({ metadata }) => metadata.uid === ''));
  const { quotas: _quotas, notMade: _notMade, ...rest } = input;
  return [...claimGroups({ ...rest, takesOwners })].flatMap(({ pod, madeFor }) =>
    pod !== undefined && madeFor !== undefined && isAssigned(pod) ? [pod] : [],
  );
}

/** Makes the group of a pod. If the API server rejects the pod, the group contains the reason. */
class GroupMaker {
  readonly #finder: ClaimFinder;
  readonly #priorities: Priorities;
  readonly #isNode: (name: string) => boolean;

  constructor(finder: ClaimFinder, priorities: Priorities, isNode: (name: string) => boolean) {
    this.#finder = finder;
    this.#priorities = priorities;
    this.#isNode = isNode;
  }

  group(pod: Pod, rest: Pick<ClaimGroup, 'madeFor' | 'podSet' | 'node'> = {}): ClaimGroup {
    const { namespace, name } = pod.metadata;
    const message = this.#priorities.refusalOf(pod);
    const found: FoundClaims =
      message === undefined
        ? inOneGo(this.#finder.claimsOf(pod))
        : { claims: [], problem: { message: `the API server rejects the pod: ${message}`, object: rest.madeFor ?? pod, isRefusal: true } };
    const needs = this.#finder.needsDevices(pod) ? {} : { withoutClaims: true as const };
    const node = isAssigned(pod) ? { node: pod.spec.nodeName } : {};
    return { name: `pod ${namespace}/${name}`, pod, ...this.#withProblem(pod, found), ...needs, ...node, ...rest };
  }

  #withProblem(pod: Pod, found: FoundClaims): FoundClaims {
    const unallocated = found.claims.filter(({ status }) => status.allocation === undefined);
    const message = found.problem === undefined ? whyUnallocated(pod, unallocated, this.#isNode) : undefined;
    return message === undefined ? found : { ...found, problem: { message, hint: ASSIGNED_HINT, object: pod, isAssigned: true } };
  }
}

/** Returns the keys of all claims that an existing or future pod names or owns. */
function namedClaims(pods: readonly Pod[], workloads: readonly Workload[], finder: ClaimFinder): Set<string> {
  const named = new Set(pods.flatMap((pod) => finder.existingKeys(pod)));
  for (const { metadata, podSets } of workloads) {
    for (const { template } of podSets) for (const key of finder.existingKeysOfSpec(metadata.namespace, template.spec)) named.add(key);
  }
  return named;
}

function hasLabels(node: Node, selector: ReadonlyMap<string, string>): boolean {
  for (const [key, value] of selector) if (node.metadata.labels.get(key) !== value) return false;
  return true;
}

/** Yields the pods of workloads one by one, within the limit for all of them. */
class MadePods {
  readonly #input: ScheduleInput;
  readonly #toMake: PodsToMake;
  readonly #finder: ClaimFinder;
  readonly #maker: GroupMaker;
  readonly #names: Set<string>;
  #claimsLeft = MAX_MADE_CLAIMS;
  #withoutClaimsLeft = MAX_MADE_WITHOUT_CLAIMS;

  constructor(pods: readonly Pod[], input: ScheduleInput, toMake: PodsToMake, finder: ClaimFinder, maker: GroupMaker) {
    this.#input = input;
    this.#toMake = toMake;
    this.#finder = finder;
    this.#maker = maker;
    // A pod with a generated name also occupies the name that it was generated from.
    const names = ({ metadata: { name, generateName } }: Pod): string[] =>
      generateName === '' ? [name] : [name, generateName.replace(/-$/, '')];
    this.#names = new Set(pods.flatMap((pod) => names(pod).map((name) => objectKey(pod.metadata.namespace, name))));
  }

  *groups(workload: Workload, set: PodSet): Generator<ClaimGroup> {
    const missing = this.#toMake.missing.get(set) ?? 0;
    const claimsPerPod = this.#finder.claimsPerPod(set.template.spec);
    // A cluster that has stored an owner has also made its pods. Pods that are missing from the input are not made again.
    const isTaken =
      this.#input.takesOwners?.has(workload) === true || (this.#input.takesPodsWithoutClaims === true && workload.metadata.uid === '');
    if (claimsPerPod === 0 && !isTaken) return;
    const isDaemon = set.replicas === undefined;
    const spec = specOf(set);
    const nodes = isDaemon ? this.#daemonNodes(workload, set, spec).slice(0, missing) : undefined;
    const podCount = nodes?.length ?? missing;
    const count = claimsPerPod > 0 ? podCount : this.#withoutClaims(workload, podCount);
    if (count * claimsPerPod > this.#claimsLeft) {
      yield tooMany(workload, count);
      return;
    }
    this.#claimsLeft -= count * claimsPerPod;
    const next = (number: number): number => set.endedIndices?.firstFrom(number) ?? number;
    for (let made = 0, number = next(0); made < count; number = next(number + 1)) {
      const name = podNameOf(workload.metadata.name, set, number);
      const key = objectKey(workload.metadata.namespace, name);
      if (this.#names.has(key)) continue;
      this.#names.add(key);
      const node = nodes?.[made];
      made++;
      const nodeSpec = node === undefined ? spec : daemonSpecFor(spec, node);
      yield this.#maker.group(makePod(workload, set, name, nodeSpec), {
        madeFor: workload,
        podSet: set,
        ...(node === undefined ? {} : { node }),
      });
    }
  }

  #withoutClaims(workload: Workload, podCount: number): number {
    const count = Math.min(podCount, this.#withoutClaimsLeft);
    this.#withoutClaimsLeft -= count;
    if (count < podCount) this.#input.notMade?.(workload, podCount - count);
    return count;
  }

  /** Returns the nodes for which the controller makes a pod, without the nodes that already have one. */
  #daemonNodes(workload: Workload, set: PodSet, spec: PodSpec): string[] {
    const covered = this.#toMake.nodes.get(set);
    const runsOn = this.#input.daemonNodes?.(makePod(workload, set, '', spec)) ?? ((node) => hasLabels(node, spec.nodeSelector));
    const names = this.#input.nodes.filter(runsOn).map(({ metadata }) => metadata.name);
    return names.filter((name) => covered?.has(name) !== true && (spec.nodeName === '' || spec.nodeName === name));
  }
}

function tooMany(workload: Workload, count: number): ClaimGroup {
  const { namespace, name } = workload.metadata;
  const message = `${count} more pods are left out: with them, the claims of simulated pods would exceed the limit of ${MAX_MADE_CLAIMS}`;
  return { name: `${workload.kind} ${namespace}/${name}`, claims: [], problem: { message, object: workload, isLimit: true } };
}
