import { describe, expect, it } from 'vitest';
import { type CelDevice, CelRuntimeError, compileSelector } from '../../../src/cel/engine.js';
import type { DeviceAttribute } from '../../../src/core/api/resource-slice.js';

function deviceWith(attributes: Readonly<Record<string, DeviceAttribute>>, driver = 'd.example'): CelDevice {
  return { driver, attributes: new Map(Object.entries(attributes)), capacity: new Map() };
}

function outcome(expression: string, device: CelDevice): string {
  try {
    return String(compileSelector(expression).evaluate(device));
  } catch (error) {
    if (error instanceof CelRuntimeError) return error.message;
    throw error;
  }
}

describe('the attributes of a device', () => {
  it('belong to the domain of the driver unless they name one', () => {
    const device = deviceWith({ model: { string: 'a' }, 'other.example/model': { string: 'b' } });
    expect(outcome("device.attributes['d.example'].model == 'a' && device.attributes['other.example'].model == 'b'", device)).toBe('true');
  });

  it('count with the domain where a name is there with and without it', () => {
    const both = { 'd.example/model': { string: 'qualified' }, model: { string: 'bare' } };
    expect(outcome("device.attributes['d.example'].model == 'qualified'", deviceWith(both))).toBe('true');
    const swapped = { model: { string: 'bare' }, 'd.example/model': { string: 'qualified' } };
    expect(outcome("device.attributes['d.example'].model == 'qualified'", deviceWith(swapped))).toBe('true');
  });

  it('move with the driver when the same map is used for two drivers', () => {
    const device = deviceWith({ model: { string: 'a' } });
    expect(outcome("device.attributes['d.example'].model == 'a'", device)).toBe('true');
    expect(outcome("device.attributes['e.example'].model == 'a'", { ...device, driver: 'e.example' })).toBe('true');
    expect(outcome("device.attributes['d.example'].model == 'a'", device)).toBe('true');
  });

  it.each<[DeviceAttribute, string]>([
    [{ ints: [1n], string: 'x' }, 'x == [1]'],
    [{ bools: [true], int: 1n }, 'x == [true]'],
    [{ strings: ['a'], bool: true }, "x == ['a']"],
    [{ versions: ['1.0.0'], version: '2.0.0' }, "x[0] == semver('1.0.0')"],
    [{ int: 1n, bool: true, string: 'x', version: '1.0.0' }, 'x == 1'],
    [{ bool: true, string: 'x', version: '1.0.0' }, 'x == true'],
    [{ string: 'x', version: '1.0.0' }, "x == 'x'"],
    [{ version: '1.0.0' }, "x == semver('1.0.0')"],
    [{ int: 2n ** 63n - 1n }, 'x == 9223372036854775807'],
    [{ strings: [] }, 'x == []'],
  ])('take the first of several values: %o', (attribute, expression) => {
    expect(outcome(`cel.bind(x, device.attributes['d.example'].x, ${expression})`, deviceWith({ x: attribute }))).toBe('true');
  });

  it.each<[DeviceAttribute, string]>([
    [{}, 'unsupported attribute value'],
    [{ version: 'v1.2.3' }, 'parse semantic version: Invalid character(s) found in major number "v1"'],
    [{ version: '1.2' }, 'parse semantic version: No Major.Minor.Patch elements found'],
    [{ versions: ['1.2.3', ''] }, 'parse semantic version: Version string empty'],
    [{ int: 2n ** 63n }, 'integer overflow'],
  ])('fail every evaluation when one has no value: %o', (attribute, reason) => {
    const device = deviceWith({ good: { int: 1n }, broken: attribute });
    expect(outcome('true', device)).toBe(`attribute broken: ${reason}`);
    expect(outcome("device.attributes['d.example'].good == 1", device)).toBe(`attribute broken: ${reason}`);
  });
});

describe('allowMultipleAllocations', () => {
  it('is false where the device does not say', () => {
    expect(outcome('device.allowMultipleAllocations', deviceWith({}))).toBe('false');
    expect(outcome('device.allowMultipleAllocations', { ...deviceWith({}), allowMultipleAllocations: true })).toBe('true');
  });
});
