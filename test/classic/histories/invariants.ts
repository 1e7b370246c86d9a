// Checks the invariants of a cluster with classic DRA and the fake driver, which hold after every step and any fault.

import { MOST_CONSUMERS } from '../../../src/classic/api/kinds.js';
import {
  type ClassicPod,
  FAKE_DRIVER,
  NODE_ALLOCATION_STATE,
  type NodeAllocationState,
  type ResourceClaim,
  type Simulation,
} from '../../../src/classic/index.js';

interface World {
  readonly states: readonly NodeAllocationState[];
  readonly claims: ReadonlyMap<string, ResourceClaim>;
  readonly byName: ReadonlyMap<string, ResourceClaim>;
  readonly pods: readonly ClassicPod[];
}

/** Returns the broken invariants; empty if all hold. */
export function brokenInvariants(simulation: Simulation): readonly string[] {
  const claims = simulation.objects('ResourceClaim');
  const world: World = {
    states: simulation.objects(NODE_ALLOCATION_STATE) as unknown as readonly NodeAllocationState[],
    claims: new Map(claims.map((claim) => [claim.metadata.uid ?? '', claim])),
    byName: new Map(claims.map((claim) => [claim.metadata.name, claim])),
    pods: simulation.objects('Pod'),
  };
  return [...allocatedTwice(world), ...lost(world), ...reservations(world), ...inUse(world), ...unprepared(world)];
}

/** A device belongs to one claim, and a claim has devices on one node. */
function* allocatedTwice({ states }: World): Generator<string> {
  const nodeOf = new Map<string, string>();
  for (const state of states) {
    for (const uid of Object.keys(state.spec.allocatedClaims ?? {})) {
      if (nodeOf.has(uid)) yield `claim ${uid} has devices on ${nodeOf.get(uid)} and ${state.metadata.name}`;
      nodeOf.set(uid, state.metadata.name);
    }
    yield* allocatedTwiceOn(state);
  }
}

function* allocatedTwiceOn({ spec: { allocatableDevice, allocatedClaims = {} } }: NodeAllocationState): Generator<string> {
  const owners = new Map<string, string>();
  const known = new Set(allocatableDevice?.map(({ fake }) => fake.uuid));
  for (const [uid, { fake }] of Object.entries(allocatedClaims)) {
    if (fake.devices.length === 0) yield `claim ${uid} has an allocation without devices`;
    for (const { uuid } of fake.devices) {
      if (owners.has(uuid)) yield `device ${uuid} is allocated to ${owners.get(uuid)} and ${uid}`;
      if (!known.has(uuid)) yield `device ${uuid} of ${uid} does not exist`;
      owners.set(uuid, uid);
    }
  }
}

/** Devices belong to existing claims with the finalizer that ensures their release, and a claim has the devices in its status. */
function* lost({ states, claims }: World): Generator<string> {
  for (const { spec } of states) {
    for (const uid of Object.keys(spec.allocatedClaims ?? {})) {
      const claim = claims.get(uid);
      if (claim === undefined) yield `devices of a claim that is gone: ${uid}`;
      else if (claim.metadata.finalizers?.includes(`${FAKE_DRIVER}/deletion-protection`) !== true)
        yield `claim ${claim.metadata.name} has devices and no finalizer`;
    }
  }
  for (const { metadata, status } of claims.values()) {
    const isToBeFreed = status?.deallocationRequested === true || metadata.deletionTimestamp !== undefined;
    if (status?.allocation === undefined || isToBeFreed) continue;
    const node = allocatedNode(status.allocation);
    const state = states.find((each) => each.metadata.name === node);
    if (state?.spec.allocatedClaims?.[metadata.uid ?? ''] === undefined)
      yield `claim ${metadata.name} is allocated on ${node} without devices`;
  }
}

function* reservations({ claims }: World): Generator<string> {
  for (const { metadata, status } of claims.values()) {
    const { reservedFor = [], allocation } = status ?? {};
    if (reservedFor.length > MOST_CONSUMERS) yield `claim ${metadata.name} is reserved for ${reservedFor.length}`;
    if (new Set(reservedFor.map(({ uid }) => uid)).size < reservedFor.length) yield `claim ${metadata.name} is reserved for a pod twice`;
    if (reservedFor.length > 0 && allocation === undefined) yield `claim ${metadata.name} is reserved and not allocated`;
    if (reservedFor.length > 0 && status?.deallocationRequested === true)
      yield `claim ${metadata.name} is to be deallocated while it is reserved`;
  }
}

/**
 * The claims of a running pod are allocated on its node and reserved for it. Before it runs, they may not be: a scheduler
 * with outdated data may remove a reservation and still bind the pod, which the resourceclaim controller repairs.
 */
function* inUse({ states, byName, pods }: World): Generator<string> {
  for (const pod of pods) {
    const { nodeName = '' } = pod.spec;
    if (pod.status?.phase !== 'Running') continue;
    const state = states.find(({ metadata }) => metadata.name === nodeName);
    for (const name of claimNamesOf(pod)) {
      const problem = problemOfUse(byName.get(name), pod, state);
      if (problem !== undefined) yield `pod ${pod.metadata.name} on ${nodeName}: claim ${name} ${problem}`;
    }
  }
}

function problemOfUse(claim: ResourceClaim | undefined, pod: ClassicPod, state: NodeAllocationState | undefined): string | undefined {
  if (claim === undefined) return 'is gone';
  const { allocation, reservedFor = [] } = claim.status ?? {};
  if (allocation === undefined) return 'is not allocated';
  if (allocatedNode(allocation) !== pod.spec.nodeName) return `is on ${allocatedNode(allocation)}`;
  if (!reservedFor.some(({ uid }) => uid === pod.metadata.uid)) return 'is not reserved';
  return state?.spec.allocatedClaims?.[claim.metadata.uid ?? ''] === undefined ? 'has no devices' : undefined;
}

/** Claims prepared on a node are allocated there. */
function* unprepared({ states }: World): Generator<string> {
  for (const { metadata, spec } of states)
    for (const uid of Object.keys(spec.preparedDevices ?? {}))
      if (spec.allocatedClaims?.[uid] === undefined) yield `claim ${uid} is prepared on ${metadata.name} and not allocated`;
}

/** Returns the names of the claims of a pod. */
export function claimNamesOf(pod: ClassicPod): readonly string[] {
  return (pod.spec.resourceClaims ?? []).flatMap(({ name, source }) => {
    if (source?.resourceClaimName !== undefined) return [source.resourceClaimName];
    const status = pod.status?.resourceClaimStatuses?.find((each) => each.name === name);
    return [status?.resourceClaimName ?? `${pod.metadata.name}-${name}`];
  });
}

/** Returns the node of an allocation of the fake driver. */
export function allocatedNode({ availableOnNodes }: NonNullable<NonNullable<ResourceClaim['status']>['allocation']>): string {
  return availableOnNodes?.nodeSelectorTerms?.[0]?.matchFields?.[0]?.values?.[0] ?? '';
}
