// Counts the pods that each workload has yet to make, for each of its pod sets. These are its replicas, minus existing pods and
// minus the pods that its own workloads make.
//
// A dump of a cluster holds a Deployment, its ReplicaSets and its Pods at once; each pod must count once.

import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { PodSet } from '../../core/api/pod-sets.js';
import { PENDING_STATUS } from '../../core/api/pod-status.js';
import type { Workload } from '../../core/api/workload.js';
import { entryIn } from '../../core/base/entry-in.js';
import { daemonSpec } from './daemon-pods.js';
import { Ownership, objectKey } from './ownership.js';

/** Returns whether a pod no longer needs claims: it finished, or is being deleted before it had a node. */
export function isPodDone(pod: Pod): boolean {
  const { phase } = pod.status;
  return phase === 'Succeeded' || phase === 'Failed' || (pod.metadata.deletionTimestamp !== undefined && pod.spec.nodeName === '');
}

/** The pods that are still to be made, in addition to the pods of the input. */
export interface PodsToMake {
  /** The number of missing pods in each pod set. */
  readonly missing: ReadonlyMap<PodSet, number>;
  /** The nodes on which pods of a set already run. */
  readonly nodes: ReadonlyMap<PodSet, ReadonlySet<string>>;
}

/**
 * Counts the pods that each workload has yet to make: its replicas, minus its pods and minus the pods that its own workloads
 * make. Sets without `replicas` (of a DaemonSet) have one pod for each of `nodeCount` nodes.
 */
export function podsToMake(workloads: readonly Workload[], pods: readonly Pod[], nodeCount: number): PodsToMake {
  const count = new Count(new Ownership(workloads));
  for (const pod of pods) count.add(pod);
  count.make(workloads, pods, nodeCount);
  return count;
}

/** The pods of a set that exist, or that other workloads make for it. */
interface Present {
  active: number;
  succeeded: number;
}

class Count implements PodsToMake {
  readonly missing = new Map<PodSet, number>();
  readonly nodes = new Map<PodSet, Set<string>>();
  readonly #ownership: Ownership;
  readonly #present = new Map<PodSet, Present>();

  constructor(ownership: Ownership) {
    this.#ownership = ownership;
  }

  /** Counts a pod for every workload above it. */
  add(pod: Pod): void {
    for (const owner of this.#ownership.above(pod)) {
      const set = setOf(owner, pod.metadata.name, [pod.metadata.labels]);
      if (set === undefined) continue;
      if (pod.status.phase === 'Succeeded') this.#presentIn(set).succeeded++;
      if (isPodDone(pod)) continue;
      this.#presentIn(set).active++;
      const { nodeName } = pod.spec;
      if (nodeName !== '') entryIn(this.nodes, set, () => new Set<string>()).add(nodeName);
    }
  }

  /** Computes the missing pods of every workload, deepest first, because they count for their owners. */
  make(workloads: readonly Workload[], pods: readonly Pod[], nodeCount: number): void {
    const podKeys = new Set(pods.map(({ metadata }) => objectKey(metadata.namespace, metadata.name)));
    const chains = workloads.map((workload) => ({ workload, above: this.#ownership.above(workload) }));
    for (const { workload, above } of chains.sort((a, b) => b.above.length - a.above.length)) {
      const isDescribed = workload.describesOwner && (above.length > 0 || isOwnedByPod(workload, podKeys));
      for (const set of workload.podSets) {
        const count = isDescribed ? 0 : missingIn(set, this.#presentIn(set), workload.endsPods, nodeCount);
        this.missing.set(set, count);
        for (const owner of above) this.#addMade(owner, workload, set, count);
      }
    }
  }

  #addMade(owner: Workload, { metadata }: Workload, made: PodSet, count: number): void {
    const set = setOf(owner, metadata.name, [made.template.metadata.labels, metadata.labels], made.name);
    if (set !== undefined) this.#presentIn(set).active += count;
  }

  #presentIn(set: PodSet): Present {
    return entryIn(this.#present, set, () => ({ active: 0, succeeded: 0 }));
  }
}

/**
 * Returns the number of pods to make. A failed pod is replaced. If pods run to completion, a succeeded pod keeps its place
 * until all completions are reached. Workers of a queue are not replaced once one of them has found the queue empty.
 */
export function missingIn(
  set: Pick<PodSet, 'replicas' | 'completions' | 'succeeded' | 'isQueue'>,
  present: Present,
  endsPods: boolean,
  nodeCount: number,
): number {
  const { replicas = nodeCount, completions } = set;
  const succeeded = endsPods ? Math.max(present.succeeded, set.succeeded) : 0;
  if (set.isQueue === true && succeeded > 0) return 0;
  const podCount = completions === undefined ? replicas - succeeded : Math.min(replicas, completions - succeeded);
  return Math.max(0, podCount - present.active);
}

/** Returns the set that a pod belongs to: by its labels, by the same name, or by a name prefix; else the first set. */
export function setOf(
  { podSets, metadata }: Pick<Workload, 'podSets' | 'metadata'>,
  podName: string,
  labels: readonly ReadonlyMap<string, string>[],
  setName = '',
): PodSet | undefined {
  if (podSets.length < 2) return podSets[0];
  const has = ([label, value]: readonly [string, string]): boolean => labels.some((each) => each.get(label) === value);
  const labelled = podSets.filter((set) => set.labels.size > 0 && [...set.labels].every(has));
  const others = labelled.length > 0 ? labelled : podSets.filter((set) => set.labels.size === 0);
  const candidates = others.length > 0 ? others : podSets;
  const begins = ({ name }: PodSet): boolean => `${podName}-`.startsWith(`${metadata.name}-${name}-`);
  return candidates.find(({ name }) => name === setName && name !== '') ?? candidates.find(begins) ?? candidates[0];
}

/** Standalone pods may have an object that describes them as a group, such as a Kueue Workload. */
function isOwnedByPod({ metadata }: Workload, podKeys: ReadonlySet<string>): boolean {
  return metadata.ownerReferences.some(({ kind, name }) => kind === 'Pod' && podKeys.has(objectKey(metadata.namespace, name)));
}

/** Returns the spec with which an owner makes the pods of a set. `written`: the spec of the template, possibly edited. */
export function specOf({ replicas, template }: PodSet, written = template.spec): PodSpec {
  return replicas === undefined ? daemonSpec(written) : written;
}

/** Returns the pod that an owner makes from a template, with this name. */
export function makePod(workload: Workload, set: PodSet, name: string, spec: PodSpec): Pod {
  const { metadata } = set.template;
  const { controller } = workload;
  const { namespace } = workload.metadata;
  return {
    metadata: { ...metadata, name, generateName: '', namespace, uid: '', ownerReferences: controller === undefined ? [] : [controller] },
    spec,
    status: PENDING_STATUS,
  };
}
