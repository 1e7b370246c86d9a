// VolumeBinding: accepts only nodes that can access the volumes of bound claims, and on which the volumes of other claims are
// found or can be provisioned. Source: FindPodVolumes in plugin volumebinding of Kubernetes 1.37.1.

import type { CsiNode } from '../../core/api/csi-node.js';
import type { CsiStorageCapacity } from '../../core/api/csi-storage-capacity.js';
import type { Node } from '../../core/api/node.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { StorageClass } from '../../core/api/storage-class.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { mappingEach } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';
import { shownName } from '../../core/base/words.js';
import { filterError, type Rejection } from '../filters/filter.js';
import { untranslatableOn } from './csi-migration.js';
import { MatchingVolumes, requestedStorage, type VolumeSearch } from './matching-volumes.js';
import type { LateClaim, PodClaims, StaticBinding } from './pod-claims.js';
import { Provisioning } from './provisioning.js';
import { reachableWords, reaching } from './reachable-nodes.js';
import { isProvisioned } from './storage-classes.js';
import type { StorageKind, StorageObjects } from './storage-objects.js';

/** A claim whose volume is provisioned, and the storage from which it is provisioned, if the driver reports that. */
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

/** The volumes that a pod would be bound to on a node, and the claims that need another volume. */
interface ChosenVolumes extends Pick<NodeVolumes, 'bindings'> {
  readonly missing: readonly OpenClaim[];
}

/** The work for a claim whose answer does not depend on the node. */
const UNITS_OF_KNOWN = 1 / 16;

const NO_VOLUMES = { bindings: [], provisions: [] } as const;

/** A claim, with the volumes that suit it and the volumes that its class provisions. */
interface OpenClaim {
  readonly late: LateClaim;
  readonly volumes: MatchingVolumes;
  readonly provisioning: Provisioning;
  /** The result on all nodes that the class serves; undefined if it depends on the storage that is left for the node. */
  readonly provision: Provision | undefined;
}

/** Finds the volumes of a pod on nodes. */
export class VolumeFinder {
  readonly #claims: PodClaims;
  readonly #storage: StorageObjects;
  /** Claims whose volume is already being provisioned. */
  readonly #selected: readonly OpenClaim[];
  /** The other claims, the smallest first. */
  readonly #open: readonly OpenClaim[];

  private constructor(claims: PodClaims, storage: StorageObjects, selected: readonly OpenClaim[], open: readonly OpenClaim[]) {
    this.#claims = claims;
    this.#storage = storage;
    this.#selected = selected;
    this.#open = open;
  }

  /** Sorts claims of equal size by their order in the pod. In the scheduler, that order is unspecified for more than twelve claims. */
  static *of(claims: PodClaims, storage: StorageObjects, checkpoint: Checkpoint): Incremental<VolumeFinder> {
    const bySize = yield* sorting(
      claims.late.filter(({ selectedNode }) => selectedNode === undefined),
      (left, right) => requestedStorage(left.claim).compare(requestedStorage(right.claim)),
      checkpoint,
    );
    const selected = claims.late.filter(({ selectedNode }) => selectedNode !== undefined);
    const byClass = new Map<StorageClass, Provisioning>();
    // A pod may name a claim several times.
    const byClaim = new Map<string, MatchingVolumes>();
    const opened = function* (late: LateClaim): Incremental<OpenClaim> {
      const { claim, storageClass } = late;
      const provisioning = byClass.get(storageClass) ?? (yield* Provisioning.of(storageClass, storage, checkpoint));
      byClass.set(storageClass, provisioning);
      const volumes = byClaim.get(claim.metadata.name) ?? (yield* MatchingVolumes.of(claim, storage, checkpoint));
      byClaim.set(claim.metadata.name, volumes);
      const isUnlimited = claim.spec.resources.requests.storage === undefined || !provisioning.hasLimits;
      return { late, volumes, provisioning, provision: isUnlimited ? { claim, storageClass, capacity: undefined } : undefined };
    };
    return new VolumeFinder(
      claims,
      storage,
      yield* mappingEach(selected, opened, checkpoint),
      yield* mappingEach(bySize, opened, checkpoint),
    );
  }

  /** True if the volumes of some claims depend on the node. */
  get hasLateClaims(): boolean {
    return this.#claims.late.length > 0;
  }

  /** Kinds that provisioning depends on and the cluster does not have. */
  get absentKinds(): readonly StorageKind[] {
    const isProvisioning = [...this.#selected, ...this.#open].some(({ late }) => isProvisioned(late.storageClass));
    return isProvisioning && !this.#storage.has('CSIDriver') ? ['CSIDriver'] : [];
  }

  /** Returns the volumes of the pod on a node. */
  *on(node: Node, checkpoint: Checkpoint): Incremental<NodeVolumes> {
    const csiNode = this.#storage.csiNode(node.metadata.name);
    const ofBound = yield* this.#checkingBound(node, csiNode, checkpoint);
    if (ofBound?.isError) return { ...NO_VOLUMES, rejections: [ofBound] };
    const elsewhere = this.#selected.find(({ late }) => late.selectedNode !== node.metadata.name);
    if (elsewhere !== undefined) return { ...NO_VOLUMES, rejections: inOrder([ofBound, selectedElsewhere(elsewhere.late)]) };
    const { bindings, missing } = yield* this.#choosing(node, checkpoint);
    const provisions: Provision[] = [];
    let served: Provisioning | undefined;
    for (const open of missing) {
      const provision = open.provisioning === served ? open.provision : undefined;
      const found = provision ?? (yield* provisioningOn(node, open, checkpoint));
      if ('code' in found) return { bindings, provisions: [], rejections: inOrder([ofBound, found]) };
      served = open.provisioning;
      provisions.push(found);
      if (checkpoint.due(UNITS_OF_KNOWN)) yield;
    }
    return { bindings, provisions, rejections: inOrder([ofBound]) };
  }

  /** Chooses volumes that exist. Returns the claims without such a volume, too. */
  *#choosing(node: Node, checkpoint: Checkpoint): Incremental<ChosenVolumes> {
    const bindings: StaticBinding[] = [];
    const missing: OpenClaim[] = [...this.#selected];
    const chosen = new Set<string>();
    // A claim that the pod names again continues where its search ended.
    const searches = new Map<MatchingVolumes, VolumeSearch>();
    for (const open of this.#open) {
      const { late, volumes } = open;
      const search = volumes.isEmpty ? undefined : entryIn(searches, volumes, () => volumes.search());
      const volume = search === undefined ? undefined : yield* volumes.on(node, chosen, checkpoint, search);
      if (volume === undefined) missing.push(open);
      else {
        bindings.push({ claim: late.claim, volume });
        chosen.add(volume.metadata.name);
      }
      if (checkpoint.due(UNITS_OF_KNOWN)) yield;
    }
    return { bindings, missing };
  }

  *#checkingBound(node: Node, csiNode: CsiNode | undefined, checkpoint: Checkpoint): Incremental<Rejection | undefined> {
    const { bound } = this.#claims;
    for (let index = 0; index < bound.length; index++) {
      const { claim, volume } = bound[index] as (typeof bound)[number];
      if (volume === undefined) return bindingRejection(VOLUME_GONE, `${volumeOf(claim)} does not exist`);
      const untranslatable = untranslatableOn(volume, csiNode);
      if (untranslatable !== undefined) return filterError('volume-binding', `could not translate pv: ${untranslatable.problem}`);
      if (!(yield* reaching(volume, node, csiNode, checkpoint)))
        return bindingRejection(UNREACHABLE, `${volumeOf(claim)} needs ${reachableWords(volume)}`);
      if (checkpoint.due()) yield;
    }
    return undefined;
  }
}

/** The volume of a bound claim, in words. */
function volumeOf({ metadata, spec }: PersistentVolumeClaim): string {
  return `volume ${shownName(spec.volumeName)} of volume claim ${shownName(metadata.name)}`;
}

function* provisioningOn(
  node: Node,
  { late: { claim, storageClass }, provisioning, provision }: OpenClaim,
  checkpoint: Checkpoint,
): Incremental<Provision | Rejection> {
  const [claimName, className] = [claim.metadata.name, storageClass.metadata.name].map(shownName);
  if (!isProvisioned(storageClass))
    return bindingRejection(
      NO_VOLUME,
      `no free volume of class ${className} suits volume claim ${claimName}, and the class provisions none`,
    );
  if (!(yield* provisioning.serving(node, checkpoint)))
    return bindingRejection(NO_VOLUME, `class ${className} of volume claim ${claimName} provisions no volumes for the node`);
  if (provision !== undefined) return provision;
  const storage = requestedStorage(claim);
  const { capacity, most } = yield* provisioning.capacityOn(node, storage, checkpoint);
  if (capacity !== undefined) return { claim, storageClass, capacity };
  const left = most === undefined ? 'no storage' : `at most ${shownName(most.toString())}`;
  const detail = `volume claim ${claimName} needs ${shownName(storage.toString())}, and class ${className} has ${left} left for the node`;
  return bindingRejection(NO_SPACE, detail);
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
  return bindingRejection(NO_VOLUME, `the volume of volume claim ${claimName} is being provisioned for node ${nodeName}`);
}
