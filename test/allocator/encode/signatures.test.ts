import { expect, test } from 'vitest';
import { capacityText } from '../../../src/allocator/encode/signatures.js';
import { listDevices } from '../../../src/allocator/pools/pool.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import type { Json } from '../../../src/core/base/json.js';

function textOf(capacity: Json): string {
  const slice = { spec: { driver: 'd', pool: { name: 'p' }, allNodes: true, devices: [{ name: 'x', capacity }] } };
  const [device] = listDevices(decodeResourceSlice(slice, new DecodeContext()));
  return capacityText(device as NonNullable<typeof device>);
}

const policy = (requestPolicy: Json): Json => ({ m: { value: '8', requestPolicy } });

test('capacities that arithmetic could treat differently have different texts', () => {
  const capacities: Json[] = [
    {},
    { m: { value: '8' } },
    { m: { value: '8000m' } },
    { m: { value: '8.5Gi' } },
    { m: { value: '9126805504' } },
    { n: { value: '8' } },
    { m: { value: '8' }, n: { value: '8' } },
    { 'm8e0 DecimalSI 8;1:n': { value: '8' } },
    { 'm,8': { value: '8' } },
    policy({}),
    policy({ default: '1' }),
    policy({ default: '1000m' }),
    policy({ validValues: [] }),
    policy({ validValues: ['1'] }),
    policy({ validValues: ['1', '2'] }),
    policy({ default: '1', validValues: ['2'] }),
    policy({ validRange: {} }),
    policy({ validRange: { min: '1' } }),
    policy({ validRange: { max: '1' } }),
    policy({ validRange: { step: '1' } }),
    policy({ validRange: { min: '1', max: '2', step: '1' } }),
    policy({ validRange: { min: '1' }, validValues: ['2'] }),
  ];
  expect(new Set(capacities.map(textOf)).size).toBe(capacities.length);
  expect(capacities.map(textOf)).toEqual(structuredClone(capacities).map(textOf));
});
