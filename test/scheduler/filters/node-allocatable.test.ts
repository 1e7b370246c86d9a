import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { nodeAllocatableResources } from '../../../src/core/api/node-allocatable.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';
import {
  type ClaimHeld,
  nodeAllocatableClaims,
  nodeAllocatableRejections,
  withNodeAllocatable,
} from '../../../src/scheduler/filters/node-allocatable.js';
import { nodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { context, node, pod } from './objects.js';

/** A claim `c` of the pod, with a device for each of these. */
function held(resources: readonly object[], consumed?: Readonly<Record<string, string>>): ClaimHeld {
  const devices = resources.map((each, index) => ({
    name: `d${index}`,
    resources: nodeAllocatableResources.decode(each as Json, new DecodeContext()),
    consumed: consumed && new Map(Object.entries(consumed).map(([name, text]) => [name, parseQuantity(text)])),
  }));
  return { claim: 'ns/c', name: 'c', podClaimNames: ['x'], devices };
}

const USES = { containers: [{ name: 'a', resources: { claims: [{ name: 'x' }] } }, { name: 'b' }] };
const takes = (claim: ClaimHeld, spec: object = USES): unknown =>
  JSON.parse(JSON.stringify(nodeAllocatableClaims(pod(spec).spec, [claim])));

describe('the devices of a claim take', () => {
  test('what each of them stands for, and the overhead of pods and containers', () => {
    const cpus = { cpu: { mapping: { deviceMultiplier: '1500m' }, overhead: { perPod: '1', perContainer: '2' } } };
    expect(takes(held([cpus, { ...cpus, memory: { mapping: { deviceMultiplier: '1Gi' } } }]))).toEqual([
      {
        resourceClaimName: 'c',
        containers: ['a'],
        mapping: [
          { name: 'cpu', quantity: '3' },
          { name: 'memory', quantity: '1Gi' },
        ],
        overhead: [{ name: 'cpu', perPod: '2', perContainer: '4' }],
      },
    ]);
  });

  test('a multiple of the capacity that the claim consumes', () => {
    const mapping = { capacityKey: 'size', capacityMultiplier: '1.5' };
    expect(takes(held([{ memory: { mapping } }], { size: '2Gi' }))).toMatchObject([{ mapping: [{ name: 'memory', quantity: '3Gi' }] }]);
    expect(takes(held([{ memory: { mapping: { capacityKey: 'size' } } }], { size: '2Gi' }))).toMatchObject([
      { mapping: [{ quantity: '2Gi' }] },
    ]);
    expect(takes(held([{ memory: { mapping } }], { other: '2Gi' }))).toEqual([]);
  });

  test('nothing, where they say nothing', () => {
    expect(takes(held([{}, { cpu: { overhead: {} } }]))).toEqual([]);
  });

  test('what cannot be reported, where capacity counts and is not consumed', () => {
    const message =
      "claim ns/c, device d0: ConsumedCapacity is nil, but Capacity key 'size' is set in NodeAllocatableResources for resource memory";
    expect(() => takes(held([{ memory: { mapping: { capacityKey: 'size' } } }]))).toThrow(
      expect.objectContaining({ code: 'node-allocatable-failed', message }),
    );
  });
});

describe('a node', () => {
  const { features } = context();
  const room = { cpu: '4', memory: '4Gi', pods: '10', 'hugepages-2Mi': '4Mi', 'example.com/x': '0' };
  const info = inOneGo(nodeInfo(node({ status: { allocatable: room } }), [], UNLIMITED));

  function lacks(resources: object, spec: object = USES): readonly string[] {
    const claims = nodeAllocatableClaims(pod(spec).spec, [held([resources])]);
    return nodeAllocatableRejections(withNodeAllocatable(pod(spec), claims), info, features).map(({ message }) => message);
  }

  const cpus = (count: string): object => ({ cpu: { mapping: { deviceMultiplier: count } } });

  test('must have room for what devices take beside what the pod requests', () => {
    const wants = { containers: [{ name: 'a', resources: { requests: { cpu: 1, memory: '1Gi', 'example.com/x': 5 } } }] };
    expect([lacks(cpus('3'), wants), lacks(cpus('3001m'), wants)]).toEqual([[], ['Insufficient cpu']]);
    const both = { memory: { overhead: { perPod: '3.5Gi' } }, 'hugepages-2Mi': { mapping: { deviceMultiplier: '6Mi' } } };
    expect(lacks(both, wants)).toEqual(['Insufficient memory', 'Insufficient hugepages-2Mi']);
    expect(lacks({}, { containers: [{ name: 'a', resources: { requests: { cpu: 9 } } }] })).toEqual([]);
  });

  test('takes a pod whose requests and limits as a whole cover them', () => {
    const whole = (resources: object, own: object = {}): object => ({
      ...USES,
      resources,
      containers: [{ ...USES.containers[0], resources: { ...own, claims: [{ name: 'x' }] } }],
    });
    const request = 'pod level request for cpu is insufficient to cover the aggregated container and node-allocatable DRA requests';
    expect([lacks(cpus('2'), whole({ requests: { cpu: 1 } })), lacks(cpus('2'), whole({ requests: { cpu: 2 } }))]).toEqual([[request], []]);
    const limited = { limits: { cpu: 2, memory: '1Gi' }, requests: { cpu: 2, memory: '1Gi' } };
    const limit = 'pod level limit for cpu is insufficient to cover the limit and DRA overhead for container a';
    expect(lacks(cpus('1'), whole(limited, { limits: { cpu: '1500m' }, requests: { cpu: 1 } }))).toEqual([limit]);
    expect(lacks(cpus('1'), whole(limited, { limits: { cpu: 1 }, requests: { cpu: 1 } }))).toEqual([]);
    const pages = whole({ limits: { 'hugepages-2Mi': '2Mi' }, requests: { 'hugepages-2Mi': '4Mi' } });
    expect(lacks({ 'hugepages-2Mi': { mapping: { deviceMultiplier: '4Mi' } } }, pages)).toEqual([
      'pod level limit for hugepages-2Mi is insufficient to cover the aggregated container and node-allocatable DRA limits',
    ]);
  });

  test('that tells nothing of its room has enough', () => {
    const claims = nodeAllocatableClaims(pod(USES).spec, [held([cpus('99')])]);
    const unlimited = inOneGo(nodeInfo(node({ status: { allocatable: undefined } }), [], UNLIMITED));
    expect(nodeAllocatableRejections(withNodeAllocatable(pod(USES), claims), unlimited, features)).toEqual([]);
  });
});
