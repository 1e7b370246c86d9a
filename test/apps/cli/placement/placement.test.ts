import { describe, expect, test } from 'vitest';
import type { Limits } from '../../../../src/allocator/evaluate/limits.js';
import type { Outcome } from '../../../../src/allocator/evaluate/outcome.js';
import type { PlacementCluster } from '../../../../src/apps/cli/library.js';
import { makeNodes } from '../../../../src/apps/cli/nodes.js';
import { Placement } from '../../../../src/apps/cli/placement/placement.js';
import { type ClaimSet, claimsOf } from '../../../../src/cluster/claims.js';
import type { FilterResult } from '../../../../src/cluster/filter-result.js';
import { NO_LIBRARY_GATES } from '../../../../src/core/api/library-gates.js';
import type { ResourceClaim } from '../../../../src/core/api/resource-claim.js';
import { UNLIMITED } from '../../../../src/core/base/checkpoint.js';
import { AllocationError } from '../../../../src/core/base/errors.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { type ClaimGroup, claimGroups } from '../../../../src/scheduler/pods/claims.js';
import { objectsOf } from '../../../scheduler/pods/objects.js';

const allocated: Outcome = { kind: 'allocated', allocations: [{ devices: {} }], steps: 1 };
const interrupted: Outcome = { kind: 'interrupted', by: 'milliseconds', steps: 1 };
const nodeLocal = new AllocationError('invalid-pools', 'invalid resource pools were encountered');
const fatal = new AllocationError('cel-runtime-error', 'no such key');

/** The claims of these tests name no class. */
const WITHOUT_CLASSES = {
  cluster: { objects: { deviceClasses: new Map() }, currentClaims: ({ claims }: ClaimSet) => claims },
  runtime: { features: resolveFeatures({}) },
  planned: new Set(),
} as unknown as PlacementCluster['parts'];

/** Returns a cluster with fixed answers by node: an outcome with a score, or an error. */
function clusterOf(
  answers: Record<string, readonly [Outcome, number] | AllocationError>,
): PlacementCluster & { readonly committed: Outcome[] } {
  const committed: Outcome[] = [];
  const outcome = (node: string): Outcome => {
    const answer = answers[node];
    if (answer instanceof AllocationError) throw answer;
    return answer?.[0] ?? { kind: 'unallocatable', steps: 0 };
  };
  return {
    committed,
    allocate: ({ node }) => outcome(String(node)),
    filter: ({ nodes = Object.keys(answers) }): FilterResult => {
      const entries = Object.entries(answers)
        .filter(([node]) => nodes.includes(node))
        .sort(([a], [b]) => (a < b ? -1 : 1));
      const feasible = entries.flatMap(([node, answer]) =>
        !(answer instanceof AllocationError) && answer[0].kind === 'allocated' ? [{ node, score: answer[1] }] : [],
      );
      const ended = entries.flatMap(([node, answer]) =>
        !(answer instanceof AllocationError) && answer[0].kind === 'interrupted' ? [node] : [],
      );
      const errors = new Map(entries.flatMap(([node, answer]) => (answer instanceof AllocationError ? [[node, answer] as const] : [])));
      const names = feasible.map(({ node }) => node);
      const scores = Int32Array.from(feasible.map(({ score }) => score));
      const base = { errors, outcome, choices: () => [] };
      if (ended.length > 0)
        return { kind: 'interrupted', by: 'milliseconds', feasibleSoFar: names, scoresSoFar: scores, interrupted: ended, ...base };
      const best = [...feasible].sort((a, b) => b.score - a.score)[0]?.node;
      return { kind: 'complete', feasible: names, best, scores, normalized: new Int32Array(feasible.length), ...base };
    },
    commit: (_claims, outcome) => void committed.push(outcome),
    parts: WITHOUT_CLASSES,
    // Devices alone are queried.
    bind: () => undefined,
    fork: () => {
      throw new Error('no pod with a node is explained');
    },
    unbind: () => undefined,
    explain: ({ node }) => ({
      nodes: (node === undefined ? Object.keys(answers) : [String(node)]).map((name) => ({
        node: name,
        requests: [],
        unavailable: [],
        pools: [],
        kind: 'unallocatable',
        text: '',
      })),
      kind: 'unallocatable',
      groups: [],
      suggestions: [],
    }),
  };
}

const claim = objectsOf('{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns}}')
  .resourceClaims[0] as ResourceClaim;
const group = { name: 'claim ns/c', claims: [claim] };

function place(answers: Parameters<typeof clusterOf>[0], nodes = Object.keys(answers)) {
  const cluster = clusterOf(answers);
  return { result: new Placement(cluster, makeNodes(nodes), { devicesOnly: true }).place(group), committed: cluster.committed };
}

test('the best score wins, the first by name among equals', () => {
  expect(place({ c: [allocated, 7], a: [allocated, 6], b: [allocated, 7] }).result).toMatchObject({ kind: 'placed', node: 'b' });
});

test('what was selected is committed, once', () => {
  expect(place({ a: [allocated, 0], b: [allocated, 0] }).committed).toEqual([allocated]);
  expect(place({ a: [allocated, 0] }).committed).toEqual([allocated]);
});

test('nodes that are not requested do not count, whatever happens on them', () => {
  expect(
    place({ a: fatal, b: [interrupted, 0], c: [allocated, 8], d: [allocated, 0], e: [allocated, 1] }, ['d', 'e']).result,
  ).toMatchObject({ node: 'e' });
});

describe('an error on one of several nodes', () => {
  test('ends the attempt', () => {
    const { result, committed } = place({ a: [allocated, 1], b: fatal });
    expect(result).toEqual({ kind: 'error', error: fatal, node: 'b', feasible: 1 });
    expect(committed).toEqual([]);
  });

  test('does not if it is local to the node', () => {
    expect(place({ a: nodeLocal, b: [allocated, 1] }).result).toMatchObject({ kind: 'placed', node: 'b' });
  });

  test('that is local explains the node when nothing fits elsewhere', () => {
    const { result } = place({ a: nodeLocal, b: [{ kind: 'unallocatable', steps: 1 }, 0] });
    expect(result).toMatchObject({
      kind: 'unallocatable',
      nodes: [{ explanation: { node: 'a' }, error: nodeLocal }, { explanation: { node: 'b' } }],
    });
  });
});

describe('on a single node', () => {
  test('an error is an error', () => {
    expect(place({ a: fatal }).result).toEqual({ kind: 'error', error: fatal, node: 'a', feasible: 0 });
  });

  test('a local error means that nothing fits', () => {
    expect(place({ a: nodeLocal }).result).toMatchObject({
      kind: 'unallocatable',
      nodes: [{ explanation: { node: 'a' }, error: nodeLocal }],
    });
  });

  test('an interrupted search is neither', () => {
    expect(place({ a: [interrupted, 0] }).result).toEqual({ kind: 'interrupted', nodes: ['a'], interruption: { by: 'milliseconds' } });
  });
});

test('an interrupted search on one of several nodes ends the attempt', () => {
  expect(place({ a: [allocated, 1], b: [interrupted, 0] }).result).toEqual({
    kind: 'interrupted',
    nodes: ['b'],
    interruption: { by: 'milliseconds' },
  });
});

test('defects are not taken for answers', () => {
  const cluster = {
    ...clusterOf({}),
    allocate: () => {
      throw new TypeError('defect');
    },
  };
  expect(() => new Placement(cluster, makeNodes(['a']), { devicesOnly: true }).place(group)).toThrow(TypeError);
});

test('a group with a problem, or without any node, is not tried', () => {
  const problem = { message: 'm', object: objectsOf('{apiVersion: v1, kind: Pod, metadata: {name: p}}').pods[0] as never };
  expect(new Placement(clusterOf({}), makeNodes(['a']), { devicesOnly: true }).place({ ...group, problem })).toEqual({
    kind: 'problem',
    problem,
  });
  expect(new Placement(clusterOf({}), [], { devicesOnly: true }).place(group)).toEqual({
    kind: 'no-node',
    message: 'the input has no node: name one with --node',
  });
  expect(new Placement(clusterOf({}), makeNodes(['a']), { devicesOnly: true }).place({ ...group, node: 'b' })).toEqual({
    kind: 'no-node',
    message: 'it belongs to node b, which is not in the input',
  });
});

test('of very many nodes on which a group does not fit only some are explained', () => {
  const answers = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`n${index}`, [{ kind: 'unallocatable', steps: 0 }, 0] as const]),
  );
  const { result } = place(answers);
  expect(result.kind === 'unallocatable' && [result.nodes.length, result.unexplained]).toEqual([100, 50]);
});

describe('nodes on which a pod has different claims', () => {
  const objects = objectsOf(`
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}
---
{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {containers: [{resources: {limits: {example.com/gpu: 1}}}]}}
---
{apiVersion: v1, kind: Node, metadata: {name: c}}
---
{apiVersion: v1, kind: Node, metadata: {name: b}, status: {allocatable: {example.com/gpu: 1}}}
---
{apiVersion: v1, kind: Node, metadata: {name: a}}
---
{apiVersion: v1, kind: Node, metadata: {name: d}, status: {allocatable: {example.com/gpu: -1}}}
`);
  const [podGroup] = claimGroups(objects);
  const none: Outcome = { kind: 'allocated', allocations: [], steps: 1 };
  const placePod = (answers: Parameters<typeof clusterOf>[0], limits: Limits = {}) => {
    const cluster = clusterOf(answers);
    const asked: (readonly [nodes: readonly string[], claims: number, limits: Limits])[] = [];
    const filter: PlacementCluster['filter'] = (input) => {
      asked.push([input.nodes ?? [], inOneGo(claimsOf(input.claims, NO_LIBRARY_GATES, UNLIMITED)).length, input.limits ?? {}]);
      return cluster.filter(input);
    };
    return {
      result: new Placement({ ...cluster, filter }, objects.nodes, { limits, devicesOnly: true }).place(podGroup as ClaimGroup),
      asked,
    };
  };

  test('are asked once for each kind, those that are out not at all', () => {
    const { result, asked } = placePod({ a: [allocated, 0], b: [none, 0], c: [allocated, 1] });
    expect(asked.map(([nodes, claims]) => [nodes, claims])).toEqual([
      [['c', 'a'], 1],
      [['b'], 0],
    ]);
    expect(result).toMatchObject({ kind: 'placed', node: 'c', claims: [{ claim: { metadata: { name: 'p-extended-resources' } } }] });
  });

  test('compete by score, then by name', () => {
    expect(placePod({ a: [allocated, 0], b: [none, 0], c: [allocated, 0] }).result).toMatchObject({ node: 'a' });
    expect(placePod({ a: [{ kind: 'unallocatable', steps: 1 }, 0], b: [none, 0], c: [allocated, 0] }).result).toMatchObject({
      node: 'b',
      claims: [],
    });
  });

  test('end the attempt by an error on any of them, the first by name', () => {
    const other = new AllocationError('cel-runtime-error', 'other');
    expect(placePod({ a: [allocated, 0], b: other, c: fatal }).result).toEqual({ kind: 'error', error: other, node: 'b', feasible: 1 });
  });

  test('share one limit of time', () => {
    const { asked } = placePod({ a: [allocated, 0], b: [none, 0], c: [allocated, 0] }, { milliseconds: 5000, steps: 7 });
    expect(asked.map(([, , { steps }]) => steps)).toEqual([7, 7]);
    const [first = 0, second = 0] = asked.map(([, , { milliseconds }]) => milliseconds);
    expect(first).toBeLessThanOrEqual(5000);
    expect(second).toBeLessThan(first);
  });

  test('are all told about when none will do', () => {
    const unallocatable: Outcome = { kind: 'unallocatable', steps: 1 };
    const { result } = placePod({ a: [unallocatable, 0], b: nodeLocal, c: [unallocatable, 0] });
    expect(result).toMatchObject({
      kind: 'unallocatable',
      nodes: [
        { explanation: { node: 'c' } },
        { explanation: { node: 'b' }, error: nodeLocal },
        { explanation: { node: 'a' } },
        {
          explanation: { node: 'd' },
          rejections: ['extended resource example.com/gpu: the pod needs 1, but the device plugin of the node has -1'],
        },
      ],
    });
  });
});
