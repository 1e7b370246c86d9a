import { describe, expect, test } from 'vitest';
import { FAKE_DRIVER, migrateClassicObjects } from '../../../src/classic/index.js';
import {
  CLASS,
  claimSpec,
  claimTemplate,
  classicClaim,
  classicNode,
  classicPod,
  fakeParameters,
  resourceClass,
} from '../support/classic-objects.js';
import { notesOf, one } from '../support/migrated.js';

describe('a class', () => {
  test('selects the devices of its driver', () => {
    const { object, notes } = one([resourceClass()], 'DeviceClass');
    expect(object).toEqual({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceClass',
      metadata: { name: CLASS },
      spec: { selectors: [{ cel: { expression: 'device.driver == "fake.resource.3-shake.com"' } }] },
    });
    expect(notes).toEqual(['controller driverName', 'device driverName']);
  });

  test('has its parameters as a configuration, and no nodes', () => {
    const parameters = {
      apiVersion: `${FAKE_DRIVER}/v1alpha1`,
      kind: 'DeviceClassParameters',
      metadata: { name: 'all' },
      spec: { shared: true },
    };
    const parametersRef = { apiGroup: FAKE_DRIVER, kind: 'DeviceClassParameters', name: 'all' };
    const suitableNodes = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'gpu', operator: 'Exists' }] }] };
    const { object, notes } = one([parameters, resourceClass(CLASS, { parametersRef, suitableNodes })], 'DeviceClass');
    const { metadata: _, ...content } = parameters;
    expect(object['spec']).toMatchObject({ config: [{ opaque: { driver: FAKE_DRIVER, parameters: content } }] });
    expect(notes).toEqual(['controller driverName', 'device driverName', 'suitable-nodes suitableNodes']);
  });

  test('says where its parameters are not there', () => {
    const parametersRef = { kind: 'ConfigMap', name: 'gone', namespace: 'x' };
    expect(one([resourceClass(CLASS, { parametersRef })], 'DeviceClass').notes).toContain('parameters parametersRef');
  });
});

describe('a claim', () => {
  const devicesOf = (objects: readonly object[]): unknown =>
    (one(objects, 'ResourceClaim').object['spec'] as unknown as { devices: unknown }).devices;

  test('without parameters requests one device', () => {
    expect(devicesOf([resourceClass(), classicClaim('c')])).toEqual({ requests: [{ name: 'fakes', exactly: { deviceClassName: CLASS } }] });
    const { object, notes } = one([resourceClass(CLASS, { driverName: 'other.example.com' }), classicClaim('c')], 'ResourceClaim');
    expect(object['spec']).toEqual({ devices: { requests: [{ name: 'devices', exactly: { deviceClassName: CLASS } }] } });
    expect(notes).toEqual(['count spec']);
  });

  test('has the count, the selectors and the constraints of its parameters', () => {
    const constraints = [{ requests: ['fakes'], matchAttribute: `${FAKE_DRIVER}/model` }];
    const spec = { count: 2, selector: { model: 'A' }, selectors: [{ cel: { expression: 'true' } }], constraints };
    const selectors = [{ cel: { expression: 'device.attributes[device.driver].model == "A"' } }, { cel: { expression: 'true' } }];
    expect(devicesOf([resourceClass(), fakeParameters('p', spec), classicClaim('c', claimSpec('p'))])).toEqual({
      requests: [{ name: 'fakes', exactly: { deviceClassName: CLASS, count: 2, selectors } }],
      constraints,
    });
  });

  test('has whole devices where they were split, and the split as a configuration', () => {
    const objects = [resourceClass(), fakeParameters('p', { count: 4, split: 2 }), classicClaim('c', claimSpec('p'))];
    expect(devicesOf(objects)).toEqual({
      requests: [{ name: 'fakes', exactly: { deviceClassName: CLASS, count: 4 } }],
      config: [
        {
          requests: ['fakes'],
          opaque: {
            driver: FAKE_DRIVER,
            parameters: { apiVersion: `${FAKE_DRIVER}/v1alpha1`, kind: 'FakeClaimParameters', spec: { split: 2 } },
          },
        },
      ],
    });
    expect(notesOf(objects)).toContain('split ResourceClaim default/c spec.parametersRef');
  });

  test('is informed that its mode is gone', () => {
    const { notes } = one([resourceClass(), classicClaim('c', claimSpec(undefined, { allocationMode: 'Immediate' }))], 'ResourceClaim');
    expect(notes).toEqual(['allocation-mode spec.allocationMode']);
  });

  test.each([
    ['of a count that the driver refuses', fakeParameters('p', { count: 0 }), 'parameters'],
    ['of more devices than a claim has', fakeParameters('p', { count: 33 }), 'count'],
  ])('is told of parameters %s', (_, parameters, code) => {
    expect(one([resourceClass(), parameters, classicClaim('c', claimSpec('p'))], 'ResourceClaim').notes).toEqual([
      `${code} spec.parametersRef`,
    ]);
  });

  test('hands parameters of unknown kinds to the driver, and takes their count', () => {
    const parametersRef = { apiGroup: 'gpu.example.com', kind: 'GpuClaimParameters', name: 'p' };
    const parameters = {
      apiVersion: 'gpu.example.com/v1',
      kind: 'GpuClaimParameters',
      metadata: { name: 'p', namespace: 'default' },
      spec: { count: 3 },
    };
    const { object, notes } = one(
      [resourceClass(CLASS, { driverName: 'gpu.example.com' }), parameters, classicClaim('c', { resourceClassName: CLASS, parametersRef })],
      'ResourceClaim',
    );
    expect(object['spec']).toEqual({
      devices: {
        requests: [{ name: 'devices', exactly: { deviceClassName: CLASS, count: 3 } }],
        config: [
          {
            opaque: {
              driver: 'gpu.example.com',
              parameters: { apiVersion: 'gpu.example.com/v1', kind: 'GpuClaimParameters', spec: { count: 3 } },
            },
          },
        ],
      },
    });
    expect(notes).toEqual(['parameters spec.parametersRef', 'count spec.parametersRef']);
    expect(migrateClassicObjects([parameters]).objects).toHaveLength(1);
  });

  test('leaves parameters out that are longer than a configuration, whoever refers to them', () => {
    const long = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'p', namespace: 'default' }, data: { a: 'x'.repeat(11_000) } };
    const spec = { resourceClassName: CLASS, parametersRef: { kind: 'ConfigMap', name: 'p' } };
    const { objects, notes } = migrateClassicObjects([resourceClass(), long, classicClaim('c', spec), classicClaim('d', spec)]);
    expect(objects.map(({ kind }) => kind)).toEqual(['DeviceClass', 'ConfigMap', 'ResourceClaim', 'ResourceClaim']);
    expect(JSON.stringify(objects[2])).not.toContain('opaque');
    expect(notes.filter(({ message }) => message.includes('10240 characters'))).toHaveLength(2);
  });

  test('of a class that is not there has the parameters that are known', () => {
    const { object, notes } = one([fakeParameters('p', { count: 1, split: 3 }), classicClaim('c', claimSpec('p'))], 'ResourceClaim');
    expect(object['spec']).toMatchObject({ devices: { config: [{ opaque: { driver: FAKE_DRIVER } }] } });
    expect(notes).toEqual(['parameters spec.resourceClassName', 'split spec.parametersRef']);
  });

  test('is rejected where parameters that many refer to make too much', () => {
    const parameters = fakeParameters('p', {
      count: 1,
      selectors: Array.from({ length: 1000 }, () => ({ cel: { expression: 'x'.repeat(10_000) } })),
    });
    const claims = Array.from({ length: 20 }, (_, index) => classicClaim(`c${index}`, claimSpec('p')));
    expect(() => migrateClassicObjects([resourceClass(), parameters, ...claims])).toThrow('more than 100000000 characters of parameters');
  });

  test('that is being deleted has no counterpart', () => {
    const claim = { ...classicClaim('c'), metadata: { name: 'c', deletionTimestamp: '2023-05-06T00:00:00Z', finalizers: ['x/y'] } };
    expect(migrateClassicObjects([claim])).toMatchObject({ objects: [], notes: [{ code: 'being-deleted', into: undefined }] });
  });
});

describe('an allocated claim', () => {
  const state = (spec: object, more: object = {}): object => ({
    apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1',
    kind: 'NodeAllocationState',
    metadata: { name: 'worker', namespace: 'fake-system' },
    spec: { allocatableDevice: [{ fake: { uuid: 'a', name: 'M' } }, { fake: { uuid: 'b', name: 'M' } }], ...spec },
    status: 'Ready',
    ...more,
  });
  const allocatedClaim = (status: object = {}, more: object = {}): object => ({
    ...classicClaim('c'),
    metadata: { name: 'c', uid: 'u', finalizers: [`${FAKE_DRIVER}/deletion-protection`, 'example.com/mine'] },
    status: {
      driverName: FAKE_DRIVER,
      allocation: { shareable: true, ...more },
      reservedFor: [{ resource: 'pods', name: 'p', uid: 'pod' }],
      ...status,
    },
  });
  const held = { allocatedClaims: { u: { fake: { devices: [{ uuid: 'b' }] } } } };

  test('keeps its devices, with what is prepared of them', () => {
    const preparedDevices = {
      u: {
        fake: {
          devices: [
            { uuid: 'x', parentUUID: 'b' },
            { uuid: 'y', parentUUID: 'b' },
          ],
        },
      },
    };
    const { object, notes } = one([resourceClass(), state({ ...held, preparedDevices }), allocatedClaim()], 'ResourceClaim');
    const device = { driver: FAKE_DRIVER, pool: 'worker', device: 'fake-1' };
    expect(object).toMatchObject({
      metadata: { finalizers: ['example.com/mine', 'resource.kubernetes.io/delete-protection'] },
      status: {
        allocation: {
          devices: { results: [{ request: 'fakes', ...device }] },
          nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['worker'] }] }] },
        },
        reservedFor: [{ resource: 'pods', name: 'p', uid: 'pod' }],
        devices: [{ ...device, data: { prepared: preparedDevices.u.fake.devices } }],
      },
    });
    expect(notes).toEqual(['controller metadata.finalizers']);
  });

  test.each([
    ['whose devices only the driver knows', state({}), allocatedClaim(), 'allocation ResourceClaim default/c status.allocation'],
    [
      'with a device that is not there any more',
      state({ allocatedClaims: { u: { fake: { devices: [{ uuid: 'z' }] } } } }),
      allocatedClaim(),
      'allocation ResourceClaim default/c status.allocation',
    ],
    [
      'that is to be deallocated',
      state(held),
      allocatedClaim({ deallocationRequested: true, reservedFor: [] }),
      'allocation ResourceClaim default/c status.deallocationRequested',
    ],
    [
      'that was allocated halfway',
      state(held),
      { ...classicClaim('c'), metadata: { name: 'c', uid: 'u' } },
      'holder ResourceClaim default/c ',
    ],
  ])('%s is not allocated', (_, given, claim, note) => {
    const { object } = one([resourceClass(), given, claim], 'ResourceClaim');
    expect(object).not.toHaveProperty('status');
    expect(notesOf([resourceClass(), given, claim])).toContain(note);
  });

  test('that one pod alone may use, and data for a plugin, are reported', () => {
    const claim = allocatedClaim({}, { shareable: false, resourceHandles: [{ driverName: FAKE_DRIVER, data: 'x' }] });
    expect(one([resourceClass(), state(held), claim], 'ResourceClaim').notes).toEqual([
      'shareable status.allocation.shareable',
      'plugin-data status.allocation.resourceHandles',
      'controller metadata.finalizers',
    ]);
  });

  test('of the name that it had up to 1.27 is that of its pod', () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'pod', controller: true }];
    const claim = { ...allocatedClaim(), metadata: { name: 'p-gpu', uid: 'u', ownerReferences } };
    const pod = { ...classicPod('p', { gpu: 't:t' }), metadata: { name: 'p', uid: 'pod' } };
    const objects = [resourceClass(), state(held), claimTemplate('t'), claim, pod];
    expect(one(objects, 'ResourceClaim').object.metadata).toMatchObject({
      annotations: { 'resource.kubernetes.io/pod-claim-name': 'gpu' },
    });
    expect(one(objects, 'Pod').object).toMatchObject({
      spec: { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] },
      status: { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'p-gpu' }] },
    });
  });
});

test('whatever has a pod template names its claims without source', () => {
  const template = { spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'a', source: { resourceClaimName: 'x' } }] } };
  const cron = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'nightly' },
    spec: { jobTemplate: { spec: { template } } },
  };
  expect(migrateClassicObjects([cron])).toEqual({
    objects: [
      {
        ...cron,
        spec: {
          jobTemplate: {
            spec: { template: { spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'a', resourceClaimName: 'x' }] } } },
          },
        },
      },
    ],
    notes: [],
  });
});

test('a negotiation has no counterpart, in v1alpha1 either', () => {
  for (const [apiVersion, kind] of [
    ['resource.k8s.io/v1alpha2', 'PodSchedulingContext'],
    ['resource.k8s.io/v1alpha1', 'PodScheduling'],
  ]) {
    const context = { apiVersion, kind, metadata: { name: 'p' }, spec: { selectedNode: 'worker', potentialNodes: ['worker'] } };
    const { objects, notes } = migrateClassicObjects([context]);
    expect(objects).toEqual([]);
    expect(notes).toMatchObject([{ code: 'negotiation', path: 'spec', into: undefined }]);
    expect(notes[0]?.message).toContain('the selected node worker');
  }
});

test('objects of later versions, and those of others, stay as they are', () => {
  const others = [
    { apiVersion: 'resource.k8s.io/v1beta1', kind: 'DeviceClass', metadata: { name: 'new' }, spec: {} },
    classicNode('worker'),
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'n', name: 'c', labels: { a: 'b' } } },
  ];
  expect(migrateClassicObjects(others)).toEqual({ objects: others, notes: [] });
  expect(JSON.stringify(migrateClassicObjects(others).objects)).toBe(JSON.stringify(others));
});
