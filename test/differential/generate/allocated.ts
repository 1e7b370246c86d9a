// What is allocated before: devices by name, and claims with results, some for admin access, some of shares.

import { type DeviceName, GONE } from './pools.js';
import type { Fields, Setting } from './setting.js';

/** The allocated state of a case, over some of its devices. */
export function makeAllocated(
  { random, traits }: Setting,
  devices: readonly DeviceName[],
): { readonly allocatedDevices?: readonly DeviceName[]; readonly allocatedClaims?: readonly object[] } {
  if (!traits.allocated) return {};
  const taken = random.some(devices, random.pick([0.1, 0.2, 0.4]));
  const direct = random.some(taken, 0.5);
  const rest = taken.filter((device) => !direct.includes(device));
  if (random.chance(0.1)) rest.push(GONE);
  const result = (device: DeviceName): Fields => ({
    request: 'r',
    ...device,
    ...(random.chance(0.25) ? { adminAccess: random.chance(0.8) } : {}),
    ...(traits.storedShares && random.chance(0.5)
      ? {
          shareID: `00000000-0000-0000-0000-00000000000${random.integer(0, 9)}`,
          ...(random.chance(0.3) ? { consumedCapacity: { mem: '1Gi' } } : {}),
        }
      : {}),
  });
  const groups = random.chance(0.5) ? [rest] : rest.map((device) => [device]);
  const claims = groups.map((list, index) => heldClaim('old', `o${index}`, list.map(result)));
  return {
    ...(direct.length > 0 ? { allocatedDevices: direct } : {}),
    ...(rest.length > 0 ? { allocatedClaims: claims } : {}),
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
