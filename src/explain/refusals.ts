// Converts the checks that reject a device into causes of losses, and describes allocated claims that cannot be used.

import type { Unavailability } from '../allocator/encode/availability.js';
import { type CapacityRejection, consumedAmounts } from '../allocator/encode/capacity.js';
import type { EncodeInput } from '../allocator/encode/encode.js';
import type { SlotPlan } from '../allocator/encode/slot-plan.js';
import { type DeviceRejection, Stage } from '../allocator/encode/stages.js';
import type { PoolDevice } from '../allocator/pools/pool.js';
import type { NodeSelector } from '../core/api/meta.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { DeviceTaint } from '../core/api/resource-slice.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { AllocationError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import { nearestName } from '../core/base/nearest-name.js';
import { shorten, shownName, some } from '../core/base/words.js';
import { amountsInWords } from './brief-losses.js';
import { type LossCause, selectorInWords, selectorPlace } from './losses.js';

/** The most characters of a quantity, which may have thousands of digits. */
const MAX_FIGURE = 40;

/** The most nodes listed; the others are counted. */
const MAX_NODES = 3;

/** A device that is checked for a slot. */
export interface Looked {
  readonly slot: SlotPlan;
  readonly target: PoolDevice;
  readonly features: EncodeInput['features'];
  readonly checkpoint: Checkpoint;
}

/** Describes why the devices of a claim cannot be used on a node. */
export function unavailabilityInWords(unavailability: Unavailability, { status: { allocation } }: ResourceClaim): string {
  switch (unavailability.kind) {
    case 'out-of-reach': {
      const nodes = nodesOf(allocation?.nodeSelector);
      if (nodes.length === 0) return 'its devices are not available on this node: the node selector of its allocation does not match';
      return `its devices are available only on node ${some(nodes, MAX_NODES)}`;
    }
    case 'skips-node-operations':
      return 'one of its devices skips node operations that this node does not declare as optional';
    case 'timed-out':
      return 'the binding conditions of its devices were not met in time';
    case 'failed':
      return `a binding failure condition of its devices is met${parenthesized(unavailability)}`;
  }
}

/** Returns the nodes that a selector names; empty if it has other requirements. */
function nodesOf(selector: NodeSelector | undefined): readonly string[] {
  const terms = selector?.nodeSelectorTerms ?? [];
  const names = terms.flatMap(({ matchExpressions, matchFields: [only, ...more] }) =>
    matchExpressions.length === 0 && more.length === 0 && only?.key === 'metadata.name' && only.operator === 'In' ? [only.values] : [],
  );
  return names.length === terms.length ? names.flat().map(shownName) : [];
}

function parenthesized({ reason, message }: { readonly reason: string; readonly message: string }): string {
  const text = [reason, message].filter((part) => part !== '').join(': ');
  return text === '' ? '' : ` (${shownName(text)})`;
}

/** Converts the check that rejects a device, or fails on it, into the cause of a loss. */
export function causeOfRefusal(refusal: DeviceRejection, looked: Looked): LossCause {
  const { stage, capacity, error, taint } = refusal;
  switch (stage) {
    case Stage.bindingConditions: {
      return behindGate('DRADeviceBindingConditions', 'binding conditions');
    }
    case Stage.classSelector:
    case Stage.requestSelector:
      return causeOfSelector(refusal, looked.slot);
    case Stage.node:
      if (error === undefined) return { code: 'other-node', detail: 'restricted to other nodes by the node selection of the device' };
      return {
        code: 'node-selection-error',
        error: error.message,
        detail: 'cause an error in the node selection of the device',
      };
    case Stage.capacity:
      return capacity === undefined ? failedCapacity(error) : causeOfCapacity(capacity, looked);
    case Stage.skipNodeOperations:
      return causeOfOperations(looked.features.optionalNodeOperations);
    case Stage.countersDisabled: {
      return behindGate('DRAPartitionableDevices', 'consumed counters');
    }
    case Stage.taint: {
      const text = printTaint(taint);
      return { code: 'tainted', taint: text, detail: `have the untolerated taint ${text}${nearlyTolerated(taint, looked)}` };
    }
  }
}

function causeOfSelector({ stage, selector: index = 0, error, interrupted }: DeviceRejection, slot: Looked['slot']): LossCause {
  const isOfClass = stage === Stage.classSelector;
  const { deviceClass, selection } = slot;
  const selector = isOfClass
    ? selectorPlace(deviceClass.metadata.name, deviceClass.spec.selectors, index)
    : selectorPlace(undefined, selection.selectors, index);
  const words = selectorInWords(selector);
  if (interrupted !== undefined) return { code: 'selector-limit', selector, detail: `exceed the work limit of ${words}` };
  if (error !== undefined) return { code: 'selector-error', selector, error: error.message, detail: `cause an error in ${words}` };
  return { code: isOfClass ? 'class-selector' : 'request-selector', selector, detail: `do not match ${words}` };
}

function causeOfOperations(isOn: boolean): LossCause {
  if (isOn) return { code: 'node-operations', detail: 'skip node operations that the node does not declare as optional' };
  return behindGate('DRAOptionalNodeOperations', 'skipped node operations');
}

/** Returns the cause for a device that needs a feature gate that is off. */
function behindGate(gate: string, why: string): LossCause {
  return { code: 'gate-off', gate, detail: `need the feature gate ${gate}, which is disabled (${why})` };
}

function failedCapacity(error: AllocationError | undefined): LossCause {
  const text = error?.message ?? '';
  return { code: 'capacity-error', error: text, detail: 'cause an error in the computation of a capacity' };
}

function causeOfCapacity({ capacity, why }: CapacityRejection, { slot, target: { device }, features, checkpoint }: Looked): LossCause {
  checkpoint.step(device.capacity.size);
  const name = shownName(capacity);
  if (why === 'unknown') {
    const hint = suggestCapacity(capacity, [...device.capacity.keys()]);
    return { code: 'no-capacity', capacity: name, detail: `have no capacity ${name}${hint}` };
  }
  const requests = slot.selection.capacity?.requests;
  const needed = inOneGo(consumedAmounts(requests, device.capacity, features.fractionalCapacityRange, checkpoint)).get(capacity);
  if (why === 'policy') {
    const detail = `have a request policy for capacity ${name} that does not allow ${figure(needed)}`;
    return { code: 'capacity-policy', capacity: name, detail };
  }
  const amounts = { wanted: figure(needed), left: figure(device.capacity.get(capacity)?.value) };
  const short = { code: 'capacity-too-small', capacity: name, amounts } as const;
  return { ...short, detail: amountsInWords(short) };
}

/** Capacities match by their exact names, with or without a domain (docs/spec/reference-1.37.md 1.28). */
function suggestCapacity(missingName: string, names: readonly string[]): string {
  const bare = withoutDomain(missingName);
  const sameName = names.find((name) => withoutDomain(name) === bare);
  if (sameName !== undefined) return ` (names match exactly: did you mean ${shownName(sameName)}?)`;
  const near = nearestName(missingName, names);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function withoutDomain(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** Describes a toleration that has the key of the taint but another value or effect, a mistake that is easily overlooked. */
function nearlyTolerated(taint: DeviceTaint | undefined, { slot: { selection }, checkpoint }: Looked): string {
  checkpoint.step(selection.tolerations.length);
  const near = selection.tolerations.find(({ key }) => key !== '' && key === taint?.key);
  if (near === undefined) return '';
  const isOtherEffect = near.effect !== '' && near.effect !== taint?.effect;
  const which = isOtherEffect ? `effect ${shorten(near.effect, MAX_FIGURE)}` : `value "${shorten(near.value, MAX_FIGURE)}"`;
  return ` (tolerated for ${which} only)`;
}

function printTaint(taint: DeviceTaint | undefined): string {
  if (taint === undefined) return '';
  const [key, value, effect] = [taint.key, taint.value, taint.effect].map(shownName);
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

/** Formats a quantity as Kubernetes does, cut if it is very long. */
export function figure(quantity: { toString(): string } | undefined): string {
  return shorten(String(quantity ?? '?'), MAX_FIGURE);
}
