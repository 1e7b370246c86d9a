// Each workload still makes as many pods as it has replicas, less those that are there and that the workloads it owns make.
//
// A dump of a cluster holds a Deployment, its ReplicaSets and its Pods at once; each pod must count once.

import type { ObjectMeta } from '../api/meta.js';
import type { Pod } from '../api/pod.js';
import type { Workload } from '../api/workload.js';
import { entryIn } from '../base/entry-in.js';

type Owned = { readonly metadata: ObjectMeta };

/** Ownership is followed this far: Pod, ReplicaSet, Deployment. Also ends circles of owners. */
const MAX_OWNERS = 3;

/** Owners that make their pods through an owner in between, which a dump may leave out: `web-5d9c7b` is a ReplicaSet of `web`. */
const MAKER_OF: ReadonlyMap<string, string> = new Map([
  ['ReplicaSet', 'Deployment'],
  ['Job', 'CronJob'],
]);

/** True for a pod that needs no claims any more: it ran to its end, or is being deleted before it got a node. */
export function isPodDone(pod: Pod): boolean {
  const { phase } = pod.status;
  return phase === 'Succeeded' || phase === 'Failed' || (pod.metadata.deletionTimestamp !== undefined && pod.spec.nodeName === '');
}

/** A key for an object within its kind that no other namespace and name share. */
export function objectKey(namespace: string, name: string): string {
  return `${namespace}\0${name}`;
}

/** A key for a workload that no other one shares, of whatever kind. */
export function workloadKey(workload: Workload): string {
  return `${workload.kind}\0${objectKey(workload.metadata.namespace, workload.metadata.name)}`;
}

/** Finds the workloads above a pod or a workload, by the references to controllers. */
class Ownership {
  readonly #workloads = new Map<string, Workload>();

  /** Takes every workload of the input, each once. */
  constructor(workloads: Iterable<Workload>) {
    for (const workload of workloads) this.#workloads.set(workloadKey(workload), workload);
  }

  /** The owner first, then the owner's owner, as far as they are in the input. */
  above(object: Owned): Workload[] {
    const owners: Workload[] = [];
    for (let owner = this.#owner(object); owner !== undefined && owners.length < MAX_OWNERS; owner = this.#owner(owner)) {
      if (owners.includes(owner) || owner === object) break;
      owners.push(owner);
    }
    return owners;
  }

  #owner({ metadata }: Owned): Workload | undefined {
    const reference = metadata.ownerReferences.find((candidate) => candidate.controller);
    if (reference === undefined) return undefined;
    const { kind, name, uid } = reference;
    const owner = this.#workloads.get(`${kind}\0${objectKey(metadata.namespace, name)}`);
    if (owner !== undefined) return uid === '' || owner.metadata.uid === '' || uid === owner.metadata.uid ? owner : undefined;
    const maker = MAKER_OF.get(kind);
    const dash = name.lastIndexOf('-');
    return maker === undefined || dash < 1
      ? undefined
      : this.#workloads.get(`${maker}\0${objectKey(metadata.namespace, name.slice(0, dash))}`);
  }
}

/** The pods that are still to be made beside those of the input. */
export interface PodsToMake {
  /** The number of pods that each workload still makes. */
  readonly missing: ReadonlyMap<Workload, number>;
  /** On which nodes pods of a workload run already. */
  readonly nodes: ReadonlyMap<Workload, ReadonlySet<string>>;
}

/**
 * Counts the pods that each workload has yet to make: its replicas without its pods and without what the workloads that it owns make.
 * Workloads without `replicas` (DaemonSets) make one for each of `nodeCount` nodes.
 */
export function podsToMake(workloads: readonly Workload[], pods: readonly Pod[], nodeCount: number): PodsToMake {
  const ownership = new Ownership(workloads);
  const present = new Map<Workload, number>();
  const nodes = new Map<Workload, Set<string>>();
  const add = (owner: Workload, count: number): void => void present.set(owner, (present.get(owner) ?? 0) + count);
  for (const pod of pods) {
    for (const owner of ownership.above(pod)) {
      if (!fillsAPlace(pod, owner)) continue;
      add(owner, 1);
      const { nodeName } = pod.spec;
      if (nodeName !== '') entryIn(nodes, owner, () => new Set<string>()).add(nodeName);
    }
  }
  const missing = new Map<Workload, number>();
  const chains = workloads.map((workload) => ({ workload, above: ownership.above(workload) }));
  // Workloads with most owners above them come first: what they make counts for their owners.
  for (const { workload, above } of chains.sort((a, b) => b.above.length - a.above.length)) {
    const count = Math.max(0, (workload.replicas ?? nodeCount) - (present.get(workload) ?? 0));
    missing.set(workload, count);
    for (const owner of above) add(owner, count);
  }
  return { missing, nodes };
}

/** A failed pod gets replaced; a succeeded one only where running to the end is not the purpose. */
function fillsAPlace(pod: Pod, owner: Workload): boolean {
  return !isPodDone(pod) || (pod.status.phase === 'Succeeded' && (owner.kind === 'Job' || owner.kind === 'CronJob'));
}
