// From pods, owners of pods, templates and claims to groups of claims: what must be allocated together, on one node.
//
// This is what the resourceclaim controller and the first steps of the scheduler do in a cluster, with names that are the same in
// each run. Groups are made one by one as they are requested: an owner of many pods costs nothing until its turn comes.

import type { Node } from '../../core/api/node.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { PodSet } from '../../core/api/pod-sets.js';
import type { PriorityClass } from '../../core/api/priority-class.js';
import type { Workload } from '../../core/api/workload.js';
import { inOneGo } from '../../core/base/incremental.js';
import { ClaimFinder, type FinderInput, type FoundClaims, type GroupProblem } from './claim-finder.js';
import { daemonSpecFor } from './daemon-pods.js';
import { isPodDone, makePod, type PodsToMake, podsToMake, specOf } from './owners.js';
import { objectKey, workloadKey } from './ownership.js';
import { podNameOf } from './pod-names.js';
import { Priorities } from './priorities.js';

export type { ScheduleFeatures } from './claim-finder.js';
export { type NodeKind, type NodeKinds, nodeKinds } from './node-claims.js';
export type { GroupProblem };

/** The most claims that pods made from owners may need, all together; an owner that asks for more gets a problem instead. */
export const MAX_MADE_CLAIMS = 100_000;

/** The most pods without claims that are made for owners, all together: each of them is placed like any other. */
export const MAX_MADE_WITHOUT_CLAIMS = 1000;

/** The objects that decide which claims there are. */
interface ScheduleInput extends FinderInput {
  readonly workloads: readonly Workload[];
  /** The nodes that DaemonSets run on. */
  readonly nodes: readonly Node[];
  /** Tells on which nodes a DaemonSet requests such a pod; without it on those with the labels of its node selector. */
  readonly daemonNodes?: (pod: Pod) => (node: Node) => boolean;
  /** The classes that give pods their priorities. */
  readonly priorityClasses?: readonly PriorityClass[];
  /** Gets told of pods without claims that are more than {@link MAX_MADE_WITHOUT_CLAIMS}, and not made. */
  readonly notMade?: (workload: Workload, pods: number) => void;
  /** Owners whose pods are made whatever they need, also where a cluster has stored the owner. */
  readonly takesOwners?: ReadonlySet<Workload>;
  /** The order in which pods come: as in the input, or as the scheduler's queue has them, those of high priority first. By default that of the input. */
  readonly podOrder?: 'input' | 'priority';
}

/** Claims that are allocated together, all on one node: those of a pod, or a single one that no pod names. {@link nodeKinds} reports which. */
export interface ClaimGroup extends FoundClaims {
  /** For people: `pod ns/name` or `claim ns/name`. */
  readonly name: string;
  readonly pod?: Pod;
  /** The pod needs no devices. */
  readonly withoutClaims?: true;
  /** The workload that the pod was made for. */
  readonly madeFor?: Workload;
  /** The set of that workload's pods that it belongs to; such pods differ in their names only. */
  readonly podSet?: PodSet;
  /** The only node that is possible: the pod runs there, or is a DaemonSet's pod for it. */
  readonly node?: string;
}

/** True if the group may be placed on this node: the node of its pod, or one with the labels of the pod's node selector. */
export function isCandidateNode(group: ClaimGroup, node: Node): boolean {
  if (group.node !== undefined && group.node !== node.metadata.name) return false;
  // A pod that runs is where it is, whatever became of the labels.
  const runs = group.pod !== undefined && group.pod.spec.nodeName !== '';
  return runs || group.pod === undefined || hasLabels(node, group.pod.spec.nodeSelector);
}

/** The time at which some groups come: those of higher priority first, where that counts, then in the order of the input. */
interface Place {
  readonly priority: number;
  readonly at: number;
  readonly groups: () => Iterable<ClaimGroup>;
}

/**
 * The groups in the order of the input, or by priority: pods, the pods that workloads still make, and claims that no pod names. `order` gives the
 * place of an object in the input; without it pods come first, then workloads, then claims.
 */
export function* claimGroups(input: ScheduleInput, order: (object: object) => number = () => 0): Generator<ClaimGroup> {
  const workloads = [...new Map(input.workloads.map((workload) => [workloadKey(workload), workload])).values()];
  const allPods = [...new Map(input.pods.map((pod) => [objectKey(pod.metadata.namespace, pod.metadata.name), pod])).values()];
  const finder = inOneGo(ClaimFinder.of({ ...input, pods: allPods }));
  const pods = allPods.filter((pod) => !isPodDone(pod) && finder.needsPlace(pod));
  const priorities = new Priorities(input.priorityClasses ?? []);
  const maker = new GroupMaker(finder, priorities);
  const made = new MadePods(allPods, input, podsToMake(workloads, allPods, input.nodes.length), finder, maker);
  const named = namedClaims(pods, workloads, finder);
  const places: Place[] = [
    // A pod that has a node has what it has before all others.
    ...pods.map((pod) => ({
      priority: isBound(pod) ? BEFORE_ALL : priorities.of(pod.spec),
      at: order(pod),
      groups: () => [maker.group(pod)],
    })),
    ...workloads.flatMap((workload) =>
      workload.podSets.map((set) => ({
        priority: priorities.of(set.template.spec),
        at: order(workload),
        groups: () => made.groups(workload, set),
      })),
    ),
  ];
  for (const claim of finder.claims()) {
    const { namespace, name } = claim.metadata;
    if (named.has(objectKey(namespace, name)) || finder.ownerIsDone(claim)) continue;
    const group: ClaimGroup = { name: `claim ${namespace}/${name}`, claims: [claim] };
    // Its pod may come up with those that workloads make: only after them is it known to be on its own.
    if (finder.isForSomePod(claim)) {
      const groups = (): ClaimGroup[] => (finder.isTaken(claim) ? [] : [group]);
      places.push({ priority: AFTER_ALL, at: Number.MAX_SAFE_INTEGER, groups });
    } else places.push({ priority: 0, at: order(claim), groups: () => [group] });
  }
  const byPriority =
    input.podOrder === 'priority' ? (a: Place, b: Place) => (a.priority === b.priority ? 0 : b.priority - a.priority) : () => 0;
  for (const place of places.sort((a, b) => byPriority(a, b) || a.at - b.at)) yield* place.groups();
}

/** Priorities are of 32 bits. */
const BEFORE_ALL = 2 ** 32;
const AFTER_ALL = -BEFORE_ALL;

function isBound(pod: Pod): boolean {
  return pod.spec.nodeName !== '';
}

/** Makes groups of pods, those that the API server rejects with the reason. */
class GroupMaker {
  readonly #finder: ClaimFinder;
  readonly #priorities: Priorities;

  constructor(finder: ClaimFinder, priorities: Priorities) {
    this.#finder = finder;
    this.#priorities = priorities;
  }

  group(pod: Pod, rest: Pick<ClaimGroup, 'madeFor' | 'podSet' | 'node'> = {}): ClaimGroup {
    const { namespace, name } = pod.metadata;
    const message = this.#priorities.refusalOf(pod);
    const found: FoundClaims =
      message === undefined
        ? inOneGo(this.#finder.claimsOf(pod))
        : { claims: [], problem: { message: `the API server rejects the pod: ${message}`, object: rest.madeFor ?? pod, isRefusal: true } };
    const needs = this.#finder.needsDevices(pod) ? {} : { withoutClaims: true as const };
    return { name: `pod ${namespace}/${name}`, pod, ...found, ...needs, ...(isBound(pod) ? { node: pod.spec.nodeName } : {}), ...rest };
  }
}

/** The keys of all claims that a pod, there or to be made, names or owns. */
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

/** Pods of workloads, one by one, within the limit for all of them together. */
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
    // Names that a controller made random are known by how they begin.
    const names = ({ metadata: { name, generateName } }: Pod): string[] =>
      generateName === '' ? [name] : [name, generateName.replace(/-$/, '')];
    this.#names = new Set(pods.flatMap((pod) => names(pod).map((name) => objectKey(pod.metadata.namespace, name))));
  }

  *groups(workload: Workload, set: PodSet): Generator<ClaimGroup> {
    const missing = this.#toMake.missing.get(set) ?? 0;
    const claimsPerPod = this.#finder.claimsPerPod(set.template.spec);
    // A cluster that has stored an owner has made its pods: they are in the input if they are to count.
    const isTaken =
      this.#input.takesOwners?.has(workload) === true || (this.#input.takesPodsWithoutClaims === true && workload.metadata.uid === '');
    if (claimsPerPod === 0 && !isTaken) return;
    const isDaemon = set.replicas === undefined;
    const spec = specOf(set);
    const nodes = isDaemon ? this.#daemonNodes(workload, set, spec).slice(0, missing) : undefined;
    const wanted = nodes?.length ?? missing;
    const count = claimsPerPod > 0 ? wanted : this.#withoutClaims(workload, wanted);
    if (count * claimsPerPod > this.#claimsLeft) {
      yield tooMany(workload, count);
      return;
    }
    this.#claimsLeft -= count * claimsPerPod;
    const next = (number: number): number => set.settled?.firstFrom(number) ?? number;
    for (let made = 0, number = next(0); made < count; number = next(number + 1)) {
      const name = podNameOf(workload.metadata.name, set, number);
      const key = objectKey(workload.metadata.namespace, name);
      if (this.#names.has(key)) continue;
      this.#names.add(key);
      const node = nodes?.[made];
      made++;
      const own = node === undefined ? spec : daemonSpecFor(spec, node);
      yield this.#maker.group(makePod(workload, set, name, own), {
        madeFor: workload,
        podSet: set,
        ...(node === undefined ? {} : { node }),
      });
    }
  }

  #withoutClaims(workload: Workload, wanted: number): number {
    const count = Math.min(wanted, this.#withoutClaimsLeft);
    this.#withoutClaimsLeft -= count;
    if (count < wanted) this.#input.notMade?.(workload, wanted - count);
    return count;
  }

  /** The nodes that the controller makes a pod for and that have none yet. */
  #daemonNodes(workload: Workload, set: PodSet, spec: PodSpec): string[] {
    const covered = this.#toMake.nodes.get(set);
    const wants = this.#input.daemonNodes?.(makePod(workload, set, '', spec)) ?? ((node) => hasLabels(node, spec.nodeSelector));
    const names = this.#input.nodes.filter(wants).map(({ metadata }) => metadata.name);
    return names.filter((name) => covered?.has(name) !== true && (spec.nodeName === '' || spec.nodeName === name));
  }
}

function tooMany(workload: Workload, count: number): ClaimGroup {
  const { namespace, name } = workload.metadata;
  const message = `${count} more pods would bring the claims of made pods above the limit of ${MAX_MADE_CLAIMS}`;
  return { name: `${workload.kind} ${namespace}/${name}`, claims: [], problem: { message, object: workload, isLimit: true } };
}
