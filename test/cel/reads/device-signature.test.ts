import { describe, expect, it } from 'vitest';
import { type CelDevice, compileSelector } from '../../../src/cel/engine.js';
import { deviceSignature } from '../../../src/cel/reads/device-signature.js';
import type { DeviceAttribute } from '../../../src/core/api/resource-slice.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';

function device(attributes: Readonly<Record<string, DeviceAttribute>>, more: Partial<CelDevice> = {}): CelDevice {
  return { driver: 'd', attributes: new Map(Object.entries(attributes)), capacity: new Map(), ...more };
}

function alike(expression: string, a: CelDevice, b: CelDevice): boolean {
  const textOf = deviceSignature(compileSelector(expression).reads);
  return textOf(a) === textOf(b);
}

const ONE = 'device.attributes["d"].x == 1';
const ALL = 'device.attributes.all(d, true)';

describe('two devices are equal to a selector', () => {
  it.each([
    ['when they differ in what it does not read', ONE, device({ x: { int: 1n } }), device({ x: { int: 1n }, y: { int: 2n } }), true],
    ['whether the domain is written or is the driver’s', ONE, device({ x: { int: 1n } }), device({ 'd/x': { int: 1n } }), true],
    ['when what it reads is missing in both', ONE, device({}), device({ 'e/x': { int: 1n } }), true],
  ])('%s', (_what, expression, a, b, expected) => {
    expect(alike(expression, a, b)).toBe(expected);
  });
});

describe('two devices are not alike to a selector', () => {
  it.each([
    ['when a value differs', ONE, device({ x: { int: 1n } }), device({ x: { int: 2n } })],
    ['when a type differs', ONE, device({ x: { string: '1' } }), device({ x: { version: '1.0.0' } })],
    ['when one has the value in a list', ONE, device({ x: { ints: [1n] } }), device({ x: { int: 1n } })],
    ['when a list is cut otherwise', ONE, device({ x: { strings: ['a', 'b'] } }), device({ x: { strings: ['a1:b'] } })],
    ['when one has no value', ONE, device({ x: { int: 1n } }), device({})],
    ['when the driver differs', ONE, device({ 'd/x': { int: 1n } }), device({ 'd/x': { int: 1n } }, { driver: 'e' })],
    ['when only one can be shared', ONE, device({}), device({}, { allowMultipleAllocations: true })],
    ['when one does not convert', ONE, device({}), device({ y: { version: 'x' } })],
    ['when errors differ', ONE, device({ z: { version: 'x' } }), device({ y: { version: 'x' } })],
    [
      'when the order of what it walks over differs',
      ALL,
      device({ x: { int: 1n }, y: { int: 1n } }),
      device({ y: { int: 1n }, x: { int: 1n } }),
    ],
    [
      'when what one has in two values the other has in the second',
      'type(device.attributes["d"].x) == string && type(device.attributes["d"].y) == int',
      device({ x: { string: 'a', int: 1n }, y: { bool: true } }),
      device({ x: { string: 'a' }, y: { int: 1n, bool: true } }),
    ],
    ['when a domain is there or not', '"e" in device.attributes', device({ 'e/x': { int: 1n } }), device({})],
  ])('%s', (_what, expression, a, b) => {
    expect(alike(expression, a, b)).toBe(false);
  });
});

it('has no text for what is too long', () => {
  const textOf = deviceSignature(compileSelector(ONE).reads);
  expect(textOf(device({ x: { string: 'x'.repeat(3_000) } }))).toBeUndefined();
});

it('reads capacities by their value', () => {
  const textOf = deviceSignature(compileSelector('device.capacity["d"].m.isInteger()').reads);
  const withMemory = (value: string): CelDevice => device({}, { capacity: new Map([['m', { value: parseQuantity(value) }]]) });
  expect(textOf(withMemory('1Gi'))).toBe(textOf(withMemory('1Gi')));
  expect(textOf(withMemory('1Gi'))).not.toBe(textOf(withMemory('2Gi')));
});
