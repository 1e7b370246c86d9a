import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import { tryDevices } from '../../../src/cel/help/trials.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceSlice, type ResourceSlice } from '../../../src/core/api/resource-slice.js';
import type { Json } from '../../../src/core/base/json.js';

function slice(pool: string, generation: number, devices: readonly Json[], driver = 'd'): ResourceSlice {
  const spec = { driver, nodeName: 'n', pool: { name: pool, generation, resourceSliceCount: 1 }, devices };
  return decodeResourceSlice({ metadata: { name: `${pool}-${generation}` }, spec }, new DecodeContext());
}

describe('tryDevices', () => {
  it('tries every device in the order of the input, and finds the values of what was read', () => {
    const selector = compileSelector('device.attributes["d"].x == 1 || device.capacity["e"].m.isInteger()');
    const devices = [
      { name: 'a', attributes: { x: { int: 1 } } },
      { name: 'b', attributes: { 'd/x': { int: 2 } }, capacity: { 'e/m': { value: '1' } } },
      { name: 'c' },
    ];
    const trials = tryDevices(selector, [slice('p', 1, devices)]);
    expect(trials.map(({ device, matches, error }) => [device, matches ?? error?.split('.')[0]])).toEqual([
      ['a', true],
      ['b', true],
      ['c', 'no such key: x'],
    ]);
    expect(trials[1]?.read).toEqual([
      { kind: 'attribute', name: 'd/x', shortName: 'x', value: { int: 2n } },
      { kind: 'capacity', name: 'e/m', shortName: 'e/m', value: '1' },
    ]);
    expect(trials[2]?.read).toEqual([
      { kind: 'attribute', name: 'd/x', shortName: 'x' },
      { kind: 'capacity', name: 'e/m', shortName: 'e/m' },
    ]);
  });
});
