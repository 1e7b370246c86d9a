import { describe, expect, test } from 'vitest';
import { migrateClassicObjects } from '../../../src/classic/index.js';
import { validate } from '../../../src/validate/index.js';
import { CLASS, classicClaim, resourceClass } from '../support/classic-objects.js';
import { one } from '../support/migrated.js';

describe('structured parameters of 1.30', () => {
  const OBJECTS = [
    resourceClass(CLASS, {
      driverName: 'gpu.example.com',
      structuredParameters: true,
      parametersRef: { apiGroup: 'resource.k8s.io', kind: 'ResourceClassParameters', name: 'healthy', namespace: 'default' },
    }),
    {
      apiVersion: 'resource.k8s.io/v1alpha2',
      kind: 'ResourceClassParameters',
      metadata: { name: 'healthy' },
      vendorParameters: [{ driverName: 'gpu.example.com', parameters: { reset: true } }],
      filters: [{ driverName: 'gpu.example.com', namedResources: { selector: 'attributes.bool["healthy"]' } }],
    },
    {
      apiVersion: 'resource.k8s.io/v1alpha2',
      kind: 'ResourceClaimParameters',
      metadata: { name: 'generated' },
      generatedFrom: { apiGroup: 'gpu.example.com', kind: 'GpuClaimParameters', name: 'large' },
      shareable: true,
      driverRequests: [
        {
          driverName: 'gpu.example.com',
          requests: [
            { namedResources: { selector: 'attributes.quantity["memory-size"].isGreaterThan(quantity("10Gi"))' } },
            { vendorParameters: { mps: true }, namedResources: { selector: 'true' } },
          ],
        },
      ],
    },
    classicClaim('c', {
      resourceClassName: CLASS,
      parametersRef: { apiGroup: 'gpu.example.com', kind: 'GpuClaimParameters', name: 'large' },
    }),
    {
      apiVersion: 'resource.k8s.io/v1alpha2',
      kind: 'ResourceSlice',
      metadata: { name: 'worker-gpus' },
      nodeName: 'worker',
      driverName: 'gpu.example.com',
      namedResources: {
        instances: [
          {
            name: 'gpu.0',
            attributes: [
              { name: 'healthy', bool: true },
              { name: 'memory-size', quantity: '80Gi' },
              { name: 'index', int: 0 },
              { name: 'links', stringSlice: { strings: ['a'] } },
            ],
          },
          {
            name: 'gpu.1',
            attributes: [
              { name: 'healthy', bool: true },
              { name: 'memory-size', quantity: '5Gi' },
            ],
          },
        ],
      },
    },
  ];

  test('are requests, selectors, configurations and devices', () => {
    const { objects, notes } = migrateClassicObjects(OBJECTS);
    expect(objects.map(({ kind }) => kind)).toEqual(['DeviceClass', 'ResourceClaim', 'ResourceSlice']);
    expect(objects).toMatchObject([
      {
        spec: {
          selectors: [
            { cel: { expression: 'device.driver == "gpu.example.com"' } },
            { cel: { expression: 'device.attributes["gpu.example.com"]["healthy"]' } },
          ],
          config: [{ opaque: { driver: 'gpu.example.com', parameters: { reset: true } } }],
        },
      },
      {
        spec: {
          devices: {
            requests: [
              {
                name: 'devices-0',
                exactly: {
                  deviceClassName: CLASS,
                  selectors: [{ cel: { expression: 'device.capacity["gpu.example.com"]["memory_size"].isGreaterThan(quantity("10Gi"))' } }],
                },
              },
              { name: 'devices-1', exactly: { deviceClassName: CLASS } },
            ],
            config: [{ requests: ['devices-1'], opaque: { driver: 'gpu.example.com', parameters: { mps: true } } }],
          },
        },
      },
      {
        spec: {
          driver: 'gpu.example.com',
          nodeName: 'worker',
          pool: { name: 'worker', resourceSliceCount: 1 },
          devices: [
            {
              name: 'gpu-0',
              attributes: { healthy: { bool: true }, index: { int: 0 } },
              capacity: { memory_size: { value: '80Gi' } },
            },
            { name: 'gpu-1' },
          ],
        },
      },
    ]);
    expect(notes.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'name namedResources.instances',
      'name ',
      'device ',
      'name namedResources.instances',
    ]);
    expect(validate(objects, { kubernetesVersion: '1.34' }).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('an allocation by them is one of v1', () => {
    const structuredData = { nodeName: 'worker', results: [{ namedResources: { name: 'gpu.0' } }, { namedResources: { name: 'gpu.1' } }] };
    const allocation = { resourceHandles: [{ driverName: 'gpu.example.com', structuredData }], shareable: true };
    const claim = { ...(OBJECTS[3] as object), status: { driverName: 'gpu.example.com', allocation } };
    const { object } = one([...OBJECTS.slice(0, 3), claim], 'ResourceClaim');
    expect(object['status']).toMatchObject({
      allocation: {
        devices: {
          results: [
            { request: 'devices-0', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-0' },
            { request: 'devices-1', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-1' },
          ],
        },
        nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['worker'] }] }] },
      },
    });
  });

  test('that cannot be carried over choose no device that they did not choose', () => {
    const parameters = (requests: readonly object[]): object => ({
      apiVersion: 'resource.k8s.io/v1alpha2',
      kind: 'ResourceClaimParameters',
      metadata: { name: 'p' },
      driverRequests: [{ driverName: 'other.example.com', requests }],
    });
    const spec = { resourceClassName: CLASS, parametersRef: { apiGroup: 'resource.k8s.io', kind: 'ResourceClaimParameters', name: 'p' } };
    const long = `attributes.int["a"] == 1 || ${'true && '.repeat(2000)}true`;
    const selectors = [long, 'attributes.stringslice["a"].size() > 1', 'attributes.int["'];
    const requests = [...selectors.map((selector) => ({ namedResources: { selector } })), ...Array.from({ length: 40 }, () => ({}))];
    const { object, notes } = one([parameters(requests), OBJECTS[0] as object, classicClaim('c', spec)], 'ResourceClaim');
    const { devices } = object['spec'] as unknown as { devices: { requests: readonly { exactly: { selectors?: readonly object[] } }[] } };
    expect(devices.requests).toHaveLength(32);
    expect(devices.requests.slice(0, 4).map(({ exactly }) => exactly.selectors)).toEqual([
      [{ cel: { expression: 'false' } }],
      [{ cel: { expression: 'device.attributes["other.example.com"]["a"].size() > 1' } }],
      [{ cel: { expression: 'attributes.int["' } }],
      undefined,
    ]);
    expect(new Set(notes)).toEqual(new Set(['shareable', 'count', 'parameters', 'selector'].map((code) => `${code} spec.parametersRef`)));
  });

  test.each([
    [{ driverName: undefined }, 'driverName: must be given'],
    [{ namedResources: { instances: [{ attributes: [] }] } }, 'namedResources.instances[0].name: must be given'],
    [
      { namedResources: { instances: [{ name: 'a', attributes: [{ bool: true }] }] } },
      'namedResources.instances[0].attributes[0].name: must be given',
    ],
  ])('of which names are missing are refused: %j', (more, message) => {
    expect(() => migrateClassicObjects([{ ...(OBJECTS[4] as object), ...more }])).toThrow(message);
  });
});
