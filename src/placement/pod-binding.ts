// Binds pods to nodes and unbinds them in the stored objects of a cluster. Device allocations are committed elsewhere.

import { unavailabilityOf } from '../allocator/encode/availability.js';
import { claimKey } from '../cluster/claims.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { groupKeyOf, type PodObjects } from '../cluster/pod-objects.js';
import { withoutAllocation } from '../cluster/stored-pod.js';
import { decodeAllocation } from '../core/api/claim-status.js';
import { objectName } from '../core/api/meta.js';
import type { Node } from '../core/api/node.js';
import type { Pod } from '../core/api/pod.js';
import type { Allocation, ResourceClaim } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { Features } from '../core/features/features.js';
import { ClaimSharers } from '../scheduler/pods/pod-groups.js';
import { consumerOf, isPod, isReservedFor } from '../scheduler/pods/reservations.js';
import { isExtendedClaim, podClaimNameOf } from '../scheduler/pods/template.js';
import type { BoundVolumes } from '../scheduler/volumes/bound-volumes.js';
import type { PodOutcome } from './pod-filter-result.js';
import { endingWith, putBoundVolumes, undoVolumes } from './pod-volumes.js';

/** Binding conditions are ignored: the pod may wait for them after it has a node. */
const WHATEVER_BINDINGS = { features: { deviceBindingAndStatus: false } };

/** Returns the decoded allocations of an outcome; undefined for a claim without one. */
export function* allocationsIn(
  claims: readonly ResourceClaim[],
  outcome: PodOutcome,
  checkpoint: Checkpoint,
): Incremental<readonly (Allocation | undefined)[]> {
  if (outcome?.kind !== 'allocated') return NO_ALLOCATIONS;
  const decode = (_: ResourceClaim, at: number): Allocation | undefined => {
    const allocation = outcome.allocations?.[at];
    return allocation === undefined ? undefined : decodeAllocation(allocation as unknown as Json, () => ['outcome', 'allocations', at]);
  };
  return yield* mapping(claims, decode, checkpoint);
}

const NO_ALLOCATIONS: readonly never[] = [];

/** Returns an error text for the first claim whose allocated devices are unavailable on the node; undefined if all are available. */
export function* outOfReach(
  claims: readonly ResourceClaim[],
  allocations: readonly (Allocation | undefined)[],
  node: Node,
  checkpoint: Checkpoint,
): Incremental<string | undefined> {
  for (const [at, claim] of claims.entries()) {
    const allocation = allocations[at];
    const held = allocation && { ...claim, status: { ...claim.status, allocation } };
    if (held !== undefined && (yield* unavailabilityOf(held, node, WHATEVER_BINDINGS, checkpoint)) !== undefined) {
      return `the outcome has devices for claim ${objectName(claim.metadata)} that are not available on node ${node.metadata.name}`;
    }
    if (checkpoint.due()) yield;
  }
  return undefined;
}

/** The effects of binding a pod on other objects. */
export interface PodBinding {
  /** The keys of the claims that this binding allocates. */
  readonly allocated: ReadonlySet<string>;
  readonly volumes: BoundVolumes;
}

/** Binds a pod to a node and reserves its claims for it. `features`: unless both gates are on, pod groups share no claims. */
export function* putBound(
  pod: Pod,
  nodeName: string,
  claims: readonly ResourceClaim[],
  { allocated, volumes }: PodBinding,
  { cluster: state, features }: { readonly cluster: ClusterState; readonly features: GroupFeatures },
  checkpoint: Checkpoint,
): Incremental<void> {
  const { pods } = state.objects;
  const key = claimKey(pod);
  const consumers = new ConsumersOfClaims(pod, sharersOf(pod, pods, features));
  for (const claim of claims) {
    const ofClaim = claimKey(claim);
    const storedClaim = pods.get('ResourceClaim', ofClaim);
    const isAllocatedHere = storedClaim?.isAllocatedHere === true || allocated.has(ofClaim);
    const users = new Set([...(storedClaim?.users ?? []), key]);
    const reserved = consumers.reserve(storedClaim?.claim ?? withoutAllocation(claim));
    const isMadeHere = storedClaim === undefined || storedClaim.isMadeHere === true;
    state.putPodObject('ResourceClaim', ofClaim, { claim: reserved, users, isAllocatedHere, isMadeHere });
    if (checkpoint.due()) yield;
  }
  const before = pods.get('Pod', key);
  const entry = yield* state.entryOf(withClaims({ ...pod, spec: { ...pod.spec, nodeName } }, claims), checkpoint);
  const changes = putBoundVolumes(volumes, state);
  state.putPodObject('Pod', key, { ...entry, bound: before?.bound ?? { before, volumes: changes } });
}

/** The gates GenericWorkload and DRAWorkloadResourceClaims. */
type GroupFeatures = Pick<Features, 'genericWorkload' | 'workloadResourceClaims'>;

/** Returns the group of a pod, with the claims that its pods share. */
function sharersOf(pod: Pod, pods: PodObjects, features: GroupFeatures): ClaimSharers | undefined {
  const key = features.genericWorkload && features.workloadResourceClaims ? groupKeyOf(pod) : undefined;
  const group = key === undefined ? undefined : pods.get('PodGroup', key);
  return group && new ClaimSharers(group);
}

/**
 * Reserves claims for a pod, and claims shared by its group for the group. Source: BindTo in resourceclaim of
 * k8s.io/dynamic-resource-allocation v0.37.2.
 */
class ConsumersOfClaims {
  readonly #pod: Pod;
  readonly #group: ClaimSharers | undefined;
  /** The names of the claims that the pods of the group share. */
  readonly #shared: ReadonlySet<string | undefined>;

  constructor(pod: Pod, group: ClaimSharers | undefined) {
    this.#pod = pod;
    this.#group = group;
    const shared = group === undefined ? [] : pod.spec.resourceClaims.filter((entry) => group.share(entry));
    this.#shared = new Set(shared.map(({ resourceClaimName }) => resourceClaimName));
  }

  reserve(claim: ResourceClaim): ResourceClaim {
    if (isReservedFor(this.#pod, claim)) return claim;
    const consumer = this.#group !== undefined && this.#shared.has(claim.metadata.name) ? this.#group.consumer : consumerOf(this.#pod);
    return { ...claim, status: { ...claim.status, reservedFor: [...claim.status.reservedFor, consumer] } };
  }
}

/** Returns the pod with the names of claims made for it in its status, as the controller and the scheduler write them. */
function withClaims(pod: Pod, claims: readonly ResourceClaim[]): Pod {
  const recorded = new Set(pod.status.resourceClaimStatuses.map(({ name }) => name));
  const made = claims.flatMap((claim) => {
    const name = podClaimNameOf(claim);
    return name === undefined || recorded.has(name) ? [] : [{ name, resourceClaimName: claim.metadata.name }];
  });
  const extended = claims.find(isExtendedClaim);
  const status = { ...pod.status, resourceClaimStatuses: [...pod.status.resourceClaimStatuses, ...made] };
  if (extended === undefined) return { ...pod, status };
  return { ...pod, status: { ...status, extendedResourceClaimStatus: { resourceClaimName: extended.metadata.name } } };
}

/**
 * Unbinds a pod: its reservations end, and the claims made for it are deleted. Other claims that a binding here allocated are
 * deallocated once no pod uses them. A pod that was pending before its binding is pending again. A pod without a node is not
 * changed.
 */
export function putUnbound(key: string, state: ClusterState): void {
  undoVolumes(state.objects.pods.get('Pod', key)?.bound?.volumes ?? [], state);
  putWithoutClaims(key, state);
}

/** Unbinds a pod that is being deleted: claims for volumes that were not made for it stay bound. */
export function putEnded(key: string, state: ClusterState): void {
  const entry = state.objects.pods.get('Pod', key);
  if (entry?.bound !== undefined) undoVolumes(endingWith(entry.pod, entry.bound.volumes), state);
  putWithoutClaims(key, state);
}

function putWithoutClaims(key: string, state: ClusterState): void {
  const entry = state.objects.pods.get('Pod', key);
  if (entry === undefined || entry.pod.spec.nodeName === '') return;
  const { pod, bound } = entry;
  for (const ofClaim of claimKeysOf(pod)) leaveClaim(pod, key, ofClaim, state);
  state.putPodObject('Pod', key, bound?.before);
}

function leaveClaim(pod: Pod, key: string, ofClaim: string, state: ClusterState): void {
  const storedClaim = state.objects.pods.get('ResourceClaim', ofClaim);
  if (storedClaim === undefined) return;
  const users = new Set([...(storedClaim.users ?? [])].filter((user) => user !== key));
  const { claim, isAllocatedHere, isMadeHere = false } = storedClaim;
  // The reservation of the group ends with the last pod of the group if a binding here allocated the claim. Before that
  // binding, the claim was not reserved.
  const isLast = users.size === 0 && isAllocatedHere === true;
  const reservedFor = claim.status.reservedFor.filter(
    (consumer) => !isPod(pod, consumer) && !(isLast && consumer.resource === 'podgroups'),
  );
  const hasOthers = users.size > 0 || reservedFor.some(({ resource }) => resource === 'pods');
  const isMade = podClaimNameOf(claim) !== undefined || isExtendedClaim(claim);
  if (!hasOthers && (isMade || isAllocatedHere === true)) state.free(ofClaim);
  const stays = hasOthers || !isMade;
  const left = {
    claim: { ...claim, status: { ...claim.status, reservedFor } },
    users,
    isAllocatedHere: hasOthers && isAllocatedHere,
    isMadeHere,
  };
  state.putPodObject('ResourceClaim', ofClaim, stays ? left : undefined);
}

/** Returns the keys of the claims of a pod. */
export function claimKeysOf({ metadata: { namespace }, spec, status }: Pod): string[] {
  const named = spec.resourceClaims.map(({ resourceClaimName }) => resourceClaimName);
  const made = status.resourceClaimStatuses.map(({ resourceClaimName }) => resourceClaimName);
  const names = new Set([...named, ...made, status.extendedResourceClaimStatus?.resourceClaimName]);
  return [...names].flatMap((name) => (name === undefined ? [] : [claimKey({ metadata: { namespace, name } })]));
}
