import { describe, expect, test } from 'vitest';
import { nodeResourcesFit, rejectedResources } from '../../../src/scheduler/filters/node-resources-fit.js';
import { ask, context, info, node, pod, told } from './objects.js';

const wants = (requests: object): object => ({ containers: [{ resources: { requests } }] });
const offers = (allocatable: object): Parameters<typeof node>[0] => ({ status: { allocatable: { pods: 10, ...allocatable } } });
const GPU = 'example.com/gpu';
const classes = [{ metadata: { name: 'c' }, spec: { extendedResourceName: GPU } }];

test('what is lacking is reported for each resource, with what is wanted, taken and there', () => {
  const on = info(node(offers({ pods: 1, cpu: 4, memory: '1Gi', [GPU]: 2, 'hugepages-2Mi': '4Mi' })), [
    pod(wants({ cpu: '2500m', memory: '512Mi', [GPU]: 1 })),
  ]);
  const of = pod(wants({ cpu: 2, memory: '1Gi', 'ephemeral-storage': 1, [GPU]: 2, 'hugepages-2Mi': '6Mi' }));
  expect(told(nodeResourcesFit, of, on)).toEqual([
    ['too-many-pods', 'the node has 1 of 1 pods'],
    ['insufficient-resource', 'needs 2 CPUs, 1.5 of 4 free'],
    ['insufficient-resource', 'needs 1Gi, 512Mi of 1Gi free'],
    ['insufficient-resource', 'needs 1, 0 of 0 free'],
    ['insufficient-resource', 'needs 2, 1 of 2 free'],
    ['insufficient-resource', 'needs 6Mi, 4Mi of 4Mi free'],
  ]);
  expect(ask(nodeResourcesFit, of, on).map(({ message }) => message)).toEqual([
    'Too many pods',
    'Insufficient cpu',
    'Insufficient memory',
    'Insufficient ephemeral-storage',
    'Insufficient example.com/gpu',
    'Insufficient hugepages-2Mi',
  ]);
});

test('a node that forgets to say how many pods it takes takes none, and says so', () => {
  const told1 = (allocatable: object) => told(nodeResourcesFit, pod({ containers: [{}] }), info(node({ status: { allocatable } })));
  expect(told1({ cpu: 4 })).toEqual([['too-many-pods', 'status.allocatable does not list pods, so the node admits no pod']]);
  expect(told1({ cpu: 4, pods: 0 })).toEqual([['too-many-pods', 'the node has 0 of 0 pods']]);
});

test.each(['cpu', 'memory', 'ephemeral-storage', GPU])('a node that has too little of %s alone is out', (resource) => {
  const all = { cpu: 2, memory: 2, 'ephemeral-storage': 2, [GPU]: 2 };
  const on = info(node(offers({ ...all, [resource]: 3 })), [pod(wants(all))]);
  expect(told(nodeResourcesFit, pod(wants({ [resource]: 1 })), on)).toEqual([]);
  expect(told(nodeResourcesFit, pod(wants({ [resource]: 2 })), on)).toEqual([
    ['insufficient-resource', resource === 'cpu' ? 'needs 2 CPUs, 1 of 3 free' : 'needs 2, 1 of 3 free'],
  ]);
});

test('what is just enough is enough', () => {
  const on = info(node(offers({ cpu: 4, [GPU]: 2 })), [pod(wants({ cpu: 3, [GPU]: 1 }))]);
  expect(told(nodeResourcesFit, pod(wants({ cpu: 1, [GPU]: 1, memory: 0 })), on)).toEqual([]);
});

test('a pod that requests nothing goes to a node that has too little already', () => {
  const on = info(node(offers({ cpu: 1 })), [pod(wants({ cpu: 3 }))]);
  expect(told(nodeResourcesFit, pod({ containers: [{}] }), on)).toEqual([]);
  expect(told(nodeResourcesFit, pod(wants({ cpu: '1m' })), on)).toHaveLength(1);
});

test('requests of the pod as a whole count where the gate is on', () => {
  const of = pod({ resources: { requests: { cpu: 5 } }, ...wants({ cpu: 1 }) });
  const on = info(node(offers({ cpu: 4 })));
  expect(told(nodeResourcesFit, of, on)).toHaveLength(1);
  expect(
    told(
      nodeResourcesFit,
      of,
      on,
      context({ PodLevelResources: false, PodLevelResourcesFixDefaulting: false, InPlacePodLevelResourcesVerticalScaling: false }),
    ),
  ).toEqual([]);
});

describe('extended resources', () => {
  const of = pod(wants({ [GPU]: 1 }));

  test('that a class serves are left to DRA on nodes without any', () => {
    expect(told(nodeResourcesFit, of, info(), context({}, classes))).toEqual([]);
    expect(told(nodeResourcesFit, of, info(node(offers({ [GPU]: 0 }))), context({}, classes))).toEqual([]);
    expect(told(nodeResourcesFit, pod(wants({ 'deviceclass.resource.kubernetes.io/c': 1 })), info(), context({}, classes))).toEqual([]);
  });

  test('that a device plugin of the node has are its own', () => {
    const on = info(node(offers({ [GPU]: 1 })), [pod(wants({ [GPU]: 1 }))]);
    expect(told(nodeResourcesFit, of, on, context({}, classes))).toEqual([['insufficient-resource', 'needs 1, 0 of 1 free']]);
  });

  test('that no class serves must be there', () => {
    expect(told(nodeResourcesFit, of, info())).toHaveLength(1);
    const { features, ...rest } = context({}, classes);
    expect(told(nodeResourcesFit, of, info(), { ...rest, features: { ...features, extendedResource: false } })).toHaveLength(1);
  });
});

describe('a node that tells nothing of what it can allocate', () => {
  const on = info(node({ status: { allocatable: undefined } }));

  test('has enough of everything that every node has', () => {
    expect(told(nodeResourcesFit, pod(wants({ cpu: 1000, memory: '1Ei', 'hugepages-1Gi': '1Gi', 'kubernetes.io/x': 1 })), on)).toEqual([]);
  });

  test('has no extended resources but those that DRA serves', () => {
    expect(told(nodeResourcesFit, pod(wants({ [GPU]: 1 })), on)).toEqual([['insufficient-resource', 'needs 1, 0 of 0 free']]);
    expect(told(nodeResourcesFit, pod(wants({ [GPU]: 1 })), on, context({}, classes))).toEqual([]);
  });
});

test('a hundred resources that are lacking are listed, and how many more there are', () => {
  const names = Array.from({ length: 130 }, (_, index) => `example.com/r${index + 100}`);
  const requests = Object.fromEntries(names.map((name) => [name, 1]));
  const rejections = ask(nodeResourcesFit, pod({ containers: [{ name: 'c', resources: { requests } }] }), info());
  expect(rejections).toHaveLength(101);
  expect(rejections.slice(99).map(({ message }) => message)).toEqual(['Insufficient example.com/r199', 'Insufficient 30 more resources']);
  expect([...rejectedResources(rejections)]).toEqual(names.slice(0, 100));
});

test('what devices of an earlier attempt took does not count for a pod that has no node yet', () => {
  const nodeAllocatableResourceClaimStatuses = [{ overhead: [{ name: 'cpu', perPod: 4 }] }];
  const of = pod({ containers: [{}] }, { nodeAllocatableResourceClaimStatuses });
  expect(told(nodeResourcesFit, of, info(node(offers({ cpu: 1 }))))).toEqual([]);
});

// Amounts near 2^46 are no longer compared as numbers; from 2^53 on, numbers could not distinguish them.
test.each([2n ** 46n, 2n ** 46n + 1n, 2n ** 53n + 1n, 2n ** 62n + 1n])('the last byte of %i counts', (bytes) => {
  const on = info(node(offers({ memory: `${bytes}`, 'ephemeral-storage': `${bytes}` })), [pod(wants({ memory: 1 }))]);
  const codes = (requests: object) => told(nodeResourcesFit, pod(wants(requests)), on).map(([code]) => code);
  expect(codes({ memory: `${bytes - 1n}`, 'ephemeral-storage': `${bytes}` })).toEqual([]);
  expect(codes({ memory: `${bytes}` })).toEqual(['insufficient-resource']);
  expect(codes({ 'ephemeral-storage': `${bytes + 1n}` })).toEqual(['insufficient-resource']);
});
