// Tests clusters in which every device is in use, or nearly so: a query considers no node there, until a claim may fit.

import { describe, expect, it, vi } from 'vitest';
import { SelectorCache } from '../../../../../src/cel/cache.js';
import type { Cluster } from '../../../../../src/index.js';
import { complete } from '../../../../support/filtered.js';
import {
  claim,
  device,
  deviceClass,
  devices,
  deviceTaintRule,
  firstAvailable,
  node,
  request,
  selectors,
  slice,
} from '../../../../support/objects.js';
import { picks, twoNodes } from '../../../../support/two-nodes.js';
import { describe as inWords } from '../comparison.js';
import { twoClusters } from '../sides.js';

const NAMES = ['n1', 'n2', 'n3'];

const on = (name: string, own: readonly object[], more: Readonly<Record<string, unknown>> = {}): object =>
  slice(`s-${name}`, own, { nodeName: name, pool: { name }, ...more });

/** A claim that holds devices, each `pool/device`. */
function holder(name: string, held: readonly string[]): object {
  const results = held.map((each) => {
    const [pool, own] = each.split('/');
    return { request: 'r', driver: 'd.example.com', pool, device: own };
  });
  return { ...claim(name, [request('r')]), status: { allocation: { devices: { results } } } };
}

const CLAIMS: readonly (readonly object[])[] = [
  [claim('one', [request('r')])],
  [claim('two', [request('r', { count: 2 })])],
  [claim('a', [request('r')]), claim('b', [request('r')])],
  [claim('none', [])],
  [claim('none', []), claim('b', [request('r')])],
  [claim('selector', [request('r', selectors('device.attributes["d.example.com"].model == "a"'))])],
  [claim('fails', [request('r', selectors('device.attributes["d.example.com"].missing == "a"'))])],
  [claim('wrong', [request('r', selectors('device.'))])],
  [claim('list', [firstAvailable('r', { s0: { count: 2 }, s1: {} })])],
  [claim('match', [request('r'), request('s')], { constraints: [{ matchAttribute: 'd.example.com/model' }] })],
  [claim('admin', [request('r', { adminAccess: true })])],
  [claim('all', [request('r', { allocationMode: 'All' })])],
  [claim('unknown', [request('r', { deviceClassName: 'unknown' })])],
];

/** Two nodes with two devices each, all in use, on both sides. */
function full(): ReturnType<typeof twoClusters> {
  const both = twoClusters();
  const models = [device('d0', { model: 'a' }), device('d1', { model: 'b' })];
  const objects = [deviceClass('any'), node('n1'), node('n2'), on('n1', models), on('n2', models)];
  for (const cluster of [both.resident, both.plain]) {
    cluster.apply([...objects, holder('first', ['n1/d0', 'n1/d1']), holder('second', ['n2/d0', 'n2/d1'])]);
  }
  return both;
}

/** Expects equal answers of both clusters to every claim. Returns the number of nodes on which each fits. */
function compared({ resident, plain }: ReturnType<typeof full>): number[] {
  return CLAIMS.map((claims) => {
    const result = complete(plain.filter({ claims }));
    expect(inWords(resident.filter({ claims }), NAMES)).toEqual(inWords(result, NAMES));
    return result.feasible.length;
  });
}

const cards = [
  slice('c-n3', [], {
    nodeName: 'n3',
    pool: { name: 'n3', resourceSliceCount: 2 },
    sharedCounters: [{ name: 'set', counters: { mem: { value: '2' } } }],
  }),
  on('n3', [device('d0', {}, { consumesCounters: [{ counterSet: 'set', counters: { mem: { value: '1' } } }] })], {
    pool: { name: 'n3', resourceSliceCount: 2 },
  }),
];

describe('while no device is free', () => {
  it('no selector is even compiled', () => {
    const cluster = twoNodes();
    cluster.apply([holder('h', ['n1/d0', 'n1/d1', 'n2/d0', 'n2/d1'])]);
    const get = vi.spyOn(SelectorCache.prototype, 'get');
    const claims = [claim('c', [request('r', selectors('device.driver == "d.example.com"'))])];
    const result = complete(cluster.filter({ claims }));
    expect(result.feasible).toEqual([]);
    expect(result.best).toBeUndefined();
    expect(result.outcome('n2')).toEqual({ kind: 'unallocatable', steps: 1 });
    expect(cluster.allocate({ claims, node: 'n1' })).toEqual({ kind: 'unallocatable', steps: 1 });
    expect(cluster.allocate({ claims, node: 'n1', limits: { steps: 0 } }).kind).toBe('interrupted');
    expect(get).not.toHaveBeenCalled();
    get.mockRestore();
    cluster.release([holder('h', [])]);
    expect(picks(cluster.filter({ claims }).outcome('n2'))).toEqual(['n2/d0']);
    // The result from before the release does not change.
    expect(result.feasible).toEqual([]);
    expect(result.outcome('n2')).toEqual({ kind: 'unallocatable', steps: 1 });
  });

  it('answers are those of a search of every node', () => {
    expect(compared(full())).toEqual([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0]);
  });

  const changes: readonly (readonly [name: string, change: (cluster: Cluster) => void])[] = [
    ['a claim is released', (cluster) => cluster.release([holder('second', [])])],
    ['a node comes', (cluster) => cluster.apply([node('n3')])],
    ['a node comes with devices', (cluster) => cluster.apply([node('n3'), on('n3', devices(1))])],
    ['a node comes with devices that are in use', (cluster) => cluster.apply([holder('h', ['n3/d0']), node('n3'), on('n3', devices(1))])],
    ['a slice gets more devices', (cluster) => cluster.apply([on('n1', devices(3))])],
    ['a slice loses devices', (cluster) => cluster.apply([on('n1', devices(1))])],
    ['a slice goes', (cluster) => cluster.remove([on('n1', [])])],
    [
      'a slice goes and comes again',
      (cluster) => {
        cluster.remove([on('n1', [])]);
        cluster.apply([on('n1', devices(2))]);
      },
    ],
    ['a node goes', (cluster) => cluster.remove([node('n1')])],
    [
      'a slice comes that is part of a pool',
      (cluster) => cluster.apply([on('n2', devices(2), { pool: { name: 'n2', resourceSliceCount: 2 } })]),
    ],
    [
      'devices in use can be shared',
      (cluster) =>
        cluster.apply([
          on(
            'n1',
            devices(2).map((each) => ({ ...each, allowMultipleAllocations: true })),
          ),
        ]),
    ],
    [
      'a node comes whose pool is invalid',
      (cluster) => cluster.apply([node('n3'), on('n3', [{ name: 'd0' }, { name: 'd0' }]), holder('h', ['n3/d0'])]),
    ],
    ['a node comes with counters', (cluster) => cluster.apply([node('n3'), ...cards])],
    ['a node comes with counters and devices in use', (cluster) => cluster.apply([node('n3'), ...cards, holder('h', ['n3/d0'])])],
    ['a class changes', (cluster) => cluster.apply([deviceClass('any', 'false')])],
  ];

  it.each(changes)('and %s, answers are those of a search of every node', (_, change) => {
    const [asked, anew] = [full(), full()];
    compared(asked);
    for (const { resident, plain } of [asked, anew]) for (const cluster of [resident, plain]) change(cluster);
    expect(compared(asked)).toEqual(compared(anew));
    for (const { resident, plain } of [asked, anew])
      for (const cluster of [resident, plain]) cluster.apply([holder('third', ['n1/d2', 'n3/d0']), holder('second', ['n2/d0', 'n2/d1'])]);
    expect(compared(asked)).toEqual(compared(anew));
  });

  it('and there is no time to look for what matches, nothing is taken for known', () => {
    const { resident, plain } = full();
    for (const cluster of [resident, plain]) cluster.apply([node('n3'), ...cards, holder('h', ['n3/d0'])]);
    let looks = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => looks++);
    let ended = 0;
    for (let milliseconds = 0; milliseconds < 40; milliseconds++) {
      const claims = [claim('c', [request('r', selectors(`device.driver != "${milliseconds}"`))])];
      const known = resident.filter({ claims, limits: { milliseconds } });
      const all = plain.filter({ claims });
      for (const name of NAMES) {
        const outcome = known.outcome(name);
        if (outcome.kind === 'interrupted') continue;
        expect(outcome).toEqual(all.outcome(name));
        ended++;
      }
    }
    clock.mockRestore();
    expect(ended).toBeGreaterThan(40);
  });
});

describe('while nodes were not considered yet', () => {
  const free = [claim('c', [request('r', selectors('device.driver == "d.example.com"'))])];
  const failed = { kind: 'unallocatable', steps: 1 };

  it('calls that yield at the same time do not disturb each other', async () => {
    const { resident: cluster } = twoClusters();
    cluster.apply([deviceClass('any'), node('n1'), on('n1', devices(1)), holder('h', ['n1/d0']), node('n2'), on('n2', devices(1))]);
    const [first, second] = await Promise.all(['n1', 'n2'].map((name) => cluster.allocateAsync({ claims: free, node: name })));
    expect(first).toEqual(failed);
    expect(second && picks(second)).toEqual(['n2/d0']);
  });

  it.each([
    ['an answer', (cluster: Cluster) => cluster.allocate({ claims: free, node: 'n2' })],
    ['no time', (cluster: Cluster) => cluster.allocate({ claims: free, node: 'n2', limits: { milliseconds: 0 } })],
  ])('a call that gives way keeps its answer when another one comes to know a free device, with %s', async (_, ask) => {
    const { resident: cluster } = twoClusters();
    cluster.apply([deviceClass('any'), node('n1'), on('n1', devices(1))]);
    cluster.filter({ claims: [claim('o', [request('r')])] });
    cluster.filter({ claims: free, limits: { milliseconds: 0 } });
    cluster.apply([holder('h', ['n1/d0']), node('n2'), on('n2', devices(1))]);
    const first = cluster.allocateAsync({ claims: free, node: 'n1' });
    cluster.allocate({ claims: [claim('o', [request('r')])], node: 'n2' });
    ask(cluster);
    expect(await first).toEqual(failed);
  });

  it('devices whose slice goes and comes again before they are known count once', () => {
    const { resident: cluster } = twoClusters();
    cluster.apply([deviceClass('any'), node('n1'), on('n1', devices(2)), holder('h', ['n1/d0'])]);
    cluster.filter({ claims: free, limits: { milliseconds: 0 } });
    const rule = deviceTaintRule('rule', { deviceSelector: { driver: 'd.example.com' }, taint: { key: 'k', effect: 'NoSchedule' } });
    cluster.apply([rule]);
    // The slice equals the one before.
    cluster.remove([rule]);
    expect(complete(cluster.filter({ claims: free })).feasible).toEqual(['n1']);
  });
});
