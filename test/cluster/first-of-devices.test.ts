// Claims with whole alternatives in a resident cluster: every node, scores, commits, and the stored form of an alternative.

import { expect, test } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

const allocator = await createAllocator({ featureGates: { XFirstOfDevices: true } });

const of = (kind: string): Readonly<Record<string, unknown>> => selectors(`device.attributes["d.example.com"].kind == "${kind}"`);

const tied = {
  ...claim('c', []),
  spec: { firstOfDevices: [{ requests: [request('x', of('big')), request('y', of('nic'))] }, { requests: [request('z', of('small'))] }] },
};

const onNode = (name: string, kinds: readonly string[]): object =>
  slice(
    name,
    kinds.map((kind, index) => device(`${kind}-${index}`, { kind })),
    { nodeName: name, pool: { name } },
  );

function cluster(): Cluster {
  const made = allocator.cluster();
  const objects = [
    ...['a', 'b', 'c'].map((name) => node(name)),
    deviceClass('any'),
    onNode('a', ['small', 'small']),
    onNode('b', ['big', 'small', 'nic']),
    onNode('c', ['nic']),
  ];
  made.apply(objects as never);
  return made;
}

test('every node is asked, and an earlier alternative scores more', () => {
  const filtered = cluster().filter({ claims: [tied] as never });
  if (filtered.kind !== 'complete') throw new Error(filtered.kind);
  expect(filtered.feasible).toEqual(['a', 'b']);
  expect(filtered.best).toBe('b');
  expect([...filtered.scores]).toEqual([7, 8]);
  expect(filtered.choices('a')).toEqual([{ claim: 'ns/c', request: '', subrequest: '', index: 1 }]);
});

test('an allocated claim keeps its alternative', () => {
  const state = cluster();
  const outcome = state.allocate({ claims: [tied] as never, node: 'b' });
  if (outcome.kind !== 'allocated') throw new Error(outcome.kind);
  expect(outcome.allocations[0]).toMatchObject({ firstOfDevicesIndex: 0, devices: { results: [{ request: 'x' }, { request: 'y' }] } });
  state.commit([tied] as never, outcome);
  state.commit([tied] as never, outcome);
  const stored = { ...tied, status: { allocation: outcome.allocations[0] } };
  const other = { ...tied, metadata: { ...tied.metadata, name: 'd' } };
  expect(state.allocate({ claims: [stored] as never, node: 'b' })).toMatchObject({
    kind: 'allocated',
    allocations: [{ firstOfDevicesIndex: 0 }],
  });
  expect(state.allocate({ claims: [other] as never, node: 'b' })).toMatchObject({
    kind: 'allocated',
    allocations: [{ firstOfDevicesIndex: 1 }],
  });
  state.release([tied] as never);
  expect(state.allocate({ claims: [other] as never, node: 'b' })).toMatchObject({ allocations: [{ firstOfDevicesIndex: 0 }] });
});

test('an outcome is committed only with an alternative that it fits', () => {
  const state = cluster();
  const outcome = state.allocate({ claims: [tied] as never, node: 'b' });
  if (outcome.kind !== 'allocated') throw new Error(outcome.kind);
  const withIndex = (firstOfDevicesIndex?: number): never =>
    ({ ...outcome, allocations: outcome.allocations.map((one) => ({ ...one, firstOfDevicesIndex })) }) as never;
  for (const index of [1, 7, undefined]) expect(() => state.commit([tied] as never, withIndex(index))).toThrow(/stale|outcome/);
  const plain = claim('c', [request('x', of('big')), request('y', of('nic'))]);
  expect(() => state.commit([plain] as never, outcome)).toThrow('the outcome belongs to a claim with alternatives');
  state.commit([tied] as never, outcome);
});

test('a pod gets what its template requests', () => {
  const state = cluster();
  const template = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { namespace: 'ns', name: 't' },
    spec: { spec: tied.spec },
  };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name: 'p', uid: 'u' },
    spec: {
      resourceClaims: [{ name: 'devices', resourceClaimTemplateName: 't' }],
      containers: [{ name: 'main', image: 'i', resources: { claims: [{ name: 'devices', request: 'z' }] } }],
    },
  };
  state.apply([template, pod] as never);
  const filtered = state.filter({ pod: pod as never });
  if (filtered.kind !== 'complete') throw new Error(filtered.kind);
  expect(filtered.feasible).toEqual(['a', 'b']);
  expect(filtered.outcome('a')).toMatchObject({ kind: 'allocated', allocations: [{ firstOfDevicesIndex: 1 }] });
});

test('explanations say which alternative asks, and why an earlier one was not taken', () => {
  const state = cluster();
  const none = state.explain({ claims: [tied] as never, node: 'c' });
  expect(none.nodes[0]?.requests.map(({ alternative, request: name, left }) => [alternative, name, left])).toEqual([
    [0, 'x', 0],
    [0, 'y', 1],
    [1, 'z', 0],
  ]);
  const second = state.explain({ claims: [tied] as never, node: 'a' });
  expect(second.nodes[0]?.picks?.[0]?.why).toMatch(/request x of alternative 0 needs 1 device/);
});

test('without the gate the field is unknown to a cluster too', async () => {
  const plain = await createAllocator();
  expect(() => plain.cluster().apply([tied] as never)).toThrow('it needs the feature gate XFirstOfDevices, which is off by default');
});
