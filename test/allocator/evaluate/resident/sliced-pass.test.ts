// Tests where asynchronous calls yield next to searching, and how they handle changes of the cluster and ends of the time meanwhile.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../src/library/cluster.js';
import { createAllocatorOn } from '../../../../src/library/create-allocator.js';
import { platform } from '../../../../src/platform/node.js';
import { complete, interrupted } from '../../../support/filtered.js';
import { claim, deviceClass, devices, node, request, slice } from '../../../support/objects.js';
import { allocator } from '../../../support/two-nodes.js';

const NODES = 300;
const names = Array.from({ length: NODES }, (_, index) => `n${index}`);
const sorted = [...names].sort();
const one = [claim('c', [request('r')])];
const every = [claim('c', [request('r', { allocationMode: 'All' })])];

const objectsOf = (name: string): object[] => [node(name), slice(`s-${name}`, devices(2), { nodeName: name, pool: { name } })];

afterEach(() => {
  vi.restoreAllMocks();
});

/** A cluster whose calls have time for only a few clock checks, with a callback for each of their turns. */
async function slowCluster(onTurn: (turn: number) => void = () => undefined): Promise<{ cluster: Cluster; turns: () => number }> {
  let looks = 0;
  let turns = 0;
  const yieldNow = async (): Promise<void> => onTurn(++turns);
  const cluster = (await createAllocatorOn({ ...platform, yieldNow })).cluster();
  cluster.apply([deviceClass('any'), ...names.flatMap(objectsOf)]);
  vi.spyOn(performance, 'now').mockImplementation(() => 0.2 * looks++);
  return { cluster, turns: () => turns };
}

describe('a first pass', () => {
  it('yields again and again, whether the nodes are named or not, and where each is searched by itself', async () => {
    const { cluster, turns } = await slowCluster();
    let before = turns();
    const since = (): number => {
      const count = turns() - before;
      before = turns();
      return count;
    };
    expect(complete(await cluster.filterAsync({ claims: one })).feasible).toEqual(sorted);
    expect(since()).toBeGreaterThan(NODES / 20);
    expect(complete(await cluster.filterAsync({ claims: one, nodes: names })).feasible).toEqual(sorted);
    expect(since()).toBeGreaterThan(2);
    expect(complete(await cluster.filterAsync({ claims: every })).feasible).toEqual(sorted);
    expect(since()).toBeGreaterThan(NODES / 20);
    expect(complete(await cluster.filterAsync({ claims: every })).feasible).toEqual(sorted);
    expect(since()).toBe(0);
  });

  for (const nodes of [undefined, names]) {
    const which = nodes === undefined ? 'all nodes' : 'nodes that are named';
    it(`over ${which} is called off between two slices, and goes on the next time`, async () => {
      const controller = new AbortController();
      const { cluster } = await slowCluster((turn) => turn === 5 && controller.abort());
      const limits = { signal: controller.signal };
      const result = interrupted(await cluster.filterAsync({ claims: one, limits, ...(nodes && { nodes }) }));
      expect(result.interrupted).toEqual(sorted);
      expect(result.outcome('n7')).toMatchObject({ kind: 'interrupted', by: 'signal' });
      expect(complete(await cluster.filterAsync({ claims: one })).feasible).toEqual(sorted);
    });

    it(`over ${which} is as of the call when they change between two slices`, async () => {
      for (const changed of [1, 2, 4, 8]) {
        let change: (() => void) | undefined;
        const { cluster } = await slowCluster((turn) => turn === changed && change?.());
        change = () => {
          cluster.remove(names.slice(0, 100).map((name) => node(name)));
          cluster.apply(objectsOf('x'));
        };
        const result = complete(await cluster.filterAsync({ claims: one, ...(nodes && { nodes }) }));
        expect(result.feasible).toEqual(sorted);
        expect(complete(cluster.filter({ claims: one })).feasible).toEqual([...names.slice(100), 'x'].sort());
        vi.restoreAllMocks();
      }
    });
  }
});

it('what is found of nodes that are searched by themselves is kept, until the cluster changes meanwhile', async () => {
  let change: (() => void) | undefined;
  let changeAt = Number.POSITIVE_INFINITY;
  const { cluster, turns } = await slowCluster(() => turns() === changeAt && change?.());
  const held = [claim('held', [request('r')])];
  const outcome = cluster.allocate({ claims: held, node: 'n299' });
  change = () => cluster.commit(held, outcome);
  changeAt = 100;
  const result = complete(await cluster.filterAsync({ claims: every }));
  expect(result.feasible).toEqual(sorted);
  expect(result.outcome('n299')).toMatchObject({ kind: 'allocated' });
  expect(complete(cluster.filter({ claims: every })).feasible).toEqual(sorted.filter((name) => name !== 'n299'));
});

it('without time nobody considers what nodes see', async () => {
  const cluster = allocator.cluster();
  const nodeSelector = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Wrong', values: ['a'] }] }] };
  cluster.apply([deviceClass('any'), ...objectsOf('n1'), slice('broken', devices(1), { driver: 'a.example.com', nodeSelector })]);
  const limits = { milliseconds: 0 };
  expect(interrupted(cluster.filter({ claims: one, limits })).interrupted).toEqual(['n1']);
  expect(interrupted(await cluster.filterAsync({ claims: one, limits })).interrupted).toEqual(['n1']);
  expect(cluster.filter({ claims: one }).errors.get('n1')?.code).toBe('node-selection-failed');
});
