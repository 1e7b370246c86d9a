// Forks of a cluster: changes of one are not visible in the other. Random trees of forks are tested in
// test/allocator/evaluate/resident/steps.test.ts.

import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../../../src/index.js';
import { complete } from '../../../support/filtered.js';
import { claim, device, deviceClass, deviceTaintRule, firstAvailable, node, request, selectors, slice } from '../../../support/objects.js';

const allocator = await createAllocator();
const NAMES = ['n1', 'n2', 'n3', 'n4'];
const of = (name: string, count = 2): object =>
  slice(
    `s-${name}`,
    Array.from({ length: count }, (_, index) => device(`d${index}`, { model: index === 0 ? 'a' : 'b' })),
    { nodeName: name, pool: { name } },
  );
const CLAIMS = [claim('c', [request('r', selectors('device.attributes["d.example.com"].model == "a"'))])];

function clusterOf(): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any'), ...NAMES.flatMap((name) => [node(name), of(name)])]);
  return cluster;
}

const feasible = (cluster: Cluster, claims: readonly object[] = CLAIMS): readonly string[] => complete(cluster.filter({ claims })).feasible;

function take(cluster: Cluster, name: string, on: string): void {
  const claims = [{ ...(CLAIMS[0] as object), metadata: { namespace: 'ns', name } }];
  cluster.commit(claims, cluster.allocate({ claims, node: on }));
}

/** Returns the nodes that have a device, and checks that every kind of call agrees. `there`: the nodes of the cluster. */
async function everyWay(cluster: Cluster, there: readonly string[] = NAMES): Promise<readonly string[]> {
  const all = feasible(cluster);
  const result = complete(cluster.filter({ claims: CLAIMS }));
  expect(result.best).toBe(all[0]);
  expect(complete(await cluster.filterAsync({ claims: CLAIMS })).feasible).toEqual(all);
  for (const name of there) {
    const isFeasible = all.includes(name);
    const known = cluster.filter({ claims: CLAIMS, nodes: there.filter((one) => one !== name) });
    expect(complete(known).feasible).toEqual(all.filter((one) => one !== name));
    expect(cluster.allocate({ claims: CLAIMS, node: name }).kind === 'allocated').toBe(isFeasible);
    expect((await cluster.allocateAsync({ claims: CLAIMS, node: name })).kind === 'allocated').toBe(isFeasible);
  }
  return all;
}

describe('a fork', () => {
  const changes: Readonly<Record<string, readonly [(cluster: Cluster) => void, readonly string[], (readonly string[])?]>> = {
    'devices in use': [(cluster) => take(cluster, 'held', 'n1'), ['n2', 'n3', 'n4']],
    'devices in use on the best node and another one': [(cluster) => ['n1', 'n3'].map((name) => take(cluster, name, name)), ['n2', 'n4']],
    'a node that is gone': [(cluster) => cluster.remove([node('n2')]), ['n1', 'n3', 'n4'], ['n1', 'n3', 'n4']],
    'a node that came': [(cluster) => cluster.apply([node('n0'), of('n0')]), ['n0', ...NAMES], ['n0', ...NAMES]],
    'a slice that is gone': [(cluster) => cluster.remove([of('n1')]), ['n2', 'n3', 'n4']],
    'a slice that changed': [(cluster) => cluster.apply([slice('s-n4', [], { nodeName: 'n4', pool: { name: 'n4' } })]), ['n1', 'n2', 'n3']],
    'another class': [(cluster) => cluster.apply([deviceClass('any', 'device.driver == "other"')]), []],
    'a class that is gone': [(cluster) => cluster.remove([deviceClass('any')]), []],
    'a taint rule': [
      (cluster) => cluster.apply([deviceTaintRule('r', { deviceSelector: { pool: 'n3' }, taint: { key: 'k', effect: 'NoSchedule' } })]),
      ['n1', 'n2', 'n4'],
    ],
    'a slice of all nodes': [(cluster) => cluster.apply([slice('all', [device('x', { model: 'a' })], { allNodes: true })]), NAMES],
  };

  for (const [what, [change, after, there]] of Object.entries(changes)) {
    it(`does not see ${what} in its origin, nor the origin what changes in it`, async () => {
      for (const isAskedBefore of [true, false]) {
        const origin = clusterOf();
        if (isAskedBefore) expect(feasible(origin)).toEqual(NAMES);
        const [fork, other] = [origin.fork(), origin.fork()];
        change(fork);
        const isError = after.length === 0 && what.startsWith('a class');
        if (!isError) expect(await everyWay(fork, there)).toEqual(after);
        else expect(complete(fork.filter({ claims: CLAIMS })).errors.size).toBe(NAMES.length);
        expect(await everyWay(origin)).toEqual(NAMES);
        change(origin);
        if (!isError) expect(feasible(origin)).toEqual(after);
        expect(await everyWay(other)).toEqual(NAMES);
        // A fork of the changed cluster starts with the change.
        if (!isError) expect(await everyWay(fork.fork(), there)).toEqual(after);
      }
    });
  }

  it('is not touched by objects that its origin is given a slice of time after the other', async () => {
    const origin = clusterOf();
    feasible(origin);
    const many = Array.from({ length: 5000 }, (_, index) => node(`m${String(index).padStart(4, '0')}`));
    const applied = origin.applyAsync([...many, of('m0000')]);
    const meanwhile = origin.fork();
    await applied;
    expect(await everyWay(meanwhile)).toEqual(NAMES);
    expect(feasible(origin)).toEqual(['m0000', ...NAMES]);
    await meanwhile.applyAsync([node('m1'), of('m1')]);
    expect(feasible(meanwhile)).toEqual(['m1', ...NAMES]);
    expect(feasible(origin)).not.toContain('m1');
  });

  it('answers as of the call while both sides go on', async () => {
    const origin = clusterOf();
    const fork = origin.fork();
    take(fork, 'held', 'n2');
    const asked = fork.filterAsync({ claims: CLAIMS });
    take(fork, 'later', 'n3');
    take(origin, 'elsewhere', 'n4');
    const next = fork.fork();
    expect(complete(await asked).feasible).toEqual(['n1', 'n3', 'n4']);
    expect(feasible(next)).toEqual(['n1', 'n4']);
    expect(feasible(fork)).toEqual(['n1', 'n4']);
    expect(feasible(origin)).toEqual(['n1', 'n2', 'n3']);
  });

  it('goes on by itself when it searched single nodes as often as there are nodes', () => {
    const origin = clusterOf();
    feasible(origin);
    const fork = origin.fork();
    take(fork, 'held', 'n2');
    for (let round = 0; round < 3 * NAMES.length; round++) expect(feasible(fork)).toEqual(['n1', 'n3', 'n4']);
    take(fork, 'more', 'n4');
    expect(feasible(fork)).toEqual(['n1', 'n3']);
    expect(feasible(fork.fork())).toEqual(['n1', 'n3']);
  });

  it('chooses the best node of both kinds', () => {
    const preferred = [
      claim('c', [
        firstAvailable('r', {
          a: { deviceClassName: 'any', count: 2 },
          b: { deviceClassName: 'any' },
        }),
      ]),
    ];
    const origin = clusterOf();
    const best = (cluster: Cluster): unknown => {
      const result = complete(cluster.filter({ claims: preferred }));
      return [result.best, ...result.scores];
    };
    expect(best(origin)).toEqual(['n1', 8, 8, 8, 8]);
    const fork = origin.fork();
    take(fork, 'one', 'n1');
    expect(best(fork)).toEqual(['n2', 7, 8, 8, 8]);
    for (const name of ['n2', 'n3', 'n4']) take(fork, name, name);
    expect(best(fork)).toEqual(['n1', 7, 7, 7, 7]);
    fork.release([{ metadata: { namespace: 'ns', name: 'n3' } } as never]);
    expect(best(fork)).toEqual(['n3', 7, 7, 8, 7]);
    expect(best(origin)).toEqual(['n1', 8, 8, 8, 8]);
  });

  it('counts choices from those of its origin on', () => {
    const claims = [claim('c', [firstAvailable('r', { a: { deviceClassName: 'any' } })])];
    const origin = clusterOf();
    origin.commit(claims, origin.allocate({ claims, node: 'n1' }));
    const fork = origin.fork();
    const more = [claim('more', [firstAvailable('r', { a: { deviceClassName: 'any' } })])];
    fork.commit(more, fork.allocate({ claims: more, node: 'n1' }));
    expect([origin.choiceCounts()[0], fork.choiceCounts()[0]]).toEqual([1, 2]);
    expect(fork.toJSON()).toEqual({ ...origin.toJSON(), allocatedClaims: 2 });
  });

  it('explains what is in it', () => {
    const origin = clusterOf();
    const fork = origin.fork();
    take(fork, 'held', 'n1');
    expect(fork.explain({ claims: CLAIMS, node: 'n1' }).nodes[0]?.kind).toBe('unallocatable');
    expect(origin.explain({ claims: CLAIMS, node: 'n1' }).nodes[0]?.kind).toBe('allocated');
  });
});
