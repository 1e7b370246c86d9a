import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/index.js';
import { complete } from '../support/filtered.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';
import { allocator, codeOf, picks, twoNodes } from '../support/two-nodes.js';

describe('commit and release', () => {
  const one = claim('one', [request('r')]);
  const two = claim('two', [request('r')]);

  it('occupy and free what an outcome selected', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one], node: 'n1' });
    cluster.commit([one], outcome);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d1']);
    cluster.release([one]);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d0']);
    cluster.release([one]);
  });

  it('reject a device that is no longer free or no longer exists, and then change nothing', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one, two], node: 'n1' });
    const third = claim('third', [request('r')]);
    cluster.commit([third], cluster.allocate({ claims: [third], node: 'n1' }));
    expect(codeOf(() => cluster.commit([two, one], outcome))).toBe('stale-outcome');
    cluster.release([third]);
    expect(picks(cluster.allocate({ claims: [one], node: 'n1' }))).toEqual(['n1/d0']);
    cluster.remove([slice('s-n1', [])]);
    expect(codeOf(() => cluster.commit([one, two], outcome))).toBe('stale-outcome');
  });

  it('commit again without effect, and never two different outcomes for one claim', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one], node: 'n1' });
    const other = cluster.allocate({ claims: [one], node: 'n2' });
    cluster.commit([one], outcome);
    cluster.commit([one], outcome);
    expect(codeOf(() => cluster.commit([one], other))).toBe('stale-outcome');
    cluster.release([one]);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d0']);
  });

  it('take only outcomes that allocated, for as many claims', () => {
    const cluster = twoNodes();
    expect(codeOf(() => cluster.commit([one], { kind: 'unallocatable', steps: 1 }))).toBe('invalid-input');
    expect(codeOf(() => cluster.commit([one], undefined as never))).toBe('invalid-input');
    expect(codeOf(() => cluster.commit([one, two], cluster.allocate({ claims: [one], node: 'n1' })))).toBe('stale-outcome');
  });

  it('applying a committed claim with its status changes nothing', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one], node: 'n1' });
    cluster.commit([one], outcome);
    if (outcome.kind !== 'allocated') throw new Error('expected an allocation');
    cluster.apply([{ ...one, status: { allocation: outcome.allocations[0] } }]);
    cluster.release([one]);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d0']);
  });
});

describe('outcomes', () => {
  it('are copies: changing them changes no later answer', () => {
    const cluster = allocator.cluster();
    const bound = device('a', {}, { bindingConditions: ['ready'], bindingFailureConditions: ['broken'] });
    const config = [{ opaque: { driver: 'd.example.com', parameters: { kind: 'Config', list: [1] } } }];
    cluster.apply([
      node('n', {}, { declaredFeatures: ['DRAOptionalNodeOperations'] }),
      deviceClass('any', undefined, { config }),
      slice('s', [bound], { skipNodeOperations: ['*'] }),
    ]);
    const claims = cluster.prepare([claim('c', [request('r')])]);
    const ask = (): unknown => cluster.allocate({ claims, node: 'n' });
    const before = structuredClone(ask());
    // biome-ignore lint/suspicious/noExplicitAny: what a careless caller does
    const [allocation] = (ask() as any).allocations;
    allocation.devices.results[0].bindingConditions.push('hack');
    allocation.devices.results[0].skipNodeOperations.length = 0;
    allocation.devices.config[0].opaque.parameters.list.push(2);
    expect(ask()).toEqual(before);
  });

  it('are rejected by commit unless they are for these claims', () => {
    const cluster = twoNodes();
    const two = claim('c', [request('r', { count: 2 })]);
    const one = cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n1' });
    const named = cluster.allocate({ claims: [claim('c', [request('x', { count: 2 })])], node: 'n1' });
    for (const outcome of [one, named, { kind: 'allocated', allocations: [null], steps: 1 }, { kind: 'allocated' }]) {
      expect(codeOf(() => cluster.commit([two], outcome as Outcome))).toMatch(/^(stale-outcome|invalid-object|invalid-input)$/);
    }
    const twice = cluster.allocate({ claims: [claim('c', [request('r')]), claim('c', [request('r')])], node: 'n1' });
    expect(codeOf(() => cluster.commit([claim('c', [request('r')]), claim('c', [request('r')])], twice))).toBe('stale-outcome');
    expect(complete(cluster.filter({ claims: [two] })).feasible).toEqual(['n1', 'n2']);
  });
});
