// Pods of custom resources: values for which the API server rejects the pods are warnings about the custom resource.

import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import type { Json } from '../../src/core/base/json.js';
import { validate } from '../../src/validate/index.js';
import { findRejections } from '../../src/validate/rejections.js';

const containers = [{ name: 'main', image: 'registry.example.com/train:1' }];

function jobSet(spec: object, kind = 'JobSet', apiVersion = 'jobset.x-k8s.io/v1alpha2'): object {
  const template = { spec: { template: { spec: { restartPolicy: 'Never', containers, ...spec } } } };
  return { apiVersion, kind, metadata: { name: 'train' }, spec: { replicatedJobs: [{ name: 'workers', template }] } };
}

const UNEVEN = { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }] };
const PATH = 'spec.replicatedJobs[0].template.spec.template.spec';

describe('a custom resource', () => {
  it('has a warning about pods that the API server rejects', () => {
    const [finding, ...others] = validate([jobSet(UNEVEN)]);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', rule: 'spread-max-skew', object: 'JobSet train' });
    expect(finding?.path).toBe(`${PATH}.topologySpreadConstraints[0].maxSkew`);
    expect(finding?.message).toBe('Invalid value: 0: must be greater than zero; the API server rejects these pods');
  });

  it('has the warning as an item of a list too, at its place in the input', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [jobSet({}), jobSet(UNEVEN)] } as unknown as Json;
    const [found] = findRejections([list], {}, UNLIMITED);
    const path = ['template', 'spec', 'template', 'spec', 'topologySpreadConstraints', 0, 'maxSkew'];
    expect(found?.steps).toEqual(['items', 1, 'spec', 'replicatedJobs', 0, ...path]);
  });

  it('is checked for its volumes, and for claims and tolerations', () => {
    const spec = {
      volumes: [{ name: 'data', persistentVolumeClaim: {} }],
      resourceClaims: [{ name: 'gpu' }],
      tolerations: [{ key: 'gpu', operator: 'exists' }],
    };
    expect(validate([jobSet(spec)]).map(({ rule }) => rule)).toEqual(['pod-claim-source', 'volume-claim-name', 'toleration']);
  });

  it('has no warning about unknown fields and wrong types, which its own schema decides', () => {
    expect(validate([jobSet({ colour: 'red' }), jobSet({ volumes: 5 })])).toEqual([]);
  });

  it('has no warning if its controller completes the pods, or is unknown', () => {
    expect(validate([jobSet(UNEVEN, 'Workflow', 'argoproj.io/v1alpha1'), jobSet(UNEVEN, 'Train', 'example.com/v1')])).toEqual([]);
  });
});
