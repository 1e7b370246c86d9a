import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { type EventJson, type Report, simulate } from '../../src/planning/index.js';
import { device, deviceClass, deviceTaintRule, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();
const HOT = { key: 'example.com/hot', effect: 'NoExecute' };

function template(name: string, tolerations: readonly object[]): object {
  const spec = { devices: { requests: [request('r', { deviceClassName: 'any', tolerations })] } };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: { namespace: 'default', name }, spec: { spec } };
}

const tolerating = (more: object): object => ({ key: HOT.key, operator: 'Exists', ...more });
const TEMPLATES = [
  template('none', []),
  template('for-ever', [tolerating({ effect: 'NoExecute' })]),
  template('any-effect', [tolerating({})]),
  template('while', [tolerating({ effect: 'NoExecute', tolerationSeconds: 10 })]),
];

function sliceOf(pool: string, taints: readonly object[], generation = 1): object {
  return slice(`s-${pool}`, [device('d0', {}, { taints }), device('d1')], { nodeName: 'n', pool: { name: pool, generation } });
}

function clusterOf(...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any'), node('n'), ...TEMPLATES, ...objects]);
  return cluster;
}

const spec = (claims: string): object => ({
  containers: [{ name: 'c' }],
  resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: claims }],
});
const pod = (name: string, claims = 'none'): object => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: spec(claims) });
const deployment = (name: string, claims = 'none'): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { replicas: 1, template: { spec: spec(claims) } },
});
const rule = (name: string, more: object = {}): object =>
  deviceTaintRule(name, { deviceSelector: { device: 'd0' }, taint: { ...HOT, ...more } });

const play = (cluster: Cluster, ...events: EventJson[]): Report => simulate(cluster, { trace: events });
const evictions = ({ log }: Report): readonly string[] =>
  log.filter(({ what }) => what === 'evicted').map(({ at, pod: name, cause }) => `${at} ${name.replace('default/', '')}: ${cause}`);

const OF_DEVICE = 'a taint of a device';
const LOST = `${OF_DEVICE}; no owner creates it again`;

describe('taints of devices with NoExecute', () => {
  it('evict the pod of the device, from a rule that comes and from a slice that is replaced', () => {
    const ofRule = play(clusterOf(sliceOf('p', [])), { at: 0, apply: [pod('a'), pod('b')] }, { at: 5, apply: rule('r') });
    expect(evictions(ofRule)).toEqual([`5 a: ${LOST}`]);
    const ofSlice = play(clusterOf(sliceOf('p', [])), { at: 0, apply: [pod('a'), pod('b')] }, { at: 5, apply: sliceOf('p', [HOT], 2) });
    expect(evictions(ofSlice)).toEqual([`5 a: ${LOST}`]);
  });

  it('have owners make their pods again, and give what is free to those that wait', () => {
    const report = play(
      clusterOf(sliceOf('p', [])),
      { at: 0, apply: deployment('web') },
      { at: 1, apply: pod('b') },
      { at: 5, apply: rule('r') },
      { at: 6, delete: { kind: 'DeviceTaintRule', name: 'r' } },
    );
    expect(evictions(report)).toEqual([expect.stringMatching(/^5 web-.*: a taint of a device$/)]);
    expect(report.samples.map(({ at, placed, pending }) => [at, placed, pending])).toEqual([
      [0, 1, 0],
      [1, 2, 0],
      [5, 1, 1],
      [6, 2, 0],
    ]);
  });

  it('leave pods that tolerate them with this effect, for as long as they do', () => {
    const stays = play(clusterOf(sliceOf('p', [])), { at: 0, apply: pod('a', 'for-ever') }, { at: 5, apply: rule('r') });
    expect(evictions(stays)).toEqual([]);
    // The eviction controller requests the effect in the toleration, which the scheduler does not.
    const without = play(clusterOf(sliceOf('p', [])), { at: 0, apply: pod('a', 'any-effect') }, { at: 5, apply: rule('r') });
    expect(evictions(without)).toEqual([`5 a: ${LOST}`]);
    const later = play(clusterOf(sliceOf('p', [])), { at: 0, apply: pod('a', 'while') }, { at: 5, apply: rule('r') });
    expect(evictions(later)).toEqual([`15 a: ${LOST}`]);
  });

  it('evict nobody when they are gone in time, and count from when they came for pods that come later', () => {
    const gone = play(
      clusterOf(sliceOf('p', [])),
      { at: 0, apply: pod('a', 'while') },
      { at: 5, apply: rule('r') },
      { at: 14, delete: { kind: 'DeviceTaintRule', name: 'r' } },
    );
    expect(evictions(gone)).toEqual([]);
    const late = play(clusterOf(sliceOf('p', [])), { at: 5, apply: rule('r') }, { at: 11, apply: [pod('a', 'while'), pod('b', 'while')] });
    expect(evictions(late)).toEqual([`15 a: ${LOST}`]);
  });

  it('evict nobody with other effects', () => {
    const tainted = clusterOf(sliceOf('p', []));
    expect(evictions(play(tainted, { at: 0, apply: pod('a') }, { at: 5, apply: rule('r', { effect: 'NoSchedule' }) }))).toEqual([]);
  });
});
