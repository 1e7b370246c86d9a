import { describe, expect, it, vi } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import { namespacesOf } from '../../../src/scheduler/filters/affinity-terms.js';
import { prepareClusterFilters } from '../../../src/scheduler/filters/cluster-filters.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { Counting } from '../../support/increments.js';
import { context, info, node } from './objects.js';
import { inZone, podOf, required, term } from './pods-with-affinity.js';
import { ownersOf } from './spread.js';

/** Returns the code and detail of the rejection of each node; undefined for a node that passes. */
function rejections(pod: Pod, nodes: readonly NodeInfo[]): Record<string, string | undefined> {
  const { features } = context();
  const namespaces = namespacesOf(new Map());
  const filters = inOneGo(
    prepareClusterFilters(pod, { features, namespaces, hasTerms: true, owners: ownersOf({}), profile: DEFAULT_PROFILE }, UNLIMITED),
  );
  if (filters.refusals.length > 0) return { '*': filters.refusals[0]?.message };
  inOneGo(filters.follow(VersionedList.of(nodes), UNLIMITED));
  return Object.fromEntries(
    nodes.map((info) => {
      const [first] = filters.test(info, UNLIMITED);
      return [info.node.metadata.name, first && `${first.code}: ${first.detail}`];
    }),
  );
}

describe('affinity', () => {
  it('requires a pod that matches in the same domain', () => {
    const pod = podOf('web', { podAffinity: required(term('db')) });
    const nodes = [inZone('n1', 'a'), inZone('n2', 'a', [podOf('db')]), inZone('n3', 'b'), inZone('n4', '')];
    expect(rejections(pod, nodes)).toEqual({
      n1: undefined,
      n2: undefined,
      n3: "pod-affinity: no pod in zone=b matches the pod's affinity",
      n4: "pod-affinity: the node has no label zone, which the pod's affinity needs",
    });
  });

  it('requires one pod that all terms select', () => {
    const pod = podOf('web', { podAffinity: required(term('db'), term('db', { labelSelector: { matchLabels: { tier: 'back' } } })) });
    const both = podOf('db', {}, { labels: { app: 'db', tier: 'back' } });
    const nodes = [inZone('n1', 'a', [podOf('db'), podOf('x', {}, { labels: { tier: 'back' } })]), inZone('n2', 'b', [both])];
    expect(rejections(pod, nodes)).toEqual({ n1: "pod-affinity: no pod in zone=a matches the pod's affinity", n2: undefined });
  });

  it('lets the first pod of its kind start on nodes with the label', () => {
    const pod = podOf('web', { podAffinity: required(term('web')) });
    const lonely = [inZone('n1', 'a'), inZone('n2', '')];
    expect(rejections(pod, lonely)).toEqual({
      n1: undefined,
      n2: "pod-affinity: the node has no label zone, which the pod's affinity needs",
    });
    const second = [inZone('n1', 'a'), inZone('n2', 'b', [podOf('web')])];
    expect(rejections(pod, second)).toEqual({ n1: "pod-affinity: no pod in zone=a matches the pod's affinity", n2: undefined });
  });
});

describe('anti-affinity', () => {
  it('excludes the domains of pods that match, and names the first of them', () => {
    const pod = podOf('web', { podAntiAffinity: required(term('web')) });
    const others = [podOf('web', {}, { name: 'b' }), podOf('web', {}, { name: 'a' })];
    const nodes = [inZone('n1', 'a'), inZone('n3', 'a', others), inZone('n2', 'a', [podOf('web')]), inZone('n4', 'b'), inZone('n5', '')];
    const detail = "pod-anti-affinity: the pod's anti-affinity over zone=a excludes pod ns/web-0 on node n2";
    expect(rejections(pod, nodes)).toEqual({ n1: detail, n2: detail, n3: detail, n4: undefined, n5: undefined });
  });

  it('of pods on nodes excludes the pod', () => {
    const repelling = podOf('db', { podAntiAffinity: required(term('web')) });
    const nodes = [inZone('n1', 'a', [repelling]), inZone('n2', 'a'), inZone('n3', 'b')];
    const detail = 'existing-anti-affinity: the anti-affinity over zone=a of pod ns/db-0 on node n1 excludes the pod';
    expect(rejections(podOf('web'), nodes)).toEqual({ n1: detail, n2: detail, n3: undefined });
    expect(rejections(podOf('other'), nodes)).toEqual({ n1: undefined, n2: undefined, n3: undefined });
  });
});

it('a selector that does not compile rejects the pod on all nodes', () => {
  const bad = term('not a value');
  const message =
    'parsing pod: [requiredAffinityTerms: values[0][app]: Invalid value: "not a value": a valid label must be an empty string or consist of';
  const pod = podOf('web', { podAffinity: required(bad), podAntiAffinity: required(bad) });
  expect(rejections(pod, [inZone('n1', 'a')])['*']).toContain(message);
});

it('announces the requirements that it tests on each pod', () => {
  const expressions = Array.from({ length: 800 }, (_, index) => ({ key: `k${index}`, operator: 'DoesNotExist' }));
  const pod = podOf('web', { podAntiAffinity: required(term('db', { labelSelector: { matchExpressions: expressions } })) });
  const nodes = VersionedList.of([inZone('n1', 'a', [podOf('db'), podOf('db', {}, { name: 'db-1' })])]);
  const filters = inOneGo(
    prepareClusterFilters(
      pod,
      {
        features: context().features,
        namespaces: namespacesOf(new Map()),
        hasTerms: false,
        owners: ownersOf({}),
        profile: DEFAULT_PROFILE,
      },
      UNLIMITED,
    ),
  );
  const checkpoint = new Counting();
  inOneGo(filters.follow(nodes, checkpoint));
  expect(checkpoint.units).toBeGreaterThan(2 * 100);
});

describe('thousands of topology keys', () => {
  const MANY = 500;
  const terms = Array.from({ length: MANY }, (_, index) => term('db', { topologyKey: `k${index}` }));
  const labelled = (name: string, labels: object, pods: readonly Pod[] = []): NodeInfo => info(node({ name, labels }), pods);
  const keys = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`k${index}`, 'v']));

  it.each([
    ['of the pod', podOf('web', { podAntiAffinity: required(...terms) }), [podOf('db')]],
    ['of a pod on a node', podOf('db'), [podOf('x', { podAntiAffinity: required(...terms) })]],
  ])('%s cost a node its own labels', (_, pod, pods) => {
    const large = labelled('n0', keys, pods);
    const small = labelled('n1', { a: '1', k7: 'v', k3: 'v', zone: 'z' });
    const reads = vi.spyOn(small.node.metadata.labels, 'get');
    const found = rejections(pod, [large, small]);
    expect(found['n0']).toContain('over k0=v');
    expect(found['n1']).toContain('=v ');
    expect(reads.mock.calls.length).toBeLessThan(30);
  });

  it('names the first term', () => {
    const pod = podOf('web', { podAntiAffinity: required(...terms) });
    expect(rejections(pod, [labelled('n0', keys, [podOf('db')]), labelled('n1', { k7: 'v', k3: 'v' })])['n1']).toContain('over k3=v');
  });
});

it.each([
  ['a long label value', { matchLabels: { app: 'x'.repeat(100_000) } }],
  ['a long label key', { matchLabels: { ['x'.repeat(100_000)]: 'a' } }],
  ['a long operator', { matchExpressions: [{ key: 'app', operator: 'x'.repeat(100_000) }] }],
  [
    'many label values',
    { matchExpressions: [{ key: 'app', operator: 'In', values: Array.from({ length: 500 }, (_, index) => `${index}!`) }] },
  ],
])('an error in %s has a short message, which a result repeats for each node', (_, labelSelector) => {
  const pod = podOf('web', { podAntiAffinity: required(term('web', { labelSelector })) });
  const message = rejections(pod, [inZone('n1', 'a')])['*'] as string;
  expect(message).toMatch(/^parsing pod: requiredAntiAffinityTerms: /);
  expect(message.length).toBeLessThan(2100);
});
