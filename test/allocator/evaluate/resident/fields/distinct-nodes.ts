// Makes worlds with two nodes that differ in one property. Equivalent nodes share one search, so the property must make them distinct.

import type { JsonObject } from '../../../../../src/core/base/json.js';
import { claim, deviceClass, node, request, selectors, slice } from '../../../../support/objects.js';
import { D, json, on, type World } from './world.js';

type Amounts = Readonly<Record<string, string>>;

function valuesOf(amounts: Amounts): object {
  return Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, { value }]));
}

/** A pool with counters. */
interface Cards {
  readonly pool?: string;
  /** By counter set. */
  readonly sets: Readonly<Record<string, Amounts>>;
  readonly devices: readonly object[];
}

function nodeWith(name: string, ...pools: readonly Cards[]): JsonObject[] {
  const slices = pools.flatMap(({ pool = 'p', sets, devices }) => {
    const more = on(name, { pool: { name: `${pool}-${name}`, resourceSliceCount: 2 } });
    const sharedCounters = Object.entries(sets).map(([set, amounts]) => ({ name: set, counters: valuesOf(amounts) }));
    return [slice(`${pool}-cards-${name}`, [], { ...more, sharedCounters }), slice(`${pool}-${name}`, devices, more)];
  });
  return json(node(name), ...slices);
}

/** Returns the entry for the amounts that a device consumes of one counter set. */
function takes(amounts: Amounts, set = 'card', more: object = {}): object {
  return { counterSet: set, counters: valuesOf(amounts), ...more };
}

function part(name: string, amounts: Amounts, more: object = {}): object {
  return { name, consumesCounters: [takes(amounts)], ...more };
}

const kind = (value: string): object => ({ attributes: { kind: { string: value } } });

/** A claim that holds a device. */
function holderOf(pool: string, device: string, more: object = {}): JsonObject {
  const result = { request: 'r', driver: 'd.example.com', pool, device, ...more };
  return { ...claim(`holder-${pool}-${device}`, [request('r')]), status: { allocation: { devices: { results: [result] } } } } as JsonObject;
}

/** Two nodes that differ in more than their names, and the claims that are queried. */
interface Two {
  readonly n1: readonly Cards[];
  readonly n2: readonly Cards[];
  readonly held?: readonly JsonObject[];
  readonly requests?: readonly object[];
  readonly constraints?: readonly object[];
  readonly plainSteps?: number;
}

function distinct(name: string, { n1, n2, held = [], requests = [request('r', { count: 2 })], constraints = [], ...more }: Two): World {
  return {
    name,
    objects: [...json(deviceClass('any')), ...nodeWith('n1', ...n1), ...nodeWith('n2', ...n2), ...held],
    claims: json(claim('c', requests, { constraints })),
    ...more,
  };
}

const CARD = { card: { memory: '10' } };
const TWO_CARDS = { card: { memory: '10' }, other: { memory: '10' } };
const P1 = part('p1', { memory: '5' });

/** Counters of two pools. Where the solver can add them up, it excludes devices earlier. */
function summed(name: string, unit: string): Cards[] {
  const cards = (pool: string, counter: string, thousand: string, left: number, ...taken: readonly number[]): Cards => ({
    pool,
    sets: { card: { [counter]: `${left}${thousand}` } },
    devices: taken.map((amount, place) => part(`${pool}${place}`, { [counter]: `${amount}${thousand}` })),
  });
  return [cards('a', 'memory', 'k', 6, 5, 3, 2), cards('b', name, unit, 3, 2, 3, 4)];
}

const SUMMED = { n1: summed('memory', 'k'), requests: [request('r', { count: 3 })], plainSteps: 1 } as const;

/** A device with compatibility groups in a counter set. */
function grouped(name: string, set: string, groups: readonly string[]): object {
  return { name, consumesCounters: [takes({ memory: '1' }, set, { compatibilityGroups: groups })] };
}

/** A device that consumes nothing, with one group in each of some counter sets. */
function inGroups(name: string, ...groups: readonly (readonly [set: string, group: string])[]): object {
  return { name, consumesCounters: groups.map(([set, group]) => takes({}, set, { compatibilityGroups: [group] })) };
}

const AGREED = inGroups('p0', ['card', 'g'], ['other', 'g']);
const LAST = inGroups('p3', ['card', 'h']);
const CARDS_OF_TWO = { card: { memory: '10', cores: '10' } };
/** Sets the unit of both counters to one. */
const SMALL = [part('p2', { memory: '1' }), part('p3', { cores: '1' })];

const COUNTERS: readonly World[] = [
  distinct('amount that is consumed', {
    n1: [{ sets: CARD, devices: [part('p0', { memory: '5' }), P1] }],
    n2: [{ sets: CARD, devices: [part('p0', { memory: '6' }), P1] }],
  }),
  distinct('counter that is consumed', {
    n1: [{ sets: CARDS_OF_TWO, devices: [part('p0', { memory: '6' }), part('p1', { cores: '6' }), ...SMALL] }],
    n2: [{ sets: CARDS_OF_TWO, devices: [part('p0', { cores: '6' }), part('p1', { cores: '6' }), ...SMALL] }],
  }),
  distinct('device that consumes', {
    n1: [{ sets: CARD, devices: [part('p0', { memory: '6' }), part('p1', { memory: '6' }), { name: 'p2' }] }],
    n2: [{ sets: CARD, devices: [part('p0', { memory: '6' }), { name: 'p1' }, part('p2', { memory: '6' })] }],
  }),
  distinct('amount that is there', {
    n1: [{ sets: CARD, devices: [part('p0', { memory: '5' }), P1] }],
    n2: [{ sets: { card: { memory: '5' } }, devices: [part('p0', { memory: '5' }), P1] }],
  }),
  // The holder consumes more than the pool has: no device of it is available, not even one that consumes nothing.
  distinct('pool that has nothing left', {
    n1: [
      { pool: 'a', sets: { card: { memory: '5' } }, devices: [part('a0', { memory: '6' }), part('x', {})] },
      { pool: 'b', sets: CARD, devices: [part('y', { memory: '5' })] },
    ],
    n2: [
      { pool: 'a', sets: { card: { memory: '5' } }, devices: [part('a0', { memory: '6' })] },
      { pool: 'b', sets: CARD, devices: [part('x', {}), part('y', { memory: '5' })] },
    ],
    held: [holderOf('a-n1', 'a0'), holderOf('a-n2', 'a0')],
    requests: [request('r')],
  }),
  distinct('groups', {
    n1: [{ sets: CARD, devices: [grouped('p0', 'card', ['g']), grouped('p1', 'card', ['h']), grouped('p2', 'card', ['h'])] }],
    n2: [{ sets: CARD, devices: [grouped('p0', 'card', ['g']), grouped('p1', 'card', ['h']), grouped('p2', 'card', ['g'])] }],
  }),
  distinct('sets of groups', {
    n1: [{ sets: CARD, devices: [grouped('p0', 'card', ['g']), grouped('p1', 'card', ['h'])] }],
    n2: [{ sets: CARD, devices: [grouped('p0', 'card', ['g']), grouped('p1', 'card', ['h', 'g'])] }],
  }),
  distinct('counter sets with groups', {
    n1: [
      {
        sets: TWO_CARDS,
        devices: [AGREED, inGroups('p1', ['card', 'h'], ['other', 'g']), inGroups('p2', ['card', 'g'], ['other', 'h']), LAST],
      },
    ],
    n2: [
      {
        sets: TWO_CARDS,
        devices: [AGREED, inGroups('p1', ['other', 'h'], ['card', 'g']), inGroups('p2', ['other', 'g'], ['card', 'h']), LAST],
      },
    ],
  }),
  distinct('names of counters', { ...SUMMED, n2: summed('cores', 'k') }),
  distinct('units of counters', { ...SUMMED, n2: summed('memory', '') }),
];

const FREE = [part('p0', { memory: '1' }), part('p1', { memory: '1' })];
const ONE = [request('r')];

const LIKENESS: readonly World[] = [
  distinct('device in use', {
    n1: [{ sets: CARD, devices: FREE }],
    n2: [{ sets: CARD, devices: FREE }],
    held: [holderOf('p-n1', 'p0')],
    requests: ONE,
  }),
  distinct('device that is wanted', {
    n1: [{ sets: CARD, devices: [part('p0', { memory: '1' }, kind('x')), part('p1', { memory: '1' }, kind('y'))] }],
    n2: [{ sets: CARD, devices: [part('p0', { memory: '1' }, kind('y')), part('p1', { memory: '1' }, kind('x'))] }],
    requests: [request('r', selectors(`${D}.kind == "x"`))],
  }),
  distinct('values that are equal', {
    n1: [{ sets: CARD, devices: [...'xxy'].map((value, place) => part(`p${place}`, { memory: '1' }, kind(value))) }],
    n2: [{ sets: CARD, devices: [...'xyy'].map((value, place) => part(`p${place}`, { memory: '1' }, kind(value))) }],
    constraints: [{ requests: ['r'], matchAttribute: 'd.example.com/kind' }],
  }),
];

function shared(name: string, value: string, more: object = {}): object {
  return { name, allowMultipleAllocations: true, capacity: { memory: { value } }, ...more };
}

const shareOf = (memory: string, name: string): object => request(name, { capacity: { requests: { memory } } });
const SHARED_TWO = [{ sets: {}, devices: [shared('s0', '10'), shared('s1', '10')] }];
const SHARE = { shareID: '5d1a6a5e-0c9b-4a0e-9d35-6c1f1f2c0001' };

const SHARES: readonly World[] = [
  distinct('capacity that is shared', {
    n1: [{ sets: {}, devices: [shared('s0', '10'), shared('s1', '10')] }],
    n2: [{ sets: {}, devices: [shared('s0', '4'), shared('s1', '10')] }],
    requests: [shareOf('5', 'r'), shareOf('5', 'q')],
  }),
  distinct('device that is shared', {
    n1: SHARED_TWO,
    n2: SHARED_TWO,
    held: [
      holderOf('p-n1', 's0', { ...SHARE, consumedCapacity: { memory: '6' } }),
      holderOf('p-n2', 's1', { ...SHARE, consumedCapacity: { memory: '6' } }),
    ],
    requests: [shareOf('5', 'r')],
  }),
  distinct('capacity that is consumed', {
    n1: SHARED_TWO,
    n2: SHARED_TWO,
    held: [
      holderOf('p-n1', 's0', { ...SHARE, consumedCapacity: { memory: '6' } }),
      holderOf('p-n2', 's0', { ...SHARE, consumedCapacity: { memory: '5' } }),
    ],
    requests: [shareOf('5', 'r')],
  }),
  // Budgets of capacities follow the budgets of counters.
  distinct('counters before capacities', {
    n1: [{ sets: { card: { memory: '1' } }, devices: [shared('s0', '10'), part('p0', { memory: '1' })] }],
    n2: [{ sets: { card: { memory: '1', cores: '1' } }, devices: [shared('s0', '10'), part('p0', { memory: '1', cores: '1' })] }],
    requests: [shareOf('5', 'r'), shareOf('5', 'q'), request('p', selectors('!has(device.capacity["d.example.com"].memory)'))],
  }),
];

export const DISTINCT_NODES: readonly World[] = [...COUNTERS, ...LIKENESS, ...SHARES];
