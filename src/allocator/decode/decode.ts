// From the picks of a search back to Kubernetes: one AllocationResult for each claim.

import type { Writable } from '../../core/api/decoder.js';
import { alternativesOf } from '../../core/api/device-request.js';
import type { DeviceClaim, DeviceToleration, ResourceClaim } from '../../core/api/resource-claim.js';
import type { Device } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { jsonInteger } from '../../core/base/integers.js';
import { setField } from '../../core/base/json.js';
import { withJson } from '../../core/base/plain-json.js';
import type { Features } from '../../core/features/features.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import { amountsText } from '../encode/amounts.js';
import { consumedAmounts } from '../encode/capacity.js';
import { type ClaimPlan, type PickedDevice, type SlotPlan, standsForNothing } from '../encode/slot-plan.js';
import type { PoolDevice } from '../pools/pool.js';
import type { AllocationResult, DeviceRequestAllocationResult, TolerationJson } from './allocation-result.js';
import { configFor } from './config.js';
import { nodeSelectorFor } from './node-selector.js';
import { checkedShareID, type NewShareID, randomShareID } from './share-id.js';

/** The options that results depend on beside the picks. */
interface DecodeOptions {
  readonly nodeName: string;
  readonly features: Features;
  readonly newShareID: NewShareID;
  readonly checkpoint: Checkpoint;
}

/** Claims that were planned: their own names and configuration, and what claims of their shape ask for. */
interface DecodableClaims {
  readonly claims: readonly ResourceClaim[];
  /** For each claim the slots of each request. */
  readonly plans: readonly Pick<ClaimPlan, 'requests'>[];
  /** All of them, in order. */
  readonly slots: readonly SlotPlan[];
}

/** The results of claims in their order. Throws `unsupported-node-selector`, and `invalid-input` for share IDs that are none. */
export function decodePicks(
  { claims, plans, slots }: DecodableClaims,
  picked: readonly PickedDevice[],
  given: DecodeOptions,
): AllocationResult[] {
  const options = given.newShareID === randomShareID ? given : withCheckedShareIDs(given);
  // Mostly there is one, and all picks are its own.
  if (claims.length === 1) return [allocationFor(claims[0] as ResourceClaim, requestsOf(plans, 0), slots, picked, options)];
  return eachAllocation({ claims, plans, slots }, picked, options);
}

function requestsOf(plans: DecodableClaims['plans'], index: number): ClaimPlan['requests'] {
  return (plans[index] as DecodableClaims['plans'][number]).requests;
}

function withCheckedShareIDs(given: DecodeOptions): DecodeOptions {
  return { ...given, newShareID: given.checkpoint.keep(() => checkedShareID(given.newShareID)) };
}

function eachAllocation(
  { claims, plans, slots }: DecodableClaims,
  picked: readonly PickedDevice[],
  options: DecodeOptions,
): AllocationResult[] {
  const ends = picksByClaim(plans, picked);
  return options.checkpoint.map(claims, (claim, index) => {
    return allocationFor(claim, requestsOf(plans, index), slots, picked.slice(ends[index - 1] ?? 0, ends[index]), options);
  });
}

/** The end of the picks of each claim. They come claim by claim, and a claim has at most 32. */
function picksByClaim(plans: DecodableClaims['plans'], picked: readonly PickedDevice[]): number[] {
  let endSlot = 0;
  let next = 0;
  return plans.map(({ requests }) => {
    for (const { length } of requests) endSlot += length;
    while (next < picked.length && (picked[next] as PickedDevice).slot < endSlot) next++;
    return next;
  });
}

function allocationFor(
  claim: ResourceClaim,
  requests: ClaimPlan['requests'],
  slots: readonly SlotPlan[],
  picked: readonly PickedDevice[],
  options: DecodeOptions,
): AllocationResult {
  const results: DeviceRequestAllocationResult[] = [];
  for (const { slot, device } of picked) results.push(resultFor(slots[slot] as SlotPlan, device, options));
  const index = claim.spec.firstOfDevices === undefined ? undefined : chosenAlternative(claim.spec.firstOfDevices, slots, picked);
  const chosen = chosenSlots(requests, slots, picked, index);
  const config = configFor(alternativesOf(claim.spec)[index ?? 0] as DeviceClaim, chosen, options.checkpoint);
  const nodeSelector = nodeSelectorFor(picked, options.nodeName, claim.metadata.name, options.checkpoint);
  const devices: Writable<AllocationResult['devices']> = {};
  if (results.length > 0) devices.results = results;
  if (config.length > 0) devices.config = config;
  const result: Writable<AllocationResult> = { devices };
  if (nodeSelector !== undefined) result.nodeSelector = nodeSelector;
  if (index !== undefined) result.firstOfDevicesIndex = index;
  return result;
}

/** The alternative that picks are of. Each request takes a device, so that without picks it is the first one that asks for none. */
function chosenAlternative(
  alternatives: readonly DeviceClaim[],
  slots: readonly SlotPlan[],
  picked: readonly PickedDevice[],
): number | undefined {
  const [first] = picked;
  return first === undefined ? alternatives.findIndex(({ requests }) => requests.length === 0) : slots[first.slot]?.alternative;
}

/** The slot that each request took; the first for one that took none. Of a claim with alternatives those of the one that it took. */
function chosenSlots(
  requests: ClaimPlan['requests'],
  slots: readonly SlotPlan[],
  picked: readonly PickedDevice[],
  alternative: number | undefined,
): readonly SlotPlan[] {
  return requests.flatMap((all) => {
    const own = alternative === undefined ? all : all.filter((slot) => slot.alternative === alternative && !standsForNothing(slot));
    const [first] = own;
    if (first === undefined) return [];
    if (own.length === 1) return first;
    for (const { slot } of picked) {
      const plan = slots[slot] as SlotPlan;
      if (plan.request === first.request && own.includes(plan)) return plan;
    }
    return first;
  });
}

function resultFor(slot: SlotPlan, { device, slice }: PoolDevice, options: DecodeOptions): DeviceRequestAllocationResult {
  const { features, checkpoint } = options;
  const { tolerations } = slot.selection;
  const { driver, pool, skipNodeOperations } = slice.spec;
  const result: Writable<DeviceRequestAllocationResult> = { request: slot.name, driver, pool: pool.name, device: device.name };
  if (slot.adminAccess) result.adminAccess = true;
  if (tolerations.length > 0) result.tolerations = checkpoint.map(tolerations, tolerationJson);
  if (features.deviceBindingAndStatus) {
    const { bindingConditions = [], bindingFailureConditions = [] } = device;
    if (bindingConditions.length > 0) result.bindingConditions = [...bindingConditions];
    if (bindingFailureConditions.length > 0) result.bindingFailureConditions = [...bindingFailureConditions];
  }
  if (features.consumableCapacity && device.allowMultipleAllocations === true) addShare(result, slot, device, options);
  if (skipNodeOperations.length > 0) result.skipNodeOperations = [...skipNodeOperations];
  return result;
}

function addShare(
  result: Writable<DeviceRequestAllocationResult>,
  slot: SlotPlan,
  device: Device,
  { features, checkpoint, newShareID }: DecodeOptions,
): void {
  const consumed = checkpoint.keep(() => consumedCapacity(slot, device, features, checkpoint));
  result.shareID = checkpoint.keep(newShareID);
  const json = consumptionJson(consumed, checkpoint);
  if (json !== undefined) result.consumedCapacity = json;
}

/** The amounts that a share consumes of the capacities of its device, as text: in one object to copy where there are few, which is faster than to make one. */
type Consumed = { readonly asked: string; readonly fractional: boolean } & (
  | { readonly few: Readonly<Record<string, string>>; readonly isEmpty: boolean }
  | { readonly many: readonly (readonly [name: string, amount: string])[] }
);

/** Amounts up to which they are made, and copied, in one go. */
const FEW_AMOUNTS = 256;

const textOf = ([name, amount]: readonly [string, Quantity]): readonly [string, string] => [name, amount.toString()];

/** Returns the consumption as a field of a result; undefined where nothing is consumed. */
function consumptionJson(consumed: Consumed, checkpoint: Checkpoint): Readonly<Record<string, string>> | undefined {
  if ('few' in consumed) return consumed.isEmpty ? undefined : { ...consumed.few };
  const copy = checkpoint.keep((): Record<string, string> => ({}));
  checkpoint.forEach(consumed.many, ([name, amount]) => {
    setField(copy, name, amount);
  });
  return copy;
}

/** By the capacity of a device, for the request that asked for it last. */
const consumedOf = new WeakMap<Device['capacity'], Consumed>();

/** Returns what a share consumes of each capacity of its device. */
function consumedCapacity(
  { selection }: SlotPlan,
  { capacity }: Device,
  { fractionalCapacityRange: fractional }: Features,
  checkpoint: Checkpoint,
): Consumed {
  const requests = selection.capacity?.requests;
  const asked = amountsText(requests);
  const known = consumedOf.get(capacity);
  if (known?.asked === asked && known.fractional === fractional) return known;
  const amounts = checkpoint.keep(() => consumedAmounts(requests, capacity, fractional, checkpoint));
  const made: Consumed =
    amounts.size > FEW_AMOUNTS
      ? {
          asked,
          fractional,
          many: checkpoint.map(
            checkpoint.keep(() => [...amounts]),
            textOf,
          ),
        }
      : { asked, fractional, few: Object.fromEntries(Array.from(amounts, textOf)), isEmpty: amounts.size === 0 };
  consumedOf.set(capacity, made);
  return made;
}

/** Fields that are empty are left out, as Kubernetes does. */
function tolerationJson({ key, operator, value, effect, tolerationSeconds }: DeviceToleration): TolerationJson {
  return withJson({
    ...(key === '' ? {} : { key }),
    ...(operator === '' ? {} : { operator }),
    ...(value === '' ? {} : { value }),
    ...(effect === '' ? {} : { effect }),
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds: jsonInteger(tolerationSeconds) }),
  });
}
