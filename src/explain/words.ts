// Refusals in words.

import type { DeviceTaint } from '../api/resource-slice.js';
import type { Checkpoint } from '../base/checkpoint.js';
import { nearestName } from '../base/nearest-name.js';
import { shorten } from '../base/words.js';
import type { Unavailability } from '../encode/availability.js';
import { type CapacityRefusal, consumedAmounts } from '../encode/capacity.js';
import type { EncodeInput } from '../encode/encode.js';
import type { SlotPlan } from '../encode/slot-plan.js';
import { type Refusal, Stage } from '../encode/stages.js';
import type { PoolDevice } from '../pools/pool.js';

/** A quantity may have thousands of digits. */
const MAX_FIGURE = 40;

/** A device that a slot looks at. */
export interface Looked {
  readonly slot: SlotPlan;
  readonly target: PoolDevice;
  readonly features: EncodeInput['features'];
  readonly checkpoint: Checkpoint;
}

/** Says why the devices that a claim has cannot be used on a node. */
export function unavailabilityInWords(unavailability: Unavailability): string {
  switch (unavailability.kind) {
    case 'out-of-reach':
      return 'its devices cannot be used from here: the node selector of its allocation does not match';
    case 'skips-node-operations':
      return 'a device of it skips node operations, which this node does not declare to be optional';
    case 'timed-out':
      return 'the binding conditions of its devices were not met in time';
    case 'failed':
      return `a binding failure condition of its devices is met${parenthesized(unavailability)}`;
  }
}

function parenthesized({ reason, message }: { readonly reason: string; readonly message: string }): string {
  const text = [reason, message].filter((part) => part !== '').join(': ');
  return text === '' ? '' : ` (${text})`;
}

/** Says which check refuses a device. */
export function refusalInWords({ stage, selector, taint, capacity, error, interrupted }: Refusal, looked: Looked): string {
  const failed =
    interrupted === undefined ? (error === undefined ? '' : ' (fails with an error)') : ' (takes more work than its limit allows)';
  switch (stage) {
    case Stage.bindingConditions:
      return 'binding conditions, which are off';
    case Stage.classSelector:
      return `class ${looked.slot.deviceClass.metadata.name}, selector #${selector}${failed}`;
    case Stage.requestSelector:
      return `request selector #${selector}${failed}`;
    case Stage.node:
      return 'the node selection of the device';
    case Stage.capacity:
      return capacity === undefined ? `its capacity${failed}` : capacityInWords(capacity, looked);
    case Stage.skipNodeOperations:
      return 'skipped node operations, which the node or the gate does not allow';
    case Stage.countersDisabled:
      return 'consumed counters, while partitionable devices are off';
    case Stage.taint:
      return `taint ${printTaint(taint)}`;
    default:
      return `check ${stage}${failed}`;
  }
}

function capacityInWords({ capacity, why }: CapacityRefusal, { slot, target: { device }, features, checkpoint }: Looked): string {
  checkpoint.step(device.capacity.size);
  if (why === 'unknown') return `capacity ${capacity}, which it does not have${suggestCapacity(capacity, [...device.capacity.keys()])}`;
  const requests = slot.selection.capacity?.requests;
  const wanted = consumedAmounts(requests, device.capacity, features.fractionalCapacityRange, checkpoint).get(capacity);
  if (why === 'policy') return `the request policy of capacity ${capacity}, which does not allow ${figure(wanted)}`;
  return `capacity ${capacity}: wants ${figure(wanted)}, of ${figure(device.capacity.get(capacity)?.value)}`;
}

/** Capacities match by their names as they are written, with or without a domain (docs/spec/reference-1.37.md 1.28). */
function suggestCapacity(wanted: string, names: readonly string[]): string {
  const bare = withoutDomain(wanted);
  const sameName = names.find((name) => withoutDomain(name) === bare);
  if (sameName !== undefined) return ` (names match exactly: did you mean ${sameName}?)`;
  const near = nearestName(wanted, names);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function withoutDomain(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function printTaint(taint: DeviceTaint | undefined): string {
  if (taint === undefined) return '';
  return `${taint.key}${taint.value === '' ? '' : `=${taint.value}`}:${taint.effect}`;
}

/** A quantity as Kubernetes prints it, cut where it is no use to anybody. */
export function figure(quantity: { toString(): string } | undefined): string {
  return shorten(String(quantity ?? '?'), MAX_FIGURE);
}
