// Very large claims are read within the limits of the call. No query is made of them, since making it could not be interrupted.

import { describe, expect, it, vi } from 'vitest';
import { ResidentCluster } from '../../src/allocator/evaluate/resident/resident-cluster.js';
import type { Cluster } from '../../src/library/cluster.js';
import { createAllocatorOn } from '../../src/library/create-allocator.js';
import { platform } from '../../src/platform/node.js';
import { complete, interrupted } from '../support/filtered.js';
import { claim, deviceClass, devices, node, request, slice } from '../support/objects.js';

type Claims = Parameters<Cluster['filter']>[0]['claims'];

async function smallCluster(onTurn: () => void = () => undefined): Promise<Cluster> {
  const yieldNow = async (): Promise<void> => onTurn();
  const cluster = (await createAllocatorOn({ ...platform, yieldNow })).cluster();
  cluster.apply([
    deviceClass('any'),
    ...['n1', 'n2'].flatMap((name) => [node(name), slice(name, devices(3), { nodeName: name, pool: { name } })]),
  ]);
  return cluster;
}

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const many = (count: number): Claims => range(count, (index) => claim(`c${index}`, [request('r')]));

describe('claims that take long to read', () => {
  const large = many(20_000);

  it('end the call with its time, before any node is considered', async () => {
    const cluster = await smallCluster();
    const limits = { milliseconds: 0 };
    const nothing = { kind: 'interrupted', by: 'milliseconds', steps: 0 };
    for (const nodes of [undefined, ['n2']]) {
      const filter = { claims: large, limits, ...(nodes && { nodes }) };
      for (const result of [cluster.filter(filter), await cluster.filterAsync(filter)]) {
        expect(interrupted(result)).toMatchObject({ by: 'milliseconds', feasibleSoFar: [], interrupted: nodes ?? ['n1', 'n2'] });
      }
    }
    const allocate = { claims: large, limits, node: 'n1' };
    expect(cluster.allocate(allocate)).toEqual(nothing);
    expect(await cluster.allocateAsync(allocate)).toEqual(nothing);
    const explained = cluster.explain({ claims: large, limits });
    expect(explained).toMatchObject({ kind: 'interrupted', by: 'milliseconds' });
    expect(explained.nodes.map(({ node: name, text }) => [name, text])).toEqual(
      ['n1', 'n2'].map((name) => [name, 'the time limit was reached before an explanation was found']),
    );
    expect(await cluster.explainAsync({ claims: large, limits })).toEqual(explained);
  });

  it('are called off while they are read', async () => {
    const controller = new AbortController();
    let turns = 0;
    const cluster = await smallCluster(() => ++turns === 3 && controller.abort());
    const limits = { signal: controller.signal };
    expect(interrupted(await cluster.filterAsync({ claims: large, limits }))).toMatchObject({ by: 'signal', interrupted: ['n1', 'n2'] });
    expect(turns).toBe(3);
    expect(await cluster.allocateAsync({ claims: large, node: 'n1', limits })).toEqual({ kind: 'interrupted', by: 'signal', steps: 0 });
  });

  it('are errors where they are wrong', async () => {
    const cluster = await smallCluster();
    const wrong = [...(large as object[]), { ...(claim('x', []) as object), spec: 1 }] as Claims;
    expect(() => cluster.filter({ claims: wrong })).toThrow('claims[20000].spec');
    await expect(cluster.filterAsync({ claims: wrong })).rejects.toThrow('claims[20000].spec');
  });
});

describe('claims that request very much', () => {
  const few = { requests: [request('r')], alternatives: { name: 's', deviceClassName: 'any' } };
  const cases: Readonly<Record<string, [small: Claims, large: Claims]>> = {
    claims: [many(2), many(2000)],
    requests: [
      [claim('c', few.requests)],
      [
        claim(
          'c',
          range(2000, (index) => request(`r${index}`)),
        ),
      ],
    ],
    alternatives: [
      [claim('c', [{ name: 'r', firstAvailable: [few.alternatives] }])],
      [claim('c', [{ name: 'r', firstAvailable: range(2000, (index) => ({ ...few.alternatives, name: `s${index}` })) }])],
    ],
    constraints: [
      [claim('c', few.requests, { constraints: [{ distinctAttribute: 'd.example.com/a' }] })],
      [claim('c', few.requests, { constraints: range(500, (index) => ({ distinctAttribute: `d.example.com/a${index}` })) })],
    ],
    'names of requests under a constraint': [
      [claim('c', few.requests, { constraints: [{ requests: ['r'], distinctAttribute: 'd.example.com/a' }] })],
      [claim('c', few.requests, { constraints: [{ requests: range(20_000, () => 'r'), distinctAttribute: 'd.example.com/a' }] })],
    ],
    tolerations: [
      [claim('c', [request('r', { tolerations: [{ operator: 'Exists' }] })])],
      [claim('c', [request('r', { tolerations: range(20_000, () => ({ operator: 'Exists' })) })])],
    ],
    'a long name': [[claim('c', [request('r'.repeat(1000))])], [claim('c', [request('r'.repeat(600_000))])]],
  };

  for (const [what, [small, large]] of Object.entries(cases)) {
    it(`are no query: ${what}`, async () => {
      const made = vi.spyOn(ResidentCluster.prototype, 'plan');
      const cluster = await smallCluster();
      complete(cluster.filter({ claims: small }));
      expect(made).toHaveBeenCalledTimes(1);
      const result = complete(cluster.filter({ claims: large }));
      expect(made).toHaveBeenCalledTimes(1);
      expect(complete(await cluster.filterAsync({ claims: large })).feasible).toEqual(result.feasible);
      expect(made).toHaveBeenCalledTimes(1);
      made.mockRestore();
    });
  }
});
