import { describe, expect, it } from 'vitest';
import { decodeAllObjects } from '../../../src/api/all-objects.js';
import type { Json } from '../../../src/base/json.js';
import { suggestionsOfInput } from '../../../src/cli/explain/suggestions-of-input.js';
import type { ObjectPatch, Suggestion } from '../../../src/explain/explanation.js';
import { podOwner } from '../../../src/schedule/claim-owner.js';
import { claimFromTemplate } from '../../../src/schedule/template.js';

const spec = { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }] } };
const { resourceClaimTemplates, pods, resourceClaims } = decodeAllObjects(
  [
    { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: { namespace: 'ns', name: 'one' }, spec: { spec } },
    { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'p' }, spec: { containers: [] } },
    { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { namespace: 'ns', name: 'own' }, spec },
  ].map((value) => ({ value: value as Json })),
);
const [template, pod, own] = [resourceClaimTemplates[0], pods[0], resourceClaims[0]];
if (template === undefined || pod === undefined || own === undefined) throw new Error('not decoded');
const made = claimFromTemplate(template, podOwner(pod), 'gpu', 'p-gpu');
const claims = { explained: { claims: [made, own] }, claims: new Set(['ns/own', 'ns/held']), nodes: new Set(['n']) };

const patch = (kind: string, name: string, path: string): ObjectPatch => ({
  object: { kind, namespace: 'ns', name },
  patch: [{ op: 'remove', path }],
});
const suggestion = (...patches: readonly ObjectPatch[]): Suggestion => ({ size: 1, text: 'x', by: 'author', patches });
const patchesOf = (...patches: readonly ObjectPatch[]) => suggestionsOfInput([suggestion(...patches)], claims).map((each) => each.patches);

describe('a suggestion', () => {
  it('about a claim of the input stays as it is', () => {
    const given = patch('ResourceClaim', 'own', '/spec/devices/constraints/0');
    expect(patchesOf(given)).toEqual([[given]]);
  });

  it('about a claim from a template is one about the template', () => {
    expect(patchesOf(patch('ResourceClaim', 'p-gpu', '/spec/devices/constraints/0'))).toEqual([
      [patch('ResourceClaimTemplate', 'one', '/spec/spec/devices/constraints/0')],
    ]);
  });

  it('that copies does so within the template', () => {
    const copy: ObjectPatch = {
      object: { kind: 'ResourceClaim', namespace: 'ns', name: 'p-gpu' },
      patch: [{ op: 'copy', from: '/spec/devices/requests/0', path: '/spec/devices/requests/-' }],
    };
    expect(patchesOf(copy)[0]?.[0]?.patch).toEqual([
      { op: 'copy', from: '/spec/spec/devices/requests/0', path: '/spec/spec/devices/requests/-' },
    ]);
  });

  it('that changes two claims of one template in the same way changes it once', () => {
    const one = patch('ResourceClaim', 'p-gpu', '/spec/devices/constraints/0');
    expect(patchesOf(one, one)[0]).toHaveLength(1);
  });

  it('about a claim that was made for a pod before is none: it is not in the input', () => {
    expect(patchesOf(patch('ResourceClaim', 'q-gpu', '/status/allocation'))).toEqual([]);
    expect(patchesOf(patch('ResourceClaim', 'held', '/status/allocation'))).toHaveLength(1);
  });

  it('about the status of a claim from a template is none', () => {
    expect(patchesOf(patch('ResourceClaim', 'p-gpu', '/status/allocation'))).toEqual([]);
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
      const [found] = suggestionsOfInput([suggestion(patch('Pod', 'p', '/spec/nodeSelector/zone'))], { ...claims, explained });
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
