import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../../src/index.js';
import { device, deviceClass, node, slice } from '../../../support/objects.js';

const allocator = await createAllocator();
const ofDriver = (driver: string): string => `device.driver == "${driver}"`;
const GPUS = slice('gpus', [device('gpu-0')], { driver: 'gpu.nvidia.com', pool: { name: 'gpus' } });
const CHANNELS = slice('channels', [device('channel-0')], { driver: 'compute-domain.nvidia.com', pool: { name: 'channels' } });
const GPU = deviceClass('gpu.nvidia.com', ofDriver('gpu.nvidia.com'));
const CHANNEL = deviceClass('compute-domain-daemon.nvidia.com', ofDriver('compute-domain.nvidia.com'));
const textsOf = (suggestions: readonly { readonly text: string }[]) => suggestions.map(({ text }) => text);

describe('an extended resource that nothing serves', () => {
  const worker = { ...node('n'), status: { allocatable: { cpu: '8', memory: '8Gi', pods: '9' } } };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'train', namespace: 'ns' },
    spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { 'nvidia.com/gpu': '1' } } }] },
  };
  const explain = (...objects: readonly object[]) => {
    const cluster = allocator.cluster();
    cluster.apply([worker, ...objects] as never);
    return cluster.explain({ pod: pod as never }).suggestions;
  };

  it('is served by a class of its vendor that fits, before the pod gives it up', () => {
    const [first, second, ...more] = explain(GPUS, CHANNELS, GPU, CHANNEL);
    expect(first).toEqual({
      size: 1,
      text: 'set extendedResourceName nvidia.com/gpu on DeviceClass gpu.nvidia.com',
      by: 'admin',
      patches: [
        {
          object: { kind: 'DeviceClass', name: 'gpu.nvidia.com' },
          patch: [{ op: 'add', path: '/spec/extendedResourceName', value: 'nvidia.com/gpu' }],
        },
      ],
    });
    expect(second).toMatchObject({ text: 'request no nvidia.com/gpu in container c', givesUpGoal: true });
    expect(more).toEqual([]);
  });

  it('is not served by a class without devices, nor by one of other devices', () => {
    expect(textsOf(explain(CHANNELS, GPU, CHANNEL))).toEqual(['request no nvidia.com/gpu in container c']);
  });
});
