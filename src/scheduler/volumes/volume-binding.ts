// VolumeBinding: accepts only nodes that reach the volumes of bound claims, and where the volumes of other claims are found or can be
// provisioned. Source: FindPodVolumes in plugin volumebinding, and MatchTopologySelectorTerms in pkg/apis/core/v1/helper, of Kubernetes 1.37.1.

import type { CsiNode } from '../../core/api/csi-node.js';
import type { CsiStorageCapacity } from '../../core/api/csi-storage-capacity.js';
import { parsingLabelSelector } from '../../core/api/label-selector.js';
import type { Node } from '../../core/api/node.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { StorageClass, TopologyTerm } from '../../core/api/storage-class.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { sorting } from '../../core/base/sorting.js';
import { shownName } from '../../core/base/words.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import type { Rejection } from '../filters/filter.js';
import { MatchingVolumes, requestedStorage } from './matching-volumes.js';
import type { LateClaim, PodClaims, StaticBinding } from './pod-claims.js';
import { reachableWords, reaching } from './reachable-nodes.js';
import { isProvisioned } from './storage-classes.js';
import type { StorageKind, StorageObjects } from './storage-objects.js';

/** A claim whose volume is provisioned, and the storage of which it becomes a part, if the driver reports that. */
export interface Provision {
  readonly claim: PersistentVolumeClaim;
  readonly storageClass: StorageClass;
  readonly capacity: CsiStorageCapacity | undefined;
}

/** The volumes of a pod on a node. */
export interface NodeVolumes {
  /** The reasons to reject the node. */
  readonly rejections: readonly Rejection[];
  readonly bindings: readonly StaticBinding[];
  readonly provisions: readonly Provision[];
}

const NO_VOLUMES = { bindings: [], provisions: [] } as const;

/** A claim, with the volumes that suit it. */
interface OpenClaim {
  readonly late: LateClaim;
  readonly volumes: MatchingVolumes;
}

/** Finds the volumes of a pod on nodes. */
export class VolumeFinder {
  readonly #claims: PodClaims;
  readonly #storage: StorageObjects;
  /** Claims whose volume is already being provisioned. */
  readonly #selected: readonly LateClaim[];
  /** The other claims, the smallest first, with the volumes that suit each. */
  readonly #open: readonly OpenClaim[];

  private constructor(claims: PodClaims, storage: StorageObjects, open: readonly OpenClaim[]) {
    this.#claims = claims;
    this.#storage = storage;
    this.#selected = claims.late.filter(({ selectedNode }) => selectedNode !== undefined);
    this.#open = open;
  }

  /** Sorts the claims of equal size by their order in the pod; the order of more than twelve in the scheduler is unspecified. */
  static *of(claims: PodClaims, storage: StorageObjects, checkpoint: Checkpoint): Incremental<VolumeFinder> {
    const open = claims.late.filter(({ selectedNode }) => selectedNode === undefined);
    const bySize = yield* sorting(open, (left, right) => requestedStorage(left.claim).compare(requestedStorage(right.claim)), checkpoint);
    const all: OpenClaim[] = [];
    for (const late of bySize) {
      all.push({ late, volumes: yield* MatchingVolumes.of(late.claim, storage, checkpoint) });
      if (checkpoint.due()) yield;
    }
    return new VolumeFinder(claims, storage, all);
  }

  /** True if the volumes of some claims depend on the node. */
  get hasLateClaims(): boolean {
    return this.#claims.late.length > 0;
  }

  /** Kinds that provisioning depends on and the cluster does not have. */
  get absentKinds(): readonly StorageKind[] {
    return this.hasLateClaims && !this.#storage.has('CSIDriver') ? ['CSIDriver'] : [];
  }

  /** Returns the volumes of the pod on a node. */
  *on(node: Node, checkpoint: Checkpoint): Incremental<NodeVolumes> {
    const csiNode = this.#storage.csiNode(node.metadata.name);
    const ofBound = yield* this.#checkingBound(node, csiNode, checkpoint);
    const elsewhere = this.#selected.find(({ selectedNode }) => selectedNode !== node.metadata.name);
    if (elsewhere !== undefined) return { ...NO_VOLUMES, rejections: inOrder([ofBound, selectedElsewhere(elsewhere)]) };
    const bindings: StaticBinding[] = [];
    const missing: LateClaim[] = [...this.#selected];
    const chosen = new Set<string>();
    for (const { late, volumes } of this.#open) {
      const volume = yield* volumes.on(node, chosen, checkpoint);
      if (volume === undefined) missing.push(late);
      else bindings.push({ claim: late.claim, volume });
      if (volume !== undefined) chosen.add(volume.metadata.name);
      if (checkpoint.due()) yield;
    }
    const provisions: Provision[] = [];
    for (const late of missing) {
      const provision = yield* this.#provisioning(late, node, checkpoint);
      if ('code' in provision) return { bindings, provisions: [], rejections: inOrder([ofBound, provision]) };
      provisions.push(provision);
      if (checkpoint.due()) yield;
    }
    return { bindings, provisions, rejections: inOrder([ofBound]) };
  }

  *#checkingBound(node: Node, csiNode: CsiNode | undefined, checkpoint: Checkpoint): Incremental<Rejection | undefined> {
    const { bound } = this.#claims;
    for (let index = 0; index < bound.length; index++) {
      const { claim, volume } = bound[index] as (typeof bound)[number];
      const [claimName, volumeName] = [claim.metadata.name, claim.spec.volumeName].map(shownName);
      if (volume === undefined) return bindingRejection(VOLUME_GONE, `volume ${volumeName} of claim ${claimName} does not exist`);
      if (!(yield* reaching(volume, node, csiNode, checkpoint)))
        return bindingRejection(UNREACHABLE, `volume ${volumeName} of claim ${claimName} needs ${reachableWords(volume)}`);
      if (checkpoint.due()) yield;
    }
    return undefined;
  }

  *#provisioning({ claim, storageClass }: LateClaim, node: Node, checkpoint: Checkpoint): Incremental<Provision | Rejection> {
    const [claimName, className] = [claim.metadata.name, storageClass.metadata.name].map(shownName);
    if (!isProvisioned(storageClass))
      return bindingRejection(NO_VOLUME, `no free volume of class ${className} suits claim ${claimName}, and the class provisions none`);
    if (!(yield* matchingTopology(storageClass.allowedTopologies, node, checkpoint)))
      return bindingRejection(NO_VOLUME, `class ${className} of claim ${claimName} provisions no volumes for the node`);
    const { storage } = claim.spec.resources.requests;
    if (storage === undefined || this.#storage.csiDriver(storageClass.provisioner)?.spec.storageCapacity !== true)
      return { claim, storageClass, capacity: undefined };
    const capacity = yield* this.#capacityFor(storage, storageClass, node, checkpoint);
    if (capacity !== undefined) return { claim, storageClass, capacity };
    return bindingRejection(NO_SPACE, `class ${className} has less than ${storage.toString()} for claim ${claimName}`);
  }

  /** Returns storage of a class that is large enough and that a node can use. If there are several, the scheduler's choice is random. */
  *#capacityFor(
    requested: Quantity,
    { metadata }: StorageClass,
    node: Node,
    checkpoint: Checkpoint,
  ): Incremental<CsiStorageCapacity | undefined> {
    const capacities = this.#storage.capacitiesOfClass(metadata.name);
    const bytes = requested.value();
    for (let index = 0; index < capacities.length; index++) {
      const one = capacities[index] as CsiStorageCapacity;
      const limit = one.maximumVolumeSize ?? one.capacity;
      if (limit !== undefined && limit.value() >= bytes && one.nodeTopology !== undefined) {
        const { matches } = yield* parsingLabelSelector(one.nodeTopology, checkpoint);
        if (matches(node.metadata.labels)) return one;
      }
      if (checkpoint.due()) yield;
    }
    return undefined;
  }
}

const UNREACHABLE = "node(s) didn't match PersistentVolume's node affinity";
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
const NO_SPACE = 'node(s) did not have enough free storage';
const VOLUME_GONE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** The order of the scheduler's reasons. */
const ORDER: readonly string[] = [UNREACHABLE, NO_VOLUME, NO_SPACE, VOLUME_GONE];

function inOrder(rejections: readonly (Rejection | undefined)[]): readonly Rejection[] {
  const found = rejections.filter((one) => one !== undefined);
  return found.sort((left, right) => ORDER.indexOf(left.message) - ORDER.indexOf(right.message));
}

function bindingRejection(message: string, detail: string): Rejection {
  return { code: 'volume-binding', message, detail };
}

function selectedElsewhere({ claim, selectedNode = '' }: LateClaim): Rejection {
  const [claimName, nodeName] = [claim.metadata.name, selectedNode].map(shownName);
  return bindingRejection(NO_VOLUME, `the volume of claim ${claimName} is being provisioned for node ${nodeName}`);
}

/** Returns whether a class provisions volumes for a node: any node if it names no topologies, otherwise a node that matches one of them. */
function* matchingTopology(terms: readonly TopologyTerm[], node: Node, checkpoint: Checkpoint): Incremental<boolean> {
  if (terms.length === 0) return true;
  const { labels } = node.metadata;
  for (const { matchLabelExpressions } of terms) {
    const requirements = matchLabelExpressions.map(({ key, values }) => ({ key, operator: 'In', values }));
    const { matches } = yield* parsingLabelSelector({ matchLabels: NO_LABELS, matchExpressions: requirements }, checkpoint);
    if (requirements.length > 0 && matches(labels)) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();
