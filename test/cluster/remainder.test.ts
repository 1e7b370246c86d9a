// Outcomes that were computed for the same state and are committed one after the other: devices and counters of the first are no longer
// available.

import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../src/core/base/errors.js';
import { type Allocator, type Cluster, createAllocator, type Outcome } from '../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

type Fields = Readonly<Record<string, unknown>>;

const allocator = await createAllocator();

/** Node n and the slices that it can access. */
function clusterWith(slices: readonly object[], by: Allocator = allocator): Cluster {
  const cluster = by.cluster();
  cluster.apply([node('n'), deviceClass('any'), ...slices]);
  return cluster;
}

/** A claim for the device with this mark, and more fields of its request. */
function claimFor(mark: string, name = `c-${mark}`, more: Fields = {}): object {
  return claim(name, [request('r', { ...selectors(`device.attributes["d.example.com"].mark == "${mark}"`), ...more })]);
}

/** A device whose mark is its name. */
function marked(name: string, more: Fields = {}): object {
  return device(name, { mark: name }, more);
}

/** A counter set `set` of eight `memory`, another of one `slot`, and these devices. */
function counterPool(...list: object[]): object[] {
  const sharedCounters = [
    { name: 'set', counters: { memory: { value: '8' } } },
    { name: 'other', counters: { slot: { value: '1' } } },
  ];
  const pool = { resourceSliceCount: 2 };
  return [slice('counters', [], { pool, sharedCounters }), slice('devices', list, { pool })];
}

const eats = (value: string, more: Fields = {}): Fields => ({
  consumesCounters: [{ counterSet: 'set', counters: { memory: { value } }, ...more }],
});
const shared = (name: string, value: string, more: Fields = {}): object =>
  marked(name, { allowMultipleAllocations: true, capacity: { m: { value } }, ...more });
const asks = (m: string): Fields => ({ capacity: { requests: { m } } });

/** Commits the claims one after the other, each with its outcome in the current cluster. Returns the result of each commit. */
function commitAll(cluster: Cluster, claims: readonly object[]): string[] {
  const outcomes = claims.map((one) => cluster.allocate({ claims: [one], node: 'n' }));
  return claims.map((one, index) => commit(cluster, [one], outcomes[index] as Outcome));
}

function commit(cluster: Cluster, claims: readonly object[], outcome: Outcome): string {
  try {
    cluster.commit(claims, outcome);
    return 'done';
  } catch (error) {
    if (error instanceof AllocationError && error.code === 'stale-outcome') return error.message;
    throw error;
  }
}

/** The outcomes of separate calls for each claim, as one outcome. */
function merged(cluster: Cluster, claims: readonly object[]): Outcome {
  const allocations = claims.flatMap((one) => {
    const outcome = cluster.allocate({ claims: [one], node: 'n' });
    return outcome.kind === 'allocated' ? outcome.allocations : [];
  });
  return { kind: 'allocated', allocations, steps: 1 };
}

const short = (name: string): string => `claim ns/c-${name}: device d.example.com/p/${name} no longer has the counters that it needs`;

describe('counters', () => {
  it('are taken by what is committed', () => {
    const cluster = clusterWith(counterPool(marked('a', eats('5')), marked('b', eats('4')), marked('c', eats('3'))));
    expect(
      commitAll(
        cluster,
        ['a', 'b', 'c'].map((mark) => claimFor(mark)),
      ),
    ).toEqual(['done', short('b'), 'done']);
  });

  it('are free again after a release, and nothing was changed by what was rejected', () => {
    const cluster = clusterWith(counterPool(marked('a', eats('5')), marked('b', eats('4'))));
    const [a, b] = [claimFor('a'), claimFor('b')];
    const outcome = cluster.allocate({ claims: [b], node: 'n' });
    expect(commitAll(cluster, [a])).toEqual(['done']);
    expect(commit(cluster, [b], outcome)).toBe(short('b'));
    cluster.release([a]);
    expect(commit(cluster, [b], outcome)).toBe('done');
  });

  it('count for all claims of one commit together', () => {
    const cluster = clusterWith(counterPool(marked('a', eats('5')), marked('b', eats('4'))));
    const claims = [claimFor('a'), claimFor('b')];
    expect(commit(cluster, claims, merged(cluster, claims))).toBe(short('b'));
    expect(cluster.allocate({ claims, node: 'n' }).kind).toBe('unallocatable');
    expect(commitAll(cluster, [claimFor('b')])).toEqual(['done']);
  });

  it('below zero reject all that consume counters of the pool, as in a search, and nothing else', () => {
    const slot = (value: string): Fields => ({ consumesCounters: [{ counterSet: 'other', counters: { slot: { value } } }] });
    const list = [marked('a', eats('1')), marked('b', slot('1')), marked('c'), marked('d', slot('-5'))];
    const cluster = clusterWith(counterPool(...list));
    const claims = ['a', 'c', 'd'].map((mark) => claimFor(mark));
    const outcomes = claims.map((one) => cluster.allocate({ claims: [one], node: 'n' }));
    expect(commitAll(cluster, [claimFor('b')])).toEqual(['done']);
    cluster.apply(counterPool(...list.with(1, marked('b', slot('3')))));
    expect(cluster.allocate({ claims: [claims[0] as object], node: 'n' }).kind).toBe('unallocatable');
    const commits = (): string[] => claims.map((one, index) => commit(cluster, [one], outcomes[index] as Outcome));
    expect(commits()).toEqual([short('a'), 'done', 'done']);
    expect(commits()).toEqual(['done', 'done', 'done']);
  });

  it('below zero in a part of a pool that a node does not see do not matter there', () => {
    const part = (name: string, value: string): object[] => {
      const pool = { resourceSliceCount: 2 };
      const sharedCounters = [{ name: `set-${name}`, counters: { memory: { value } } }];
      const consumesCounters = [{ counterSet: `set-${name}`, counters: { memory: { value: '1' } } }];
      return [
        slice(`counters-${name}`, [], { nodeName: name, pool, sharedCounters }),
        slice(`devices-${name}`, [marked(name, { consumesCounters })], { nodeName: name, pool }),
      ];
    };
    const cluster = clusterWith([...part('m', '-1'), ...part('n', '1')]);
    expect(commitAll(cluster, [claimFor('n')])).toEqual(['done']);
  });

  it('of several sets must all be there', () => {
    const both = {
      consumesCounters: [
        ...['set', 'other'].map((counterSet) => ({ counterSet, counters: { [counterSet === 'set' ? 'memory' : 'slot']: { value: '1' } } })),
      ],
    };
    const cluster = clusterWith(counterPool(marked('a', both), marked('b', both)));
    expect(commitAll(cluster, [claimFor('a'), claimFor('b')])).toEqual(['done', short('b')]);
  });

  it('are taken by the first share of a device alone', () => {
    const part = (name: string): object => shared(name, '10', eats('5'));
    const cluster = clusterWith(counterPool(part('a'), part('b')));
    const claims = [claimFor('a', 'c-1', asks('1')), claimFor('a', 'c-2', asks('1')), claimFor('b', 'c-b', asks('1'))];
    expect(commitAll(cluster, claims)).toEqual(['done', 'done', short('b')]);
  });

  it('are taken once for two shares of one commit', () => {
    const cluster = clusterWith(counterPool(shared('a', '10', eats('5')), marked('b', eats('3'))));
    const claims = [claimFor('a', 'c-1', asks('1')), claimFor('a', 'c-2', asks('1')), claimFor('b')];
    expect(commit(cluster, claims, merged(cluster, claims))).toBe('done');
  });

  it('of another pool or generation do not matter', () => {
    const old = counterPool(marked('a', eats('8')));
    const cluster = clusterWith(old);
    expect(commitAll(cluster, [claimFor('a')])).toEqual(['done']);
    const pool = { resourceSliceCount: 2, generation: 2 };
    const sharedCounters = [{ name: 'set', counters: { memory: { value: '8' } } }];
    cluster.apply([slice('counters-2', [], { pool, sharedCounters }), slice('devices-2', [marked('b', eats('8'))], { pool })]);
    expect(commitAll(cluster, [claimFor('b')])).toEqual(['done']);
  });
});

describe('compatibility groups', () => {
  const grouped = (name: string, ...compatibilityGroups: string[]): object => marked(name, eats('1', { compatibilityGroups }));

  it.each([
    ['in common are admitted', [grouped('a', 'x', 'y'), grouped('b', 'y', 'z')], ['done', 'done']],
    ['that differ are refused', [grouped('a', 'x'), grouped('b', 'y')], ['done', short('b')]],
    ['must be common to all', [grouped('a', 'x', 'y'), grouped('b', 'y', 'z'), grouped('c', 'z', 'x')], ['done', 'done', short('c')]],
    ['are refused beside a device without', [grouped('a'), grouped('b', 'x')], ['done', short('b')]],
    ['keep a device without them away', [grouped('a', 'x'), grouped('b')], ['done', short('b')]],
    ['that are absent everywhere are no matter', [grouped('a'), grouped('b')], ['done', 'done']],
  ])('%s', (_, list, answers) => {
    const names = ['a', 'b', 'c'].slice(0, list.length);
    const cluster = clusterWith(counterPool(...list));
    expect(
      commitAll(
        cluster,
        names.map((name) => claimFor(name)),
      ),
    ).toEqual(answers);
    const together = clusterWith(counterPool(...list));
    const claims = names.map((name) => claimFor(name));
    const refusal = answers.find((answer) => answer !== 'done') ?? 'done';
    expect(commit(together, claims, merged(together, claims))).toBe(refusal);
  });
});

describe('capacity', () => {
  const little = (name: string): string => `claim ns/${name}: device d.example.com/p/x has too little capacity left`;

  it('is consumed by shares, and free again after a release', () => {
    const cluster = clusterWith([slice('s', [shared('x', '10')])]);
    const claims = ['4', '4', '4', '2'].map((m, index) => claimFor('x', `c-${index}`, asks(m)));
    const last = cluster.allocate({ claims: [claims[2] as object], node: 'n' });
    expect(commitAll(cluster, claims)).toEqual(['done', 'done', little('c-2'), 'done']);
    cluster.release([claims[0] as object]);
    expect(commit(cluster, [claims[2] as object], last)).toBe('done');
  });

  it('counts for all shares of one commit together', () => {
    const cluster = clusterWith([slice('s', [shared('x', '10')])]);
    const claims = [claimFor('x', 'one', asks('6')), claimFor('x', 'two', asks('6'))];
    expect(commit(cluster, claims, merged(cluster, claims))).toBe(little('two'));
  });

  it('is what the slice says now', () => {
    const cluster = clusterWith([slice('s', [shared('x', '10')])]);
    const one = claimFor('x', 'one', asks('6'));
    const outcome = cluster.allocate({ claims: [one], node: 'n' });
    for (const changed of [
      shared('x', '5'),
      marked('x', { capacity: { m: { value: '10' } } }),
      marked('x', { allowMultipleAllocations: true }),
    ]) {
      cluster.apply([slice('s', [changed])]);
      expect(commit(cluster, [one], outcome)).toBe(little('one'));
    }
    cluster.apply([slice('s', [shared('x', '6')])]);
    expect(commit(cluster, [one], outcome)).toBe('done');
  });

  it('of a share is of no use when the device was taken whole meanwhile, nor the other way round', () => {
    const cluster = clusterWith([slice('s', [shared('x', '10')])]);
    const [one, two] = [claimFor('x', 'one', asks('6')), claimFor('x', 'two')];
    const share = cluster.allocate({ claims: [one], node: 'n' });
    cluster.apply([slice('s', [marked('x')])]);
    const whole = cluster.allocate({ claims: [two], node: 'n' });
    const taken = 'device d.example.com/p/x is no longer free';
    cluster.apply([slice('s', [shared('x', '10')])]);
    expect(commit(cluster, [one], share)).toBe('done');
    expect(commit(cluster, [two], whole)).toBe(`claim ns/two: ${taken}`);
    cluster.release([one]);
    expect(commit(cluster, [two], whole)).toBe('done');
    expect(commit(cluster, [one], share)).toBe(`claim ns/one: ${taken}`);
  });

  it('is not a matter of admin access, nor of shares while consumable capacity is off', async () => {
    const cluster = clusterWith([slice('s', [shared('x', '10')])]);
    const admin = (name: string): object => claimFor('x', name, { adminAccess: true });
    expect(commitAll(cluster, [admin('one'), admin('two'), claimFor('x', 'three')])).toEqual(['done', 'done', 'done']);
    const off = clusterWith([slice('s', [shared('x', '10')])], await createAllocator({ featureGates: { DRAConsumableCapacity: false } }));
    expect(commitAll(off, [claimFor('x', 'one'), claimFor('x', 'two')])).toEqual([
      'done',
      'claim ns/two: device d.example.com/p/x is no longer free',
    ]);
  });

  it('is looked for in every slice that has a device of the name', () => {
    const where = (name: string, value: string): object =>
      slice(`s-${name}`, [shared('x', value)], { nodeName: name, pool: { resourceSliceCount: 2 } });
    const cluster = clusterWith([where('m', '1'), where('n', '10')]);
    expect(commitAll(cluster, [claimFor('x', 'one', asks('6'))])).toEqual(['done']);
  });
});

it('admin access takes nothing from what is left, and needs nothing of it', () => {
  const cluster = clusterWith(counterPool(marked('a', eats('5')), marked('b', eats('3')), marked('c')));
  const admin = (name: string, mark: string): object => claimFor(mark, name, { adminAccess: true });
  const watchers = [admin('one', 'a'), admin('two', 'a'), admin('three', 'c'), admin('four', 'c')];
  const owners = [claimFor('a'), claimFor('b'), claimFor('c')];
  expect(commitAll(cluster, [...owners, ...watchers])).toEqual(Array.from({ length: 7 }, () => 'done'));
});

it('the same share is committed again without effect, another one of the device is not', () => {
  const cluster = clusterWith([slice('s', [shared('x', '10')])]);
  const one = claimFor('x', 'one', asks('4'));
  const [first, second] = [cluster.allocate({ claims: [one], node: 'n' }), cluster.allocate({ claims: [one], node: 'n' })];
  expect([commit(cluster, [one], first), commit(cluster, [one], first)]).toEqual(['done', 'done']);
  expect(commit(cluster, [one], second)).toBe('claim ns/one: already has another allocation');
  expect(commitAll(cluster, [claimFor('x', 'two', asks('6'))])).toEqual(['done']);
});

it.each([
  ['nothing', {}],
  ['no counter of its set', { consumesCounters: [{ counterSet: 'set' }] }],
])('charges no more than must be for a device that consumes %s, where another slice has its name for one that does', (_what, more) => {
  const pool = { resourceSliceCount: 3 };
  const [counters] = counterPool();
  const slices = [
    {
      ...(counters as { spec: { pool: object } }),
      spec: { ...(counters as { spec: object & { pool: object } }).spec, pool: { name: 'p', generation: 1, ...pool } },
    },
    slice('far', [marked('a', eats('1'))], { pool, nodeName: 'elsewhere' }),
    slice('near', [marked('a', more), marked('b', eats('8'))], { pool }),
  ];
  const cluster = clusterWith(slices);
  const claims = [claimFor('a'), claimFor('b')];
  expect(commit(cluster, claims, cluster.allocate({ claims, node: 'n' }))).toBe('done');
});

it('compatibility groups of devices that the node may not see reject nothing: in a pool of more slices than it says, a node may see some', () => {
  const pool = { name: 'p', resourceSliceCount: 2 };
  const take = (compatibilityGroups: readonly string[]): Fields => ({
    consumesCounters: [{ counterSet: 'set', counters: {}, compatibilityGroups }],
  });
  const cluster = clusterWith([
    slice('elsewhere', [device('before', {}, take([]))], { pool, nodeName: 'm' }),
    slice('here', [device('d', {}, take(['i']))], { pool }),
    slice('counters', [], { pool, sharedCounters: [{ name: 'set', counters: {} }] }),
  ]);
  const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'before' }];
  cluster.apply([{ ...claim('held', [request('r')]), status: { allocation: { devices: { results } } } }]);
  const claims = [claim('c', [request('r')])];
  const outcome = cluster.allocate({ claims, node: 'n' });
  expect(outcome.kind).toBe('allocated');
  expect(() => cluster.commit(claims, outcome)).not.toThrow();
});
