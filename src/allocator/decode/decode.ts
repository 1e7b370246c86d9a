// Decodes the selections of a search: one AllocationResult for each claim.

import type { Writable } from '../../core/api/decoder.js';
import { alternativesOf } from '../../core/api/device-request.js';
import { selectorOf } from '../../core/api/plain-allocation.js';
import type { DeviceClaim, DeviceToleration, ResourceClaim } from '../../core/api/resource-claim.js';
import type { Device } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { jsonInteger } from '../../core/base/integers.js';
import { setField } from '../../core/base/json.js';
import { mapping, mappingEach } from '../../core/base/lists-in-increments.js';
import { withJson } from '../../core/base/plain-json.js';
import type { Features } from '../../core/features/features.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import { amountsText } from '../encode/amounts.js';
import { consumedAmounts } from '../encode/capacity.js';
import { type ClaimPlan, isPlaceholder, type SelectedDevice, type SlotPlan } from '../encode/slot-plan.js';
import type { PoolDevice } from '../pools/pool.js';
import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  TolerationJson,
} from './allocation-result.js';
import { configFor, hasConfig } from './config.js';
import { joining, nodeTermsOf } from './node-selector.js';
import { checkedShareID, type NewShareID, randomShareID } from './share-id.js';

/** The options that affect results, in addition to the selections. */
interface DecodeOptions {
  readonly nodeName: string;
  readonly features: Features;
  readonly newShareID: NewShareID;
  readonly checkpoint: Checkpoint;
}

/** Planned claims: their names and configuration, and the slots of claims of their shape. */
interface DecodableClaims {
  readonly claims: readonly ResourceClaim[];
  /** For each claim, the slots of each request. */
  readonly plans: readonly Pick<ClaimPlan, 'requests'>[];
  /** All slots, in order. */
  readonly slots: readonly SlotPlan[];
}

/**
 * Decodes the selections of one claim without generators, because decoding may be most of the work of a cached result. Returns
 * undefined if a part may be long, or needs share IDs: `decodeSelections` handles these cases.
 */
export function decodedAtOnce(
  { claims, plans, slots }: DecodableClaims,
  selectedDevices: readonly SelectedDevice[],
  options: DecodeOptions,
): AllocationResult[] | undefined {
  const [claim] = claims;
  if (claim === undefined || claims.length > 1) return undefined;
  for (const { slot, device } of selectedDevices) {
    if (isShared(device, options) || (slots[slot] as SlotPlan).selection.tolerations.length > FEW_TOLERATIONS) return undefined;
  }
  const { index, deviceClaim, chosen } = choiceOf(claim, requestsOf(plans, 0), slots, selectedDevices);
  if (hasConfig(deviceClaim, chosen)) return undefined;
  const terms = nodeTermsOf(selectedDevices, claim.metadata.name);
  if (terms !== 'node' && terms.length > 0) return undefined;
  const results = selectedDevices.map(({ slot, device }) => {
    const plan = slots[slot] as SlotPlan;
    return resultFor(plan, device, plan.selection.tolerations.map(tolerationJson), undefined, options);
  });
  return [allocationOf({ results, config: [], nodeSelector: terms === 'node' ? selectorOf(options.nodeName) : undefined, index })];
}

/** Returns the results of claims, in order. Throws `unsupported-node-selector`, and `invalid-input` for invalid share IDs. */
export function* decodeSelections(
  { claims, plans, slots }: DecodableClaims,
  selectedDevices: readonly SelectedDevice[],
  callerOptions: DecodeOptions,
): Incremental<AllocationResult[]> {
  const options =
    callerOptions.newShareID === randomShareID ? callerOptions : { ...callerOptions, newShareID: checkedShareID(callerOptions.newShareID) };
  const [claim] = claims;
  // Usually there is one claim, and all selections belong to it.
  if (claim !== undefined && claims.length === 1)
    return [yield* allocationFor(claim, requestsOf(plans, 0), slots, selectedDevices, options)];
  const ends = selectionEnds(plans, selectedDevices);
  return yield* mappingEach(
    claims,
    (claim, index) =>
      allocationFor(claim, requestsOf(plans, index), slots, selectedDevices.slice(ends[index - 1] ?? 0, ends[index]), options),
    options.checkpoint,
  );
}

function requestsOf(plans: DecodableClaims['plans'], index: number): ClaimPlan['requests'] {
  return (plans[index] as DecodableClaims['plans'][number]).requests;
}

/** Returns the end of the selections of each claim. Selections are in the order of claims, and a claim has at most 32. */
function selectionEnds(plans: DecodableClaims['plans'], selectedDevices: readonly SelectedDevice[]): number[] {
  let endSlot = 0;
  let next = 0;
  return plans.map(({ requests }) => {
    for (const { length } of requests) endSlot += length;
    while (next < selectedDevices.length && (selectedDevices[next] as SelectedDevice).slot < endSlot) next++;
    return next;
  });
}

function* allocationFor(
  claim: ResourceClaim,
  requests: ClaimPlan['requests'],
  slots: readonly SlotPlan[],
  selectedDevices: readonly SelectedDevice[],
  options: DecodeOptions,
): Incremental<AllocationResult> {
  const results: DeviceRequestAllocationResult[] = [];
  for (const { slot, device } of selectedDevices) {
    const plan = slots[slot] as SlotPlan;
    const { tolerations } = plan.selection;
    const tolerated =
      tolerations.length > FEW_TOLERATIONS
        ? yield* mapping(tolerations, tolerationJson, options.checkpoint)
        : tolerations.map(tolerationJson);
    const share = isShared(device, options) ? yield* shareOf(plan, device, options) : undefined;
    results.push(resultFor(plan, device, tolerated, share, options));
  }
  const { index, deviceClaim, chosen } = choiceOf(claim, requests, slots, selectedDevices);
  const config = hasConfig(deviceClaim, chosen) ? yield* configFor(deviceClaim, chosen, options.checkpoint) : [];
  const terms = nodeTermsOf(selectedDevices, claim.metadata.name);
  const nodeSelector =
    terms === 'node' ? selectorOf(options.nodeName) : terms.length > 0 ? yield* joining(terms, options.checkpoint) : undefined;
  return allocationOf({ results, config, nodeSelector, index });
}

interface AllocationParts {
  readonly results: readonly DeviceRequestAllocationResult[];
  readonly config: readonly DeviceAllocationConfiguration[];
  readonly nodeSelector: AllocationResult['nodeSelector'] | undefined;
  /** The index of the allocated alternative. */
  readonly index: number | undefined;
}

function allocationOf({ results, config, nodeSelector, index }: AllocationParts): AllocationResult {
  const devices: Writable<AllocationResult['devices']> = {};
  if (results.length > 0) devices.results = results;
  if (config.length > 0) devices.config = config;
  const result: Writable<AllocationResult> = { devices };
  if (nodeSelector !== undefined) result.nodeSelector = nodeSelector;
  if (index !== undefined) result.firstOfDevicesIndex = index;
  return result;
}

/** Returns the alternative of a claim that was selected, with the selected slot of each request. */
function choiceOf(
  { spec }: ResourceClaim,
  requests: ClaimPlan['requests'],
  slots: readonly SlotPlan[],
  selectedDevices: readonly SelectedDevice[],
): { readonly index: number | undefined; readonly deviceClaim: DeviceClaim; readonly chosen: readonly SlotPlan[] } {
  const index = spec.firstOfDevices === undefined ? undefined : chosenAlternative(spec.firstOfDevices, slots, selectedDevices);
  return {
    index,
    deviceClaim: alternativesOf(spec)[index ?? 0] as DeviceClaim,
    chosen: chosenSlots(requests, slots, selectedDevices, index),
  };
}

/**
 * Returns the alternative of the selections. Each request selects a device. So without selections, the alternative is the first
 * one without requests.
 */
function chosenAlternative(
  alternatives: readonly DeviceClaim[],
  slots: readonly SlotPlan[],
  selectedDevices: readonly SelectedDevice[],
): number | undefined {
  const [first] = selectedDevices;
  return first === undefined ? alternatives.findIndex(({ requests }) => requests.length === 0) : slots[first.slot]?.alternative;
}

/**
 * Returns the selected slot of each request, or its first slot if it selected no device. In a claim with alternatives, only
 * slots of the selected alternative count.
 */
function chosenSlots(
  requests: ClaimPlan['requests'],
  slots: readonly SlotPlan[],
  selectedDevices: readonly SelectedDevice[],
  alternative: number | undefined,
): readonly SlotPlan[] {
  return requests.flatMap((all) => {
    const alternativeSlots =
      alternative === undefined ? all : all.filter((slot) => slot.alternative === alternative && !isPlaceholder(slot));
    const [first] = alternativeSlots;
    if (first === undefined) return [];
    if (alternativeSlots.length === 1) return first;
    for (const { slot } of selectedDevices) {
      const plan = slots[slot] as SlotPlan;
      if (plan.request === first.request && alternativeSlots.includes(plan)) return plan;
    }
    return first;
  });
}

/** The most tolerations copied at once. */
const FEW_TOLERATIONS = 64;

/** A request's share of a device. */
interface Share {
  readonly shareID: string;
  readonly consumedCapacity?: Readonly<Record<string, string>>;
}

function resultFor(
  slot: SlotPlan,
  { device, slice }: PoolDevice,
  tolerations: readonly TolerationJson[],
  share: Share | undefined,
  { features }: DecodeOptions,
): DeviceRequestAllocationResult {
  const { driver, pool, skipNodeOperations } = slice.spec;
  const result: Writable<DeviceRequestAllocationResult> = { request: slot.name, driver, pool: pool.name, device: device.name };
  if (slot.adminAccess) result.adminAccess = true;
  if (tolerations.length > 0) result.tolerations = tolerations;
  if (features.deviceBindingAndStatus) {
    const { bindingConditions = [], bindingFailureConditions = [] } = device;
    if (bindingConditions.length > 0) result.bindingConditions = [...bindingConditions];
    if (bindingFailureConditions.length > 0) result.bindingFailureConditions = [...bindingFailureConditions];
  }
  if (share !== undefined) {
    result.shareID = share.shareID;
    if (share.consumedCapacity !== undefined) result.consumedCapacity = share.consumedCapacity;
  }
  if (skipNodeOperations.length > 0) result.skipNodeOperations = [...skipNodeOperations];
  return result;
}

function isShared({ device }: PoolDevice, { features }: DecodeOptions): boolean {
  return features.consumableCapacity && device.allowMultipleAllocations === true;
}

function* shareOf(slot: SlotPlan, { device }: PoolDevice, { features, checkpoint, newShareID }: DecodeOptions): Incremental<Share> {
  const consumed = yield* findingConsumed(slot, device, features, checkpoint);
  const shareID = newShareID();
  if ('few' in consumed) return consumed.isEmpty ? { shareID } : { shareID, consumedCapacity: { ...consumed.few } };
  const consumedCapacity: Record<string, string> = {};
  for (const [name, amount] of consumed.many) {
    setField(consumedCapacity, name, amount);
    if (checkpoint.due()) yield;
  }
  return { shareID, consumedCapacity };
}

/**
 * The amounts that a share consumes of its device's capacities, as text. For a few amounts, one object is copied, because
 * copying is faster than building.
 */
type Consumed = { readonly requestsText: string; readonly fractional: boolean } & (
  | { readonly few: Readonly<Record<string, string>>; readonly isEmpty: boolean }
  | { readonly many: readonly (readonly [name: string, amount: string])[] }
);

/** The most amounts built and copied at once. */
const FEW_AMOUNTS = 256;

const textOf = ([name, amount]: readonly [string, Quantity]): readonly [string, string] => [name, amount.toString()];

/** The amount of each capacity of a device, as computed for the last request. */
const consumedOf = new WeakMap<Device['capacity'], Consumed>();

/** Returns the amount that a share consumes of each capacity of its device. */
function* findingConsumed(
  { selection }: SlotPlan,
  { capacity }: Device,
  { fractionalCapacityRange: fractional }: Features,
  checkpoint: Checkpoint,
): Incremental<Consumed> {
  const requests = selection.capacity?.requests;
  const requestsText = amountsText(requests);
  const cachedAmounts = consumedOf.get(capacity);
  if (cachedAmounts?.requestsText === requestsText && cachedAmounts.fractional === fractional) return cachedAmounts;
  const amounts = yield* consumedAmounts(requests, capacity, fractional, checkpoint);
  const made: Consumed =
    amounts.size > FEW_AMOUNTS
      ? { requestsText, fractional, many: yield* mapping([...amounts], textOf, checkpoint) }
      : { requestsText, fractional, few: Object.fromEntries(Array.from(amounts, textOf)), isEmpty: amounts.size === 0 };
  consumedOf.set(capacity, made);
  return made;
}

/** Empty fields are omitted, as in Kubernetes. */
function tolerationJson({ key, operator, value, effect, tolerationSeconds }: DeviceToleration): TolerationJson {
  return withJson({
    ...(key === '' ? {} : { key }),
    ...(operator === '' ? {} : { operator }),
    ...(value === '' ? {} : { value }),
    ...(effect === '' ? {} : { effect }),
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds: jsonInteger(tolerationSeconds) }),
  });
}
