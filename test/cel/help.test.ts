import { describe, expect, it } from 'vitest';
import { CelCompileError, compileSelector, type Environment, resolveEnvironment } from '../../src/cel/engine.js';

function errorOf(expression: string, environment?: Environment): CelCompileError {
  try {
    compileSelector(expression, environment);
  } catch (error) {
    if (error instanceof CelCompileError) return error;
  }
  throw new Error(`${expression} compiles`);
}

describe('a selector that does not compile', () => {
  it.each([
    ['a field that is spelt nearly so', 'device.attribute["d"].x == 1', 'did you mean device.attributes?'],
    [
      'the name of a device',
      'device.name == "gpu-0"',
      'a selector cannot see the name of a device; device has driver, attributes, capacity, allowMultipleAllocations',
    ],
    [
      'a field that is an attribute',
      'device.model == "H100"',
      'device has driver, attributes, capacity, allowMultipleAllocations; an attribute is device.attributes["DOMAIN"].NAME',
    ],
    ['a function that is spelt nearly so', 'device.driver.startswith("gpu")', 'did you mean startsWith()?'],
    ['include, which is how a proposal called it', 'device.attributes["d"].l.include("a")', 'did you mean includes()?'],
    ['a function of another language', 'len(device.driver) > 3', 'did you mean size()?'],
    ['any, which is exists here', 'device.attributes["d"].l.any(1)', 'did you mean exists()?'],
    ['a field without device', 'driver == "d"', 'did you mean device.driver?'],
    ['devices', 'devices.driver == "d"', 'did you mean device?'],
    ['a text without quotes', 'device.driver == nvidia', 'the only variable is device; if nvidia is a text, put it in quotes: "nvidia"'],
    [
      'a domain without quotes',
      'device.driver == gpu.example.com',
      'the only variable is device; if gpu.example.com is a text, put it in quotes: "gpu.example.com"',
    ],
    [
      'a text with hyphens without quotes, once',
      'device.driver == a-b',
      'the only variable is device; if a-b is a text, put it in quotes: "a-b"',
    ],
    [
      'an attribute without domain',
      'device.attributes.model == "H100"',
      'attributes are grouped by domain, which comes first: device.attributes["DOMAIN"].NAME',
    ],
    [
      'a capacity without domain',
      'device.capacity.memory.isGreaterThan(quantity("1Gi"))',
      'capacities are grouped by domain, which comes first: device.capacity["DOMAIN"].NAME',
    ],
    [
      'a quantity compared with a number',
      'device.capacity["d"].memory >= 8',
      'quantities are compared with compareTo, such as .compareTo(quantity("8Gi")) >= 0',
    ],
    [
      'a quantity that shall equal a text',
      'device.capacity["d"].memory == "8Gi"',
      'compare a quantity with a quantity, such as quantity("8Gi")',
    ],
    ['a version that shall equal a text', 'semver("1.2.3") == "1.2.3"', 'compare a version with a version, such as semver("1.2.3")'],
    [
      'versions with an operator',
      'semver("1.2.3") < semver("1.2.4")',
      'versions are compared with compareTo, such as .compareTo(semver("1.2.3")) >= 0',
    ],
    ['numbers of two types', 'size(device.driver) == 1.0', 'convert one of the numbers: double(...) gives a double'],
    [
      'a number in quotes',
      'size(device.driver) == "1"',
      'one is text, the other int: leave the quotes out, or convert with int(...) or string(...)',
    ],
    [
      'a capacity compared with a text by a method',
      'device.capacity["d"].memory.isGreaterThan("40Gi")',
      'isGreaterThan takes a quantity, not a text: .isGreaterThan(quantity("40Gi"))',
    ],
    [
      'a version compared with a text by a method',
      'semver("1.2.3").isLessThan( \'1.3.0\' )',
      "isLessThan takes a version, not a text: .isLessThan(semver('1.3.0'))",
    ],
    [
      'an attribute compared with a text by a method',
      'device.attributes["d"].version.compareTo("1.3.0") > 0',
      'compareTo takes no text: for a version it is .compareTo(semver("1.3.0"))',
    ],
    [
      'a text compared with a method that is too long to repeat',
      `device.capacity["d"].memory.isGreaterThan("${'1'.repeat(70)}")`,
      'isGreaterThan takes a quantity, not a text: .isGreaterThan(quantity("8Gi"))',
    ],
    [
      'a quantity of a quantity',
      'quantity(device.capacity["d"].memory).isInteger()',
      'a capacity is a quantity already: leave quantity() out',
    ],
    ['a version of a version', 'semver(semver("1.2.3")).major() == 1', 'this is a version already: leave the outer semver() out'],
    [
      'a name with a hyphen',
      'device.attributes["d"].product-name == "x"',
      'a name with hyphens or a domain goes in brackets: ["product-name"] instead of .product-name',
    ],
    [
      'a name with a domain behind a dot',
      'device.attributes["d"].example.com/root == "x"',
      'a name with hyphens or a domain goes in brackets: device.attributes["example.com"]["root"]',
    ],
    [
      'the name of an attribute in its domain',
      'device.attributes["d.example.com/model"] == "x"',
      'no domain has a slash: this is device.attributes["d.example.com"]["model"]',
    ],
    [
      'the name of a capacity in its domain, behind the operator',
      'quantity("1") == device.capacity["d/memory"]',
      'no domain has a slash: this is device.capacity["d"]["memory"]',
    ],
    ['=~', 'device.driver =~ "gpu.*"', 'a text is matched with .matches("gpu.*")'],
    ['=~ of something else', 'device.driver =~ 1', 'a text is matched with .matches("...")'],
    ['one equals sign', 'device.driver = "d"', 'two values are compared with =='],
    ['one ampersand', 'true & true', 'conditions are joined with && or ||'],
    ['and', 'true and true', 'and is written &&'],
    ['has() of something else', 'has(device)', 'has() takes a field, such as has(device.attributes["DOMAIN"].NAME)'],
    ['a text instead of a condition', 'device.driver', 'a selector is a condition: compare the text with something, such as == "..."'],
    ['a number instead of a condition', 'size(device.driver)', 'a selector is a condition, such as a comparison'],
  ])('gets help about %s', (_what, expression, help) => {
    expect(errorOf(expression).help).toEqual([help]);
  });

  it('says the words of the reference first, and then the help', () => {
    const error = errorOf('device.attribute["d"].x == 1');
    expect(error.plainMessage).toBe(
      'compilation failed: ERROR: <input>:1:7: undefined field \'attribute\'\n | device.attribute["d"].x == 1\n | ......^',
    );
    expect(error.message).toBe(`${error.plainMessage}\nhelp: did you mean device.attributes?`);
    expect([error.line, error.column]).toEqual([1, 7]);
  });

  it('gets no help where none comes to mind', () => {
    expect(errorOf('1 + true == 2').help).toEqual([]);
    expect(errorOf('qqqqqqqq(1)').help).toEqual([]);
  });

  it('gets at most three sentences', () => {
    expect(errorOf('aaaa == 1 || bbbb == 1 || cccc == 1 || dddd == 1').help).toHaveLength(3);
  });
});

describe('what a release does not take in new selectors', () => {
  it.each([
    ['1.34', '[1].reverse() == [1]', 'reverse is taken in new selectors from Kubernetes 1.35 on'],
    ['1.32', '[1].transformList(i, v, v) == [1]', 'transformList is taken in new selectors from Kubernetes 1.33 on'],
    ['1.37', 'device.attributes["d"].l.includes(1)', 'includes needs the feature gate DRAListTypeAttributes'],
    ['1.34', 'device.allowMultipleAllocations', 'device.allowMultipleAllocations needs the feature gate DRAConsumableCapacity'],
    ['1.37', 'device.attributes["d"].l.exists(x, x == 1)', 'attributes that are lists need the feature gate DRAListTypeAttributes'],
  ])('is told for %s: %s', (kubernetesVersion, expression, help) => {
    expect(errorOf(expression, resolveEnvironment({ environment: 'new', kubernetesVersion })).help).toContain(help);
  });
});

it('says of a macro that a release does not have nothing but that, whatever becomes of its variables', () => {
  const old = resolveEnvironment({ environment: 'new', kubernetesVersion: '1.32' });
  expect(errorOf('device.attributes.all(k, v, k == "x")', old).help).toEqual(['all is taken in new selectors from Kubernetes 1.33 on']);
});

it('takes no time for hostile names', () => {
  const started = performance.now();
  errorOf(`${'a'.repeat(9_000)}(1)`);
  errorOf(`device.driver == ${'a-'.repeat(4_000)}b`);
  expect(performance.now() - started).toBeLessThan(500);
});
