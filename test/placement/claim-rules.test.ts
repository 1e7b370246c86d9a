// Claims that a pod cannot use although their devices are available: too many pods share them, or their devices use resources of the node.

import { describe, expect, it } from 'vitest';
import { createAllocator, type KubernetesObjectJson, type PodJson } from '../../src/index.js';
import { fit as replicasThatFit } from '../../src/planning/index.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';
import { commandsFor } from '../support/pod-commands.js';

const options = { featureGates: { DRANodeAllocatableResources: true } };
const allocator = await createAllocator(options);

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'ns', name: 'late', uid: 'uid-late' },
  spec: { containers: [{ name: 'c', image: 'i' }], resourceClaims: [{ name: 'r', resourceClaimName: 'shared' }] },
  status: { phase: 'Pending' },
};
const NODE = node('n', {}, { allocatable: { cpu: '8', memory: '8Gi', pods: '10' }, declaredFeatures: ['NodeAllocatableDRA'] });
const MAPPED = { nodeAllocatableResources: { cpu: { mapping: { deviceMultiplier: '2' } } } };
const TOO_MANY = 'status.reservedFor: Too many: 257: must have at most 256 items';
const NOT_SHARED = 'node allocatable resource claim shared has a mapped device and cannot be shared across pods';

function problemOf(
  consumers: number,
  more: Readonly<Record<string, unknown>> = {},
): { readonly pod: object; readonly objects: readonly object[] } {
  const reservedFor = Array.from({ length: consumers }, (_, index) => ({ resource: 'pods', name: `p${index}`, uid: `uid-${index}` }));
  const allocation = { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'd0' }] } };
  const held = { ...claim('shared', [request('r')]), status: { allocation, reservedFor } };
  return { pod, objects: [NODE, deviceClass('any'), slice('s', [device('d0', {}, more), device('d1', {}, more)]), held] };
}

function answersFor(problem: ReturnType<typeof problemOf>): object {
  const cluster = allocator.cluster();
  cluster.apply(problem.objects as KubernetesObjectJson[]);
  const asked = problem.pod as PodJson;
  const { kind, nodes, suggestions } = cluster.explain({ pod: asked });
  const outcome = cluster.allocate({ pod: asked, node: 'n' });
  const { feasible } = cluster.filter({ pod: asked }) as { readonly feasible: readonly string[] };
  const rejection = outcome.kind === 'rejected' ? outcome.rejections[0]?.message : undefined;
  const commands = commandsFor(allocator, options, problem);
  return {
    kinds: [kind, commands.allocate, commands.nodes, commands.explain],
    feasible,
    text: nodes[0]?.text,
    rejection,
    count: replicasThatFit(cluster, { pod: asked, most: 2 }).count,
    suggestions: [...suggestions, ...commands.suggestions].map(({ text }) => text),
  };
}

/** The other device is free for a claim of the pod's own, as the library and the command say. */
const OWN_CLAIM =
  'create ResourceClaimTemplate shared with the spec of claim shared, and set resourceClaimTemplateName of claim r to it: the pod then has separate devices';
const REJECTED = { kinds: Array(4).fill('unallocatable'), feasible: [], count: 0, suggestions: [OWN_CLAIM, OWN_CLAIM] };

describe('a claim in use', () => {
  it('cannot be reserved for a pod more than 256, whatever devices there are', () => {
    const words = expect.stringContaining(TOO_MANY);
    expect(answersFor(problemOf(256))).toEqual({ ...REJECTED, text: words, rejection: words });
    expect(answersFor(problemOf(255))).toMatchObject({ kinds: Array(4).fill('allocated'), feasible: ['n'], count: 1 });
  });

  it('cannot be shared where its devices stand for resources of the node', () => {
    const words = expect.stringContaining(NOT_SHARED);
    expect(answersFor(problemOf(1, MAPPED))).toEqual({ ...REJECTED, text: words, rejection: words });
    expect(answersFor(problemOf(0, MAPPED))).toMatchObject({ kinds: Array(4).fill('allocated'), feasible: ['n'], count: 1 });
  });

  it('is not suggested away with what filters reject besides', () => {
    const { objects } = problemOf(1, MAPPED);
    const cordoned = objects.map((object) => (object === NODE ? { ...NODE, spec: { unschedulable: true } } : object));
    expect(answersFor({ pod, objects: cordoned })).toMatchObject({ kinds: REJECTED.kinds, suggestions: [] });
  });

  it('is named when a pod is bound with it', () => {
    const { objects } = problemOf(1, MAPPED);
    const [free] = [allocator.cluster()];
    free.apply(problemOf(0, MAPPED).objects as KubernetesObjectJson[]);
    const outcome = free.allocate({ pod: pod as PodJson, node: 'n' });
    const cluster = allocator.cluster();
    cluster.apply(objects as KubernetesObjectJson[]);
    expect(() => cluster.bind(pod as PodJson, 'n', outcome)).toThrow(`cannot run on node n: ${NOT_SHARED}`);
  });
});
