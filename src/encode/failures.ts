// Errors that a device brings about, in the words of the reference (reference-1.37.md 1.34), with where they lie.

import { objectName } from '../api/meta.js';
import { NOT_SUPPORTED_YET } from '../cel/errors.js';
import { AllocationError, type AllocationErrorCode, type ErrorPlace } from '../errors.js';
import { deviceName, type PoolDevice } from '../pools/pool.js';
import type { SlotPlan } from './plan.js';
import { type Refusal, Stage } from './stages.js';

/** A slot, maybe one of which the number of devices is not known yet. */
type FailingSlot = Omit<SlotPlan, 'count' | 'all'>;

/** The error of a check that failed on a device. */
export function failedCheck(slot: FailingSlot, device: PoolDevice, refusal: Refusal | undefined): AllocationError {
  const error = refusal?.error;
  // A device of which capacity is consumed is marked after its checks.
  if (refusal === undefined || error === undefined)
    return notYet(slot, device, 'devices of which capacity is consumed (consumable capacity)');
  const owner =
    refusal.stage === Stage.classSelector ? `class ${slot.deviceClass.metadata.name}` : `claim ${objectName(slot.claim.metadata)}`;
  const selector = `${owner}: selector #${refusal.selector}`;
  const place: ErrorPlace = { ...placeOf(slot, device), ...(refusal.selector === undefined ? {} : { selector: refusal.selector }) };
  switch (error.code) {
    case 'cel-compile-error':
      return new AllocationError(celCode(error), `${selector}: CEL compile error: ${error.message}`, place);
    case 'cel-runtime-error':
      return new AllocationError(celCode(error), `${selector} on device ${deviceName(device)}: CEL runtime error: ${error.message}`, place);
    case 'unsupported-feature':
      return notYet(slot, device, error.message);
    default:
      return new AllocationError(error.code, error.message, place);
  }
}

/** What CEL has and we do not have yet is no fault of the selector. */
function celCode({ code, message }: AllocationError): AllocationErrorCode {
  return message.includes(NOT_SUPPORTED_YET) ? 'unsupported-feature' : code;
}

/** The error of a request for all devices when a constraint refuses one (reference-1.37 1.19). Names the bare subrequest. */
export function refusedByConstraint(slot: FailingSlot, device: PoolDevice): AllocationError {
  const { claim, request, subrequestIndex } = slot;
  const name = subrequestIndex === undefined ? request.name : (request.firstAvailable[subrequestIndex]?.name ?? '');
  const text = `cannot add device ${deviceName(device)} because a claim constraint would not be satisfied`;
  return new AllocationError(
    'constraint-refuses-all',
    `claim ${objectName(claim.metadata)}, request ${name}: ${text}`,
    placeOf(slot, device),
  );
}

/** The error of a constraint on a derived attribute. */
export function failedValue(slot: FailingSlot, device: PoolDevice): AllocationError {
  const text = `claim ${objectName(slot.claim.metadata)}, request ${slot.name}: this version cannot compute derived attributes yet`;
  return new AllocationError('unsupported-feature', text, placeOf(slot, device));
}

function notYet(slot: FailingSlot, device: PoolDevice, what: string): AllocationError {
  const text = `claim ${objectName(slot.claim.metadata)}: device ${deviceName(device)}: this version cannot allocate ${what} yet`;
  return new AllocationError('unsupported-feature', text, placeOf(slot, device));
}

function placeOf({ claim, name }: FailingSlot, device: PoolDevice): ErrorPlace {
  return { claim: objectName(claim.metadata), request: name, device: deviceName(device) };
}
