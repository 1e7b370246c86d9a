// Devices and claims allocated before: devices and shares by name, and claims with results, some for admin access, some for shares.

import { makeConsumed } from './capacities.js';
import { type DeviceName, GONE, type MadeDevice } from './pools.js';
import type { Fields, Setting } from './setting.js';
import type { Profile } from './traits.js';

/** The allocated part of a case. */
export interface Allocated {
  readonly allocatedDevices?: readonly DeviceName[];
  readonly allocatedShares?: readonly (DeviceName & { readonly shareID: string })[];
  readonly consumedCapacity?: readonly (DeviceName & { readonly capacity: Record<string, string> })[];
  readonly allocatedClaims?: readonly object[];
}

/** A device or a share of a device in use. */
interface Use {
  readonly id: DeviceName;
  readonly shareID?: string;
  readonly capacity?: Fields;
}

const SHARES_TAKEN: Readonly<Partial<Record<Profile, readonly number[]>>> = { shares: [0.3, 0.6], partitions: [0.1, 0.15, 0.25] };

/** The allocated state of a case, over some of its devices. */
export function makeAllocated(setting: Setting, devices: readonly MadeDevice[]): Allocated {
  const { random, traits } = setting;
  if (!traits.allocated) return {};
  const taken = random.some(
    devices,
    random.pick(traits.compatibilityGroups ? [0.2, 0.4] : (SHARES_TAKEN[traits.profile] ?? [0.1, 0.2, 0.4])),
  );
  let shares = 0;
  const uses = taken.flatMap((made) => usesOf(setting, made, () => `00000000-0000-0000-0000-${String(shares++).padStart(12, '0')}`));
  if (random.chance(0.1)) uses.push({ id: GONE });
  const direct = random.some(uses, random.pick([0, 0.5, 1]));
  const held = uses.filter((use) => !direct.includes(use)).map((use) => resultOf(setting, use));
  const groups = random.chance(0.5) ? [held] : held.map((result) => [result]);
  return {
    ...directly(setting, direct),
    ...(held.length > 0 ? { allocatedClaims: groups.map((results, index) => heldClaim('old', `o${index}`, results)) } : {}),
  };
}

/** The uses of a device. Most match the device, some are from an earlier version of it. */
function usesOf(setting: Setting, { id, device }: MadeDevice, nextShare: () => string): Use[] {
  const { random, traits } = setting;
  const shared = device['allowMultipleAllocations'] === true ? random.chance(0.85) : traits.strayShares && random.chance(0.5);
  const own = Object.keys((device['capacity'] as Fields | undefined) ?? {});
  if (!shared) return [{ id, ...(traits.strayShares && random.chance(0.2) ? { capacity: makeConsumed(setting, own) } : {}) }];
  return random.times(random.pick([1, 1, 1, 2]), () => ({
    id,
    shareID: nextShare(),
    ...(random.chance(0.85) ? { capacity: makeConsumed(setting, own) } : {}),
  }));
}

function resultOf({ random }: Setting, { id, shareID, capacity }: Use): Fields {
  return {
    request: 'r',
    ...id,
    ...(random.chance(0.2) ? { adminAccess: random.chance(0.8) } : {}),
    ...(shareID === undefined ? {} : { shareID }),
    ...(capacity === undefined ? {} : { consumedCapacity: capacity }),
  };
}

/** Uses in the form in which an allocator receives them. */
function directly({ random }: Setting, uses: readonly Use[]): Allocated {
  const dedicated = uses.filter(({ shareID }) => shareID === undefined).map(({ id }) => id);
  // The scheduler always has both. An allocator can receive only one of them.
  const shares = uses.flatMap(({ id, shareID }) => (shareID === undefined || random.chance(0.05) ? [] : [{ ...id, shareID }]));
  const consumed = uses.flatMap(({ id, capacity }) =>
    capacity === undefined || random.chance(0.05) ? [] : [{ ...id, capacity: capacity as Record<string, string> }],
  );
  return {
    ...(dedicated.length > 0 ? { allocatedDevices: dedicated } : {}),
    ...(shares.length > 0 ? { allocatedShares: shares } : {}),
    ...(consumed.length > 0 ? { consumedCapacity: consumed } : {}),
  };
}

/** A claim that was allocated before. */
export function heldClaim(namespace: string, name: string, results: readonly object[]): Fields {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { namespace, name },
    spec: {},
    status: { allocation: { devices: { results } } },
  };
}
