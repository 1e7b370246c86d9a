// Features of cases about sharing and consumption: counters, capacities, compatibility groups, and also derived attributes.

import type { Case } from '../../support/cases.js';
import * as part from '../parts.js';
import { claim, device, type Holds, selection } from './holds.js';

const capacity =
  (holds: (capacity: part.CapacityPart) => boolean): Holds =>
  (input) =>
    part.capacitiesOf(input).some(holds);
const policy = (holds: (policy: NonNullable<part.CapacityPart['requestPolicy']>) => boolean): Holds =>
  capacity(({ requestPolicy }) => requestPolicy !== undefined && holds(requestPolicy));
const range = (holds: (range: { min?: string; max?: string; step?: string }) => boolean): Holds =>
  policy(({ validRange }) => validRange !== undefined && holds(validRange));
const consumption =
  (holds: (consumption: part.ConsumptionPart) => boolean): Holds =>
  (input) =>
    part.consumptionsOf(input).some(holds);
const counterValue =
  (holds: (value: string) => boolean): Holds =>
  (input) =>
    part.counterValuesOf(input).some(holds);
const requestedCapacity = (holds: (value: string, name: string) => boolean): Holds =>
  selection(({ capacity: { requests = {} } = {} }) => Object.entries(requests).some(([name, value]) => holds(value, name)));
const derived =
  (holds: (expression: string) => boolean): Holds =>
  (input) =>
    part.derivedExpressionsOf(input).some(holds);
const share = (holds: (result: part.ResultPart) => boolean): Holds => {
  return (input) => part.heldResultsOf(input).some((result) => result.shareID !== undefined && holds(result));
};

const isFraction = (text: string): boolean => /[.mun]/.test(text);
const isBeyond64Bits = (text: string): boolean => /\d{20}|e39|^[89](?:\.\d+)?Ei$|^10E$|^9223372036854775808$/.test(text);

/** Returns whether a capacity was requested by a name that no device has. */
function asksForUnknownCapacity(input: Case): boolean {
  const known = new Set(part.devicesOf(input).flatMap(({ capacity: own = {} }) => Object.keys(own)));
  return requestedCapacity((_value, name) => !known.has(name))(input);
}

/** Returns whether several requests have the same expression. */
function repeatsExpression(input: Case): boolean {
  const expressions = part.derivedExpressionsOf(input);
  return new Set(expressions).size < expressions.length;
}

/** Returns whether a derived attribute has the name of an attribute of some device. */
function hidesAttribute(input: Case): boolean {
  const known = new Set(
    part
      .devicesOf(input)
      .flatMap(({ driver, attributes = {} }) => Object.keys(attributes).map((name) => (name.includes('/') ? name : `${driver}/${name}`))),
  );
  return selection(({ derivedAttributes = [] }) => derivedAttributes.some(({ name }) => known.has(name)))(input);
}

/** Features of cases. */
export const RESOURCE_FEATURES: Readonly<Record<string, Holds>> = {
  counters: device(({ consumesCounters = [] }) => consumesCounters.length > 0),
  'several counter sets': (input) => part.slicesOf(input).some(({ sharedCounters = [] }) => sharedCounters.length > 1),
  'counter sets in several slices': (input) => part.slicesOf(input).filter(({ sharedCounters }) => sharedCounters !== undefined).length > 1,
  'counter set of slots': consumption(({ counters = {} }) => Object.keys(counters).some((name) => name.startsWith('slot-'))),
  'several counters of a set': consumption(({ counters = {} }) => Object.keys(counters).length > 1),
  'device of several counter sets': device(
    ({ consumesCounters = [] }) => new Set(consumesCounters.map(({ counterSet }) => counterSet)).size > 1,
  ),
  'counter set twice in one device': device(
    ({ consumesCounters = [] }) => new Set(consumesCounters.map(({ counterSet }) => counterSet)).size < consumesCounters.length,
  ),
  'unknown counter': consumption(({ counters = {} }) => Object.hasOwn(counters, 'nope')),
  'unknown counter set': consumption(({ counterSet }) => counterSet === 'nope'),
  'counter below zero': counterValue((value) => value.startsWith('-')),
  'counter with a fraction': counterValue(isFraction),
  'counter beyond 64 bits': counterValue(isBeyond64Bits),
  'shared device with counters': device(
    ({ consumesCounters = [], allowMultipleAllocations }) => consumesCounters.length > 0 && allowMultipleAllocations === true,
  ),
  'one compatibility group': consumption(({ compatibilityGroups = [] }) => compatibilityGroups.length === 1),
  'two compatibility groups': consumption(({ compatibilityGroups = [] }) => compatibilityGroups.length === 2),
  'more than two compatibility groups': consumption(({ compatibilityGroups = [] }) => compatibilityGroups.length > 2),
  'devices with and without groups': (input) =>
    new Set(part.consumptionsOf(input).map(({ compatibilityGroups }) => compatibilityGroups !== undefined)).size > 1,
  'shared device': device(({ allowMultipleAllocations }) => allowMultipleAllocations === true),
  'shared device without capacity': device(
    ({ allowMultipleAllocations, capacity: own = {} }) => allowMultipleAllocations === true && Object.keys(own).length === 0,
  ),
  'device of several capacities': device(({ capacity: own = {} }) => Object.keys(own).length > 1),
  capacity: capacity(() => true),
  'capacity below zero': capacity(({ value = '' }) => value.startsWith('-')),
  'capacity with a fraction': capacity(({ value = '' }) => isFraction(value)),
  'capacity beyond 64 bits': capacity(({ value = '' }) => isBeyond64Bits(value)),
  'capacity with a default alone': policy(({ validValues, validRange }) => validValues === undefined && validRange === undefined),
  'capacity with valid values': policy(({ validValues }) => validValues !== undefined),
  'capacity with a range': range(() => true),
  'range with a step': range(({ step }) => step !== undefined),
  'range with a step and an end': range(({ step, max }) => step !== undefined && max !== undefined),
  'range with a fraction as step': range(({ step = '' }) => isFraction(step)),
  'range without an end': range(({ max }) => max === undefined),
  'capacity request': selection(({ capacity: asked }) => asked !== undefined),
  'capacity request without a quantity': selection(({ capacity: asked }) => asked !== undefined && asked.requests === undefined),
  'capacity request of zero': requestedCapacity((value) => value.startsWith('0') && !value.includes('.')),
  'capacity request below zero': requestedCapacity((value) => value.startsWith('-')),
  'capacity request with a fraction': requestedCapacity(isFraction),
  'capacity request beyond 64 bits': requestedCapacity(isBeyond64Bits),
  'capacity request with a domain': requestedCapacity((_value, name) => name.includes('/')),
  'capacity request that no device can serve': asksForUnknownCapacity,
  'capacity request in a prioritized list': claim(({ requests = [] }) =>
    requests.some(({ firstAvailable = [] }) => firstAvailable.some(({ capacity: asked }) => asked !== undefined)),
  ),
  'All with a capacity request': selection(({ allocationMode, capacity: asked }) => allocationMode === 'All' && asked !== undefined),
  'share held by a claim': share(() => true),
  'share without consumed capacity': share(({ consumedCapacity }) => consumedCapacity === undefined),
  'consumed capacity': share(({ consumedCapacity = {} }) => Object.keys(consumedCapacity).length > 0),
  'share given by name': ({ allocatedShares = [] }) => allocatedShares.length > 0,
  'consumed capacity given by name': ({ consumedCapacity = [] }) => consumedCapacity.length > 0,
  'share of a device that is not shared': strayShare,
  'shared device held as a whole': wholeOfShared,
  'derived attributes': derived(() => true),
  'derived attributes of one expression': repeatsExpression,
  'derived attribute that hides one': hidesAttribute,
  'derived attribute without a constraint': selection(({ derivedAttributes = [] }) =>
    derivedAttributes.some(({ name }) => name === 'derived/unused'),
  ),
  'derived list': derived((expression) => expression.startsWith('[') || /\.(?:map|filter)\(/.test(expression)),
};

function strayShare(input: Case): boolean {
  const shared = namesOf(input, true);
  return part.heldResultsOf(input).some((result) => result.shareID !== undefined && !shared.has(String(result['device'])));
}

function wholeOfShared(input: Case): boolean {
  const shared = namesOf(input, true);
  const held = part.heldResultsOf(input).filter(({ shareID }) => shareID === undefined);
  return [...held, ...(input.allocatedDevices ?? [])].some((result) => shared.has(String((result as part.ResultPart)['device'])));
}

function namesOf(input: Case, shared: boolean): ReadonlySet<string> {
  const devices = part.devicesOf(input).filter(({ allowMultipleAllocations = false }) => allowMultipleAllocations === shared);
  return new Set(devices.map(({ name }) => name));
}
