import { expect, it, vi } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import { namespacesOf } from '../../../src/scheduler/filters/affinity-terms.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { ClusterScores } from '../../../src/scheduler/scores/cluster-scores.js';
import { context, info, node } from '../filters/objects.js';
import { inZone, podOf, preferred, required, term } from '../filters/pods-with-affinity.js';
import { ownersOf } from '../filters/spread.js';

/** Returns the normalized scores of the feasible nodes; undefined if the plugin does not score. */
function scores(pod: Pod, nodes: readonly NodeInfo[], feasible = nodes): readonly number[] | undefined {
  const { features } = context();
  const hasTerms = nodes.some(({ withTerms }) => withTerms > 0);
  const all = inOneGo(
    ClusterScores.of(
      pod,
      { features, namespaces: namespacesOf(new Map()), hasTerms, owners: ownersOf({}), profile: DEFAULT_PROFILE },
      UNLIMITED,
    ),
  );
  inOneGo(all.follow(VersionedList.of(nodes), UNLIMITED));
  const columns = inOneGo(all.columns(feasible, UNLIMITED));
  expect(columns.map(({ plugin, weight }) => [plugin, weight])).toEqual(columns.length === 0 ? [] : [['InterPodAffinity', 2]]);
  return columns[0]?.scores;
}

const NODES = [inZone('n1', 'a', [podOf('db'), podOf('db')]), inZone('n2', 'b', [podOf('db')]), inZone('n3', 'c')];

it('preferred terms count each pod that they select, and anti-affinity counts against a node', () => {
  expect(scores(podOf('web', { podAffinity: preferred(10, term('db')) }), NODES)).toEqual([100, 50, 0]);
  expect(scores(podOf('web', { podAntiAffinity: preferred(10, term('db')) }), NODES)).toEqual([0, 50, 100]);
});

it('only feasible nodes decide the range, and all nodes the counts', () => {
  expect(scores(podOf('web', { podAffinity: preferred(10, term('db')) }), NODES, NODES.slice(1))).toEqual([100, 0]);
  expect(scores(podOf('web', { podAffinity: preferred(10, term('db')) }), NODES, NODES.slice(2))).toEqual([0]);
});

it('terms of pods on nodes count, their required affinity with weight 1', () => {
  const drawn = [
    inZone('n1', 'a', [podOf('db', { podAffinity: required(term('web')) })]),
    inZone('n2', 'b', [podOf('db', { podAffinity: preferred(4, term('web')) })]),
    inZone('n3', 'c', [podOf('db', { podAntiAffinity: preferred(4, term('web')) })]),
  ];
  expect(scores(podOf('web'), drawn)).toEqual([62, 100, 0]);
});

it('nothing scores if no term selects a pod', () => {
  expect(scores(podOf('web'), NODES)).toBeUndefined();
  expect(scores(podOf('web', { podAffinity: preferred(10, term('cache')) }), NODES)).toBeUndefined();
});

it('thousands of topology keys cost a node its own labels', () => {
  const MANY = 500;
  const terms = Array.from({ length: MANY }, (_, index) => ({ weight: 1, podAffinityTerm: term('db', { topologyKey: `k${index}` }) }));
  const pod = podOf('web', { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms } });
  const labels = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`k${index}`, 'v']));
  const small = info(node({ name: 'n1', labels: { k7: 'v' } }));
  const reads = vi.spyOn(small.node.metadata.labels, 'get');
  expect(scores(pod, [info(node({ name: 'n0', labels }), [podOf('db')]), small])).toEqual([100, 0]);
  expect(reads.mock.calls.length).toBeLessThan(10);
});
