// Decodes the allocated devices of an input: claims, devices, shares and consumed capacity.

import { AllocatedState } from '../allocator/encode/allocated-state.js';
import type { AllocationInput } from '../allocator/evaluate/attempt.js';
import { deviceKey } from '../allocator/pools/pool.js';
import { decodeList, listOf } from '../cluster/claims.js';
import { withStoredClaims } from '../cluster/same-claims.js';
import { DecodeContext } from '../core/api/context.js';
import { resourceClaimKind } from '../core/api/decode-resource-claim.js';
import { decoding, isJsonObject, map } from '../core/api/decoder.js';
import type { ResourceClaimJson } from '../core/api/kinds.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { MOST_NAME_LENGTH, quantity } from '../core/api/values.js';
import { checkFields, wrongArgument } from '../core/base/arguments.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { Features } from '../core/features/features.js';
import type { Quantity } from '../core/quantity/quantity.js';

/** The devices, shares and capacities that are already allocated. All parts are optional, and their contents are added. */
export interface AllocatedInput {
  /**
   * ResourceClaims whose `status.allocation` occupies devices. A claim that is also to be allocated (same namespace and name)
   * counts once and keeps this allocation. Two different allocations of one claim are `invalid-input`. The contents of the
   * other parts are added.
   */
  readonly claims?: readonly ResourceClaimJson[];
  readonly devices?: readonly DeviceReference[];
  readonly sharedDevices?: readonly (DeviceReference & { readonly shareID: string })[];
  readonly consumedCapacity?: readonly (DeviceReference & { readonly capacity: Readonly<Record<string, string | number>> })[];
}

/** A device by name. */
export interface DeviceReference {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

/** @internal The claims of the input, and the allocated devices. */
interface AllocatedClaims extends Pick<AllocationInput, 'claims' | 'allocated'> {
  /** Claims that may hold devices. */
  readonly holding: readonly ResourceClaim[];
}

/** @internal Returns the allocated devices, and the claims of the input with their allocations. Throws `invalid-argument` and `invalid-object`. */
export function* allocatedState(
  input: AllocatedInput | undefined,
  requestedClaims: readonly ResourceClaim[],
  features: Features,
  checkpoint: Checkpoint,
): Incremental<AllocatedClaims> {
  checkFields(input ?? {}, 'allocated', ['claims', 'devices', 'sharedDevices', 'consumedCapacity']);
  const { claims: stored = [], devices = [], sharedDevices = [], consumedCapacity = [] } = input ?? {};
  const state = new AllocatedState(features);
  const others = yield* decodeList(stored, 'allocated.claims', resourceClaimKind, checkpoint, features);
  const { claims, allocations } = yield* withStoredClaims(requestedClaims, others, checkpoint);
  for (const { results } of allocations) {
    yield* state.addAll(results, checkpoint);
    if (checkpoint.due()) yield;
  }
  for (const id of yield* referenceIds(devices, 'allocated.devices', checkpoint)) {
    state.occupy(id);
    if (checkpoint.due()) yield;
  }
  for (const id of yield* referenceIds(sharedDevices, 'allocated.sharedDevices', checkpoint)) {
    state.share(id);
    if (checkpoint.due()) yield;
  }
  for (const [index, reference] of listOf(consumedCapacity, 'allocated.consumedCapacity', REFERENCES).entries()) {
    const id = referenceId(reference, `allocated.consumedCapacity[${index}]`);
    const capacity = yield* capacityOf(reference as { readonly capacity: unknown }, index, checkpoint);
    if (checkpoint.due(capacity.size)) yield;
    state.share(id, capacity);
  }
  return { claims, allocated: state, holding: [...others, ...claims] };
}

const REFERENCES = 'devices, each with driver, pool and device';

/** Returns the ids of devices. Throws `invalid-argument` for a reference without driver, pool and device. */
function referenceIds(references: readonly DeviceReference[], path: string, checkpoint: Checkpoint): Incremental<readonly string[]> {
  return mapping(listOf(references, path, REFERENCES), (reference, index) => referenceId(reference, `${path}[${index}]`), checkpoint);
}

/** Decodes capacity amounts by name. */
function capacityOf(
  { capacity }: { readonly capacity: unknown },
  index: number,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, Quantity>> {
  const context = new DecodeContext(['allocated', 'consumedCapacity', index, 'capacity'], undefined, checkpoint);
  return isJsonObject(capacity as Json) ? decoding(map(quantity), capacity as Json, context) : context.fail('expected quantities by name');
}

function referenceId(reference: unknown, path: string): string {
  const { driver, pool, device } = (reference ?? {}) as Partial<Record<keyof DeviceReference, unknown>>;
  if (isName(driver) && isName(pool) && isName(device)) return deviceKey(driver, pool, device);
  throw wrongArgument(path, `an object with the names driver, pool and device, each of at most ${MOST_NAME_LENGTH} characters`, reference);
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MOST_NAME_LENGTH;
}
