import type { Quantity } from '../../../core/quantity/quantity.js';
import type { Field } from '../../tree/field.js';
import type { WorldDevice } from '../../world/devices.js';
import { devicesFor, REQUEST_TYPES } from '../../world/requests.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** Capacity names are compared literally: with and without the domain, they are different names (docs/spec/reference-1.37.md 1.28). */
export const capacityUnmet: WorldRule = {
  id: 'capacity-unmet',
  severity: 'warning',
  says: 'No device has the capacity that a request needs',
  link: DRA_PAGE,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.capacity.requests[gpu.example.com/memory]': '10Gi' }],
    ],
    good: [
      ['ResourceSlice', { 'spec.devices[0].allowMultipleAllocations': true }],
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.capacity.requests[memory]': '10Gi' }],
    ],
  }),
  check(request, context) {
    const requestedCapacities = request.child('capacity', 'requests').entries;
    const devices = requestedCapacities.length === 0 ? undefined : devicesFor(request, context.world);
    if (devices !== undefined) for (const entry of requestedCapacities) checkEntry(entry, devices, context);
  },
};

function checkEntry(entry: Field, devices: readonly WorldDevice[], context: WorldContext): void {
  const name = String(entry.step);
  const amount = entry.quantity;
  const having = devices.filter(({ capacity }) => capacity.has(name));
  if (having.length === 0) {
    const other = otherNameOf(name, devices);
    const message = `no device that matches has the capacity ${name}`;
    if (other === undefined) context.report(entry, message);
    else context.report(entry, `${message}; it is called ${other}: a name with a domain differs from one without`, other);
    return;
  }
  let most: Quantity | undefined;
  for (const { capacity } of having) {
    const value = capacity.get(name)?.value;
    if (value !== undefined && (most === undefined || value.compare(most) > 0)) most = value;
  }
  if (amount !== undefined && most !== undefined && amount.compare(most) > 0)
    context.report(entry, `requests ${amount} of ${name}, and no device that matches has more than ${most}`);
}

/** Returns the name under which devices have a capacity: with or without the domain of their driver, or in another case. */
function otherNameOf(name: string, devices: readonly WorldDevice[]): string | undefined {
  for (const { driver, capacity } of devices) {
    const other = name.startsWith(`${driver}/`) ? name.slice(driver.length + 1) : `${driver}/${name}`;
    if (capacity.has(other)) return other;
    const near = [...capacity.keys()].find((capacityName) => capacityName.toLowerCase() === name.toLowerCase());
    if (near !== undefined) return near;
  }
  return undefined;
}
