// Builds the errors that a device causes, with their place, in the words of the reference (docs/spec/reference-1.37.md 1.34).

import { CelCompileError, CelRuntimeError, compileDerivation } from '../../cel/engine.js';
import { attributeOf } from '../../core/api/constraint-semantics.js';
import { objectName } from '../../core/api/meta.js';
import type { DeviceConstraint } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError, type ErrorPlace, MOST_OF_A_MESSAGE } from '../../core/base/errors.js';
import type { Incremental } from '../../core/base/incremental.js';
import { deviceName, type Pool, type PoolDevice } from '../pools/pool.js';
import { celDeviceOf, derivationOf } from './derived-values.js';
import { type InterruptedSelector, SelectorInterrupted, shortened } from './interrupted-selector.js';
import { claimInWords, type SlotPlan } from './slot-plan.js';
import { type DeviceRejection, Stage } from './stages.js';

/** A slot whose number of devices may not be known yet. */
type FailingSlot = Omit<SlotPlan, 'count' | 'all'>;

/** Returns the error of a check that failed on a device, or the limit of this library that ended the check. */
export function failedCheck(
  slot: FailingSlot,
  device: PoolDevice,
  rejection: DeviceRejection | undefined,
): AllocationError | SelectorInterrupted {
  if (rejection?.interrupted !== undefined) return interruptedSelector(slot, device, rejection, rejection.interrupted);
  const error = rejection?.error;
  if (rejection === undefined || error === undefined) {
    return new AllocationError(
      'internal',
      `the search reported a failed check of device ${deviceName(device)}, but every check passes`,
      placeOf(slot, device),
    );
  }
  const owner = rejection.stage === Stage.classSelector ? `class ${slot.deviceClass.metadata.name}` : claimInWords(slot);
  const selector = `${owner}: selector #${rejection.selector}`;
  const place: ErrorPlace = { ...placeOf(slot, device), ...(rejection.selector === undefined ? {} : { selector: rejection.selector }) };
  switch (error.code) {
    case 'cel-compile-error':
      return new AllocationError(error.code, `${selector}: CEL compile error: ${error.message}`, place);
    case 'cel-runtime-error':
      return new AllocationError(error.code, `${selector} on device ${deviceName(device)}: CEL runtime error: ${error.message}`, place);
    case 'capacity-error': {
      // The reference checks the devices of a request for all devices before it resolves pools.
      const where = slot.selection.allocationMode === 'All' ? device.device.name : deviceName(device);
      return new AllocationError(error.code, `${requestOf(slot)}: checking capacity for device ${where}: ${error.message}`, place);
    }
    default:
      return new AllocationError(error.code, error.message, place);
  }
}

function interruptedSelector(
  slot: FailingSlot,
  device: PoolDevice,
  { stage, selector }: DeviceRejection,
  expression: string,
): SelectorInterrupted {
  return new SelectorInterrupted({
    ...placeOf(slot, device),
    ...(stage === Stage.classSelector ? { class: slot.deviceClass.metadata.name } : {}),
    ...(selector === undefined ? {} : { index: selector }),
    expression: shortened(expression),
  });
}

/**
 * Returns the error of a request for all devices when a constraint rejects one (docs/spec/reference-1.37.md 1.19). The message has the subrequest name only.
 */
export function constraintError(slot: FailingSlot, device: PoolDevice): AllocationError {
  const text = `cannot add device ${deviceName(device)} because a claim constraint would not be satisfied`;
  return new AllocationError('constraint-refuses-all', `${requestOf(slot)}: ${text}`, placeOf(slot, device));
}

/** Returns the name of a request in messages: a subrequest without its parent. */
function requestOf(slot: FailingSlot): string {
  const { request, subrequestIndex } = slot;
  const name = subrequestIndex === undefined ? request.name : (request.firstAvailable[subrequestIndex]?.name ?? '');
  return `${claimInWords(slot)}, request ${name}`;
}

/**
 * Returns the error of a constraint over a derived attribute. In the reference, this error names no claim. Compiles and
 * evaluates the expression again, since only the first error of a search needs a message.
 */
export function failedValue(
  slot: FailingSlot,
  device: PoolDevice,
  constraint: DeviceConstraint,
  checkpoint: Checkpoint,
): AllocationError | SelectorInterrupted {
  const name = attributeOf(constraint);
  const expression = derivationOf(slot, name) ?? '';
  const place = placeOf(slot, device);
  try {
    compileDerivation(expression).evaluate(celDeviceOf(device), checkpoint);
  } catch (error) {
    if ((error instanceof CelCompileError || error instanceof CelRuntimeError) && error.isOwnLimit)
      return new SelectorInterrupted({ ...placeOf(slot, device), attribute: name, expression: shortened(expression) });
    if (error instanceof CelCompileError) {
      // The help applies to selectors only, because a derived attribute is not always a condition.
      return new AllocationError('derived-attribute-compile-error', `compile derived attribute ${name} failed: ${error.message}`, place);
    }
    if (error instanceof CelRuntimeError) {
      const text = `evaluate derived attribute ${name} on device ${deviceName(device)} failed: ${error.plainMessage}`;
      return new AllocationError('derived-attribute-runtime-error', text, place);
    }
    throw error;
  }
  return new AllocationError(
    'internal',
    `the search reported that derived attribute ${name} failed on device ${deviceName(device)}, but it succeeds`,
    place,
  );
}

/** The number of pools named in about a microsecond. */
const POOLS_A_UNIT = 8;

/** Returns the error of a node without a solution if some of its pools are invalid, else undefined. */
export function* invalidPools(pools: readonly Pool[], checkpoint: Checkpoint): Incremental<AllocationError | undefined> {
  let names = '';
  for (const { driver, name, problem } of pools) {
    if (problem?.kind === 'invalid') names += `${names === '' ? '' : ', '}${driver}/${name} (${problem.reason})`;
    // The error names no further pools.
    if (names.length > MOST_OF_A_MESSAGE) break;
    if (checkpoint.due(1 / POOLS_A_UNIT)) yield;
  }
  if (names === '') return undefined;
  return new AllocationError('invalid-pools', `invalid resource pools were encountered: ${names}`);
}

function placeOf({ claim, name }: FailingSlot, device: PoolDevice): Pick<InterruptedSelector, 'claim' | 'request' | 'device'> {
  return { claim: objectName(claim.metadata), request: name, device: deviceName(device) };
}
