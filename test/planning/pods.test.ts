import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { type EventJson, simulate } from '../../src/planning/index.js';
import { node } from '../support/objects.js';

const allocator = await createAllocator();

const pod = (name: string, app: string, affinity: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app } },
  spec: { containers: [{ name: 'c' }], affinity },
});
const near = (app: string, topologyKey: string): object => {
  return { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { app } } }] };
};
const apply = (at: number, ...objects: readonly object[]): EventJson => ({ at, apply: objects as never });

/** Plays events on nodes a, b ... of one zone with room for one pod each. Returns the log without the creations. */
function logOf(nodes: readonly string[], events: readonly EventJson[]): readonly string[] {
  const cluster = allocator.cluster();
  for (const name of nodes)
    cluster.apply([node(name, { zone: 'z', 'kubernetes.io/hostname': name }, { allocatable: { cpu: '4', memory: '8Gi', pods: '1' } })]);
  const words = simulate(cluster, { trace: events }).log.map(({ at, what, pod: name, node: on = '' }) =>
    `${at} ${what} ${name.replace('default/', '')} ${on}`.trim(),
  );
  return words.filter((line) => !line.includes('created'));
}

describe('a pending pod', () => {
  it('is considered again after the pod that it requires nearby', () => {
    const podAffinity = near('db', 'zone');
    expect(logOf(['a', 'b'], [apply(0, pod('web', 'web', { podAffinity }), pod('db', 'db'))])).toEqual(['0 placed db a', '0 placed web b']);
  });

  it('is considered on all nodes after the end of a pod that kept it away', () => {
    const podAntiAffinity = near('web', 'zone');
    const nodes = ['a', 'b', 'c', 'd', 'e'];
    const first = { ...apply(0, pod('db', 'db', { podAntiAffinity })), lifetime: '5s' };
    const cordon: EventJson = { at: 1, cordon: 'a' };
    expect(logOf(nodes, [first, cordon, apply(2, pod('web', 'web'))])).toEqual([
      '0 placed db a',
      '2 pending web',
      '5 ended db a',
      '5 placed web b',
    ]);
  });

  it('keeps no pod with other labels pending', () => {
    const podAntiAffinity = near('web', 'zone');
    expect(logOf(['a', 'b'], [apply(0, pod('db', 'db', { podAntiAffinity })), apply(1, pod('web', 'web'), pod('job', 'job'))])).toEqual([
      '0 placed db a',
      '1 placed job b',
      '1 pending web',
    ]);
  });
});
