// Behaviours that differ between releases: the versions that have each, and an answer that shows each.

import { describe, expect, it } from 'vitest';
import { BEHAVIOURS, type BehaviourName, behavioursOf, fixInWords, namesOf } from '../../../src/core/features/behaviours.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { type Cluster, createAllocator } from '../../../src/index.js';
import { complete } from '../../placement/cluster-of-pods.js';
import { claim, device, deviceClass, deviceTaintRule, node, request, slice } from '../../support/objects.js';

/** A version with a behaviour, the next version without it, and what shows the difference. */
interface Example {
  readonly has: string;
  readonly lacks: string;
  /** Returns an answer of the version. */
  readonly answer: (cluster: Cluster) => unknown;
  readonly expected: unknown;
  readonly without: unknown;
}

const CLASS = deviceClass('any');
const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns', uid: 'p' },
  spec: {
    containers: [{ name: 'c' }],
    resourceClaims: [
      { name: 'shared', resourceClaimName: 'shared' },
      { name: 'own', resourceClaimName: 'own' },
    ],
  },
};

/** Applies two nodes with one device each, and a device for all nodes that the claim `shared` holds. */
function sharedAndOwn(cluster: Cluster): void {
  const allocation = { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'all', device: 'n' }] } };
  const onNode = (name: string): object => slice(name, [device('a')], { nodeName: name, pool: { name } });
  cluster.apply([
    CLASS,
    node('a'),
    node('b'),
    onNode('a'),
    onNode('b'),
    slice('all', [device('n')], { allNodes: true, nodeName: undefined, pool: { name: 'all' } }),
    { ...claim('shared', [request('r')]), status: { allocation } },
    claim('own', [request('r')]),
  ] as never);
}

const EXAMPLES: Readonly<Record<BehaviourName, readonly Example[]>> = {
  allocatedClaimsFailScoring: [
    ['1.35.5', '1.35.6'],
    ['1.36.1', '1.36.2'],
    ['1.35.0', '1.34.9'],
  ].map(([has = '', lacks = '']) => ({
    has,
    lacks,
    answer: (cluster) => {
      sharedAndOwn(cluster);
      return complete(cluster.filter({ pod: POD as never })).feasible;
    },
    expected: [],
    without: ['a', 'b'],
  })),
  missingSelectorSelectsAll: [
    {
      has: '1.37.0',
      lacks: '1.37.1',
      answer: (cluster) => {
        const rule = deviceTaintRule('r', { taint: { key: 'k', effect: 'NoSchedule' } });
        cluster.apply([CLASS, node('a'), slice('a', [device('a')], { nodeName: 'a' }), rule] as never);
        return cluster.allocate({ claims: [claim('own', [request('r')]) as never], node: 'a' }).kind;
      },
      expected: 'unallocatable',
      without: 'allocated',
    },
  ],
};

describe.each(Object.entries(EXAMPLES) as [BehaviourName, readonly Example[]][])('%s', (name, examples) => {
  it.each(examples)('is in $has, not in $lacks', async ({ has, lacks, answer, expected, without }) => {
    const on = (version: string): boolean => resolveFeatures({ kubernetesVersion: version }).behaviours[name];
    expect([on(has), on(lacks)]).toEqual([true, false]);
    const answerOf = async (kubernetesVersion: string): Promise<unknown> =>
      answer((await createAllocator({ kubernetesVersion })).cluster());
    expect(await answerOf(has)).toEqual(expected);
    expect(await answerOf(lacks)).toEqual(without);
  });
});

it('no version, and a release without a patch, have no behaviour that is fixed there', () => {
  expect(namesOf(behavioursOf(undefined))).toEqual([]);
  expect(namesOf(resolveFeatures({ kubernetesVersion: '1.37' }).behaviours)).toEqual([]);
  expect(namesOf(resolveFeatures({ kubernetesVersion: 'v1.36.6' }).behaviours)).toEqual(['missingSelectorSelectsAll']);
});

it('each behaviour names its fix', () => {
  expect(fixInWords('allocatedClaimsFailScoring')).toBe('fixed in 1.35.6 and 1.36.2 (kubernetes/kubernetes#139017)');
  for (const { effect, source } of Object.values(BEHAVIOURS)) expect(`${effect} ${source}`).toMatch(/^[A-Z].*\. .+$/);
});
