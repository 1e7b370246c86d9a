// KEP-4816, prioritized alternatives in device requests: its user stories, notes and example, each by its name there.

import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { errorOf } from '../support/api.js';
import { claim, device, deviceClass, firstAvailable, node, slice } from '../support/objects.js';
import { decode, documentsOf, place, textOf, warningsOf } from './walkthrough.js';

const allocator = await createAllocator();

/** A class of all devices of driver d.example.com whose `kind` is the name of the class. */
const classOfKind = (kind: string): object => deviceClass(kind, `device.attributes["d.example.com"].kind == "${kind}"`);

/** The DeviceClasses that the KEP names without drawing them. It draws no Node and no device either: see `machine` and `ofKind`. */
const CLASSES = {
  'story 1': ['latest', 'previous', 'older'].map(classOfKind),
  'story 2': ['a.example.com', 'b.example.com', 'c.example.com'].map((driver) => deviceClass(driver, `device.driver == "${driver}"`)),
  example: ['rdma-nic', 'big-gpu', 'mid-gpu', 'small-gpu'].map(classOfKind),
} as const;

/** Devices of kind `kind`: kind-0, kind-1, ... */
const ofKind = (kind: string, count: number, root = 'a'): object[] =>
  Array.from({ length: count }, (_, index) => device(`${kind}-${index}`, { kind, 'dra.k8s.io/pcieRoot': root }));
/** A node and its pool of devices. */
const machine = (name: string, list: readonly object[]): object[] => [node(name), slice(name, list, { nodeName: name, pool: { name } })];

describe('KEP-4816, story 1: the latest model, else one generation older, else two of an even older one', () => {
  const gpu = firstAvailable('gpu', {
    latest: { deviceClassName: 'latest' },
    previous: { deviceClassName: 'previous' },
    older: { deviceClassName: 'older', count: 2 },
  });
  const ask = (...machines: object[][]): string | undefined =>
    place(allocator, [...CLASSES['story 1'], ...machines.flat(), claim('c', [gpu])])['claim ns/c'];
  const older = machine('a', ofKind('older', 3));

  it.each([
    ['the latest where there is one', [...ofKind('older', 2), ...ofKind('previous', 1), ...ofKind('latest', 1)], 'n: gpu/latest=latest-0'],
    ['else a previous one', [...ofKind('older', 2), ...ofKind('previous', 1)], 'n: gpu/previous=previous-0'],
    ['else two older ones', ofKind('older', 2), 'n: gpu/older=older-0 gpu/older=older-1'],
    ['one older one is not enough', ofKind('older', 1), 'unallocatable'],
  ])('on one node: %s', (_, list, expected) => {
    expect(ask(machine('n', list))).toBe(expected);
  });

  it('scoring makes the node with the preferred alternative win', () => {
    expect(ask(older, machine('b', ofKind('previous', 1)))).toBe('b: gpu/previous=previous-0');
    expect(ask(older, machine('b', ofKind('previous', 1)), machine('c', ofKind('latest', 1)))).toBe('c: gpu/latest=latest-0');
  });

  it('non-goal: the pods of one Deployment may have different alternatives', () => {
    const template = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaimTemplate',
      metadata: { name: 't' },
      spec: { spec: { devices: { requests: [gpu] } } },
    };
    const pods = { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }], containers: [{ name: 'c' }] };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { replicas: 4, template: { spec: pods } },
    };
    const machines = [...older, ...machine('b', ofKind('previous', 1)), ...machine('c', ofKind('latest', 1))];
    expect(place(allocator, [...CLASSES['story 1'], ...machines, template, deployment])).toEqual({
      'pod d-0': 'c: gpu/latest=latest-0',
      'pod d-1': 'b: gpu/previous=previous-0',
      'pod d-2': 'a: gpu/older=older-0 gpu/older=older-1',
      'pod d-3': 'unallocatable',
    });
  });

  it('resource quota restricts who may create the claim, not what a claim that exists gets', () => {
    const spec = { hard: { 'latest.deviceclass.resource.k8s.io/devices': '0' } };
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { namespace: 'ns', name: 'q' }, spec };
    expect(ask(machine('n', ofKind('latest', 1)), [quota])).toBe('n: gpu/latest=latest-0');
  });

  it('while the feature is off, the claim is an error', async () => {
    const off = await createAllocator({ featureGates: { DRAPrioritizedList: false } });
    const [answer] = Object.values(place(off, [...CLASSES['story 1'], ...machine('n', ofKind('latest', 1)), claim('c', [gpu])]));
    expect(answer).toBe(
      'prioritized-list-disabled: claim ns/c, request gpu: has subrequests, but the DRAPrioritizedList feature is disabled',
    );
  });
});

describe('KEP-4816, story 2: one manifest for clusters with different devices', () => {
  const manifest = claim('c', [
    firstAvailable('accelerator', {
      best: {
        deviceClassName: 'a.example.com',
        selectors: [{ cel: { expression: 'device.attributes["a.example.com"].generation >= 3' } }],
      },
      good: { deviceClassName: 'b.example.com' },
      slow: { deviceClassName: 'c.example.com', count: 4 },
    }),
  ]);
  const cluster = (driver: string, list: readonly object[]): object[] => [node('n'), slice('s', list, { driver })];
  const chips = (count: number): object[] =>
    Array.from({ length: count }, (_, index) => ({ name: `chip-${index}`, attributes: { generation: { int: 2 + index } } }));

  it.each([
    ['a.example.com', chips(2), 'n: accelerator/best=chip-1'],
    ['b.example.com', chips(1), 'n: accelerator/good=chip-0'],
    ['c.example.com', chips(4), 'n: accelerator/slow=chip-0 accelerator/slow=chip-1 accelerator/slow=chip-2 accelerator/slow=chip-3'],
    ['unknown.example.com', chips(4), 'unallocatable'],
  ])('on a cluster of %s', (driver, list, expected) => {
    expect(place(allocator, [...CLASSES['story 2'], ...cluster(driver, list), manifest])).toEqual({ 'claim ns/c': expected });
  });
});

describe('KEP-4816: the example of a NIC and one of three GPUs', () => {
  const written = textOf('published/kep-4816-example.yaml');
  const meant = written.replace('gpu"]', '"gpu"]');
  const ask = (text: string, list: readonly object[]): string | undefined =>
    place(allocator, [...CLASSES.example, ...machine('n', list), ...documentsOf(text)])['pod device-consumer'];
  const nic = ofKind('rdma-nic', 1, 'b');
  const smallOnes = ofKind('small-gpu', 2, 'b');

  it('as written, in v1alpha4 as drawn, it is read; warnings name what was drawn otherwise than served, and the lost quote', () => {
    const { resourceClaims, warnings } = decode(documentsOf(written));
    expect(resourceClaims[0]?.spec.devices.requests[1]?.firstAvailable.map(({ name, count }) => [name, count])).toEqual([
      ['big-gpu', 1n],
      ['mid-gpu', 1n],
      ['small-gpu', 2n],
    ]);
    expect(resourceClaims[0]?.spec.devices.config[0]?.requests).toEqual(['gpu/small-gpu']);
    expect(warnings.map(({ message }) => message)).toEqual([
      'a draft of KEP-4816 had a list for matchAttribute; Kubernetes uses a string',
      'the claim has no request gpu": the name has no effect, did you mean gpu?',
    ]);
  });

  it('as written, it lacks a quote: gpu" is the name of no request, so the constraint binds the NIC alone, as in the scheduler', () => {
    expect(decode(documentsOf(written)).resourceClaims[0]?.spec.devices.constraints[0]?.requests).toEqual(['nic', 'gpu"']);
    expect(ask(written, [...nic, ...ofKind('big-gpu', 1)])).toBe('n: nic=rdma-nic-0 gpu/big-gpu=big-gpu-0');
    expect(ask(meant, [...nic, ...ofKind('big-gpu', 1)])).toBe('unallocatable');
  });

  it.each([
    ['the big one', [...ofKind('big-gpu', 1, 'b'), ...smallOnes], 'gpu/big-gpu=big-gpu-0'],
    [
      'the one in the middle, where the big one is on another root',
      [...ofKind('big-gpu', 1), ...ofKind('mid-gpu', 1, 'b'), ...smallOnes],
      'gpu/mid-gpu=mid-gpu-0',
    ],
    ['two small ones', [...ofKind('big-gpu', 1), ...smallOnes], 'gpu/small-gpu=small-gpu-0 gpu/small-gpu=small-gpu-1'],
  ])('as meant, the constraint on the main request holds whatever is chosen: %s', (_, list, expected) => {
    expect(ask(meant, [...nic, ...list])).toBe(`n: nic=rdma-nic-0 ${expected}`);
  });

  it('a constraint that names a subrequest holds only if that one is chosen', () => {
    const onSmall = written.replace('gpu"]', '"small-gpu"]');
    expect(ask(onSmall, [...nic, ...ofKind('big-gpu', 1)])).toBe('n: nic=rdma-nic-0 gpu/big-gpu=big-gpu-0');
    expect(ask(onSmall, [...nic, ...ofKind('small-gpu', 2)])).toBe('unallocatable');
    expect(ask(onSmall, [...nic, ...smallOnes])).toBe('n: nic=rdma-nic-0 gpu/small-gpu=small-gpu-0 gpu/small-gpu=small-gpu-1');
  });

  it('the configuration of small-gpu is part of the allocation only if that one is chosen', () => {
    const configOf = (list: readonly object[]): unknown => {
      const cluster = allocator.cluster();
      cluster.apply([...CLASSES.example, ...machine('n', list)]);
      const outcome = cluster.allocate({ claims: documentsOf(meant).slice(0, 1), node: 'n' });
      return outcome.kind === 'allocated' ? outcome.allocations[0]?.devices.config : outcome.kind;
    };
    const parameters = { apiVersion: 'gpu.acme.example.com/v1', kind: 'GPUConfig', mode: 'multipleGPUs' };
    expect(configOf([...nic, ...smallOnes])).toEqual([
      { source: 'FromClaim', requests: ['gpu/small-gpu'], opaque: { driver: 'gpu.acme.example.com', parameters } },
    ]);
    expect(configOf([...nic, ...ofKind('big-gpu', 1, 'b')])).toBeUndefined();
  });

  it('the PodSpec may only name the main request: a subrequest there chooses nothing', () => {
    const list = [...nic, ...ofKind('big-gpu', 1, 'b'), ...smallOnes];
    for (const name of ['gpu', 'small-gpu', 'gpu/small-gpu']) {
      expect(ask(meant.replace('request: "gpu"', `request: "${name}"`), list)).toBe('n: nic=rdma-nic-0 gpu/big-gpu=big-gpu-0');
    }
  });

  it('a request may have a class or alternatives, not both: the class is ignored, and a warning says so', () => {
    const both = meant.replace('- name: gpu\n', '- name: gpu\n      deviceClassName: rdma-nic\n');
    expect(ask(both, [...nic, ...ofKind('big-gpu', 1, 'b')])).toBe('n: nic=rdma-nic-0 gpu/big-gpu=big-gpu-0');
    expect(warningsOf(documentsOf(both))).toContain(
      'deviceClassName is ignored because firstAvailable is set; the API server accepts only one of them',
    );
  });

  it('a request with neither class nor alternatives must not be treated as empty', () => {
    const neither = meant.replace('deviceClassName: rdma-nic', 'count: 1');
    expect(ask(neither, nic)).toBe(
      'missing-device-class: claim device-consumer-claim, request nic: missing device class name (unsupported request type?)',
    );
    const empty = meant.replace('      deviceClassName: rdma-nic\n', '');
    expect(errorOf(() => decode(documentsOf(empty))).message).toBe(
      'spec.devices.requests[0]: a request needs deviceClassName or firstAvailable',
    );
  });

  it('alternatives of alternatives are not allowed', () => {
    const nested = meant.replace('        deviceClassName: big-gpu', '        firstAvailableOf: []');
    expect(errorOf(() => decode(documentsOf(nested))).message).toContain('alternatives cannot have alternatives');
  });
});
