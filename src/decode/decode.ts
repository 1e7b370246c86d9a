// From the picks of a search back to Kubernetes: one AllocationResult for each claim.

import type { Writable } from '../api/decoder.js';
import type { DeviceToleration } from '../api/resource-claim.js';
import type { Device } from '../api/resource-slice.js';
import { amountsText } from '../encode/amounts.js';
import { consumedAmounts } from '../encode/capacity.js';
import type { EncodedProblem } from '../encode/encode.js';
import type { SlotPlan } from '../encode/plan.js';
import type { Features } from '../features/features.js';
import type { Pick as DevicePick } from '../kernel/problem.js';
import type { PoolDevice } from '../pools/pool.js';
import type { AllocationResult, DeviceRequestAllocationResult, TolerationJson } from './allocation-result.js';
import { configFor } from './config.js';
import { nodeSelectorFor } from './node-selector.js';
import { checkedShareID, type NewShareID } from './share-id.js';

/** What results depend on beside the picks. */
export interface DecodeOptions {
  readonly nodeName: string;
  readonly features: Features;
  readonly newShareID: NewShareID;
}

/** What the indices of picks stand for. */
export type DecodableProblem = Pick<EncodedProblem, 'claims' | 'devices' | 'slots'>;

/** The results of claims in their order. Throws `unsupported-node-selector`, and `invalid-input` for share IDs that are none. */
export function decodePicks(encoded: DecodableProblem, picks: readonly DevicePick[], given: DecodeOptions): AllocationResult[] {
  const { nodeName, features } = given;
  const newShareID = checkedShareID(given.newShareID);
  let endSlot = 0;
  let next = 0;
  return encoded.claims.map((plan) => {
    for (const { length } of plan.requests) endSlot += length;
    const results: DeviceRequestAllocationResult[] = [];
    const devices: PoolDevice[] = [];
    const taken: SlotPlan[] = [];
    // Picks come claim by claim.
    for (let pick = picks[next]; pick !== undefined && pick.slot < endSlot; pick = picks[++next]) {
      const slot = encoded.slots[pick.slot] as SlotPlan;
      const device = encoded.devices[pick.device] as PoolDevice;
      results.push(resultFor(slot, device, features, newShareID));
      devices.push(device);
      taken.push(slot);
    }
    const chosen = plan.requests.map((slots) => slots.find((slot) => taken.includes(slot)) ?? (slots[0] as SlotPlan));
    const config = configFor(plan, chosen);
    const nodeSelector = nodeSelectorFor(devices, nodeName, plan.claim.metadata.name);
    const found: Writable<AllocationResult['devices']> = {};
    if (results.length > 0) found.results = results;
    if (config.length > 0) found.config = config;
    return nodeSelector === undefined ? { devices: found } : { devices: found, nodeSelector };
  });
}

function resultFor(
  slot: SlotPlan,
  { device, slice }: PoolDevice,
  features: Features,
  newShareID: NewShareID,
): DeviceRequestAllocationResult {
  const { tolerations } = slot.selection;
  const { driver, pool, skipNodeOperations } = slice.spec;
  const result: Writable<DeviceRequestAllocationResult> = { request: slot.name, driver, pool: pool.name, device: device.name };
  if (slot.adminAccess) result.adminAccess = true;
  if (tolerations.length > 0) result.tolerations = tolerations.map(tolerationJson);
  if (features.deviceBindingAndStatus) {
    const { bindingConditions = [], bindingFailureConditions = [] } = device;
    if (bindingConditions.length > 0) result.bindingConditions = [...bindingConditions];
    if (bindingFailureConditions.length > 0) result.bindingFailureConditions = [...bindingFailureConditions];
  }
  if (features.consumableCapacity && device.allowMultipleAllocations === true) {
    result.shareID = newShareID();
    Object.assign(result, consumedCapacity(slot, device, features));
  }
  if (skipNodeOperations.length > 0) result.skipNodeOperations = [...skipNodeOperations];
  return result;
}

/** What a share consumes of each capacity of its device, as text. */
interface Consumed {
  readonly asked: string;
  readonly fractional: boolean;
  readonly amounts: readonly (readonly [name: string, amount: string])[];
}

/** By the capacity of a device, for the request that asked for it last. */
const consumedOf = new WeakMap<Device['capacity'], Consumed>();

/** What a share consumes of each capacity of its device. */
function consumedCapacity(
  { selection }: SlotPlan,
  { capacity }: Device,
  { fractionalCapacityRange: fractional }: Features,
): { consumedCapacity?: Record<string, string> } {
  const requests = selection.capacity?.requests;
  const asked = amountsText(requests);
  let known = consumedOf.get(capacity);
  if (known?.asked !== asked || known.fractional !== fractional) {
    const amounts = Array.from(consumedAmounts(requests, capacity, fractional), ([name, amount]) => [name, amount.toString()] as const);
    known = { asked, fractional, amounts };
    consumedOf.set(capacity, known);
  }
  return known.amounts.length === 0 ? {} : { consumedCapacity: Object.fromEntries(known.amounts) };
}

/** Fields that are empty are left out, as Kubernetes does. */
function tolerationJson({ key, operator, value, effect, tolerationSeconds }: DeviceToleration): TolerationJson {
  return {
    ...(key === '' ? {} : { key }),
    ...(operator === '' ? {} : { operator }),
    ...(value === '' ? {} : { value }),
    ...(effect === '' ? {} : { effect }),
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds: integerJson(tolerationSeconds) }),
  };
}

function integerJson(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
