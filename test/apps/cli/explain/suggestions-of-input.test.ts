import { describe, expect, it } from 'vitest';
import { SuggestionsOfInput } from '../../../../src/apps/cli/explain/suggestions-of-input.js';
import { InputObjects } from '../../../../src/apps/cli/explain/template-places.js';
import { decodeAllObjects } from '../../../../src/core/api/all-objects.js';
import type { Json } from '../../../../src/core/base/json.js';
import type { ObjectPatch, Suggestion } from '../../../../src/explain/explanation.js';

const spec = { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }] } };
const [pod] = decodeAllObjects([
  { value: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'p' }, spec: { containers: [] } } },
]).pods;
if (pod === undefined) throw new Error('not decoded');
const objects = decodeAllObjects([
  ...['own', 'held'].map((name) => ({
    value: { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { namespace: 'ns', name }, spec } as Json,
  })),
  { value: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } } },
]);
const given = new InputObjects({ objects, jsonOf: () => undefined });
const explained = { claims: objects.resourceClaims.slice(0, 1) };

const patch = (kind: string, name: string, path: string): ObjectPatch => ({
  object: { kind, namespace: 'ns', name },
  patch: [{ op: 'remove', path }],
});
const suggestion = (...patches: readonly ObjectPatch[]): Suggestion => ({ size: 1, text: 'x', by: 'author', patches });
const patchesOf = (...patches: readonly ObjectPatch[]) =>
  new SuggestionsOfInput([suggestion(...patches)], explained, given).all.map((each) => each.patches);

describe('a suggestion', () => {
  it('about a claim of the input stays as it is', () => {
    const given = patch('ResourceClaim', 'own', '/spec/devices/constraints/0');
    expect(patchesOf(given)).toEqual([[given]]);
  });

  it('about a claim that was made for a pod before is none: it is not in the input', () => {
    expect(patchesOf(patch('ResourceClaim', 'q-gpu', '/status/allocation'))).toEqual([]);
    expect(patchesOf(patch('ResourceClaim', 'held', '/status/allocation'))).toHaveLength(1);
  });

  it('about other objects stays as it is', () => {
    const given = patch('ResourceSlice', 's', '/spec/devices/0/taints');
    expect(patchesOf(given)).toEqual([[given]]);
  });

  it('about a pod that a workload makes is one about its template, also where that is deep in it', () => {
    const template = { spec: { containers: [{ name: 'c' }] } };
    const { workloads } = decodeAllObjects(
      [
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace: 'ns', name: 'd' }, spec: { template } },
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          metadata: { namespace: 'ns', name: 'cron' },
          spec: { jobTemplate: { spec: { template } } },
        },
      ].map((value) => ({ value: value as Json })),
    );
    const moved = workloads.map((madeFor) => {
      const explained = { claims: [], pod, madeFor, podSet: madeFor.podSets[0] as (typeof madeFor.podSets)[number] };
      const [found] = new SuggestionsOfInput([suggestion(patch('Pod', 'p', '/spec/nodeSelector/zone'))], explained, given).all;
      return found?.patches;
    });
    expect(moved).toEqual([
      [patch('Deployment', 'd', '/spec/template/spec/nodeSelector/zone')],
      [patch('CronJob', 'cron', '/spec/jobTemplate/spec/template/spec/nodeSelector/zone')],
    ]);
    expect(patchesOf(patch('Pod', 'p', '/spec/nodeSelector/zone'))).toHaveLength(1);
  });

  it('about a node that the input does not have is none', () => {
    const uncordon = (name: string): ObjectPatch => ({
      object: { kind: 'Node', name },
      patch: [{ op: 'remove', path: '/spec/unschedulable' }],
    });
    expect(patchesOf(uncordon('n'))).toHaveLength(1);
    expect(patchesOf(uncordon('m'))).toEqual([]);
  });
});
