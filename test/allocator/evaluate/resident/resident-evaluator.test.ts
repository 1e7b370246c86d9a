// Tests former defects of the resident cluster: stale answers from before a
// change, and properties that only a search on the node determines.

import { describe, expect, it, vi } from 'vitest';
import { SelectorCache } from '../../../../src/cel/cache.js';
import type { Outcome } from '../../../../src/index.js';
import { createAllocatorOn } from '../../../../src/library/create-allocator.js';
import { platform } from '../../../../src/platform/node.js';
import { complete, interrupted } from '../../../support/filtered.js';
import { claim, deviceClass, devices, node, request, selectors, slice } from '../../../support/objects.js';
import { allocator, picks, twoNodes } from '../../../support/two-nodes.js';

const one = [claim('c', [request('r')])];

const on = (name: string, count: number): object => slice(`s-${name}`, devices(count), { nodeName: name, pool: { name } });

describe('slices that change while a query yields', () => {
  it('leave no answer behind on the node that they were taken from', async () => {
    const cluster = twoNodes();
    expect(complete(cluster.filter({ claims: one })).feasible).toEqual(['n1', 'n2']);
    const asked = cluster.filterAsync({ claims: one });
    cluster.remove([slice('s-n1', [])]);
    expect(complete(cluster.filter({ claims: one })).feasible).toEqual(['n2']);
    expect(complete(await asked).feasible).toEqual(['n1', 'n2']);
  });

  it('leave the answers as they were at the call also while the nodes that are named are listed', async () => {
    const cluster = twoNodes();
    cluster.filter({ claims: one });
    const asked = cluster.filterAsync({ claims: one, nodes: ['n2', 'n1'] });
    cluster.remove([slice('s-n1', [])]);
    cluster.apply([node('n3')]);
    expect(complete(await asked).feasible).toEqual(['n1', 'n2']);
  });

  it('are forgotten where they were when they move to another node', async () => {
    const cluster = twoNodes();
    cluster.filter({ claims: one });
    const asked = cluster.filterAsync({ claims: one });
    cluster.apply([slice('s-n1', devices(1), { nodeName: 'n2', pool: { name: 'n1' } })]);
    const result = complete(cluster.filter({ claims: one }));
    expect(result.feasible).toEqual(['n2']);
    expect(picks(result.outcome('n1'))).toBe('unallocatable');
    expect(complete(await asked).feasible).toEqual(['n1', 'n2']);
  });
});

it('a node whose selection cannot be put into a result is an error, not feasible', () => {
  const cluster = twoNodes();
  const zone = (value: string): object => ({ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] });
  const nodeSelector = { nodeSelectorTerms: [zone('a'), zone('b')] };
  cluster.apply([node('n1', { zone: 'a' }), slice('z', devices(1), { driver: 'a.example.com', nodeSelector })]);
  const result = complete(cluster.filter({ claims: one }));
  expect(result.feasible).toEqual(['n2']);
  expect(result.errors.get('n1')?.code).toBe('unsupported-node-selector');
});

it('a device whose node selector does not parse is an error, also where the node could not use it', () => {
  const cluster = twoNodes();
  const nodeSelector = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Wrong', values: ['a'] }] }] };
  const chosen = [
    { name: 'x0', nodeName: 'n1' },
    { name: 'x1', nodeSelector },
  ];
  cluster.apply([slice('t', chosen, { driver: 'a.example.com', perDeviceNodeSelection: true, skipNodeOperations: ['*'] })]);
  expect(cluster.filter({ claims: one }).errors.get('n1')?.code).toBe('node-selection-failed');
});

it('a constraint of a claim without requests is over nothing', () => {
  const cluster = twoNodes();
  const constraints = [{ matchAttribute: 'a.example.com/x' }];
  const claims = [
    claim('none', [], { constraints }),
    claim('c', [request('r')], { constraints: [{ matchAttribute: 'test.example.com/y' }] }),
  ];
  expect(complete(cluster.filter({ claims })).feasible).toEqual([]);
  expect(complete(cluster.filter({ claims: [claims[0] as object, ...one] })).feasible).toEqual(['n1', 'n2']);
});

it('results repeat the seconds of tolerations of their own claim', () => {
  const cluster = twoNodes();
  const secondsOf = (seconds: number): unknown => {
    const tolerations = [{ operator: 'Exists', effect: 'NoExecute', tolerationSeconds: seconds }];
    const outcome = cluster.filter({ claims: [claim('c', [request('r', { tolerations })])] }).outcome('n1');
    return outcome.kind === 'allocated' && outcome.allocations[0]?.devices.results?.[0]?.tolerations?.[0]?.tolerationSeconds;
  };
  expect([secondsOf(1), secondsOf(2), secondsOf(1)]).toEqual([1, 2, 1]);
});

it('without time, a node that changed is interrupted, whatever was known of it before', () => {
  const cluster = twoNodes();
  cluster.filter({ claims: one });
  cluster.apply([slice('s-n1', devices(0), { nodeName: 'n1', pool: { name: 'n1' } }), on('n2', 1)]);
  const result = interrupted(cluster.filter({ claims: one, limits: { milliseconds: 0 } }));
  expect(result.interrupted).toEqual(['n1', 'n2']);
  expect(complete(cluster.filter({ claims: one })).feasible).toEqual(['n2']);
});

it('a node that comes after all others had to be considered anew has an answer', () => {
  const cluster = twoNodes();
  const shared = [claim('d', [request('r', { deviceClassName: 'far' })])];
  cluster.apply([
    deviceClass('far', 'device.driver == "far.example.com"'),
    slice('far', devices(2), { driver: 'far.example.com', allNodes: true }),
  ]);
  cluster.filter({ claims: one });
  cluster.apply([node('n3'), on('n3', 1)]);
  cluster.filter({ claims: one });
  cluster.commit(shared, cluster.allocate({ claims: shared, node: 'n1' }));
  cluster.filter({ claims: one });
  cluster.apply([node('n4'), on('n4', 1)]);
  const result = complete(cluster.filter({ claims: [claim('e', [request('r')])] }));
  expect(result.feasible).toEqual(['n1', 'n2', 'n3', 'n4']);
  expect(picks(result.outcome('n4'))).toEqual(['n4/d0']);
});

it('nodes that are requested one at a time, while others change and wait, all have answers of now', () => {
  const cluster = twoNodes();
  // So many nodes that a few changed ones are never the majority.
  for (let number = 3; number <= 8; number++) cluster.apply([node(`n${number}`), on(`n${number}`, 2)]);
  const outcomes = new Map(['n1', 'n2', 'n3'].map((name) => [name, cluster.allocate({ claims: one, node: name })]));
  cluster.filter({ claims: one });
  const ownerOf = (name: string): object[] => [claim(`of-${name}`, [request('r')])];
  const change = (name: string, isUsed: boolean): void => {
    if (isUsed) cluster.commit(ownerOf(name), outcomes.get(name) as Outcome);
    else cluster.release(ownerOf(name));
  };
  const firstOf = (name: string): ReturnType<typeof picks> => picks(cluster.allocate({ claims: one, node: name }));
  // More rounds than a list of nodes to be solved has entries for each node.
  for (let round = 0; round < 40; round++) {
    const isUsed = round % 2 === 0;
    for (const name of round % 3 === 0 ? ['n1', 'n2', 'n3'] : ['n2', 'n1']) change(name, isUsed);
    expect(firstOf('n1')).toEqual([isUsed ? 'n1/d1' : 'n1/d0']);
    if (round % 5 === 0) expect(firstOf('n2')).toEqual([isUsed ? 'n2/d1' : 'n2/d0']);
  }
  for (const name of outcomes.keys()) change(name, true);
  const result = complete(cluster.filter({ claims: one }));
  expect(['n1', 'n2', 'n3', 'n4'].map((name) => picks(result.outcome(name)))).toEqual([['n1/d1'], ['n2/d1'], ['n3/d1'], ['n4/d0']]);
});

it('answers have room when nodes come a few at a time', () => {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any')]);
  const claims = [claim('c', [request('r', { count: 6 })])];
  let count = 0;
  for (const size of [10, 11, 21, 41, 81, 161, 321, 641, 1280]) {
    for (; count < size; count++) cluster.apply([node(`n${count}`), on(`n${count}`, 6)]);
    const result = complete(cluster.filter({ claims }));
    expect(result.feasible).toHaveLength(size);
    for (const name of result.feasible) expect(picks(result.outcome(name))).toEqual([0, 1, 2, 3, 4, 5].map((index) => `${name}/d${index}`));
  }
});

it('selectors are compiled one by one, with others having their turns between', async () => {
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 10 * looks++);
  /** Turns of others by the number of selectors that were compiled before. */
  const turnsAfter = new Map<number, number>();
  let compiled = 0;
  const { compiling: original } = SelectorCache.prototype;
  const compiling = vi.spyOn(SelectorCache.prototype, 'compiling').mockImplementation(function* (this: SelectorCache, expression) {
    const selector = yield* original.call(this, expression);
    compiled++;
    return selector;
  });
  const yieldNow = async (): Promise<void> => void turnsAfter.set(compiled, (turnsAfter.get(compiled) ?? 0) + 1);
  const cluster = (await createAllocatorOn({ ...platform, yieldNow })).cluster();
  cluster.apply([deviceClass('any'), node('n1'), on('n1', 1)]);
  const many = Array.from({ length: 6 }, (_, index) => `device.driver != "${index}"`);
  await cluster.filterAsync({ claims: [claim('c', [request('r', selectors(...many))])] });
  clock.mockRestore();
  compiling.mockRestore();
  for (let count = 1; count < many.length; count++) expect(turnsAfter.get(count)).toBeGreaterThan(0);
});

it('what yields goes on in every slice, however slow all else is', async () => {
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 10 * looks++);
  let turns = 0;
  const yieldNow = (): Promise<void> => (++turns > 10_000 ? Promise.reject(new Error('nothing gets done')) : Promise.resolve());
  const slow = await createAllocatorOn({ ...platform, yieldNow });
  const cluster = slow.cluster();
  cluster.apply([deviceClass('any'), ...['n1', 'n2', 'n3'].flatMap((name) => [node(name), on(name, 200)])]);
  const result = complete(await cluster.filterAsync({ claims: one }));
  clock.mockRestore();
  expect(result.feasible).toEqual(['n1', 'n2', 'n3']);
  expect(turns).toBeGreaterThan(3);
});
