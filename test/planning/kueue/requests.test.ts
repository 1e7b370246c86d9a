import { describe, expect, it } from 'vitest';
import type { PodJson } from '../../../src/core/api/kinds.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { decodedPod } from '../../../src/placement/prepared-pod.js';
import { decodedQueues } from '../../../src/planning/decoded-event.js';
import { Charges } from '../../../src/planning/kueue/requests.js';
import { deviceClass } from '../../support/objects.js';
import { clusterOf, configuration, GPU, pod, template } from './support.js';

function chargeOf(
  one: object,
  more: object = {},
  ...objects: readonly object[]
): { readonly charge: unknown; readonly notes: readonly string[] } {
  const [config] = inOneGo(decodedQueues([configuration(more)] as never, 'objects', UNLIMITED));
  const state = clusterOf(1, ...objects).parts.cluster;
  const charges = new Charges(state, resolveFeatures({}), config?.value as never);
  const charge = charges.of(decodedPod(one as PodJson));
  const plain =
    'refusal' in charge ? charge.refusal : Object.fromEntries([...charge.amounts].map(([name, amount]) => [name, String(amount)]));
  return { charge: plain, notes: [...charges.notLookedAt] };
}

const servingClass = (name: string, extendedResourceName: string): object => ({ ...deviceClass(name), spec: { extendedResourceName } });
const container = (requests: object) => ({ name: 'c', resources: { requests } });

describe('a pod takes of quotas', () => {
  it('its requests, processors by the thousandth and all else by the whole, without excluded resources', () => {
    const one = pod('a', '', { containers: [container({ cpu: '1.0001', memory: '1500m', 'other.com/x': 2 })] });
    expect(chargeOf(one).charge).toEqual({ cpu: '1001m', memory: '2', 'other.com/x': '2' });
    expect(chargeOf(one, { excludeResourcePrefixes: ['other.com/'] }).charge).toEqual({ cpu: '1001m', memory: '2' });
  });

  it('the devices of its templates by the mapping of their class, of which the first counts', () => {
    expect(chargeOf(pod('a', 'two')).charge).toEqual({ [GPU]: '2' });
    const deviceClassMappings = [
      { name: 'first', deviceClassNames: ['other', 'gpu'] },
      { name: 'second', deviceClassNames: ['gpu'] },
    ];
    expect(chargeOf(pod('a', 'two'), { deviceClassMappings }).charge).toEqual({ first: '2' });
    expect(chargeOf(pod('a', 'admin'), {}, template('admin', 1, { adminAccess: true })).charge).toEqual({});
  });

  it('nothing for claims that it names', () => {
    expect(chargeOf(pod('a', '', { resourceClaims: [{ name: 'gpu', resourceClaimName: 'mine' }] })).charge).toEqual({});
  });

  it('extended resources that a class serves by the mapping of the class, or by their own names', () => {
    const classes = [servingClass('gpu', 'vendor.com/gpu'), servingClass('free', 'vendor.com/free')];
    const containers = [container({ 'vendor.com/gpu': 1, 'vendor.com/free': 2 }), { ...container({ 'vendor.com/gpu': 1 }), name: 'd' }];
    const initContainers = [{ ...container({ 'vendor.com/gpu': 3 }), name: 'i' }];
    expect(chargeOf(pod('a', 'one', { containers, initContainers }), {}, ...classes).charge).toEqual({
      [GPU]: '4',
      'vendor.com/free': '2',
    });
  });

  it.each([
    [
      'all devices',
      template('t', 1, { allocationMode: 'All', count: undefined }),
      'ResourceClaimTemplate default/t: Kueue does not count allocationMode All of request gpu',
    ],
    [
      'classes that are not mapped',
      template('t', 1, { deviceClassName: 'other' }),
      'DeviceClass other is not in the Kueue deviceClassMappings',
    ],
  ])('more than Kueue counts for %s', (_, made, message) => {
    expect(chargeOf(pod('a', 't'), {}, made).charge).toBe(message);
  });

  it('more than Kueue counts for prioritized lists, and for templates that are not there', () => {
    const list = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: { name: 't', namespace: 'default' } };
    const requests = [{ name: 'gpu', firstAvailable: [{ name: 'x', deviceClassName: 'gpu' }] }];
    const made = { ...list, spec: { spec: { devices: { requests } } } };
    expect(chargeOf(pod('a', 't'), {}, made).charge).toBe(
      'ResourceClaimTemplate default/t: Kueue does not count firstAvailable of request gpu',
    );
    expect(chargeOf(pod('a', 'none')).charge).toBe('ResourceClaimTemplate default/none does not exist');
  });

  it('what is said of mappings by counters, and of transformations', () => {
    const deviceClassMappings = [{ name: 'memory', deviceClassNames: ['gpu'], sources: [{ counter: { name: 'memory', driver: 'd' } }] }];
    const found = chargeOf(pod('a', 'two'), { deviceClassMappings, transformations: [{ input: 'x' }] });
    expect(found).toEqual({
      charge: {},
      notes: ['resource transformations in the Kueue configuration', 'the sources of the Kueue deviceClassMapping memory: it is ignored'],
    });
  });
});
