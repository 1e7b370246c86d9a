// Attributes of devices: few names, few values, of all types, as scalars and lists.

import type { Random } from './random.js';
import { type AttributeStyle, DOMAINS, type Fields, type Scalar, type ScalarType, type Setting } from './setting.js';
import { isCalm, type Traits } from './traits.js';

const HUGE = [9007199254740992n, 9007199254740993n, -9223372036854775808n, 9223372036854775807n];
const TYPES: readonly ScalarType[] = ['int', 'string', 'bool', 'version'];

/** Chooses the names, types and values of a case. */
export function chooseAttributeStyle(random: Random, traits: Traits): AttributeStyle {
  const names = traits.prototypeNames
    ? ['k', '__proto__', 'constructor', 'toString'].slice(0, random.integer(2, 4))
    : random.pick([['k'], ['k', 'm'], ['k', 'm', 'v'], ['k', 'm', 'v', 's']]);
  const types = new Map<string, ScalarType>([
    ['k', 'int'],
    ['m', 'string'],
    ['v', 'version'],
    ['s', random.pick<ScalarType>(['bool', 'string'])],
    ['toString', 'string'],
  ]);
  const usual = isCalm(traits.profile) ? [1, 1, 0.85] : [1, 1, 0.9, 0.6];
  // A search can run for many steps before its selector fails if few devices lack an attribute.
  const density = random.pick(traits.failingSelectors ? [0.9, 0.8, 0.6] : usual);
  return { names, types, spread: random.pick(isCalm(traits.profile) ? [1, 1, 2] : [1, 2, 2, 3]), density };
}

/** The usual type of an attribute with this name. */
export function typeOfName({ attributes }: Setting, name: string): ScalarType {
  return attributes.types.get(name) ?? 'int';
}

/** One of the few values of a type. */
export function scalarOf({ random, traits, attributes }: Setting, type: ScalarType): Scalar {
  switch (type) {
    case 'int':
      return traits.hugeIntegers ? random.pick(HUGE) : random.integer(0, attributes.spread);
    case 'string':
      return random.pick(['x', 'y', 'xy', ''].slice(0, attributes.spread + 1));
    case 'bool':
      return random.chance(0.5);
    default:
      return random.pick(['1.0.0', '1.0.0+b', '2.0.0', '1.0.0-rc.1'].slice(0, attributes.spread + 1));
  }
}

/** The attributes of a device, under bare names, names of its driver's domain, or both. */
export function makeAttributes(setting: Setting, driver: string): Fields {
  const { random, traits, attributes } = setting;
  const result: Fields = {};
  // Assigning to `__proto__` would not make a field.
  const set = (key: string, value: unknown): void => {
    Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
  };
  if (traits.noAttributes && random.chance(0.5)) return result;
  for (const name of attributes.names) {
    if (!random.chance(attributes.density)) continue;
    const qualified = `${driver}/${name}`;
    const key = random.chance(0.75)
      ? name
      : random.pick([qualified, qualified, isCalm(traits.profile) ? qualified : `${DOMAINS.other}/${name}`]);
    set(key, makeAttribute(setting, name));
    // The reference chooses the value that selectors see of such a device at random.
    if (traits.bothNames && !traits.selectors && !traits.derivedAttributes && random.chance(0.4))
      set(key === name ? qualified : name, makeAttribute(setting, name));
  }
  return result;
}

function makeAttribute(setting: Setting, name: string): Fields {
  const { random, traits } = setting;
  if (name === '__proto__') return { int: random.integer(0, 1) };
  if (traits.brokenAttributes && random.chance(0.15)) return random.pick(BROKEN);
  if (traits.overfullAttributes && random.chance(0.2)) return random.pick(OVERFULL);
  const type = traits.mixedTypes && random.chance(0.3) ? random.pick(TYPES) : typeOfName(setting, name);
  if (traits.lists && random.chance(0.45)) return { [`${type}s`]: random.times(random.integer(1, 3), () => scalarOf(setting, type)) };
  return { [type]: scalarOf(setting, type) };
}

/** Without a value that selectors could see. */
const BROKEN: readonly Fields[] = [
  {},
  { version: 'v1' },
  { version: '1.0' },
  { version: '01.0.0' },
  { versions: ['1.0.0', 'x'] },
  { version: '' },
];

/** With several values, or with an empty list. */
const OVERFULL: readonly Fields[] = [
  { int: 1, string: 'x' },
  { ints: [] },
  { strings: [], string: 'x' },
  { bools: [] },
  { int: 0, ints: [1, 2] },
  { versions: [] },
  { bool: true, version: '1.0.0' },
  { ints: [1], strings: ['x'] },
  { int: 1, bool: true },
  { string: 'x', versions: ['1.0.0'] },
];
