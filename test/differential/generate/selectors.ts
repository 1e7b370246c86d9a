// CEL expressions: some match some devices, some fail at run time on some devices, and some do not compile. Other tests cover CEL in depth.
// These test its outcomes in the search.

import { scalarOf, typeOfName } from './attributes.js';
import { DOMAINS, type Fields, type ScalarType, type Setting } from './setting.js';

const { first: FIRST, second: SECOND, other: OTHER } = DOMAINS;
const TYPES: readonly ScalarType[] = ['int', 'string', 'bool', 'version'];

/** The subject of an expression: an attribute of some domain, and literals of its type. */
interface Subject {
  readonly domain: string;
  readonly name: string;
  readonly type: ScalarType;
  /** The attributes of the domain, and the attribute. */
  readonly map: string;
  readonly attribute: string;
  readonly value: string;
  readonly second: string;
}

/** One or two selectors, rarely one without an expression. */
export function makeSelectors(setting: Setting): Fields[] {
  const { random, traits } = setting;
  return random.times(random.pick([1, 1, 1, 2]), () => {
    if (traits.emptySelectors && random.chance(0.3)) return {};
    const expression = traits.brokenSelectors && random.chance(0.4) ? random.pick(BROKEN) : makeExpression(setting);
    return { cel: { expression } };
  });
}

/** Selectors that all have an expression. */
export function makeClassSelectors(setting: Setting): Fields[] {
  return makeSelectors(setting).map((selector) => ('cel' in selector ? selector : { cel: { expression: 'true' } }));
}

function makeExpression(setting: Setting): string {
  const { random, traits } = setting;
  const subject = makeSubject(setting);
  const choice = random.next();
  if (traits.unusualSelectors && choice < 0.3) return random.pick(unusual(subject));
  if (traits.failingSelectors && choice < 0.85) return random.pick(unguarded(setting, subject));
  if (!traits.failingSelectors && choice < 0.35) return `has(${subject.attribute}) && ${random.pick(unguarded(setting, subject))}`;
  return random.pick(guarded(subject, random.chance(0.5)));
}

function makeSubject(setting: Setting): Subject {
  const { random, traits, drivers, attributes } = setting;
  const own = [drivers[0] as string, drivers[0] as string, ...drivers];
  // A domain that no device has fails everywhere: the search would end at its first device.
  const elsewhere = traits.failingSelectors && random.chance(0.8) ? [] : [OTHER, 'missing.io'];
  const domain = random.pick([...own, ...elsewhere]);
  const name = random.pick(attributes.names);
  const type = traits.mixedTypes && random.chance(0.2) ? random.pick(TYPES) : typeOfName(setting, name);
  const map = `device.attributes["${domain}"]`;
  return { domain, name, type, map, attribute: `${map}.${name}`, value: literal(setting, type), second: literal(setting, type) };
}

function literal(setting: Setting, type: ScalarType): string {
  const value = scalarOf(setting, type);
  if (type === 'version') return `semver("${value}")`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Expressions that rarely fail. */
function guarded({ domain, name, map, attribute, value, second }: Subject, fallback: boolean): string[] {
  return [
    `device.driver == "${FIRST}"`,
    `device.driver == "${SECOND}"`,
    'device.driver.startsWith("a")',
    'true',
    'false',
    `has(${attribute})`,
    `"${name}" in ${map}`,
    `"${domain}" in device.attributes`,
    `size(${map}) > 0`,
    `has(${attribute}) && ${attribute} == ${value}`,
    `!has(${attribute}) || ${attribute} != ${value}`,
    `!(has(${attribute}) && ${attribute} == ${value})`,
    `has(${attribute}) && ${attribute} in [${value}, ${second}]`,
    `has(${attribute}) && ${attribute}.includes(${value})`,
    `has(${attribute}) ? ${attribute} == ${value} : ${fallback}`,
    `${map}.?${name}.orValue(${value}) == ${second}`,
    `${attribute} == ${value} || device.driver == "${FIRST}"`,
    `${attribute} == ${value} || true`,
    `device.driver == "${SECOND}" || has(${attribute})`,
    `${map} == {} || has(${attribute})`,
  ];
}

/** Expressions that fail if the attribute is missing or of another type. */
function unguarded({ traits }: Setting, { domain, name, map, type, attribute, value }: Subject): string[] {
  const list = [
    `${attribute} == ${value}`,
    `${attribute} == ${value}`,
    `${attribute} != ${value}`,
    `${attribute} in [${value}]`,
    `${attribute}.includes(${value})`,
    `${attribute} == ${value} && device.driver == "${FIRST}"`,
    `${map}["${name}"] == ${value}`,
    ...BY_TYPE[type].map((end) => end.replaceAll('@', attribute)),
  ];
  if (traits.lists) {
    list.push(`${attribute}.exists(x, x == ${value})`, `${attribute}.all(x, x == ${value})`, `size(${attribute}) == 2`);
    list.push(`${value} in ${attribute}`, `${attribute}[0] == ${value}`);
  }
  if (traits.capacities) {
    const capacity = `device.capacity["${domain}"]`;
    list.push(`${capacity}.mem.compareTo(quantity("1Gi")) >= 0`, `has(${capacity}.mem)`, `${capacity}.mem.isGreaterThan(quantity("1Gi"))`);
    list.push(`${capacity}.?mem.orValue(quantity("0")) == quantity("2Gi")`);
  }
  return list;
}

/** Further expressions about an attribute `@` of a type. */
const BY_TYPE: Readonly<Record<ScalarType, readonly string[]>> = {
  int: ['@ > 0', '@ + 1 == 2', '@ >= 1', '@ % 2 == 0', '10 / @ > 4'],
  string: ['@.startsWith("x")', '@.matches("^x")', '@.lowerAscii() == "x"', 'size(@) == 1', '@.contains("y")'],
  bool: ['@', '!@', `@ || device.driver == "${FIRST}"`],
  version: ['@.isGreaterThan(semver("1.0.0"))', '@.compareTo(semver("2.0.0")) < 0', '@.major() == 1'],
};

/** Rarer functions and macros. */
function unusual({ domain, name, map, attribute, value, second }: Subject): string[] {
  return [
    `device.attributes.exists(d, d == "${domain}")`,
    `${map}.exists(k, k == "${name}")`,
    'device.attributes.size() > 0',
    `cel.bind(d, ${map}, has(d.${name}) && d.${name} == ${value})`,
    `[${value}, ${second}].exists(x, x == ${map}.?${name}.orValue(${value}))`,
    `${map}.all(k, k.startsWith("k"))`,
    `${map}[?"${name}"].hasValue()`,
    `${map}.?${name}.optMap(x, x == ${value}).orValue(false)`,
    'device.allowMultipleAllocations',
    'device.?allowMultipleAllocations.orValue(false)',
    'device.driver.matches("^[ab]\\\\.")',
    'device.driver.split(".")[0] == "a"',
    `sets.contains(["${FIRST}"], [device.driver])`,
    '["b","a"].sort() == ["a","b"]',
    `device.driver in ["${FIRST}"]`,
    `"${domain}/${name}" in ${map}`,
    `${map}.map(k, k).size() >= 1`,
    `type(${map}.?${name}.orValue(${value})) == type(${value})`,
    'duration("1s") < duration("2s")',
    `device.capacity["${domain}"].exists(c, c == "mem")`,
    'dyn(device.driver) == 1',
    `${map}.filter(k, k == "${name}").size() == 1`,
    'device == device',
    `[1,2,3].exists_one(x, x == 2) && has(${attribute})`,
    `${map}.exists(k, v, k == "${name}" && v == ${value})`,
    `string(${map}.?${name}.orValue(1)) == "1"`,
    'device.driver.charAt(0) == "a"',
  ];
}

/** Expressions that do not compile, or that need not result in a boolean. */
const BROKEN = [
  ...['device.nope == 1', '1 +', '"abc"', `device.attributes["a"].k +`, '', 'device.driver == 1', 'size(1) == 0', 'unknown(1)'],
  ...[`device.attributes["${FIRST}"].k == `, 'has(device)', '1', 'foo', 'device.driver.matches("(")', 'device.name == "x"'],
  ...['device.driver == "a" &&', '[1,"a"].exists(x)', '{"a":1}', `device.attributes["${FIRST}"].k`, `device.attributes["${FIRST}"].m`],
  ...['dyn(1)', 'dyn("x")', 'null', 'timestamp("x") == timestamp("y")', "device.driver = 'x'"],
];
