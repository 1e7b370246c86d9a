import { describe, expect, test } from 'vitest';
import { migrateClassicObjects } from '../../../src/classic/index.js';

const state = (allocatable: readonly object[], more: object = {}): object => ({
  apiVersion: 'nas.gpu.example.com/v1alpha1',
  kind: 'NodeAllocationState',
  metadata: { name: 'worker', namespace: 'gpu-system' },
  spec: { allocatableDevices: allocatable },
  status: 'Ready',
  ...more,
});

interface Slice {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly pool: object; readonly devices: readonly object[] };
}

const slicesOf = (given: object): readonly Slice[] => migrateClassicObjects([given]).objects as unknown as readonly Slice[];

describe('the state of a node', () => {
  test('of any driver is a slice: integers and texts are attributes, bytes a capacity', () => {
    const gpu = { uuid: 'GPU-1', index: 0, productName: 'A100', migEnabled: false, memoryBytes: 42_949_672_960 };
    const [slice] = slicesOf(state([{ gpu }]));
    expect(slice?.spec).toEqual({
      driver: 'gpu.example.com',
      nodeName: 'worker',
      pool: { name: 'worker', generation: 1, resourceSliceCount: 1 },
      devices: [
        {
          name: 'gpu-0',
          attributes: { uuid: { string: 'GPU-1' }, index: { int: 0 }, productName: { string: 'A100' }, migEnabled: { bool: false } },
          capacity: { memory: { value: '42949672960' } },
        },
      ],
    });
  });

  test('with more devices than a slice has is several of one pool', () => {
    const slices = slicesOf(state(Array.from({ length: 300 }, (_, index) => ({ gpu: { uuid: `GPU-${index}` } }))));
    expect(slices.map(({ metadata, spec }) => [metadata.name, spec.devices.length])).toEqual([
      ['worker-gpu.example.com', 128],
      ['worker-gpu.example.com-1', 128],
      ['worker-gpu.example.com-2', 44],
    ]);
    expect(slices[2]?.spec.pool).toEqual({ name: 'worker', generation: 1, resourceSliceCount: 3 });
  });

  test('that is not ready has no slice', () => {
    expect(migrateClassicObjects([state([{ gpu: { uuid: 'a' } }], { status: 'NotReady' })])).toMatchObject({
      objects: [],
      notes: [{ code: 'node-not-ready', path: 'status' }],
    });
  });

  test('says of devices and values that have no counterpart, once', () => {
    const devices = [{ mig: { profile: '1g' } }, { gpu: { uuid: 'a', links: ['x'] } }, { gpu: { uuid: 'b', links: ['x'] } }];
    const { objects, notes } = migrateClassicObjects([state(devices)]);
    expect((objects[0] as unknown as Slice).spec.devices).toEqual([
      { name: 'gpu-1', attributes: { uuid: { string: 'a' } } },
      { name: 'gpu-2', attributes: { uuid: { string: 'b' } } },
    ]);
    expect(notes.map(({ code, path }) => `${code} ${path}`)).toEqual(['device spec.allocatableDevices[0]', 'device ']);
  });

  test('says of devices that are held for claims which are not there', () => {
    const spec = { allocatableDevices: [{ gpu: { uuid: 'a' } }], allocatedClaims: { gone: { gpu: { devices: [{ uuid: 'a' }] } } } };
    expect(migrateClassicObjects([state([], { spec })]).notes).toMatchObject([{ code: 'holder', path: 'spec.allocatedClaims' }]);
  });

  test.each([
    ['no spec', { spec: undefined }],
    ['a spec of another shape', { spec: { allocatableDevices: 'x', allocatedClaims: [1], preparedDevices: 3 } }],
    [
      'entries of another shape',
      { spec: { allocatableDevices: [null, 1, {}, { gpu: 'x' }], allocatedClaims: { a: null, b: { gpu: { devices: [1] } } } } },
    ],
  ])('with %s has no devices', (_, more) => {
    expect(slicesOf(state([], more)).flatMap(({ spec }) => spec.devices)).toEqual([]);
  });
});

test('slices of one driver on one node are one pool', () => {
  const slice = (name: string, nodeName: string): object => ({
    apiVersion: 'resource.k8s.io/v1alpha2',
    kind: 'ResourceSlice',
    metadata: { name },
    nodeName,
    driverName: 'd.example.com',
    namedResources: { instances: [{ name }] },
  });
  const { objects, notes } = migrateClassicObjects([slice('a', 'worker'), slice('b', 'worker'), slice('c', 'other'), slice('d', '')]);
  expect((objects as unknown as readonly Slice[]).map(({ spec }) => spec.pool)).toEqual([
    { name: 'worker', generation: 1, resourceSliceCount: 2 },
    { name: 'worker', generation: 1, resourceSliceCount: 2 },
    { name: 'other', generation: 1, resourceSliceCount: 1 },
  ]);
  expect(notes).toMatchObject([{ code: 'device', path: 'nodeName' }]);
});
