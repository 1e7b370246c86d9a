import { describe, expect, it } from 'vitest';
import { CelCompileError, CelRuntimeError, compileSelector } from '../../src/cel/index.js';
import { AllocationError } from '../../src/core/base/errors.js';

const DRIVER = 'gpu.example.com';
const device = { attributes: { model: { string: 'H100' }, cores: { int: 12 } }, capacity: { memory: { value: '80Gi' } } };

describe('compileSelector', () => {
  it('reports whether a device matches', () => {
    const selector = compileSelector('device.attributes["gpu.example.com"].model == "H100"');
    expect(selector.evaluate(device, DRIVER)).toBe(true);
    expect(selector.evaluate({ attributes: { model: { string: 'L4' } } }, DRIVER)).toBe(false);
  });

  it('reports what a selector costs at worst, and what it did cost', () => {
    const selector = compileSelector('device.attributes["d"].s == "x"');
    expect(selector.maxCost).toBe(5n);
    expect(selector.trial({ attributes: { s: { string: 'x' } } }, 'd')).toEqual({ value: true, cost: 5, read: ['d/s'] });
  });

  it('reads and estimates as the cel-go of the release', () => {
    const escaped = 'device.`driver` == "d"';
    expect(compileSelector(escaped, { kubernetesVersion: '1.37' }).evaluate({}, 'd')).toBe(true);
    for (const environment of ['stored', 'new'] as const)
      expect(() => compileSelector(escaped, { environment, kubernetesVersion: '1.36' })).toThrow("unsupported syntax: '`'");
    const costs = ['1.36', '1.37'].map((kubernetesVersion) => compileSelector('[1].includes(1)', { kubernetesVersion }).maxCost);
    expect(costs).toEqual([58n, 11n]);
  });

  it('reports what was looked up, attributes before capacities', () => {
    const selector = compileSelector(
      'device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("1Gi")) && device.attributes["gpu.example.com"].cores > 10',
    );
    expect(selector.trial(device, DRIVER).read).toEqual(['gpu.example.com/cores', 'gpu.example.com/memory']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('takes the name %s as any other', (name) => {
    const json = JSON.parse(
      `{"attributes": {"${name}": {"int": 1}, "e.com/${name}": {"bool": true}}, "capacity": {"${name}": {"value": "1"}}}`,
    );
    const selector = compileSelector(
      `device.attributes["d"].${name} == 1 && device.attributes["e.com"].${name} && device.capacity["d"].${name}.isInteger()`,
    );
    expect(selector.trial(json, 'd')).toMatchObject({ value: true, read: [`d/${name}`, `e.com/${name}`] });
    expect(selector.trial({}, 'd').error).toContain(`no such key: ${name}`);
    expect(selector.trial({ attributes: {} }, name).error).toContain(`no such key: ${name}`);
  });

  it('reports an error with its hint, and what it cost until then', () => {
    const selector = compileSelector('device.attributes["d"].x == 1');
    const trial = selector.trial({}, 'd');
    expect(trial.error).toMatch(/^no such key: x\. consider using CEL optional chaining/);
    expect(trial).not.toHaveProperty('value');
    expect(trial.cost).toBe(5);
    expect(() => selector.evaluate({}, 'd')).toThrow(CelRuntimeError);
  });

  it('distinguishes a limit of ours from those of Kubernetes', () => {
    const own = compileSelector('lists.range(20000).all(i, !"a".matches("b" + string(i)))');
    expect(own.trial({}, 'd')).toMatchObject({ isOwnLimit: true });
    const reference = compileSelector('lists.range(1000).map(x, lists.range(1000)).size() > 0');
    expect(reference.trial({}, 'd')).not.toHaveProperty('isOwnLimit');
  });

  it('tells of a device that does not convert, whatever is read', () => {
    const trial = compileSelector('true').trial({ attributes: { v: { version: 'x' } } }, 'd');
    expect(trial).toEqual({ error: 'attribute v: parse semantic version: No Major.Minor.Patch elements found', cost: 0, read: [] });
  });

  it('takes devices of every served version', () => {
    const selector = compileSelector('device.capacity["d"].memory.compareTo(quantity("1Gi")) == 0 && device.attributes["d"].x');
    const attributes = { x: { bool: true } };
    expect(selector.evaluate({ attributes, capacity: { memory: { value: '1Gi' } } }, 'd')).toBe(true);
    expect(selector.evaluate({ basic: { attributes, capacity: { memory: { value: '1Gi' } } } }, 'd')).toBe(true);
    expect(selector.evaluate({ basic: { attributes, capacity: { memory: '1Gi' } } }, 'd')).toBe(true);
    const whole = { name: 'gpu-0', attributes, capacity: { memory: { value: '1Gi' } }, taints: [] };
    expect(selector.evaluate(whole, 'd')).toBe(true);
  });

  it('does not change or keep the device', () => {
    const selector = compileSelector('device.attributes["d"].x == 1');
    const changing = { attributes: { x: { int: 1 } } };
    expect(selector.evaluate(changing, 'd')).toBe(true);
    changing.attributes.x.int = 2;
    expect(selector.evaluate(changing, 'd')).toBe(false);
    const frozen = Object.freeze({ attributes: Object.freeze({ x: Object.freeze({ int: 1 }) }) });
    expect(selector.evaluate(frozen, 'd')).toBe(true);
  });

  it('takes integers of 64 bits as bigint', () => {
    expect(
      compileSelector('device.attributes["d"].x == 9223372036854775807').evaluate({ attributes: { x: { int: 2n ** 63n - 1n } } }, 'd'),
    ).toBe(true);
  });

  it('has the environment of allocation unless it is reported otherwise', () => {
    expect(compileSelector('device.attributes["d"].l.includes(1)').maxCost).toBe(68n);
    expect(() => compileSelector('device.attributes["d"].l.includes(1)', { environment: 'new', kubernetesVersion: '1.37' })).toThrow(
      CelCompileError,
    );
  });

  it('throws line and column of what does not compile', () => {
    let error: unknown;
    try {
      compileSelector('true &&\n  device.drive == "x"');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'CelCompileError', line: 2, column: 9, help: ['did you mean device.driver?'] });
  });

  it.each([
    ['an option that does not exist', 'true', { enviroment: 'new' }, 'enviroment: unknown, did you mean environment?'],
    [
      'an environment that does not exist',
      'true',
      { environment: 'old' },
      'environment: expected one of stored, new, found the string "old"',
    ],
    ['a version that does not exist', 'true', { kubernetesVersion: '1.1' }, 'unknown Kubernetes version "1.1"'],
    ['a gate that does not exist', 'true', { featureGates: { DRAx: true } }, 'unrecognized feature gate'],
    ['what is no text', 1, {}, 'compileSelector(expression): expected a string, found the number 1'],
  ])('refuses %s', (_what, expression, options, message) => {
    const compile = (): unknown => compileSelector(expression as string, options as object);
    expect(compile).toThrow(AllocationError);
    expect(compile).toThrow(message);
  });

  it.each([
    ['an attribute without type', { attributes: { x: 1 } }, 'd', 'attributes.x: expected an object with the type of the value'],
    ['an unknown field', { attribute: {} }, 'd', 'attribute: unknown field, did you mean'],
    ['a list', [], 'd', 'expected an object, found a list'],
    ['a driver that is no text', {}, 1, 'evaluate(driver): expected a string, found the number 1'],
  ])('refuses a device with %s', (_what, json, driver, message) => {
    expect(() => compileSelector('true').evaluate(json as object, driver as string)).toThrow(message);
  });

  it('treats names of prototypes as data', () => {
    const attributes = JSON.parse('{"__proto__": {"int": 1}, "constructor": {"int": 2}}');
    const selector = compileSelector('device.attributes["d"]["__proto__"] == 1 && device.attributes["d"]["constructor"] == 2');
    expect(selector.evaluate({ attributes }, 'd')).toBe(true);
    expect(() => compileSelector('device.attributes["d"]["toString"] == 1').evaluate({}, 'd')).toThrow('no such key: toString');
  });
});
