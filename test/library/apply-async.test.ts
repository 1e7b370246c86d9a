// Objects that are applied while others have their turns: all at once finally, under what later calls changed.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../src/library/cluster.js';
import { Random } from '../differential/generate/random.js';
import { Counted } from '../support/counted.js';
import { cases, someOf } from '../support/extent.js';
import { complete } from '../support/filtered.js';
import { claim, deviceClass, devices, node, request, slice } from '../support/objects.js';
import { codeOf, picks } from '../support/two-nodes.js';

const one = [claim('c', [request('r')])];
const two = [claim('c', [request('r', { count: 2 })])];
const onNode = (name: string, count: number): object => slice(`s-${name}`, devices(count), { nodeName: name, pool: { name } });
const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);
/** Few objects are applied in one go, many next to those that are there. */
const SIZES = { few: 3, many: 1200 };

let counted: Counted;
let cluster: Cluster;
let turns: number;

beforeEach(() => {
  counted = new Counted();
  cluster = counted.cluster;
  turns = 0;
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 0.1 * looks++);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const feasible = (claims: readonly object[] = one): readonly string[] => complete(cluster.filter({ claims })).feasible;

/** Does something at one of the turns that follow. */
function at(wanted: number, action: () => void): void {
  turns = 0;
  counted.hooks.yieldNow = () => {
    if (++turns === wanted) action();
  };
}

describe.each(Object.entries(SIZES))('%s objects', (_which, size) => {
  const names = namesOf(size);
  const sorted = [...names].sort();
  const objects = [deviceClass('any'), ...names.flatMap((name) => [node(name), onNode(name, 2)])];

  it('take effect all at once', async () => {
    cluster.apply([deviceClass('any'), node('n0'), onNode('n0', 1)]);
    const seen = new Set<string>();
    counted.hooks.yieldNow = () => {
      turns++;
      seen.add(JSON.stringify([feasible(one), feasible(two)]));
    };
    await cluster.applyAsync([{ kind: 'List', apiVersion: 'v1', items: objects }]);
    expect(turns > 10).toBe(size === SIZES.many);
    expect([...seen]).toEqual(turns === 0 ? [] : [JSON.stringify([['n0'], []])]);
    expect([feasible(one), feasible(two)]).toEqual([sorted, sorted]);
  });

  it('are not applied when one is wrong, or the call is called off', async () => {
    const wrong = [...objects, { ...deviceClass('any'), spec: { nonsense: 1 } }];
    const error = (async () => cluster.applyAsync(wrong))();
    await expect(error).rejects.toMatchObject({
      code: 'invalid-object',
      message: expect.stringMatching(`objects\\[${wrong.length - 1}\\]`),
    });
    expect(codeOf(() => cluster.apply(wrong))).toBe('invalid-object');
    const controller = new AbortController();
    at(1, () => controller.abort(new Error('enough')));
    const ended = cluster.applyAsync(objects, { signal: controller.signal });
    if (size === SIZES.few) await ended;
    else await expect(ended).rejects.toThrow('enough');
    expect(feasible()).toEqual(size === SIZES.few ? sorted : []);
    await expect(cluster.applyAsync(objects, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  it('leave calls alone that began before', async () => {
    cluster.apply([deviceClass('any'), node('n0'), onNode('n0', 1)]);
    counted.hooks.yieldNow = () => {
      if (turns++ > 0) return;
      void cluster.applyAsync(objects);
    };
    expect(complete(await cluster.filterAsync({ claims: one })).feasible).toEqual(['n0']);
    await cluster.applyAsync([]);
    expect(feasible(two)).toEqual(sorted);
  });

  it('take effect in the order of their calls', async () => {
    const first = cluster.applyAsync([...objects, onNode('n1', 1)]);
    const second = cluster.applyAsync([onNode('n1', 2), onNode('n2', 0)]);
    cluster.apply([onNode('n2', 2)]);
    await Promise.all([first, second]);
    expect(feasible(two)).toEqual(sorted);
  });
});

describe('what later calls change', () => {
  const names = namesOf(SIZES.many);
  const objects = (count: number): object[] => [deviceClass('any'), ...names.flatMap((name) => [node(name), onNode(name, count)])];
  const held = [claim('held', [request('r')])];
  const holding = (pool: string): object => ({
    ...claim('held', [request('r')]),
    status: { allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool, device: 'd0' }] } } },
  });

  it('stays, at whatever turn', async () => {
    for (const turn of someOf([1, 2, 5, 10, 15, 20, 25], 3)) {
      const before = new Counted();
      counted = before;
      cluster = before.cluster;
      cluster.apply(objects(2));
      at(turn, () => {
        cluster.apply([onNode('n1', 3), node('x'), onNode('x', 3)]);
        cluster.remove([node('n2'), onNode('n3', 0)]);
        cluster.commit(held, cluster.allocate({ claims: held, node: 'n5' }));
      });
      await cluster.applyAsync([...objects(1), holding('n4')]);
      expect(turns).toBeGreaterThan(25);
      const left = names.filter((name) => name !== 'n2' && name !== 'n3' && name !== 'n5');
      expect(feasible()).toEqual([...left, 'x'].sort());
      expect(feasible(two)).toEqual(['n1', 'x']);
      expect(picks(cluster.allocate({ claims: held, node: 'n5' }))).toEqual(['n5/d0']);
      cluster.release(held);
      expect(feasible()).toContain('n5');
    }
  });
});

it('a cluster that objects came to so is as one that they came to at the call', async () => {
  const random = new Random(5, 1);
  const names = namesOf(700);
  const some = (): string => names[random.integer(0, 15)] as string;
  const rule = (): object => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceTaintRule',
    metadata: { name: `r${random.integer(0, 2)}` },
    spec: { deviceSelector: { pool: some() }, taint: { key: 'k', value: 'v', effect: 'NoSchedule' } },
  });
  const holder = (): object => ({
    ...claim(`h${random.integer(0, 9)}`, [request('r')]),
    status: {
      allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: some(), device: `d${random.integer(0, 1)}` }] } },
    },
  });
  const objectsNow = (): object[] => [
    ...random.times(3, () => node(some(), { zone: `${random.integer(0, 3)}` })),
    ...random.times(3, () => onNode(some(), random.integer(0, 4))),
    ...random.times(2, () => (random.chance(0.5) ? holder() : rule())),
    ...(random.chance(0.2) ? [slice('network', devices(random.integer(0, 2)), { allNodes: true, pool: { name: 'network' } })] : []),
  ];
  for (let round = 0; round < cases(3, 30); round++) {
    const [mine, other] = [new Counted(), new Counted()];
    const both = [mine.cluster, other.cluster];
    const first = [deviceClass('any'), ...names.flatMap((name) => [node(name), onNode(name, 2)]), ...objectsNow()];
    for (const each of both) each.apply(first);
    const set = [...names.flatMap((name) => [node(name), onNode(name, 3)]), ...objectsNow()];
    const late: (() => void)[] = [];
    const change = (): void => {
      const objects = objectsNow();
      const kind = random.pick(['apply', 'apply', 'remove'] as const);
      mine.cluster[kind](objects);
      late.push(() => other.cluster[kind](objects));
    };
    mine.hooks.yieldNow = () => {
      if (random.chance(0.8)) change();
    };
    const applied = mine.cluster.applyAsync(set);
    change();
    await applied;
    other.cluster.apply(set);
    for (const action of late) action();
    expect(late.length).toBeGreaterThan(2);
    for (const count of [1, 2, 3, 4]) {
      const claims = [claim('c', [request('r', { count })])];
      const [said, expected] = both.map((each) => {
        const result = complete(each.filter({ claims }));
        return result.feasible.map((name) => [name, picks(result.outcome(name))]);
      });
      expect(said).toEqual(expected);
    }
  }
});

it('one object with many values is decoded in many turns', async () => {
  const requestPolicy = { default: '1', validValues: Array.from({ length: 5000 }, (_, at) => `${at + 1}`) };
  at(-1, () => undefined);
  await cluster.applyAsync([slice('s', [{ name: 'd', allowMultipleAllocations: true, capacity: { m: { value: '9', requestPolicy } } }])]);
  expect(turns).toBeGreaterThan(10);
});

it('a claim with many devices is joined beside the others, in many turns', async () => {
  const results = Array.from({ length: 5000 }, (_, index) => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: `d${index}` }));
  await cluster.applyAsync([deviceClass('any'), node('n'), slice('s', devices(1))]);
  expect(feasible()).toEqual(['n']);
  const turnsWith = async (count: number): Promise<number> => {
    at(-1, () => undefined);
    await cluster.applyAsync([{ ...one[0], status: { allocation: { devices: { results: results.slice(0, count) } } } }]);
    return turns;
  };
  expect(await turnsWith(1)).toBe(0);
  expect(await turnsWith(5000)).toBeGreaterThan(10);
  expect(complete(cluster.filter({ claims: [claim('other', [request('r')])] })).feasible).toEqual([]);
});

it("the list of many objects is gone over in turns from the first on, and is the caller's own again after the call", async () => {
  const names = namesOf(SIZES.many);
  const objects = [deviceClass('any'), ...names.flatMap((name) => [node(name), onNode(name, 1)])];
  counted.hooks.yieldNow = () => {
    turns++;
  };
  // All entries are checked to be objects before the first is read.
  const wrong = cluster.applyAsync([...objects, null] as never);
  await expect(wrong).rejects.toMatchObject({ code: 'invalid-input', path: `objects[${objects.length}]` });
  expect(turns).toBeGreaterThan(1);
  const applied = cluster.applyAsync(objects);
  objects.length = 0;
  await applied;
  expect(feasible()).toEqual([...names].sort());
});

it('one pod with very many containers is added up in slices', async () => {
  cluster.apply([node('n')]);
  const turnsFor = async (count: number): Promise<number> => {
    const containers = Array.from({ length: count }, (_, index) => ({ name: `c${index}`, resources: { requests: { cpu: '1m' } } }));
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { nodeName: 'n', containers } };
    // Reading it takes turns as well: as many as for a pod that uses no resources of a node.
    const read = async (nodeName: string): Promise<number> => {
      at(0, () => {});
      await cluster.applyAsync([{ ...pod, spec: { ...pod.spec, nodeName } }]);
      return turns;
    };
    return (await read('n')) - (await read(''));
  };
  expect(await turnsFor(10)).toBe(0);
  expect(await turnsFor(20_000)).toBeGreaterThan(100);
});
