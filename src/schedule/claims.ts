// From pods, owners of pods, templates and claims to groups of claims: what must be allocated together, on one node.
//
// This is what the resourceclaim controller and the first steps of the scheduler do in a cluster, with names that are the same in
// each run. Groups are made one by one as they are asked for: an owner of many pods costs nothing until its turn comes.

import type { Node } from '../api/node.js';
import type { Pod, PodSpec } from '../api/pod.js';
import { PENDING_STATUS } from '../api/pod-status.js';
import type { PodSet } from '../api/pod-sets.js';
import type { Workload } from '../api/workload.js';
import { ClaimFinder, type FinderInput, type FoundClaims, type GroupProblem } from './claim-finder.js';
import { isPodDone, type PodsToMake, podsToMake } from './owners.js';
import { objectKey, workloadKey } from './ownership.js';
import { podNameOf } from './pod-names.js';

export type { ScheduleFeatures } from './claim-finder.js';
export { type NodeKind, type NodeKinds, nodeKinds } from './node-claims.js';
export type { GroupProblem };

/** The most claims that pods made from owners may need, all together; an owner that asks for more gets a problem instead. */
export const MAX_MADE_CLAIMS = 100_000;

/** The objects that decide which claims there are. */
interface ScheduleInput extends FinderInput {
  readonly workloads: readonly Workload[];
  /** The nodes that DaemonSets run on. */
  readonly nodes: readonly Node[];
}

/** Claims that are allocated together, all on one node: those of a pod, or a single one that no pod names. {@link nodeKinds} tells which. */
export interface ClaimGroup extends FoundClaims {
  /** For people: `pod ns/name` or `claim ns/name`. */
  readonly name: string;
  readonly pod?: Pod;
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

/**
 * The groups in the order of the input: pods, the pods that workloads still make, and claims that no pod names. `order` gives the
 * place of an object in the input; without it pods come first, then workloads, then claims.
 */
export function* claimGroups(input: ScheduleInput, order: (object: object) => number = () => 0): Generator<ClaimGroup> {
  const workloads = [...new Map(input.workloads.map((workload) => [workloadKey(workload), workload])).values()];
  const allPods = [...new Map(input.pods.map((pod) => [objectKey(pod.metadata.namespace, pod.metadata.name), pod])).values()];
  const finder = new ClaimFinder({ ...input, pods: allPods });
  const pods = allPods.filter((pod) => !isPodDone(pod) && finder.needsClaims(pod));
  const made = new MadePods(allPods, input.nodes, podsToMake(workloads, allPods, input.nodes.length), finder);
  const named = namedClaims(pods, workloads, finder);
  const places: { readonly at: number; readonly groups: () => Iterable<ClaimGroup> }[] = [
    ...pods.map((pod) => ({ at: order(pod), groups: () => [podGroup(pod, finder)] })),
    ...workloads.map((workload) => ({ at: order(workload), groups: () => made.groups(workload) })),
  ];
  for (const claim of finder.claims()) {
    const { namespace, name } = claim.metadata;
    if (named.has(objectKey(namespace, name)) || finder.ownerIsDone(claim)) continue;
    const group: ClaimGroup = { name: `claim ${namespace}/${name}`, claims: [claim] };
    // Its pod may come up with those that workloads make: only after them is it known to be on its own.
    if (finder.isForSomePod(claim)) places.push({ at: Number.MAX_SAFE_INTEGER, groups: () => (finder.isTaken(claim) ? [] : [group]) });
    else places.push({ at: order(claim), groups: () => [group] });
  }
  for (const place of places.sort((a, b) => a.at - b.at)) yield* place.groups();
}

function podGroup(pod: Pod, finder: ClaimFinder, rest: Pick<ClaimGroup, 'madeFor' | 'podSet' | 'node'> = {}): ClaimGroup {
  const { namespace, name } = pod.metadata;
  const node = pod.spec.nodeName === '' ? {} : { node: pod.spec.nodeName };
  return { name: `pod ${namespace}/${name}`, pod, ...finder.claimsOf(pod), ...node, ...rest };
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
  readonly #nodes: readonly Node[];
  readonly #toMake: PodsToMake;
  readonly #finder: ClaimFinder;
  readonly #names: Set<string>;
  #claimsLeft = MAX_MADE_CLAIMS;

  constructor(pods: readonly Pod[], nodes: readonly Node[], toMake: PodsToMake, finder: ClaimFinder) {
    this.#nodes = nodes;
    this.#toMake = toMake;
    this.#finder = finder;
    // Names that a controller made random are known by how they begin.
    const names = ({ metadata: { name, generateName } }: Pod): string[] =>
      generateName === '' ? [name] : [name, generateName.replace(/-$/, '')];
    this.#names = new Set(pods.flatMap((pod) => names(pod).map((name) => objectKey(pod.metadata.namespace, name))));
  }

  *groups(workload: Workload): Generator<ClaimGroup> {
    for (const set of workload.podSets) yield* this.#groupsOf(workload, set);
  }

  *#groupsOf(workload: Workload, set: PodSet): Generator<ClaimGroup> {
    const missing = this.#toMake.missing.get(set) ?? 0;
    const claimsPerPod = this.#finder.claimsPerPod(set.template.spec);
    if (claimsPerPod === 0) return;
    const nodes = set.replicas === undefined ? this.#daemonNodes(set).slice(0, missing) : undefined;
    const count = nodes?.length ?? missing;
    if (count * claimsPerPod > this.#claimsLeft) {
      yield tooMany(workload, count);
      return;
    }
    this.#claimsLeft -= count * claimsPerPod;
    const spec = { ...set.template.spec, nodeName: '' };
    for (let made = 0, number = 0; made < count; number++) {
      const name = podNameOf(workload.metadata.name, set, number);
      const key = objectKey(workload.metadata.namespace, name);
      if (this.#names.has(key)) continue;
      this.#names.add(key);
      const node = nodes?.[made];
      made++;
      const pod = makePod(workload, set, name, spec);
      yield podGroup(pod, this.#finder, { madeFor: workload, podSet: set, ...(node === undefined ? {} : { node }) });
    }
  }

  #daemonNodes(set: PodSet): string[] {
    const covered = this.#toMake.nodes.get(set);
    const nodes = this.#nodes.filter((node) => hasLabels(node, set.template.spec.nodeSelector));
    return nodes.map((node) => node.metadata.name).filter((name) => covered?.has(name) !== true);
  }
}

function tooMany(workload: Workload, count: number): ClaimGroup {
  const { namespace, name } = workload.metadata;
  const message = `${count} more pods would bring the claims of made pods above the limit of ${MAX_MADE_CLAIMS}`;
  return { name: `${workload.kind} ${namespace}/${name}`, claims: [], problem: { message, object: workload, isLimit: true } };
}

function makePod(workload: Workload, set: PodSet, name: string, spec: PodSpec): Pod {
  const { metadata } = set.template;
  const { namespace } = workload.metadata;
  return {
    metadata: { ...metadata, name, generateName: '', namespace, uid: '', ownerReferences: [] },
    spec,
    status: PENDING_STATUS,
  };
}
