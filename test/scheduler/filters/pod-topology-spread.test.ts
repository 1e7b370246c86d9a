import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import { namespacesOf } from '../../../src/scheduler/filters/affinity-terms.js';
import { prepareClusterFilters } from '../../../src/scheduler/filters/cluster-filters.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { context, info, node } from './objects.js';
import { constraint, labelled, ownersOf } from './spread.js';

/** Returns the detail of the rejection of each node; undefined for a node that passes. */
function rejections(pod: Pod, nodes: readonly NodeInfo[]): Record<string, string | undefined> {
  const { features } = context();
  const given = { features, namespaces: namespacesOf(new Map()), hasTerms: false, owners: ownersOf({}), profile: DEFAULT_PROFILE };
  const filters = inOneGo(prepareClusterFilters(pod, given, UNLIMITED));
  if (filters.refusals.length > 0) return { '*': filters.refusals[0]?.message };
  inOneGo(filters.follow(VersionedList.of(nodes), UNLIMITED));
  return Object.fromEntries(nodes.map((each) => [each.node.metadata.name, filters.test(each, UNLIMITED)[0]?.detail]));
}

/** A node in a zone with a number of pods of app web; without a zone if it is empty. */
function on(name: string, zone: string, pods: number, labels: object = {}): NodeInfo {
  const web = Array.from({ length: pods }, (_, index) => labelled({ app: 'web' }, {}, { name: `p${index}` }));
  return info(node({ name, labels: { ...labels, ...(zone === '' ? {} : { zone }) } }), web);
}

const of = (fields: object = {}, labels: object = { app: 'web' }): Pod =>
  labelled(labels, { topologySpreadConstraints: [constraint({ topologyKey: 'zone', ...fields })] });

describe('a constraint', () => {
  const nodes = [on('a1', 'a', 1), on('a2', 'a', 1), on('b', 'b', 1), on('c', '', 0)];

  it('excludes domains with too many pods, and nodes without the label', () => {
    expect(rejections(of(), nodes)).toEqual({
      a1: 'zone=a would have 3 matching pods, but may have 2: b has 1, and maxSkew is 1',
      a2: 'zone=a would have 3 matching pods, but may have 2: b has 1, and maxSkew is 1',
      b: undefined,
      c: 'the node has no label zone, which the topology spread needs',
    });
  });

  it('accepts as many more pods as maxSkew', () => {
    expect(rejections(of({ maxSkew: 2 }), nodes)).toMatchObject({ a1: undefined, a2: undefined, b: undefined });
  });

  it('does not count a pod that it does not select', () => {
    expect(rejections(of({}, { app: 'db' }), nodes)).toMatchObject({ a1: undefined, b: undefined });
    const more = [...nodes, on('a3', 'a', 1)];
    expect(rejections(of({}, { app: 'db' }), more)['a1']).toBe('zone=a has 3 matching pods, but may have 2: b has 1, and maxSkew is 1');
  });

  it('counts from zero while there are fewer domains than it requires', () => {
    const few = rejections(of({ minDomains: 3 }), nodes);
    expect(few['b']).toBe('zone=b would have 2 matching pods, but may have 1: only 2 of 3 domains (minDomains) exist, and maxSkew is 1');
    expect(rejections(of({ minDomains: 2 }), nodes)['b']).toBeUndefined();
  });

  it('does not count nodes without the label of another constraint', () => {
    const both = labelled(
      { app: 'web' },
      { topologySpreadConstraints: [constraint({ topologyKey: 'zone' }), constraint({ topologyKey: 'rack' })] },
    );
    const racks = [on('a', 'a', 1, { rack: '1' }), on('b', 'b', 0)];
    expect(rejections(both, racks)).toEqual({ a: undefined, b: 'the node has no label rack, which the topology spread needs' });
  });

  it('with ScheduleAnyway excludes no node', () => {
    expect(rejections(of({ whenUnsatisfiable: 'ScheduleAnyway' }), nodes)).toMatchObject({ a1: undefined, c: undefined });
  });
});

it('a selector that does not compile rejects the pod on all nodes', () => {
  const message = rejections(of({ labelSelector: { matchLabels: { app: 'not a value' } } }), [on('a', 'a', 0)])['*'];
  expect(message).toContain("get constraints from pod: obtaining pod's hard topology spread constraints: values[0][app]: Invalid value");
});
