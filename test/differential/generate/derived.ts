// Derived attributes: values from CEL for constraints. Most return an attribute or distinguish two kinds of devices. Some fail on some
// devices, and some are no valid attribute values.

import { scalarOf, typeOfName } from './attributes.js';
import type { Random } from './random.js';
import { DOMAINS, type Fields, type Setting } from './setting.js';
import type { Traits } from './traits.js';

const { first: FIRST, second: SECOND } = DOMAINS;

/** The derived attributes of a case: few names and expressions, so that requests share them. */
export interface DerivedStyle {
  readonly names: readonly string[];
  readonly expressions: readonly string[];
}

/** The style of a case without derived attributes. */
export const NO_DERIVED: DerivedStyle = { names: [], expressions: [] };

/** Chooses names, some of which hide an attribute of devices, and expressions. */
export function chooseDerivedStyle(random: Random, traits: Traits, makeExpression: () => string): DerivedStyle {
  if (!traits.derivedAttributes) return NO_DERIVED;
  const names = random.pick([['derived/k'], [`${FIRST}/k`], ['derived/k', `${FIRST}/k`], ['derived/k', 'derived/m']]);
  return { names, expressions: random.times(random.pick([1, 2, 2, 3]), makeExpression) };
}

/** The derived attributes of a request. */
export function makeDerivedAttributes({ random, derived }: Setting): Fields[] {
  const names = [...random.some(derived.names, 0.9), ...random.some(['derived/unused', ...derived.names], 0.06)];
  return names.map((name) => ({ name, expression: random.pick(derived.expressions) }));
}

/** An expression for a derived attribute. */
export function makeDerivedExpression(setting: Omit<Setting, 'derived'>): string {
  const { random, traits } = setting;
  const whole: Setting = { ...setting, derived: NO_DERIVED };
  if (traits.brokenDerived && random.chance(0.45)) return random.pick(random.chance(0.4) ? BROKEN : REFUSED);
  const name = random.pick(setting.attributes.names);
  const type = typeOfName(whole, name);
  const domain = random.pick([setting.drivers[0] as string, setting.drivers[0] as string, ...setting.drivers]);
  const map = `device.attributes["${domain}"]`;
  const literal = literalOf(scalarOf(whole, type), type);
  if (traits.failingDerived && random.chance(0.7)) return random.pick(failing(`${map}.${name}`, type));
  const list = random.chance(0.35);
  return random.pick(list ? lists(map, name, literal) : scalars(map, name, literal));
}

function literalOf(value: unknown, type: string): string {
  if (type === 'version') return `semver("${value}")`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Single values that every device has. */
function scalars(map: string, name: string, literal: string): string[] {
  return [
    '1',
    '"x"',
    'true',
    'semver("1.0.0+b")',
    'device.driver',
    `device.driver == "${FIRST}"`,
    `device.driver == "${SECOND}" ? 1 : 2`,
    `${map}.?${name}.orValue(${literal})`,
    `${map}.?${name}.orValue(${literal})`,
    `has(${map}.${name}) ? ${map}.${name} : ${literal}`,
    `has(${map}.${name})`,
    `size(${map})`,
    `size(${map}) % 2`,
    'device.allowMultipleAllocations',
    `has(device.capacity["${FIRST}"].mem) && device.capacity["${FIRST}"].mem.isGreaterThan(quantity("1"))`,
    `string(size(${map})) + "y"`,
    `dyn(${literal})`,
  ];
}

/** Lists, some of them empty. */
function lists(map: string, name: string, literal: string): string[] {
  return [
    '[1, 2]',
    '["x"]',
    '[true]',
    '[semver("1.0.0"), semver("2.0.0")]',
    '[]',
    `[${literal}]`,
    `device.driver == "${FIRST}" ? [1, 2] : [2, 3]`,
    `has(${map}.${name}) ? [1, 2] : [2, 3]`,
    `${map}.map(k, k)`,
    `${map}.filter(k, k == "${name}")`,
    `[size(${map}), 1]`,
    `has(${map}.${name}) ? dyn([1]) : dyn("x")`,
    `[${map}.?${name}.orValue(${literal}), dyn(${literal})]`,
  ];
}

/** Values that fail if an attribute is missing or of another type. */
function failing(attribute: string, type: string): string[] {
  const byType: Readonly<Record<string, readonly string[]>> = {
    int: [`${attribute} + 1`, `10 / ${attribute}`, `[${attribute}, dyn(1)]`, `${attribute} > 0`],
    string: [`${attribute} + "y"`, `size(${attribute})`, `${attribute}.startsWith("x")`, `[${attribute}, dyn("x")]`],
    version: [`${attribute}.major()`, `${attribute}.isGreaterThan(semver("1.0.0"))`, `[${attribute}]`],
    bool: [`!${attribute}`, `${attribute} ? 1 : 2`],
  };
  return [attribute, attribute, ...(byType[type] ?? []), `[${attribute}, dyn(1)]`, `has(${attribute}) ? dyn(1) : dyn(1.5)`];
}

/** Expressions that do not compile. */
const BROKEN = ['nope', '1 +', 'device.nope', '', 'device.name', 'size(1)', '1 + "x"', `device.attributes["${FIRST}"].k +`];

/** Values that are no attribute values: their type is rejected when the expression is compiled, or when it is evaluated. */
const REFUSED = [
  ...['1.5', '1u', 'quantity("1")', 'null', '{}', 'device', 'optional.of(1)', 'device.attributes', '[1.5]', '[[1]]', 'b"x"'],
  ...[
    'dyn(1.5)',
    'dyn([1.5])',
    'dyn(null)',
    '[1, "x"]',
    '[dyn(1), dyn("x")]',
    '[dyn("x"), dyn(1.5)]',
    'dyn({"a": 1})',
    'dyn(quantity("1"))',
    'dyn([])',
  ],
  ...['[null]', 'dyn(1u)', '[dyn(1), dyn(true)]', `device.driver == "${FIRST}" ? dyn(1.5) : dyn(1)`],
];
