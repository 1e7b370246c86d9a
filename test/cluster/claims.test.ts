import { describe, expect, it } from 'vitest';
import { claimsOf } from '../../src/cluster/claims.js';
import { NO_LIBRARY_GATES } from '../../src/core/api/library-gates.js';
import type { ObjectMeta } from '../../src/core/api/meta.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { claim, request } from '../support/objects.js';
import { codeOf, picks, twoNodes } from '../support/two-nodes.js';

describe('named', () => {
  it('gives claims of one template names of their own, which are committed and released one by one', () => {
    const cluster = twoNodes();
    const template = cluster.prepare([claim('template', [request('r')])]);
    const [first, second] = ['a', 'b'].map((name) => template.named([{ namespace: 'ns', name }]));
    if (first === undefined || second === undefined) throw new Error('no claims');
    for (const claims of [first, second]) cluster.commit(claims, cluster.allocate({ claims, node: 'n1' }));
    expect(picks(cluster.allocate({ claims: template, node: 'n1' }))).toBe('unallocatable');
    cluster.release([{ ...claim('a', [request('r')]), metadata: { namespace: 'ns', name: 'a' } }]);
    expect(picks(cluster.allocate({ claims: template, node: 'n1' }))).toEqual(['n1/d0']);
    expect(picks(cluster.allocate({ claims: second, node: 'n1' }))).toEqual(['n1/d1']);
  });

  it('leaves everything else of a claim as it is', () => {
    const metadata: Record<Exclude<keyof ObjectMeta, 'version'> | 'annotations', unknown> = {
      name: 'c',
      generateName: 'c-',
      namespace: 'ns',
      uid: '1',
      labels: { app: 'a' },
      creationTimestamp: '2026-01-01T00:00:00Z',
      deletionTimestamp: '2026-01-02T00:00:00Z',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '2', controller: true }],
      annotations: { b: 'c' },
      // The decoder sets this field to the JSON of the metadata.
      source: 'ignored',
    };
    const status = { reservedFor: [{ resource: 'pods', name: 'p', uid: '2' }] };
    const prepared = twoNodes().prepare([{ ...claim('c', [request('r')]), metadata, status } as object]);
    const [before] = inOneGo(claimsOf(prepared, NO_LIBRARY_GATES, UNLIMITED));
    const [after] = inOneGo(claimsOf(prepared.named([{ name: 'd' }]), NO_LIBRARY_GATES, UNLIMITED));
    expect(after).toEqual({ ...before, metadata: { ...before?.metadata, name: 'd', namespace: '' } });
    const { annotations: _, ...own } = metadata;
    expect(Object.keys(after?.metadata ?? {}).sort()).toEqual(Object.keys(own).sort());
    const [old] = inOneGo(
      claimsOf(
        twoNodes()
          .prepare([{ apiVersion: 'resource.k8s.io/v1beta1', metadata: { name: 'c' } }])
          .named([{ name: 'd' }]),
        NO_LIBRARY_GATES,
        UNLIMITED,
      ),
    );
    expect(old?.metadata).toMatchObject({ name: 'd', version: 'v1beta1' });
  });

  it('rejects other numbers of names, what is no name, and claims that are allocated', () => {
    const cluster = twoNodes();
    const prepared = cluster.prepare([claim('c', [request('r')])]);
    expect(codeOf(() => prepared.named([]))).toBe('invalid-input');
    expect(codeOf(() => prepared.named([{ name: 1 }] as never))).toBe('invalid-input');
    expect(codeOf(() => prepared.named('c' as never))).toBe('invalid-input');
    const allocated = { ...claim('c', [request('r')]), status: { allocation: { devices: {} } } };
    expect(codeOf(() => cluster.prepare([allocated]).named([{ name: 'd' }]))).toBe('invalid-input');
  });
});
