import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { type EventJson, type Sample, simulate } from '../../src/planning/index.js';
import { deviceClass, node, request } from '../support/objects.js';

const allocator = await createAllocator();

const slice = (name: string, spec: object): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  metadata: { name },
  spec: { driver: 'd.example.com', nodeName: 'a', pool: { name: 'a', generation: 1, resourceSliceCount: 2 }, ...spec },
});
const partition = (name: string, slots: string): object => ({
  name,
  consumesCounters: [{ counterSet: 'card', counters: { slots: { value: slots } } }],
});
const nic = { name: 'nic', allowMultipleAllocations: true, capacity: { bandwidth: { value: '10G' } } };
const template = (name: string, ...requests: readonly object[]): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'default', name },
  spec: { spec: { devices: { requests } } },
});
const byName = (name: string): Readonly<Record<string, unknown>> => ({
  selectors: [{ cel: { expression: `device.attributes["d.example.com"].name == "${name}"` } }],
});
const named = (device: object & { readonly name?: string }): object => ({ ...device, attributes: { name: { string: device.name } } });

const cluster = allocator.cluster();
cluster.apply([
  deviceClass('any'),
  node('a', {}),
  slice('counters', { sharedCounters: [{ name: 'card', counters: { slots: { value: '4' } } }] }),
  slice('devices', { devices: [partition('half', '2'), partition('quarter', '1500m'), nic].map(named) }),
  template('half', request('r', byName('half'))),
  template('quarter', request('r', byName('quarter'))),
  template('nic', request('r', { ...byName('nic'), capacity: { requests: { bandwidth: '3G' } } })),
  template('admin', request('r', { ...byName('half'), adminAccess: true })),
] as Parameters<typeof cluster.apply>[0]);

const pod = (name: string, claims: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'd', resourceClaimTemplateName: claims }] },
});

const usesOf = (events: readonly EventJson[]): readonly (readonly unknown[])[] =>
  simulate(cluster, { trace: events }).samples.map(({ at, capacities, devices }: Sample) => [
    at,
    capacities['d.example.com']?.['counter slots'],
    capacities['d.example.com']?.['capacity bandwidth'],
    devices['d.example.com']?.inUse,
  ]);

it('adds up the counters of partitions and the shares of devices, and takes them off again', () => {
  const slots = (inUse: number) => ({ inUse, of: 4 });
  const bandwidth = (inUse: number) => ({ inUse, of: 10e9 });
  expect(
    usesOf([
      { at: 0, apply: pod('half', 'half') },
      { at: 1, apply: pod('quarter', 'quarter') },
      { at: 2, apply: [pod('one', 'nic'), pod('two', 'nic')] },
      { at: 3, delete: { kind: 'Pod', name: 'one' } },
      {
        at: 4,
        delete: [
          { kind: 'Pod', name: 'two' },
          { kind: 'Pod', name: 'half' },
        ],
      },
      { at: 5, delete: { kind: 'Pod', name: 'quarter' } },
    ]),
  ).toEqual([
    [0, slots(2), bandwidth(0), 1],
    [1, slots(3.5), bandwidth(0), 2],
    [2, slots(3.5), bandwidth(6e9), 3],
    [3, slots(3.5), bandwidth(3e9), 3],
    [4, slots(1.5), bandwidth(0), 1],
    [5, slots(0), bandwidth(0), 0],
  ]);
});

it('counts admin access nowhere, and the device of a slice that is gone as it was', () => {
  expect(
    usesOf([
      { at: 0, apply: pod('admin', 'admin') },
      { at: 1, apply: pod('half', 'half') },
      { at: 2, delete: { kind: 'ResourceSlice', name: 'devices' } },
      { at: 3, delete: { kind: 'Pod', name: 'half' } },
    ]).map(([at, slots, , devices]) => [at, slots, devices]),
  ).toEqual([
    [0, { inUse: 0, of: 4 }, 0],
    [1, { inUse: 2, of: 4 }, 1],
    [2, { inUse: 2, of: 4 }, 1],
    [3, { inUse: 0, of: 4 }, 0],
  ]);
});
