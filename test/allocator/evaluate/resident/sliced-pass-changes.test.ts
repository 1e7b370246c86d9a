// Tests calls that yield while the cluster changes: changes elsewhere cost them nothing, and a change of a node costs one search.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../src/library/cluster.js';
import { Counted } from '../../../support/counted.js';
import { complete } from '../../../support/filtered.js';
import { claim, deviceClass, devices, node, request, selectors, slice } from '../../../support/objects.js';
import { picks } from '../../../support/two-nodes.js';

const NODES = 100;
const names = Array.from({ length: NODES }, (_, index) => `n${index}`);
const sorted = [...names].sort();
const one = [claim('c', [request('r')])];
const network = { driver: 'network.example.com', pool: { name: 'network' }, allNodes: true };

const objectsOf = (name: string): object[] => [node(name), slice(`s-${name}`, devices(2), { nodeName: name, pool: { name } })];

let counted: Counted;
let cluster: Cluster;
let turns: number;

beforeEach(() => {
  counted = new Counted();
  cluster = counted.cluster;
  cluster.apply([deviceClass('any'), deviceClass('other'), ...names.flatMap(objectsOf), slice('network', devices(5), network)]);
  turns = 0;
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 0.2 * looks++);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes a change at this turn of the following calls. */
function changeAt(wanted: number, change: () => void): void {
  turns = 0;
  counted.hooks.yieldNow = () => {
    if (++turns === wanted) change();
  };
}

/** Repeats a call with a change at each of its turns. Returns the numbers of nodes that the calls search by themselves. */
async function searchesOf(ask: () => Promise<unknown>, change: () => void, undo: () => void): Promise<readonly number[]> {
  const found = new Set<number>();
  for (let turn = 1; ; turn++) {
    cluster.apply([deviceClass('any')]);
    changeAt(turn, change);
    counted.searched();
    await ask();
    found.add(counted.searched());
    counted.hooks.yieldNow = () => {};
    if (turns < turn && turn > 1) break;
    undo();
  }
  return [...found].sort();
}

const filter = async (): Promise<void> => {
  const result = await cluster.filterAsync({ claims: one });
  expect(complete(result).feasible).toEqual(sorted);
};
const held = [claim('held', [request('r')])];
const hold = (name: string) => (): void => cluster.commit(held, cluster.allocate({ claims: held, node: name }));
const release = (): void => cluster.release(held);
const onNetwork = {
  ...claim('held', []),
  status: { allocation: { devices: { results: [{ request: 'r', driver: 'network.example.com', pool: 'network', device: 'd0' }] } } },
};

describe('the searches of single nodes of a call during which', () => {
  it('a node changes, comes or goes: one, of that node', async () => {
    expect(
      await searchesOf(
        filter,
        () => cluster.apply([node('n7', { zone: 'a' })]),
        () => {},
      ),
    ).toEqual([0, 1]);
    expect(
      await searchesOf(
        filter,
        () => cluster.remove([node('n7')]),
        () => cluster.apply([node('n7')]),
      ),
    ).toEqual([0, 1]);
    expect(
      await searchesOf(
        filter,
        () => cluster.apply(objectsOf('x')),
        () => cluster.remove(objectsOf('x')),
      ),
    ).toEqual([0]);
  });

  it('the devices of a node come into use: one, of that node', async () => {
    expect(await searchesOf(filter, hold('n7'), release)).toEqual([0, 1]);
  });

  it('devices that all nodes see come into use: none', async () => {
    expect(await searchesOf(filter, () => cluster.apply([onNetwork]), release)).toEqual([0]);
  });

  it('classes change: none', async () => {
    expect(
      await searchesOf(
        filter,
        () => cluster.apply([deviceClass('other', 'false')]),
        () => {},
      ),
    ).toEqual([0]);
    const never = (): void => cluster.apply([deviceClass('any', 'false')]);
    expect(await searchesOf(filter, never, () => cluster.apply([deviceClass('any')]))).toEqual([0]);
  });

  it('others ask so much that the query is dropped: none', async () => {
    const others = Array.from({ length: 70 }, (_, index) => [claim('c', [request(`r${index}`, selectors(`${index} > 3`))])]);
    const ask = (): void => others.forEach((claims) => cluster.filter({ claims, nodes: ['n1'] }));
    expect(await searchesOf(filter, ask, () => {})).toEqual([0]);
  });

  it('all nodes change: as many as had no answer', async () => {
    const shrink = (): void => cluster.apply([slice('network', devices(4), network)]);
    const grow = (): void => cluster.apply([slice('network', devices(5), network)]);
    expect(await searchesOf(filter, shrink, grow)).toEqual([0, NODES]);
  });
});

it('a single node: none, unless it changes itself', async () => {
  const ask = async (): Promise<void> => {
    expect(picks(await cluster.allocateAsync({ claims: one, node: 'n7' }))).toEqual(['n7/d0']);
  };
  expect(await searchesOf(ask, hold('n8'), release)).toEqual([0]);
  expect(await searchesOf(ask, hold('n7'), release)).toEqual([0, 1]);
});

it('a cluster that changes at every turn is answered, each node once', async () => {
  let round = 0;
  counted.hooks.yieldNow = () => {
    const name = names[round++ % NODES] as string;
    cluster.apply([node(name, { round: `${round}` }), slice('network', devices(1 + (round % 5)), network)]);
  };
  expect(complete(await cluster.filterAsync({ claims: one })).feasible).toEqual(sorted);
  expect(counted.searched()).toBeLessThanOrEqual(NODES);
});

it('devices in use go with their node while one that is free at the call comes into use: the call still finds it free', async () => {
  const inUse = (name: string, pool: string, driver = 'd.example.com'): object => ({
    ...claim(name, []),
    status: { allocation: { devices: { results: [{ request: 'r', driver, pool, device: 'd0' }] } } },
  });
  const small = new Counted();
  const onN1 = slice('s-n1', devices(1), { nodeName: 'n1', pool: { name: 'n1' } });
  small.cluster.apply([deviceClass('any'), node('n0'), node('n1'), onN1, slice('network', devices(1), network), inUse('before', 'n1')]);
  small.cluster.filter({ claims: [claim('other', [request('other', { count: 2 })])] });
  small.hooks.yieldNow = () => {
    small.cluster.apply([inUse('held', 'network', network.driver)]);
    small.cluster.remove([onN1]);
  };
  expect(complete(await small.cluster.filterAsync({ claims: one })).feasible).toEqual(['n0', 'n1']);
});
