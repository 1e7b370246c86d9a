import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import { namespacesOf } from '../../../src/scheduler/filters/affinity-terms.js';
import type { PodOwners } from '../../../src/scheduler/filters/default-selector.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE, type SchedulerProfile } from '../../../src/scheduler/profile/scheduler-profile.js';
import { ClusterScores } from '../../../src/scheduler/scores/cluster-scores.js';
import { inIncrements } from '../../support/increments.js';
import { context, info, node } from '../filters/objects.js';
import { constraint, labelled, ownersOf, ZONE } from '../filters/spread.js';

const HOST = 'kubernetes.io/hostname';

/** A node in a zone with a number of pods of app web. */
function on(name: string, zone: string | undefined, pods: number): NodeInfo {
  const labels = { [HOST]: name, ...(zone === undefined ? {} : { [ZONE]: zone }) };
  const web = Array.from({ length: pods }, (_, index) => labelled({ app: 'web' }, {}, { name: `p${index}` }));
  return info(node({ name, labels }), web);
}

interface Given {
  readonly owners?: PodOwners;
  readonly profile?: SchedulerProfile;
}

function prepared(pod: Pod, given: Given = {}): ClusterScores {
  const { features } = context();
  const all = { features, namespaces: namespacesOf(new Map()), hasTerms: false, owners: ownersOf({}), profile: DEFAULT_PROFILE, ...given };
  return inOneGo(ClusterScores.of(pod, all, UNLIMITED));
}

/** Returns the normalized scores of the feasible nodes; undefined if the plugin does not score. */
function scores(pod: Pod, feasible: readonly NodeInfo[], all = feasible, given: Given = {}): readonly number[] | undefined {
  const score = prepared(pod, given);
  inOneGo(score.follow(VersionedList.of(all), UNLIMITED));
  const columns = inOneGo(score.columns(feasible, UNLIMITED));
  expect(columns.map(({ plugin, weight }) => [plugin, weight])).toEqual(columns.length === 0 ? [] : [['PodTopologySpread', 2]]);
  return columns[0]?.scores;
}

const soft = (fields: object = {}): object => constraint({ whenUnsatisfiable: 'ScheduleAnyway', ...fields });
const of = (...topologySpreadConstraints: object[]): Pod => labelled({ app: 'web' }, { topologySpreadConstraints });

describe('a constraint that only scores', () => {
  test('prefers zones with fewer pods, also of nodes that are not feasible', () => {
    const [a1, a2, b] = [on('a1', 'a', 1), on('a2', 'a', 2), on('b', 'b', 1)];
    // 3 and 1 pods in 2 zones, times ln(2 + 2): 4 and 1.
    expect(scores(of(soft()), [a1, b], [a1, a2, b])).toEqual([25, 100]);
  });

  test('weighs hosts by their number, and counts the pods of each', () => {
    const nodes = [on('a', 'x', 0), on('b', 'x', 2), on('c', 'x', 3)];
    // Times ln(3 + 2): 0, 3 and 5.
    expect(scores(of(soft({ topologyKey: HOST })), nodes)).toEqual([100, 40, 0]);
  });

  test('adds maxSkew less one, which waters down differences', () => {
    const nodes = [on('a', 'a', 0), on('b', 'b', 1)];
    // 10 and 11.
    expect(scores(of(soft({ maxSkew: 11 })), nodes)).toEqual([100, 90]);
  });

  test('gives nodes without the label of a constraint nothing', () => {
    const nodes = [on('a', 'a', 0), on('b', undefined, 0)];
    expect(scores(of(soft(), soft({ topologyKey: HOST })), nodes)).toEqual([100, 0]);
    expect(scores(of(soft({ topologyKey: 'rack' })), nodes)).toBeUndefined();
  });

  test('does not count the pods of nodes that its policies exclude', () => {
    const nodes = [on('a', 'a', 2), on('b', 'b', 1)];
    const elsewhere = labelled({ app: 'web' }, { topologySpreadConstraints: [soft()], nodeSelector: { [ZONE]: 'b' } });
    expect(scores(elsewhere, nodes)).toEqual([100, 0]);
  });
});

describe('pods without constraints', () => {
  const web = labelled({ app: 'web' });
  const owners = ownersOf({ services: [['s', { app: 'web' }]] });

  test('are spread over hosts and zones if a service selects them', () => {
    const nodes = [on('a', 'a', 0), on('b', 'b', 1), on('c', undefined, 0)];
    // A pod counts ln(3 + 2) for its host and for its zone, and maxSkew adds 2 and 4: 6, 9 and 2. The last node has no zone.
    expect(scores(web, nodes, nodes, { owners })).toEqual([55, 22, 100]);
  });

  test('have no score without an owner, and pods with constraints that exclude nodes have none either', () => {
    const nodes = [on('a', 'a', 0)];
    expect(scores(web, nodes)).toBeUndefined();
    expect(scores(of(constraint()), nodes, nodes, { owners })).toBeUndefined();
  });

  test('need the labels of all constraints if the defaults are not those of kube-scheduler', () => {
    const { topologySpreadConstraints: constraints } = of(soft(), soft({ topologyKey: HOST })).spec;
    const nodes = [on('a', 'a', 0), on('c', undefined, 0)];
    const profile = { ...DEFAULT_PROFILE, spreadDefaults: { constraints, acceptsMissingKeys: false } };
    expect(scores(web, nodes, nodes, { owners, profile })).toEqual([100, 0]);
  });
});

test('many nodes are scored in increments', () => {
  const nodes = VersionedList.of(Array.from({ length: 60 }, (_, index) => on(`n${index}`, `z${index % 3}`, index % 2)));
  const columns = (score: ClusterScores) =>
    function* (checkpoint: typeof UNLIMITED) {
      yield* score.follow(nodes, checkpoint);
      return yield* score.columns(nodes.toArray(), checkpoint);
    };
  const pod = of(soft(), soft({ topologyKey: HOST }));
  const { result, pauses } = inIncrements(columns(prepared(pod)));
  expect(result).toEqual(inOneGo(columns(prepared(pod))(UNLIMITED)));
  expect(pauses).toBeGreaterThan(200);
});
