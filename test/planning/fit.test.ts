import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { type Fit, fitAsync, fit as replicasThatFit } from '../../src/planning/index.js';
import { cases } from '../support/extent.js';
import { complete } from '../support/filtered.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

const allocator = await createAllocator();
const MODEL_A = 'device.attributes["d.example.com"].model == "a"';

/** Devices by their models and roots. */
type Devices = readonly { readonly model: 'a' | 'b'; readonly root: number }[];

/** A claim for some devices of one model, of one root where they have to be. */
interface Wanted {
  readonly count: number;
  readonly isOfA: boolean;
  readonly isOfOneRoot: boolean;
}

const ANY: Wanted = { count: 1, isOfA: false, isOfOneRoot: false };

function template({ count, isOfA, isOfOneRoot }: Wanted): object {
  const constraints = isOfOneRoot ? { constraints: [{ matchAttribute: 'd.example.com/root' }] } : {};
  const requests = [request('r', { count, ...(isOfA ? selectors(MODEL_A) : {}) })];
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { namespace: 'ns', name: 't' },
    spec: { spec: { devices: { requests, ...constraints } } },
  };
}

function nodeWith(name: string, devices: Devices, cpu?: string): object[] {
  const list = devices.map(({ model, root }, index) => device(`d${index}`, { model, root }));
  return [
    node(name, {}, cpu === undefined ? {} : { allocatable: { cpu, pods: '100' } }),
    slice(`s-${name}`, list, { nodeName: name, pool: { name } }),
  ];
}

function pod(name: string, cpu?: string, source: object = { resourceClaimTemplateName: 't' }): object {
  const resources = cpu === undefined ? {} : { resources: { requests: { cpu } } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name },
    spec: { containers: [{ name: 'c', ...resources }], resourceClaims: [{ name: 'gpu', ...source }] },
  };
}

function clusterOf(objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any'), ...objects]);
  return cluster;
}

const many = (count: number, model: 'a' | 'b' = 'a', root = 0): Devices => Array.from({ length: count }, () => ({ model, root }));
const placedOn = ({ placements }: Fit): readonly string[] => placements.map((placed) => `${placed.pod} ${placed.node}`);

describe('fit', () => {
  it('places replicas one by one, and reports what the next one lacks', async () => {
    const cluster = clusterOf([template({ ...ANY, count: 2 }), ...nodeWith('n1', many(3)), ...nodeWith('n2', many(4))]);
    const found = replicasThatFit(cluster, { pod: pod('p') });
    expect(placedOn(found)).toEqual(['p-0 n1', 'p-1 n2', 'p-2 n2']);
    expect([...found.perNode]).toEqual([
      ['n1', 1],
      ['n2', 2],
    ]);
    expect(found).toMatchObject({ kind: 'complete', count: 3, isAll: false, optimum: { atMost: 3, isExact: true } });
    expect(found.runsOut).toContain('request r');
    expect(found.explanation?.kind).toBe('unallocatable');
    const { explanation, ...rest } = await fitAsync(cluster, { pod: pod('p') });
    expect({ ...rest, runsOut: undefined }).toEqual({ ...found, explanation: undefined, runsOut: undefined });
    expect(explanation?.nodes.length).toBe(2);
    // The cluster is as it was.
    expect(complete(cluster.filter({ claims: [claim('c', [request('r', { count: 4 })])] })).feasible).toEqual(['n2']);
    expect(cluster.toJSON()['allocatedClaims']).toBe(0);
  });

  it('requests no more than it is reported', () => {
    const cluster = clusterOf([template(ANY), ...nodeWith('n1', many(5))]);
    expect(replicasThatFit(cluster, { pod: pod('p'), most: 2 })).toMatchObject({ count: 2, isAll: true });
    expect(replicasThatFit(cluster, { pod: cluster.preparePod(pod('p')), most: 2 })).toMatchObject({ count: 2, isAll: true });
    expect(replicasThatFit(cluster, { pod: pod('p'), most: 0 })).toMatchObject({ count: 0, isAll: true, placements: [] });
    expect(replicasThatFit(cluster, { pod: pod('p'), most: 5 })).not.toHaveProperty('optimum');
    for (const most of [-1, 1.5, '3'])
      expect(() => replicasThatFit(cluster, { pod: pod('p'), most: most as number })).toThrow('most: expected an integer');
    expect(() => replicasThatFit(cluster, { pod: 5 as never })).toThrow('pod: expected a Pod object');
    expect(() => replicasThatFit(cluster, { pods: [] } as never)).toThrow('pods: unknown, did you mean pod?');
    expect(placedOn(replicasThatFit(cluster, { pod: {}, most: 1 }))).toEqual(['replica-0 n1']);
  });

  it('tells room from devices', () => {
    const objects = [template(ANY), ...nodeWith('n1', many(4), '2'), ...nodeWith('n2', many(1), '8')];
    const found = replicasThatFit(clusterOf(objects), { pod: pod('p', '1') });
    expect(found).toMatchObject({ count: 3, optimum: { atMost: 3, isExact: true } });
    expect(found.explanation?.groups.map(({ text }) => text).join(' ')).toContain('cpu');
  });

  it('finds the placement that first fit spoils', () => {
    // The first device of each pair has the root of the second pair: first fit breaks both pairs of b.
    const mixed: Devices = [
      { model: 'a', root: 0 },
      { model: 'a', root: 1 },
      { model: 'a', root: 1 },
      { model: 'a', root: 0 },
      { model: 'a', root: 2 },
    ];
    const wanted = { count: 2, isOfA: true, isOfOneRoot: true };
    const found = replicasThatFit(clusterOf([template(wanted), ...nodeWith('n1', mixed)]), { pod: pod('p') });
    expect(found.optimum).toEqual({ atMost: 2, isExact: true, perNode: new Map([['n1', 2]]) });
  });

  it('does not add up what replicas share', () => {
    const shared = slice('all', [device('x'), device('y'), device('z')], { allNodes: true, pool: { name: 'all' } });
    const found = replicasThatFit(clusterOf([template({ ...ANY, count: 2 }), node('n1'), node('n2'), shared]), { pod: pod('p') });
    expect(found).toMatchObject({ count: 1, optimum: { atMost: 2, isExact: false } });
    const named = [claim('own', [request('r')]), ...nodeWith('n1', many(1)), ...nodeWith('n2', many(1))];
    const ofClaim = replicasThatFit(clusterOf(named), { pod: pod('p', undefined, { resourceClaimName: 'own' }), most: 300 });
    expect(ofClaim.count).toBe(256);
  });

  it('goes on without a node whose pool is invalid, and counts none there', () => {
    const twins = ['b1', 'b2'].map((name) => slice(name, [device('d0')], { nodeName: 'n2', pool: { name: 'n2', resourceSliceCount: 2 } }));
    const cluster = clusterOf([template(ANY), ...nodeWith('n1', many(2)), node('n2'), ...twins]);
    const found = replicasThatFit(cluster, { pod: pod('p') });
    expect(found).toMatchObject({ kind: 'complete', count: 2, runsOutOn: 'n1', optimum: { atMost: 2, isExact: true } });
    expect(found.error).toBeUndefined();
    const alone = replicasThatFit(clusterOf([template(ANY), node('n2'), ...twins]), { pod: pod('p') });
    expect(alone).toMatchObject({ count: 0, runsOutOn: 'n2', optimum: { atMost: 0 } });
  });

  it('ends with the error on which the scheduler ends its attempt, and has no optimum then', () => {
    const wanted = {
      ...template(ANY),
      spec: { spec: { devices: { requests: [request('r', selectors('device.attributes["d.example.com"].root == 0'))] } } },
    };
    const odd = [node('n2'), slice('s-n2', [device('odd')], { nodeName: 'n2', pool: { name: 'n2' } })];
    const found = replicasThatFit(clusterOf([wanted, ...nodeWith('n1', many(2)), ...odd]), { pod: pod('p') });
    expect(found).toMatchObject({ kind: 'complete', count: 0, runsOutOn: 'n2', error: { code: 'cel-runtime-error' } });
    expect(found).not.toHaveProperty('optimum');
  });

  it('has the figures of a node with replicas where another one is nearer to one more', () => {
    const resource = { 'example.com/fake': '2' };
    const asks = { ...pod('p'), spec: { containers: [{ name: 'c', resources: { limits: resource } }] } };
    const having = (name: string, amount: string) => node(name, {}, { allocatable: { cpu: '4', pods: '10', 'example.com/fake': amount } });
    const found = replicasThatFit(clusterOf([having('n1', '1'), having('n2', '2')]), { pod: asks });
    expect(found).toMatchObject({ count: 1, runsOutOn: 'n2' });
    expect(found.runsOut).toContain('of 2 ');
  });

  it('places claims and templates by themselves', async () => {
    const cluster = clusterOf([...nodeWith('n1', many(3)), ...nodeWith('n2', many(4))]);
    const alone = claim('own', [request('r', { count: 2 })]);
    const found = replicasThatFit(cluster, { claims: [alone] });
    expect(placedOn(found)).toEqual(['own-0 n1', 'own-1 n2', 'own-2 n2']);
    expect(found.optimum).toMatchObject({ atMost: 3, isExact: true });
    const both = await fitAsync(cluster, { claims: [alone, { ...template(ANY), metadata: { namespace: 'ns', name: 'one' } }] });
    expect(placedOn(both)).toEqual(['own-0 n1', 'own-1 n2']);
    expect(cluster.toJSON()['allocatedClaims']).toBe(0);
    expect(() => replicasThatFit(cluster, { claims: [], pod: pod('p') })).toThrow('claims: give either a pod');
    expect(() => replicasThatFit(cluster, { claims: [] })).toThrow('claims: expected ResourceClaims or ResourceClaimTemplates');
    expect(() => replicasThatFit(cluster, { claims: [{ ...alone, spec: 5 }] as never })).toThrow('ResourceClaim ns/own');
    expect(() => replicasThatFit(cluster, {})).toThrow('pod: expected a Pod object');
  });

  it('ends at its limits', async () => {
    const cluster = clusterOf([template(ANY), ...nodeWith('n1', many(5))]);
    expect(replicasThatFit(cluster, { pod: pod('p'), limits: { milliseconds: 0 } })).toMatchObject({
      kind: 'interrupted',
      by: 'milliseconds',
      count: 0,
    });
    const signal = AbortSignal.abort();
    expect(await fitAsync(cluster, { pod: pod('p'), limits: { signal } })).toMatchObject({ kind: 'interrupted', by: 'signal' });
  });
});

const devices = fc.array(fc.record({ model: fc.constantFrom('a' as const, 'b' as const), root: fc.integer({ min: 0, max: 2 }) }), {
  maxLength: 6,
});
const wantedOf = fc.record({ count: fc.integer({ min: 1, max: 3 }), isOfA: fc.boolean(), isOfOneRoot: fc.boolean() });

/** The most claims that some devices serve, by trying all choices. */
function mostOfAll(all: Devices, wanted: Wanted): number {
  const fitting = all.filter(({ model }) => !wanted.isOfA || model === 'a');
  const choices = combinations(fitting.length, wanted.count).filter(
    (chosen) => !wanted.isOfOneRoot || new Set(chosen.map((index) => fitting[index]?.root)).size === 1,
  );
  const most = (used: number): number =>
    Math.max(
      0,
      ...choices
        .map((chosen) => chosen.reduce((bits, index) => bits | (1 << index), 0))
        .filter((bits) => (bits & used) === 0)
        .map((bits) => 1 + most(used | bits)),
    );
  return most(0);
}

function combinations(size: number, count: number, from = 0): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: Math.max(0, size - from) }, (_, index) => from + index).flatMap((first) =>
    combinations(size, count - 1, first + 1).map((rest) => [first, ...rest]),
  );
}

it('has the optimum of all choices, and places as the one-shot allocator does', () => {
  fc.assert(
    fc.property(fc.array(devices, { minLength: 1, maxLength: 4 }), wantedOf, (nodes, wanted) => {
      const objects = nodes.flatMap((list, index) => nodeWith(`n${index}`, list));
      const found = replicasThatFit(clusterOf([template(wanted), ...objects]), { pod: pod('p') });
      const most = nodes.map((list) => mostOfAll(list, wanted));
      expect(found.optimum).toMatchObject({ atMost: most.reduce((sum, one) => sum + one, 0), isExact: true });
      expect(placedOn(found)).toEqual(oneByOne(nodes, objects, wanted));
    }),
    { numRuns: cases(20, 150) },
  );
});

/** Places claims with `allocate`, each on the first node that has the devices. */
function oneByOne(nodes: readonly Devices[], objects: readonly object[], wanted: Wanted): readonly string[] {
  const { spec } = template(wanted) as { readonly spec: { readonly spec: object } };
  const held: object[] = [];
  const placed: string[] = [];
  for (;;) {
    const asked = { ...claim(`c${held.length}`, []), ...spec };
    const at = nodes.findIndex((_, index) => {
      const resourceSlices = objects.filter((object) => (object as { readonly kind: string }).kind === 'ResourceSlice');
      const input = {
        node: node(`n${index}`),
        claims: [asked],
        deviceClasses: [deviceClass('any')],
        resourceSlices,
        allocated: { claims: held },
      };
      const outcome = allocator.allocate(input as never);
      if (outcome.kind === 'allocated') held.push({ ...asked, status: { allocation: outcome.allocations[0] } });
      return outcome.kind === 'allocated';
    });
    if (at < 0) return placed;
    placed.push(`p-${placed.length} n${at}`);
  }
}
