// Kinds of answers of the reference about sharing, consumption and derived attributes in constraints. The answers do not include the check
// that rejected a device, but the logged messages do.

import type { Case } from '../../support/cases.js';
import type { ReferenceAnswer } from '../answers.js';
import * as part from '../parts.js';
import { type Allocation, allocation, type Happened, type Picked, picked, steps } from './outcomes.js';

/** Returns whether the reference logged a message, about a device that it considered. */
const logged =
  (message: string, also: (answer: ReferenceAnswer) => boolean = () => true): Happened =>
  (answer, _input, messages) =>
    (messages[message] ?? 0) > 0 && also(answer);
const said =
  (pattern: RegExp): Happened =>
  (answer) =>
    answer.kind === 'error' && pattern.test(answer.message);
const isAllocated = ({ kind }: ReferenceAnswer): boolean => kind === 'allocated';

const COUNTERS = 'Insufficient counters';
const GROUPS = 'Incompatible compatibility groups';
const CAPACITY = 'Device capacity not enough';

const idOf = ({ driver, pool, device }: Picked): string => JSON.stringify([driver, pool, device]);

/** Devices that are selected twice in one claim. */
function twice({ devices }: Allocation): readonly Picked[] {
  const results = devices?.results ?? [];
  return results.filter((one, index) => results.slice(0, index).some((other) => idOf(other) === idOf(one)));
}

function sharedByClaims(answer: ReferenceAnswer): boolean {
  if (answer.kind !== 'allocated') return false;
  const claims = (answer.results as readonly Allocation[]).map(({ devices }) => new Set((devices?.results ?? []).map(idOf)));
  return claims.some((ids, index) => claims.slice(0, index).some((others) => [...ids].some((id) => others.has(id))));
}

function deviceOf({ driver, pool, device: name }: Picked, input: Case): part.DevicePart | undefined {
  return part
    .slicesOf(input)
    .filter((slice) => slice.driver === driver && slice.pool.name === pool)
    .flatMap(({ devices = [] }) => devices.map((device) => ({ ...device, driver })))
    .find((device) => device.name === name);
}

function consumesCounters(pick: Picked, input: Case): boolean {
  return (deviceOf(pick, input)?.consumesCounters ?? []).length > 0;
}

/** Returns whether two selected devices of one claim have groups and consume one counter set. */
function groupsTogether(answer: ReferenceAnswer, input: Case): boolean {
  if (answer.kind !== 'allocated') return false;
  return (answer.results as readonly Allocation[]).some(({ devices }) => {
    const sets = (devices?.results ?? []).flatMap((pick) => {
      const consumed = deviceOf(pick, input)?.consumesCounters ?? [];
      const grouped = consumed.filter(({ compatibilityGroups = [] }) => compatibilityGroups.length > 0);
      return [...new Set(grouped.map(({ counterSet }) => JSON.stringify([pick.driver, pick.pool, counterSet])))];
    });
    return new Set(sets).size < sets.length;
  });
}

/** Kinds of answers of the reference, by name. */
export const RESOURCE_OUTCOMES: Readonly<Record<string, Happened>> = {
  'counters refuse a device': logged(COUNTERS),
  'counters refuse a device, others fit': logged(COUNTERS, isAllocated),
  'counters refuse, allocated after more than 30 steps': logged(COUNTERS, (answer) => isAllocated(answer) && steps(answer) > 30),
  'counters refuse, not allocatable after more than 100 steps': logged(COUNTERS, (answer) => !isAllocated(answer) && steps(answer) > 100),
  'device with counters while they are off': logged('Device consumes counters, but the partitionable devices feature is not enabled'),
  'device with counters in a result': picked(consumesCounters),
  'device with counters for admin access': picked((pick, input) => pick.adminAccess === true && consumesCounters(pick, input)),
  'shared device with counters in a result': picked((pick, input) => pick['shareID'] !== undefined && consumesCounters(pick, input)),
  'shared device with counters twice': (answer, input) =>
    allocation((claim) => twice(claim).some((pick) => consumesCounters(pick, input)))(answer, input, {}),
  'compatibility groups refuse a device': logged(GROUPS),
  'compatibility groups refuse a device, others fit': logged(GROUPS, isAllocated),
  'devices with a group in common': groupsTogether,
  'slice ignored for its groups': logged(
    'Ignoring resource slice because it uses compatibility groups while the DRADeviceCompatibilityGroups feature is disabled; its pool will be treated as incomplete',
  ),
  'capacity refuses a device': logged(CAPACITY),
  'capacity refuses a device, others fit': logged(CAPACITY, isAllocated),
  'capacity refuses, allocated after more than 30 steps': logged(CAPACITY, (answer) => isAllocated(answer) && steps(answer) > 30),
  'capacity refuses, not allocatable after more than 100 steps': logged(CAPACITY, (answer) => !isAllocated(answer) && steps(answer) > 100),
  'All without a device of too little capacity': logged('Device static capacity insufficient', isAllocated),
  'share taken back': (_answer, _input, messages) =>
    messages['Device capacity allocated'] !== undefined && messages['Device deallocated'] !== undefined,
  'share in a result': picked(({ shareID }) => shareID !== undefined),
  'share without consumed capacity in a result': picked(
    ({ shareID, consumedCapacity }) => shareID !== undefined && consumedCapacity === undefined,
  ),
  'consumed capacity with a fraction': picked(({ consumedCapacity = {} }) =>
    Object.values(consumedCapacity as object).some((value) => /[.mun]/.test(value)),
  ),
  'shared device twice in a claim': allocation((claim) => twice(claim).length > 0),
  'shared device twice in a claim for admin access': allocation((claim) => twice(claim).some(({ adminAccess }) => adminAccess === true)),
  'shared device for two claims': sharedByClaims,
  'one more share of a device': picked((pick, input) => {
    const held = [...part.heldResultsOf(input), ...(input.allocatedShares ?? [])] as readonly unknown[] as readonly (Picked &
      part.ResultPart)[];
    return pick['shareID'] !== undefined && held.some((other) => other.shareID !== undefined && idOf(other) === idOf(pick));
  }),
  'All of shared devices': (answer, input) =>
    part.selectionsOf(input).every(({ allocationMode }) => allocationMode === 'All') &&
    picked(({ shareID }) => shareID !== undefined)(answer, input, {}),
  'capacity request on a dedicated device': (answer, input) =>
    part.selectionsOf(input).every(({ capacity }) => capacity?.requests !== undefined) &&
    picked((pick) => pick['shareID'] === undefined && Object.keys(deviceOf(pick, input)?.capacity ?? {}).length > 0)(answer, input, {}),
  'capacity below zero': said(/capacity value is negative/),
  'capacity of All that cannot be computed': said(/checking capacity for device [^/]+: /),
  'capacity request above 64 bits': said(/exceeds MaxInt64/),
  'capacity request rounded beyond 64 bits': said(/up to the next step passes MaxInt64/),
  'capacity request not in thousandths': said(/is not a representable milli value/),
  'derived attributes in use': (answer, input) => isAllocated(answer) && usesDerived(input),
  'derived attribute that does not compile': said(/^compile derived attribute \S+ failed: compilation failed/),
  'derived attribute of a type that none has': said(/must evaluate to a primitive scalar/),
  'derived attribute that fails': said(/^evaluate derived attribute .* failed: no such/),
  'derived list of several types': said(/failed: expected list element at index/),
  'derived list of what no attribute is': said(/failed: unsupported list element type/),
  'derived value that no attribute is': said(/failed: unsupported CEL return type/),
};

/** Returns whether a constraint over all requests names a derived attribute. */
function usesDerived(input: Case): boolean {
  return part.claimsOf(input).some(({ requests = [], constraints = [] }) => {
    const names = requests.flatMap(({ exactly }) => exactly?.derivedAttributes ?? []).map(({ name }) => name);
    return constraints.some(({ matchAttribute, distinctAttribute }) => names.includes(matchAttribute ?? distinctAttribute ?? ''));
  });
}
