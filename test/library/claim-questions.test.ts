import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../src/core/base/errors.js';
import { complete } from '../support/filtered.js';
import { claim, node, request } from '../support/objects.js';
import { codeOf, picks, twoNodes } from '../support/two-nodes.js';

describe('allocate', () => {
  it('takes a node by name or as an object, and changes nothing', () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    expect(picks(cluster.allocate({ claims, node: 'n1' }))).toEqual(['n1/d0']);
    expect(picks(cluster.allocate({ claims, node: node('n1') }))).toEqual(['n1/d0']);
    expect(picks(cluster.allocate({ claims, node: node('n3') }))).toBe('unallocatable');
    expect(codeOf(() => cluster.allocate({ claims, node: 'n3' }))).toBe('unknown-node');
  });

  it('takes prepared claims wherever it takes claims', async () => {
    const cluster = twoNodes();
    const claims = cluster.prepare([claim('c', [request('r', { count: 2 })])]);
    expect(picks(cluster.allocate({ claims, node: 'n1' }))).toEqual(['n1/d0', 'n1/d1']);
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n1', 'n2']);
    expect(picks(await cluster.allocateAsync({ claims, node: 'n2' }))).toEqual(['n2/d0', 'n2/d1']);
    cluster.commit(claims, cluster.allocate({ claims, node: 'n1' }));
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n1']);
    cluster.release(claims);
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n1', 'n2']);
    expect(() => cluster.prepare([{ spec: 1 } as object])).toThrow(AllocationError);
  });
});
