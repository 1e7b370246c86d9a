import { describe, expect, it } from 'vitest';
import { variantOf } from '../../../src/validate/examples.js';
import { validate } from '../../../src/validate/index.js';

const object = (apiVersion: unknown, kind: unknown) => ({ apiVersion, kind, metadata: { name: 'a' } });
const told = (given: object, kubernetesVersion = '1.37') =>
  validate([given], { kubernetesVersion }).map(({ rule, path, suggestion }) => [rule, path, suggestion]);

describe('objects without a kind', () => {
  it('are wrong', () => {
    expect(told({ kind: 'Pod' })).toEqual([['missing-kind', 'apiVersion', 'write apiVersion: v1']]);
    expect(told({ kind: 'ResourceClaim' })).toEqual([['missing-kind', 'apiVersion', 'write apiVersion: resource.k8s.io/v1']]);
    expect(told({ apiVersion: 'v1' })).toEqual([['missing-kind', 'kind', undefined]]);
    expect(told({ apiversion: 'v1', kind: 'Pod' })).toEqual([['missing-kind', 'apiVersion', 'write apiVersion, not apiversion']]);
    expect(told({ apiVersion: 1, kind: 'Pod' })).toEqual([['wrong-type', 'apiVersion', undefined]]);
    expect(told([1])).toEqual([['wrong-type', '', undefined]]);
    expect(validate([null as never, 'text' as never]).map(({ object: name }) => name)).toEqual(['object 1', 'object 2']);
  });
});

describe('versions that are not served', () => {
  it('name the one that is', () => {
    expect(told(object('resource.k8s.io/v1alpha2', 'ResourceClaim'))).toEqual([
      ['not-served', 'apiVersion', 'write apiVersion: resource.k8s.io/v1'],
    ]);
    expect(told(object('apps/v1beta1', 'Deployment'))).toEqual([['not-served', 'apiVersion', 'write apiVersion: apps/v1']]);
    expect(told(object('resource.k8s.io/v1', 'DeviceTaintRule'), '1.36')).toEqual([
      ['not-served', 'apiVersion', 'write apiVersion: resource.k8s.io/v1beta2'],
    ]);
    expect(told(object('scheduling.k8s.io/v1beta1', 'PodGroup'), '1.34')).toEqual([['not-served', 'apiVersion', undefined]]);
  });

  it('have a group that was misspelt, or another one of Kubernetes', () => {
    expect(told(object('resources.k8s.io/v1', 'ResourceClaim'))).toEqual([
      ['not-served', 'apiVersion', 'write apiVersion: resource.k8s.io/v1'],
    ]);
    expect(told(object('apps/v1', 'Pod'))).toEqual([['not-served', 'apiVersion', 'write apiVersion: v1']]);
    expect(told(object('v1', 'Deployment'))).toEqual([['not-served', 'apiVersion', 'write apiVersion: apps/v1']]);
  });

  it('are served while a gate is on', () => {
    expect(told(object('scheduling.k8s.io/v1beta1', 'Workload'))[0]?.slice(0, 2)).toEqual(['not-served', 'apiVersion']);
    const served = validate([object('scheduling.k8s.io/v1beta1', 'Workload')], {
      kubernetesVersion: '1.37',
      featureGates: { GenericWorkload: true },
    });
    expect(served.map(({ rule }) => rule)).not.toContain('not-served');
  });

  it('are served where somebody requests it', () => {
    const claim = variantOf('ResourceClaim', {}, 'resource.k8s.io/v1beta2') as object;
    expect(told(claim)).toEqual([['off-by-default', 'apiVersion', 'write apiVersion: resource.k8s.io/v1']]);
  });

  it('of v1beta1 come with the new place of their fields', () => {
    const advice = (kind: string): unknown => told(object('resource.k8s.io/v1beta1', kind))[0]?.[2];
    const exactly = 'write apiVersion: resource.k8s.io/v1, and put the fields of each request under "exactly"';
    expect(['ResourceClaim', 'ResourceClaimTemplate'].map(advice)).toEqual([exactly, exactly]);
    expect(advice('ResourceSlice')).toBe(
      'write apiVersion: resource.k8s.io/v1, and put the fields of "basic" next to the name of the device',
    );
    expect(advice('DeviceClass')).toBe('write apiVersion: resource.k8s.io/v1');
  });
});

describe('unknown kinds', () => {
  it('are wrong in the groups of Kubernetes', () => {
    expect(told(object('resource.k8s.io/v1', 'ResourceClaims'))).toEqual([['unknown-kind', 'kind', 'did you mean ResourceClaim?']]);
    expect(told(object('v1', 'pod'))).toEqual([['unknown-kind', 'kind', 'did you mean Pod?']]);
    expect(told(object('resource.k8s.io/v1', 'PodSchedulingContext'))).toEqual([['unknown-kind', 'kind', undefined]]);
  });

  it('are left alone where they are none of ours', () => {
    for (const [apiVersion, kind] of [
      ['v1', 'Service'],
      ['v1', 'ConfigMapList'],
      ['apps/v1', 'ControllerRevision'],
      ['gpu.example.com/v1', 'Pod'],
      ['scheduling.x-k8s.io/v1alpha1', 'PodGroup'],
      ['kueue.x-k8s.io/v1beta1', 'Workload'],
      ['batch.volcano.sh/v1alpha1', 'Job'],
      ['networking.k8s.io/v1', 'Ingress'],
      ['resource.k8s.io/v1', 'ResourceClaimList'],
    ] as const) {
      expect(told(object(apiVersion, kind)), `${apiVersion} ${kind}`).toEqual([]);
    }
  });
});
