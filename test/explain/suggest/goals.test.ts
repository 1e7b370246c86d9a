// Suggestions keep the intent of requests: no unrelated class, no device of a missing driver, and requests are removed only as a last resort.

import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator();
const ofDriver = (driver: string): string => `device.driver == "${driver}"`;
const GPUS = slice('gpus', [device('gpu-0')], { driver: 'gpu.nvidia.com', pool: { name: 'gpus' } });
const CHANNELS = slice('channels', [device('channel-0')], { driver: 'compute-domain.nvidia.com', pool: { name: 'channels' } });
const GPU = deviceClass('gpu.nvidia.com', ofDriver('gpu.nvidia.com'));
const CHANNEL = deviceClass('compute-domain-daemon.nvidia.com', ofDriver('compute-domain.nvidia.com'));

function suggestionsFor(claims: readonly object[], ...objects: readonly object[]) {
  const cluster = allocator.cluster();
  cluster.apply([node('n'), ...objects] as never);
  return cluster.explain({ claims: claims as never }).suggestions;
}

const asking = (deviceClassName: string, more: object = {}) => [claim('c', [request('r', { deviceClassName, ...more })])];
const textsOf = (suggestions: readonly { readonly text: string }[]) => suggestions.map(({ text }) => text);

describe('a class that does not exist', () => {
  it('becomes one of a near name with which the claim fits, on whatever node', () => {
    const elsewhere = slice('gpus', [device('gpu-0')], { driver: 'gpu.nvidia.com', nodeName: 'z', pool: { name: 'gpus' } });
    const texts = textsOf(suggestionsFor(asking('gpu.nvidia.con'), node('z'), elsewhere, CHANNELS, GPU, CHANNEL));
    expect(texts).toEqual(['write gpu.nvidia.com instead of gpu.nvidia.con as deviceClassName of request r']);
  });

  it('becomes one of a near name on a node with such devices, also where a filter rejects the pod there', () => {
    const taints = [{ key: 'gpu', effect: 'NoSchedule' }];
    const tainted = { ...node('z'), spec: { taints } };
    const elsewhere = slice('gpus', [device('gpu-0')], { driver: 'gpu.nvidia.com', nodeName: 'z', pool: { name: 'gpus' } });
    const cluster = allocator.cluster();
    cluster.apply([node('n'), tainted, elsewhere, CHANNELS, GPU, CHANNEL, ...asking('gpu.nvidia.con')] as never);
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'ns' },
      spec: { containers: [{ name: 'c', image: 'i' }], resourceClaims: [{ name: 'gpu', resourceClaimName: 'c' }] },
    };
    const [first] = cluster.explain({ pod: pod as never }).suggestions;
    expect(first?.text).toBe(
      'write gpu.nvidia.com instead of gpu.nvidia.con as deviceClassName of request r, and add a toleration for the taint gpu:NoSchedule to the pod',
    );
  });

  it('never becomes an unrelated one, and brings no device', () => {
    expect(suggestionsFor(asking('gpu.nvidia.com'), CHANNELS, CHANNEL)).toEqual([]);
    expect(suggestionsFor(asking('gpu.nvidia.com'), CHANNELS, CHANNEL, deviceClass('npu.nvidia.com'))).toEqual([]);
  });

  it('goes with its request last of all, marked as dropping a requirement', () => {
    const claims = [
      claim('c', [request('r', { deviceClassName: 'nothing.like.it' }), request('q', { deviceClassName: 'gpu.nvidia.com' })]),
    ];
    const [only, ...more] = suggestionsFor(claims, GPUS, GPU);
    expect(only).toMatchObject({ text: 'remove request r', givesUpGoal: true });
    expect(more).toEqual([]);
  });
});

describe('suggestions', () => {
  it('add no device of a driver that has no pool on the node', () => {
    const elsewhere = slice('gpus', [device('gpu-0')], { driver: 'gpu.nvidia.com', nodeName: 'z', pool: { name: 'gpus' } });
    expect(suggestionsFor(asking('gpu.nvidia.com'), CHANNELS, elsewhere, GPU, CHANNEL)).toEqual([]);
  });

  it('leave no driver out of a class', () => {
    expect(textsOf(suggestionsFor(asking('gpu.nvidia.com'), CHANNELS, GPU))).toEqual([]);
  });

  it('say of several devices that they are one change', () => {
    const [first] = suggestionsFor(asking('gpu.nvidia.com', { allocationMode: 'ExactCount', count: 5 }), GPUS, GPU).filter(
      ({ by }) => by === 'admin',
    );
    expect(first).toMatchObject({ size: 1, text: 'add 4 devices like gpu-0 to pool gpus' });
  });

  it('have three changes at most', () => {
    const own = { selectors: [{ cel: { expression: 'device.attributes["gpu.nvidia.com"].model == "H100"' } }] };
    const requests = ['a', 'b', 'c', 'd'].map((name) => request(name, { deviceClassName: 'gpu.nvidia.com', ...own }));
    const gpus = slice(
      'gpus',
      ['0', '1', '2', '3'].map((name) => device(name, { model: 'A100' })),
      {
        driver: 'gpu.nvidia.com',
        pool: { name: 'gpus' },
      },
    );
    expect(
      suggestionsFor([claim('c', requests)], gpus, GPU)
        .map(({ size }) => size)
        .filter((size) => size > 3),
    ).toEqual([]);
  });

  it('give nothing up before all that keeps the goal', () => {
    const near = { selectors: [{ cel: { expression: 'device.attributes["gpu.nvidia.com"].model == "H100"' } }] };
    const tainted = device('gpu-0', { model: 'H100' }, { taints: [{ key: 'sick', effect: 'NoSchedule' }] });
    const gpus = slice('gpus', [device('gpu-1', { model: 'A100' }), tainted], { driver: 'gpu.nvidia.com', pool: { name: 'gpus' } });
    const found = suggestionsFor(asking('gpu.nvidia.com', near), gpus, GPU);
    const marks = found.map(({ givesUpGoal = false }) => givesUpGoal);
    expect(marks).toContain(true);
    expect(marks).toEqual([...marks].sort());
    expect(found.find(({ givesUpGoal }) => givesUpGoal)?.text).toMatch(/^remove the selector/);
  });
});
