// Capacities of devices with their request policies, requests for them, and the consumption of shares.

import { amountOf, chooseUnit, HUGE_QUANTITIES, ODD_QUANTITIES, ODD_RANGE_QUANTITIES, UNITS, type Unit } from './quantities.js';
import type { Random } from './random.js';
import type { Fields, Setting } from './setting.js';
import type { Traits } from './traits.js';

/** A capacity that devices of a case have. Requests and shares use its unit. */
interface CapacityKind {
  readonly name: string;
  readonly unit: Unit;
  /** The largest number of units of a device. */
  readonly total: number;
}

/** The capacities of a case. */
export type CapacityStyle = readonly CapacityKind[];

const ASKED = [0.5, 0.5, 1, 1, 1, 1, 1.5, 2, 2, 2.5];
const ASKED_WHEN_PACKING = [0.5, 1, 1, 1.5, 2, 2, 3];
/** Defaults that the rest of their policy often does not allow. */
const OFF_POLICY = [0.5, 1, 1.5, 2, 2.5];
const CONSUMED = [0.5, 0.5, 1, 1, 1.5, 2];

/** Chooses names and units. */
export function chooseCapacityStyle(random: Random, traits: Traits): CapacityStyle {
  const names = traits.prototypeNames && !traits.selectors ? ['mem', '__proto__', 'constructor'] : ['mem', 'cores', 'bw'];
  const count = random.pick(traits.profile === 'shares' ? [1, 1, 1, 2, 2, 3] : [1, 1, 1, 2]);
  return names.slice(0, count).map((name) => ({
    name,
    unit: chooseUnit(random, traits.oddCapacities),
    total: traits.packing ? random.pick([3, 4, 4]) : random.pick([2, 3, 4, 4, 6, 8]),
  }));
}

/** The capacities of a device. */
export function makeCapacities(setting: Setting, driver: string): Fields {
  const { random, capacities } = setting;
  const has = random.some(capacities, 0.94);
  return fieldsOf(
    has,
    ({ name }) => (random.chance(0.03) ? `${driver}/${name}` : name),
    (kind) => makeCapacity(setting, kind),
  );
}

/** Fields by name. Assigning to `__proto__` would not make a field. */
function fieldsOf(kinds: CapacityStyle, nameOf: (kind: CapacityKind) => string, make: (kind: CapacityKind) => unknown): Fields {
  const fields: Fields = {};
  for (const kind of kinds) {
    Object.defineProperty(fields, nameOf(kind), { value: make(kind), enumerable: true, configurable: true, writable: true });
  }
  return fields;
}

function makeCapacity(setting: Setting, kind: CapacityKind): Fields {
  const { random, traits } = setting;
  const total = Math.max(1, kind.total - random.pick([0, 0, 0, 1, 1.5]));
  const value = odd(setting, 0.12) ?? amountOf(random, kind.unit, random.chance(0.03) ? 0 : total);
  if (!traits.policies || !random.chance(0.8)) return { value };
  return { value, requestPolicy: makePolicy(setting, kind, total) };
}

function makePolicy(setting: Setting, kind: CapacityKind, total: number): Fields {
  const { random } = setting;
  const choice = random.next();
  if (choice < 0.25) return { default: amount(setting, kind, random.pick([0.5, 1, total, total + 1])) };
  if (choice < 0.5) return validValues(setting, kind, total);
  return validRange(setting, kind, total);
}

function validValues(setting: Setting, kind: CapacityKind, total: number): Fields {
  const { random } = setting;
  const times = [...random.some([0.5, 1, 1.5, 2, 3], 0.6), ...random.some([total], 0.7)].sort((left, right) => left - right);
  const values = [...new Set(times.length > 0 ? times : [1])];
  const standard = random.chance(0.8) ? random.pick(values) : random.pick(OFF_POLICY);
  return { default: amount(setting, kind, standard), validValues: values.map((value) => amount(setting, kind, value)) };
}

function validRange(setting: Setting, kind: CapacityKind, total: number): Fields {
  const { random } = setting;
  const min = random.pick([0.5, 0.5, 0.5, 1, 1, 1.5]);
  // With a step the API server requires numbers that fit into 64 bits.
  const step = kind.unit !== UNITS.beyond && random.chance(0.65) ? random.pick([0.5, 0.5, 1, 1, 2]) : undefined;
  const max = random.chance(0.5)
    ? random.pick([min, min + (step ?? 1), min + 1.5, total, total, total, total - 0.5, total + 2])
    : undefined;
  const standard = random.chance(0.8) ? min + (step ?? 0.5) * random.pick([0, 0, 1, 2]) : random.pick(OFF_POLICY);
  const oddStep = step !== undefined && odd(setting, 0.5) !== undefined ? random.pick(ODD_RANGE_QUANTITIES) : undefined;
  return {
    default: amount(setting, kind, standard),
    validRange: {
      min: step === undefined ? amount(setting, kind, min) : amountOf(random, kind.unit, min),
      ...(max === undefined ? {} : { max: step === undefined ? amount(setting, kind, max) : amountOf(random, kind.unit, max) }),
      ...(step === undefined ? {} : { step: oddStep ?? amountOf(random, kind.unit, step) }),
    },
  };
}

/** The `capacity` of a request: within a policy, between its steps, or too much. Rarely with a name that no device has. */
export function makeCapacityRequest(setting: Setting): Fields {
  const { random, traits, capacities, drivers } = setting;
  const usual = traits.packing ? ASKED_WHEN_PACKING : ASKED;
  if (random.chance(0.05)) return {};
  const asked = random.some(capacities, traits.packing ? 0.9 : 0.75);
  const requests = fieldsOf(
    asked,
    ({ name }) => (random.chance(0.04) ? `${drivers[0]}/${name}` : name),
    (kind) =>
      oddRequest(setting) ?? amount(setting, kind, random.chance(0.1) ? random.pick([0, kind.total, kind.total + 1]) : random.pick(usual)),
  );
  if (random.chance(0.04)) requests['none'] = '1';
  return { requests };
}

/** The consumption of a share of a device with these capacities. Some are negative. */
export function makeConsumed(setting: Setting, own: readonly string[]): Fields {
  const { random, traits, capacities } = setting;
  const times = traits.oddCapacities ? [...CONSUMED, -1, -2] : CONSUMED;
  const kinds = capacities.filter(({ name }) => own.includes(name) || random.chance(0.1));
  return fieldsOf(
    random.some(kinds, 0.9),
    ({ name }) => name,
    (kind) => amount(setting, kind, random.pick(times)),
  );
}

function oddRequest({ random, traits }: Setting): string | undefined {
  return traits.oddCapacities && random.chance(0.25) ? random.pick([...ODD_QUANTITIES, ...HUGE_QUANTITIES]) : undefined;
}

function amount(setting: Setting, { unit }: CapacityKind, times: number): string {
  return odd(setting, 0.07) ?? amountOf(setting.random, unit, times);
}

function odd({ random, traits }: Setting, share: number): string | undefined {
  return traits.oddCapacities && random.chance(share) ? random.pick(ODD_QUANTITIES) : undefined;
}
