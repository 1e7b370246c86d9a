// From the picks of a search back to Kubernetes: one AllocationResult for each claim.

import type { DeviceToleration } from '../api/resource-claim.js';
import type { Device } from '../api/resource-slice.js';
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
  const options = { ...given, newShareID: checkedShareID(given.newShareID) };
  let firstSlot = 0;
  return encoded.claims.map((plan) => {
    const endSlot = firstSlot + plan.requests.flat().length;
    const own = picks.filter(({ slot }) => slot >= firstSlot && slot < endSlot);
    firstSlot = endSlot;
    const devices = own.map(({ device }) => encoded.devices[device] as PoolDevice);
    const results = own.map(({ slot }, index) => resultFor(encoded.slots[slot] as SlotPlan, devices[index] as PoolDevice, options));
    const chosen = plan.requests.map(
      (slots) => slots.find((slot) => own.some((pick) => encoded.slots[pick.slot] === slot)) ?? (slots[0] as SlotPlan),
    );
    const config = configFor(plan, chosen);
    const nodeSelector = nodeSelectorFor(devices, options.nodeName, plan.claim.metadata.name);
    return {
      devices: { ...(results.length === 0 ? {} : { results }), ...(config.length === 0 ? {} : { config }) },
      ...(nodeSelector === undefined ? {} : { nodeSelector }),
    };
  });
}

function resultFor(slot: SlotPlan, { device, slice }: PoolDevice, { features, newShareID }: DecodeOptions): DeviceRequestAllocationResult {
  const { tolerations } = slot.selection;
  const isShare = features.consumableCapacity && device.allowMultipleAllocations === true;
  const { bindingConditions = [], bindingFailureConditions = [] } = features.deviceBindingAndStatus ? device : {};
  return {
    request: slot.name,
    driver: slice.spec.driver,
    pool: slice.spec.pool.name,
    device: device.name,
    ...(slot.adminAccess ? { adminAccess: true } : {}),
    ...(tolerations.length === 0 ? {} : { tolerations: tolerations.map(tolerationJson) }),
    ...(bindingConditions.length === 0 ? {} : { bindingConditions: [...bindingConditions] }),
    ...(bindingFailureConditions.length === 0 ? {} : { bindingFailureConditions: [...bindingFailureConditions] }),
    ...(isShare ? { shareID: newShareID(), ...consumedCapacity(slot, device, features) } : {}),
    ...(slice.spec.skipNodeOperations.length === 0 ? {} : { skipNodeOperations: [...slice.spec.skipNodeOperations] }),
  };
}

/** What a share consumes of each capacity of its device. */
function consumedCapacity(
  { selection }: SlotPlan,
  { capacity }: Device,
  { fractionalCapacityRange }: Features,
): { consumedCapacity?: Record<string, string> } {
  const amounts = consumedAmounts(selection.capacity?.requests, capacity, fractionalCapacityRange);
  if (amounts.size === 0) return {};
  return { consumedCapacity: Object.fromEntries([...amounts].map(([name, amount]) => [name, amount.toString()])) };
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
