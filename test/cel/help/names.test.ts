import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import { errorOf, expectHelp, type Mistake } from './mistake.js';

const FIELDS = 'the fields of device are driver, attributes, capacity, allowMultipleAllocations';

const has = (name: string): string => `CEL has no ${name}: has(device.attributes["DOMAIN"].NAME) is true if the attribute exists`;

const MISTAKES: readonly Mistake[] = [
  [
    'a field that is spelt nearly so',
    'has(device.attribute["d"].x)',
    'did you mean device.attributes?',
    'device.attribute',
    'device.attributes',
  ],
  ['a field with capitals', 'device.Driver == "d"', 'did you mean device.driver?', 'device.Driver', 'device.driver'],
  ['capacities', 'has(device.capacities["d"].x)', 'did you mean device.capacity?', 'device.capacities', 'device.capacity'],
  ['the name of a device', 'device.name == "gpu-0"', `a selector cannot read the name of a device: ${FIELDS}`],
  [
    'a field that is an attribute',
    'device.model == "H100"',
    `${FIELDS}; an attribute is device.attributes["DOMAIN"].NAME`,
    'device.model',
    'device.attributes["DOMAIN"].NAME',
  ],
  ['a function that is spelt nearly so', 'device.driver.startswith("gpu")', 'did you mean startsWith()?', 'startswith', 'startsWith'],
  [
    'include, which is how a proposal called it',
    'device.attributes["d"].links.include("a")',
    'did you mean includes()? include() is an alias of it with the feature gate XAttributeSemantics',
    'include',
    'includes',
  ],
  ['a function of another language', 'len(device.driver) > 3', 'did you mean size()?', 'len', 'size'],
  ['orElse', 'device.attributes["d"].?x.orElse(1) == 1', 'did you mean orValue()?', 'orElse', 'orValue'],
  ['any, which is exists here', 'device.attributes["d"].links.any("a")', 'did you mean exists()?'],
  ['exists, called on nothing', 'exists(device.driver)', 'the syntax of exists is LIST.exists(x, CONDITION)'],
  ['all without variable', '[true].all()', 'the syntax of all is LIST.all(x, CONDITION)'],
  ['bind with too little', 'cel.bind(a, true)', 'the syntax of bind is cel.bind(x, VALUE, EXPRESSION)'],
  ['any with its variable', 'device.attributes["d"].links.any(x, x == "a")', 'did you mean exists()?', 'any', 'exists'],
  [
    'attributes in round brackets',
    'device.attributes("d").model == ""',
    'attributes is not a function: read a value by its keys, as in device.attributes["DOMAIN"].NAME',
    'device.attributes("d").model',
    'device.attributes["DOMAIN"].NAME',
  ],
  ['the node of a device', 'device.node == "n"', `a selector cannot read the node of a device: ${FIELDS}`],
  [
    'an attribute alone',
    'true && model == "H100"',
    'the only variable is device: write device.attributes["DOMAIN"].model for an attribute, or "model" for a string',
    'model',
    'device.attributes["DOMAIN"].model',
  ],
  [
    'an attribute with its domain alone',
    'd.e/model == "H100"',
    'the only variable is device: write device.attributes["d.e"].model for an attribute, or "d.e/model" for a string',
  ],
  ['equals', 'device.driver.equals("d")', 'use == to compare two values'],
  [
    'get',
    'device.attributes.get("d").model == ""',
    'to read a value, put its key in brackets: device.attributes["DOMAIN"].NAME',
    'device.attributes.get("d").model',
    'device.attributes["DOMAIN"].NAME',
  ],
  ['a field without device', 'driver == "d"', 'did you mean device.driver?', 'driver', 'device.driver'],
  ['devices', 'devices.driver == "d"', 'did you mean device?', 'devices', 'device'],
  ['True', 'device.attributes["d"].healthy == True', 'did you mean true?', 'True', 'true'],
  ['self', 'self.driver == "d"', 'self does not exist in selectors: the only variable is device', 'self', 'device'],
  ['object', 'object.spec.driver == "d"', 'object does not exist in selectors: the only variable is device'],
  ['node', 'node.name == "x"', 'node does not exist in selectors: the only variable is device'],
  [
    'node without quotes',
    'device.driver == node',
    'the only variable is device: if node is a string, put it in quotes: "node"',
    'node',
    '"node"',
  ],
  ['nil', 'device.attributes["d"].model != nil', has('nil'), /.*/, 'has(device.attributes["DOMAIN"].NAME)'],
  ['undefined', 'device.driver == undefined', has('undefined')],
  [
    'a text without quotes',
    'device.driver == nvidia',
    'the only variable is device: if nvidia is a string, put it in quotes: "nvidia"',
    'nvidia',
    '"nvidia"',
  ],
  [
    'a domain without quotes',
    'device.driver == gpu.example.com',
    'the only variable is device: if gpu.example.com is a string, put it in quotes: "gpu.example.com"',
    'gpu.example.com',
    '"gpu.example.com"',
  ],
  [
    'a text with hyphens without quotes, once',
    'device.driver == a-b',
    'the only variable is device: if a-b is a string, put it in quotes: "a-b"',
    'a-b',
    '"a-b"',
  ],
  [
    'a name with a hyphen',
    'has(device.attributes["d"].product-name)',
    'has() accepts a field, as in has(device.attributes["DOMAIN"].NAME)',
  ],
  [
    'a name with a hyphen behind a dot',
    '!("x" in [device.attributes["d"].model-name])',
    'put a name with hyphens or a domain in brackets: ["model-name"] instead of .model-name',
  ],
  [
    'a name with a domain behind a dot',
    'device.attributes["d"].d/model == "x"',
    'put a name with hyphens or a domain in brackets: device.attributes["d"]["model"]',
    'device.attributes["d"].d/model',
    'device.attributes["d"]["model"]',
  ],
  [
    'has() of a whole',
    'has(device)',
    'has() accepts a field, as in has(device.attributes["DOMAIN"].NAME)',
    'has(device)',
    'has(device.attributes["DOMAIN"].NAME)',
  ],
];

/** Functions of other languages, in plausible calls, and the intended CEL function. */
const OTHER_LANGUAGES: readonly (readonly [wrong: string, name: string, meant: string])[] = [
  ['device.driver.length() > 3', 'length', 'size'],
  ['device.driver.toLower() == "d"', 'toLower', 'lowerAscii'],
  ['device.driver.toLowerCase() == "d"', 'toLowerCase', 'lowerAscii'],
  ['device.driver.lower() == "d"', 'lower', 'lowerAscii'],
  ['device.driver.toUpper() == "D"', 'toUpper', 'upperAscii'],
  ['device.driver.toUpperCase() == "D"', 'toUpperCase', 'upperAscii'],
  ['device.driver.upper() == "D"', 'upper', 'upperAscii'],
  ['device.driver.substr(0, 1) == "d"', 'substr', 'substring'],
  ['device.driver.hasPrefix("d")', 'hasPrefix', 'startsWith'],
  ['device.driver.hasSuffix("d")', 'hasSuffix', 'endsWith'],
  ['device.attributes["d"].links.some(x, x == "a")', 'some', 'exists'],
  ['device.attributes["d"].links.every(x, x == "a")', 'every', 'all'],
  ['version("1.2.3").major() == 1', 'version', 'semver'],
];

describe('a function of another language', () => {
  for (const [wrong, name, meant] of OTHER_LANGUAGES)
    it(`gets help: ${name}`, () => expectHelp([name, wrong, `did you mean ${meant}()?`, name, meant]));

  it.each([
    ['not(device.driver == "d")', 'write !(...) instead of not'],
    ['device.driver.isEmpty()', 'use .size() == 0 to check whether a value is empty'],
  ])('that CEL writes otherwise gets help: %s', (wrong, help) => {
    expect(errorOf(wrong).help).toEqual([help]);
  });
});

it.each(['nodeName', 'nodeSelector', 'pool', 'taints'])(
  'a field of devices and slices that selectors do not get is reported: %s',
  (field) => {
    expect(errorOf(`device.${field} == "a"`).help).toEqual([`a selector cannot read the ${field} of a device: ${FIELDS}`]);
  },
);

it.each(['request.name', 'params.name', 'variables.name', 'pod.name', 'claim.name', 'pool.name'])(
  'a variable of CEL elsewhere, or an object that reads like one, is reported: %s',
  (read) => {
    const [name] = read.split('.');
    expect(errorOf(`${read} == "a"`).help).toEqual([`${name} does not exist in selectors: the only variable is device`]);
  },
);

it.each(['None', 'NULL'])('a value of other languages for nothing is reported: %s', (name) => {
  expect(errorOf(`device.driver == ${name}`).help).toEqual([has(name)]);
});

describe('a name that is unknown', () => {
  for (const mistake of MISTAKES) it(`gets help about ${mistake[0]}`, () => expectHelp(mistake));

  it('receives no help where none comes to mind', () => {
    expect(errorOf('qqqqqqqq(1)').help).toEqual([]);
  });
});

describe('names of what any object of JavaScript has', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'isPrototypeOf', '__defineGetter__'];

  it.each(NAMES)('are unknown as variable, field, function and macro: %s', (name) => {
    for (const expression of [
      ...[`${name} == 1`, `device.${name} == 1`, `${name}(1) == 1`, `device.driver.${name}() == 1`, `[1].${name}(x, true)`],
      ...[`cel.${name}(x, 1, true)`, `format.${name}().hasValue()`, `${name}{} == 1`, `optional.${name}(1).hasValue()`, `net.${name} == 1`],
    ]) {
      expect(errorOf(expression).plainMessage).toMatch(/undeclared reference to|undefined field/);
    }
  });

  it.each(NAMES)('are names as any others where names are free: %s', (name) => {
    const device = { driver: 'd', attributes: new Map([[name, { int: 1n }]]), capacity: new Map(), allowMultipleAllocations: false };
    const evaluate = (expression: string): unknown => compileSelector(expression).trial(device).matches;
    expect(evaluate(`device.attributes["d"].${name} == 1`)).toBe(true);
    expect(
      evaluate(`"${name}" in device.attributes["d"] && !("${name}" in device.attributes) && !("${name}" in device.capacity["d"])`),
    ).toBe(true);
    expect(evaluate(`has(device.attributes["d"].${name}) && !has(device.attributes["${name}"].x)`)).toBe(true);
    expect(evaluate(`{"${name}": 1}.${name} == 1 && !("${name}" in {"a": 1}) && {"${name}": 1} == {"${name}": 1}`)).toBe(true);
    expect(evaluate(`cel.bind(${name}, 1, ${name} == 1) && [1].all(${name}, ${name} == 1) && [2].all(i, ${name}, ${name} == 2)`)).toBe(
      true,
    );
    expect(evaluate(`!format.named("${name}").hasValue() && ["${name}"].distinct() == ["${name}"]`)).toBe(true);
  });

  it.each(NAMES)('have no value where there is none: %s', (name) => {
    const device = { driver: 'd', attributes: new Map(), capacity: new Map(), allowMultipleAllocations: false };
    expect(compileSelector(`device.attributes["d"].${name} == 1`).trial(device).error?.message).toContain(`no such key: ${name}`);
    expect(compileSelector(`{"a": 1}.${name} == 1`).trial(device).error?.message).toContain(`no such key: ${name}`);
    expect(compileSelector(`!device.attributes["${name}"].?${name}.hasValue()`).trial(device).matches).toBe(true);
  });
});
