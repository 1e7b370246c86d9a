import { expect, it } from 'vitest';
import { deviceIn, deviceKey, deviceName, devicesOf, listDevices, listedKeyOf, type Pool } from '../../../src/allocator/pools/pool.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceSlice, type ResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { devices, slice } from '../../support/objects.js';

function decoded(name: string, count: number, pool = 'p'): ResourceSlice {
  return decodeResourceSlice(slice(name, devices(count), { pool: { name: pool } }) as Json, new DecodeContext(['slice']));
}

const poolOf = (...slices: readonly ResourceSlice[]): Pool => ({
  driver: 'd.example.com',
  name: 'p',
  slices,
  otherSlices: [],
  counterSets: new Map(),
});

it('keys distinguish devices whose names read alike', () => {
  expect(deviceKey('d', 'a/b', 'c')).not.toBe(deviceKey('d', 'a', 'b/c'));
  expect(deviceKey('d', 'p', 'x')).toBe(deviceKey('d', 'p', 'x'));
});

it('devices come pool by pool and slice by slice, with their names for messages', () => {
  const list = inOneGo(devicesOf([poolOf(decoded('a', 2), decoded('b', 1)), poolOf(decoded('c', 1, 'q/r'))], UNLIMITED));
  expect(list.map(deviceName)).toEqual(['d.example.com/p/d0', 'd.example.com/p/d1', 'd.example.com/p/d0', 'd.example.com/q/r/d0']);
  expect(list.map(({ key }) => key)).toEqual([
    deviceKey('d.example.com', 'p', 'd0'),
    deviceKey('d.example.com', 'p', 'd1'),
    deviceKey('d.example.com', 'p', 'd0'),
    deviceKey('d.example.com', 'q/r', 'd0'),
  ]);
});

it('devices of a slice are the same objects each time, and not those of a copy', () => {
  const one = decoded('a', 2);
  expect(listDevices(one)).toBe(listDevices(one));
  const copy = { ...one, spec: { ...one.spec, devices: one.spec.devices.slice(1) } };
  expect(listDevices(copy).map(({ device }) => device.name)).toEqual(['d1']);
  expect(Object.keys(one)).toEqual(Object.keys(decoded('a', 2)));
});

it('a device is found by its name; its key is known once the slice was listed', () => {
  const one = decoded('a', 2);
  expect(listedKeyOf(one, 'd1')).toBeUndefined();
  expect(deviceIn(one, 'd1')?.device).toBe(one.spec.devices[1]);
  expect(listedKeyOf(one, 'd1')).toBe(deviceKey('d.example.com', 'p', 'd1'));
  expect([deviceIn(one, 'd2'), listedKeyOf(one, 'd2')]).toEqual([undefined, undefined]);
});
