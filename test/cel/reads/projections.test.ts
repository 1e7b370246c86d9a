import { expect, it } from 'vitest';
import { projectionsOf } from '../../../src/cel/reads/projections.js';
import type { Reads } from '../../../src/cel/reads/reads.js';
import { type DeviceData, toDevice } from '../vector-devices.js';

const NONE: Reads = { attributes: new Map(), capacity: new Map(), attributeDomains: new Set(), capacityDomains: new Set() };
const K: Reads = { ...NONE, attributes: new Map([['d.example.com', new Set(['k'])]]) };
const DEVICE = { driver: 'd.example.com', attributes: {}, capacity: {} };

function keysOf(reads: Partial<Reads>): readonly string[] | undefined {
  return projectionsOf({ ...NONE, ...reads })?.map(({ key }) => key);
}

/** Returns the signatures of a device in each projection. */
function signatures(reads: Reads, data: object): readonly (string | undefined)[] {
  const device = toDevice({ ...DEVICE, ...data } as DeviceData);
  return (projectionsOf(reads) ?? []).map((projection) => projection.of(device));
}

it('the device itself counts whatever is read, and all that is read can be too much', () => {
  expect(keysOf({})).toHaveLength(1);
  expect(keysOf({ attributes: 'all' })).toBeUndefined();
  expect(keysOf({ capacity: 'all' })).toBeUndefined();
});

it('each attribute, capacity and domain is a projection with a key of its own', () => {
  const keys = keysOf({
    attributes: new Map<string, 'all' | ReadonlySet<string>>([
      ['a', new Set(['x', 'y'])],
      ['ax', 'all'],
    ]),
    capacity: new Map([['a', new Set(['x'])]]),
    attributeDomains: new Set(['a']),
    capacityDomains: new Set(['a']),
  });
  expect(keys).toHaveLength(7);
  expect(new Set(keys).size).toBe(7);
  // Keys distinguish domains and names whose concatenations are equal.
  expect(keysOf({ attributes: new Map([['ab', new Set(['c'])]]) })).not.toEqual(keysOf({ attributes: new Map([['a', new Set(['bc'])]]) }));
});

it('devices have the same signature where what is read is the same', () => {
  const one = signatures(K, { attributes: { k: { int: 1 }, other: { int: 1 } } });
  expect(signatures(K, { attributes: { k: { int: 1 }, other: { int: 2 } } })).toEqual(one);
  expect(signatures(K, { attributes: { k: { int: 2 } } })).not.toEqual(one);
  expect(signatures(K, { attributes: { k: { string: '1' } } })).not.toEqual(one);
  expect(signatures(K, {})).not.toEqual(one);
  expect(signatures(K, { driver: 'e.example.com', attributes: { k: { int: 1 } } })).not.toEqual(one);
});
