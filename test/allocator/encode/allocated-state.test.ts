// Tests devices that are allocated already, as the scheduler gathers them (allocateddevices.go of
// Kubernetes 1.37.1): as input of allocator.allocate, and as objects of a cluster.

import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../../src/core/base/errors.js';
import { type AllocatedInput, type Allocator, createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, devices, node, request, selectors, slice } from '../../support/objects.js';

const allocator = await createAllocator();
const withoutCapacity = await createAllocator({ featureGates: { DRAConsumableCapacity: false } });

const at = (name: string, more: object = {}): object => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: name, ...more });
const shareID = (number: number): string => `b7f5c4ee-0000-4000-8000-${String(number).padStart(12, '0')}`;
const share = (name: string, number: number, m?: string): object =>
  at(name, { shareID: shareID(number), ...(m === undefined ? {} : { consumedCapacity: { m } }) });

/** A claim that holds the devices in the results. */
function holder(name: string, results: readonly object[], metadata: object = {}): object {
  const json = claim(name, [request('r')]);
  return { ...json, metadata: { ...json.metadata, ...metadata }, status: { allocation: { devices: { results } } } };
}

const shareable = (name: string, value = '10'): object => device(name, {}, { allowMultipleAllocations: true, capacity: { m: { value } } });
const sharing = (m: string): object => claim('c', [request('r', { capacity: { requests: { m } } })]);
const one = claim('c', [request('r')]);

/** A pool with a counter set of four, and devices that consume these amounts of it. */
function partitions(amounts: Readonly<Record<string, string>>, more: object = {}): object[] {
  const pool = { resourceSliceCount: 2 };
  const list = Object.entries(amounts).map(([name, value]) =>
    device(name, {}, { consumesCounters: [{ counterSet: 'set', counters: { c: { value } } }], ...more }),
  );
  return [slice('counters', [], { pool, sharedCounters: [{ name: 'set', counters: { c: { value: '4' } } }] }), slice('s', list, { pool })];
}

interface Case {
  readonly slices: readonly object[];
  readonly held: readonly object[];
  readonly asked?: object;
  readonly by?: Allocator;
}

/** Returns the devices that are allocated to the claim while others are held. The allocator and the cluster must agree. */
function answer({ slices, held, asked = one, by = allocator }: Case): string {
  const cluster = by.cluster();
  cluster.apply([node('n'), deviceClass('any'), ...slices, ...held]);
  const input = { node: node('n'), claims: [asked], deviceClasses: [deviceClass('any')], resourceSlices: slices };
  const answers = [
    () => cluster.allocate({ claims: [asked], node: 'n' }),
    () => by.allocate({ ...input, allocated: { claims: held } }),
  ].map((ask) => {
    try {
      const outcome = ask();
      if (outcome.kind !== 'allocated') return outcome.kind;
      return outcome.allocations.flatMap((allocation) => (allocation.devices.results ?? []).map((result) => result.device)).join(' ');
    } catch (error) {
      if (error instanceof AllocationError) return error.code;
      throw error;
    }
  });
  expect(answers[1]).toBe(answers[0]);
  return answers[0] as string;
}

const two = [slice('s', devices(2))];

describe('a device that a claim holds', () => {
  it.each<readonly [string, Case, string]>([
    ['is in use', { slices: two, held: [holder('h', [at('d0')])] }, 'd1'],
    [
      'is in use while the claim is being deleted',
      { slices: two, held: [holder('h', [at('d0')], { deletionTimestamp: '2026-01-02T15:00:00Z' })] },
      'd1',
    ],
    ['is in use while nobody uses the claim', { slices: two, held: [holder('h', [at('d0'), at('d1')])] }, 'unallocatable'],
    ['is in use however many claims hold it', { slices: two, held: [holder('h', [at('d0')]), holder('i', [at('d0')])] }, 'd1'],
    ['is free when it is held with admin access', { slices: two, held: [holder('h', [at('d0', { adminAccess: true })])] }, 'd0'],
    ['is in use when admin access is said to be false', { slices: two, held: [holder('h', [at('d0', { adminAccess: false })])] }, 'd1'],
    ['does not matter when no slice has it any more', { slices: two, held: [holder('h', [at('gone')])] }, 'd0'],
    ['is another one in another pool', { slices: two, held: [holder('h', [at('d0', { pool: 'q' })])] }, 'd0'],
    ['is another one of another driver', { slices: two, held: [holder('h', [at('d0', { driver: 'e.example.com' })])] }, 'd0'],
    [
      'is in use although it can be shared now',
      { slices: [slice('s', [shareable('x')])], held: [holder('h', [at('x')])] },
      'unallocatable',
    ],
  ])('%s', (_, given, expected) => {
    expect(answer(given)).toBe(expected);
  });

  it('is in use again as soon as a slice has it again', () => {
    const cluster = allocator.cluster();
    cluster.apply([node('n'), deviceClass('any'), slice('s', [device('d0')]), holder('h', [at('d0')])]);
    const ask = (): string => cluster.allocate({ claims: [one], node: 'n' }).kind;
    cluster.remove([slice('s', [])]);
    expect(ask()).toBe('unallocatable');
    cluster.apply([slice('s-again', [device('d0')])]);
    expect(ask()).toBe('unallocatable');
    cluster.remove([holder('h', [])]);
    expect(ask()).toBe('allocated');
  });
});

describe('a share that a claim holds', () => {
  const slices = [slice('s', [shareable('x')])];
  const dedicated = [slice('s', [device('x', {}, { capacity: { m: { value: '10' } } })])];

  it.each<readonly [string, Case, string]>([
    ['leaves the rest of the capacity', { slices, held: [holder('h', [share('x', 1, '6')])], asked: sharing('4') }, 'x'],
    ['takes its part of the capacity', { slices, held: [holder('h', [share('x', 1, '6')])], asked: sharing('5') }, 'unallocatable'],
    [
      'adds up with others',
      { slices, held: [holder('h', [share('x', 1, '3')]), holder('i', [share('x', 2, '3')])], asked: sharing('5') },
      'unallocatable',
    ],
    [
      'takes its part while the claim is being deleted',
      { slices, held: [holder('h', [share('x', 1, '6')], { deletionTimestamp: '2026-01-02T15:00:00Z' })], asked: sharing('5') },
      'unallocatable',
    ],
    [
      'takes nothing with admin access',
      {
        slices,
        held: [holder('h', [at('x', { adminAccess: true, shareID: shareID(1), consumedCapacity: { m: '6' } })])],
        asked: sharing('10'),
      },
      'x',
    ],
    ['takes nothing without capacity', { slices, held: [holder('h', [share('x', 1)])], asked: sharing('10') }, 'x'],
    [
      'of a device that is gone takes nothing from others',
      { slices, held: [holder('h', [share('gone', 1, '6')])], asked: sharing('10') },
      'x',
    ],
    [
      'keeps a device that is no longer shared free where it has room',
      { slices: dedicated, held: [holder('h', [share('x', 1, '6')])], asked: sharing('4') },
      'x',
    ],
    [
      'occupies the device while consumable capacity is off',
      { slices, held: [holder('h', [share('x', 1, '6')])], by: withoutCapacity },
      'unallocatable',
    ],
  ])('%s', (_, given, expected) => {
    expect(answer(given)).toBe(expected);
  });
});

describe('a partition that a claim holds', () => {
  it.each<readonly [string, Case, string]>([
    ['takes its counters', { slices: partitions({ a: '3', b: '2', c: '1' }), held: [holder('h', [at('a')])] }, 'c'],
    [
      'takes its counters while the claim is being deleted',
      { slices: partitions({ a: '3', b: '2' }), held: [holder('h', [at('a')], { deletionTimestamp: '2026-01-02T15:00:00Z' })] },
      'unallocatable',
    ],
    [
      'takes them once for all of its shares',
      {
        slices: partitions({ a: '3', b: '2' }, { allowMultipleAllocations: true }),
        held: [holder('h', [share('a', 1)]), holder('i', [share('a', 2)])],
      },
      'a',
    ],
    [
      'takes them again as a whole when it is no longer shared',
      { slices: partitions({ a: '3', b: '1' }), held: [holder('h', [share('a', 1)])] },
      'b',
    ],
    [
      'takes none with admin access',
      { slices: partitions({ a: '3', b: '2' }), held: [holder('h', [at('b', { adminAccess: true })])] },
      'a',
    ],
    ['takes none when it is gone', { slices: partitions({ a: '4' }), held: [holder('h', [at('gone')])] }, 'a'],
    [
      'and more than there is keep all others out',
      { slices: partitions({ a: '3', b: '3', c: '0' }), held: [holder('h', [at('a'), at('b')])] },
      'unallocatable',
    ],
  ])('%s', (_, given, expected) => {
    expect(answer(given)).toBe(expected);
  });
});

describe('what is allocated without claims', () => {
  const slices = [slice('s', [shareable('x'), device('y')])];
  const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: slices };
  const x = { driver: 'd.example.com', pool: 'p', device: 'x' };

  it.each<readonly [string, AllocatedInput, object, string]>([
    ['a device', { devices: [x] }, one, 'y'],
    ['a share', { sharedDevices: [{ ...x, shareID: shareID(1) }] }, sharing('10'), 'x'],
    [
      'some of its capacity',
      {
        consumedCapacity: [
          { ...x, capacity: { m: '4' } },
          { ...x, capacity: { m: 2 } },
        ],
      },
      sharing('4'),
      'x',
    ],
    [
      'too much of its capacity',
      {
        consumedCapacity: [
          { ...x, capacity: { m: '4' } },
          { ...x, capacity: { m: 3 } },
        ],
      },
      sharing('4'),
      'unallocatable',
    ],
    [
      'capacity and a claim',
      { consumedCapacity: [{ ...x, capacity: { m: '4' } }], claims: [holder('h', [share('x', 1, '3')])] },
      sharing('4'),
      'unallocatable',
    ],
    ['capacity that the device does not have', { consumedCapacity: [{ ...x, capacity: { other: '4' } }] }, sharing('10'), 'x'],
  ])('%s', (_, allocated, asked, expected) => {
    const outcome = allocator.allocate({ ...input, claims: [asked], allocated });
    const picked = outcome.kind === 'allocated' ? outcome.allocations[0]?.devices.results?.[0]?.device : outcome.kind;
    expect(picked).toBe(expected);
  });
});

it('what comes and goes in any order leaves nothing behind', () => {
  const cluster = allocator.cluster();
  const held = [holder('h', [share('x', 1, '6')]), holder('i', [share('x', 2, '4')]), holder('j', [at('a')]), holder('k', [at('a')])];
  cluster.apply([
    node('n'),
    deviceClass('any'),
    slice('s-x', [shareable('x')], { pool: { name: 'p' } }),
    ...partitions({ a: '4' }).map(asPoolOfItsOwn),
  ]);
  const ask = (asked: object): string => cluster.allocate({ claims: [asked], node: 'n' }).kind;
  const everything = claim('c', [
    request('r', { capacity: { requests: { m: '10' } } }),
    request('q', selectors('!device.allowMultipleAllocations')),
  ]);
  expect(ask(everything)).toBe('allocated');
  cluster.apply(held);
  for (const gone of [held[2], held[0], held[3]]) {
    expect(ask(everything)).toBe('unallocatable');
    cluster.remove([gone as object]);
  }
  expect(ask(everything)).toBe('unallocatable');
  cluster.release([held[1] as object]);
  expect(ask(everything)).toBe('allocated');
});

function asPoolOfItsOwn(object: object): object {
  const { spec, ...rest } = object as { readonly spec: { readonly pool: object } };
  return { ...rest, spec: { ...spec, driver: 'd.example.com', pool: { ...spec.pool, name: 'parts' } } };
}
