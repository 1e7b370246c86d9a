import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { PodOwners } from '../../../src/scheduler/filters/default-selector.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { prepareSpreadScore, type SpreadScore, type SpreadScores } from '../../../src/scheduler/scores/pod-topology-spread.js';
import { inIncrements } from '../../support/increments.js';
import { context, info, node } from '../filters/objects.js';
import { constraint, labelled, ownersOf, ZONE } from '../filters/spread.js';

const { features } = context();
const HOST = 'kubernetes.io/hostname';

/** A node in a zone with a number of pods of app web. */
function on(name: string, zone: string | undefined, pods: number): NodeInfo {
  const labels = { [HOST]: name, ...(zone === undefined ? {} : { [ZONE]: zone }) };
  return info(
    node({ name, labels }),
    Array.from({ length: pods }, (_, index) => labelled({ app: 'web' }, {}, { name: `p${index}` })),
  );
}

function prepared(pod: Pod, owners: PodOwners = ownersOf({})): SpreadScore | undefined {
  return inOneGo(prepareSpreadScore(pod, { features, owners }, UNLIMITED));
}

function scores(pod: Pod, feasible: readonly NodeInfo[], all = feasible, owners?: PodOwners): SpreadScores | undefined {
  const score = prepared(pod, owners);
  return score && inOneGo(score.scoring(feasible, all, UNLIMITED));
}

const soft = (fields: object = {}): object => constraint({ whenUnsatisfiable: 'ScheduleAnyway', ...fields });
const of = (...topologySpreadConstraints: object[]): Pod => labelled({ app: 'web' }, { topologySpreadConstraints });

describe('a constraint that only scores', () => {
  test('prefers zones with fewer pods, also of nodes that are not feasible', () => {
    const [a1, a2, b] = [on('a1', 'a', 1), on('a2', 'a', 2), on('b', 'b', 1)];
    // 3 and 1 pods in 2 zones: times ln(2 + 2).
    expect(scores(of(soft()), [a1, b], [a1, a2, b])).toEqual({ raw: [4, 1], normalized: [25, 100] });
  });

  test('weighs hosts by their number, and counts the pods of each', () => {
    const nodes = [on('a', 'x', 0), on('b', 'x', 2), on('c', 'x', 3)];
    // Times ln(3 + 2).
    expect(scores(of(soft({ topologyKey: HOST })), nodes)).toEqual({ raw: [0, 3, 5], normalized: [100, 40, 0] });
  });

  test('adds maxSkew less one for each constraint, which waters down differences', () => {
    const nodes = [on('a', 'a', 0), on('b', 'b', 1)];
    expect(scores(of(soft({ maxSkew: 11 })), nodes)).toEqual({ raw: [10, 11], normalized: [100, 90] });
  });

  test('gives nodes without the label of a constraint nothing', () => {
    const nodes = [on('a', 'a', 0), on('b', undefined, 0)];
    expect(scores(of(soft(), soft({ topologyKey: HOST })), nodes)).toEqual({ raw: [0, undefined], normalized: [100, 0] });
    expect(scores(of(soft({ topologyKey: 'rack' })), nodes)).toEqual({ raw: [undefined, undefined], normalized: [0, 0] });
  });

  test('does not count the pods of nodes that its policies exclude', () => {
    const nodes = [on('a', 'a', 2), on('b', 'b', 1)];
    const elsewhere = labelled({ app: 'web' }, { topologySpreadConstraints: [soft()], nodeSelector: { [ZONE]: 'b' } });
    expect(scores(elsewhere, nodes)?.raw).toEqual([0, 1]);
  });
});

describe('pods without constraints', () => {
  const web = labelled({ app: 'web' });
  const owners = ownersOf({ services: [['s', { app: 'web' }]] });

  test('are spread over hosts and zones if a service selects them', () => {
    const nodes = [on('a', 'a', 0), on('b', 'b', 1), on('c', undefined, 0)];
    // 1 * ln(3 + 2) for the host, 1 * ln(3 + 2) for the zone, and 2 + 4; a node without a zone has only the share of its host.
    expect(scores(web, nodes, nodes, owners)).toEqual({ raw: [6, 9, 2], normalized: [55, 22, 100] });
  });

  test('have no score without an owner, and pods with constraints that exclude nodes have none either', () => {
    expect(prepared(web)).toBeUndefined();
    expect(prepared(of(constraint()), owners)).toBeUndefined();
  });

  test('need the labels of all constraints if the defaults are not those of kube-scheduler', () => {
    const spreadDefaults = {
      constraints: of(soft(), soft({ topologyKey: HOST })).spec.topologySpreadConstraints,
      acceptsMissingKeys: false,
    };
    const score = inOneGo(prepareSpreadScore(web, { features, owners, spreadDefaults }, UNLIMITED));
    const nodes = [on('a', 'a', 0), on('c', undefined, 0)];
    expect(score && inOneGo(score.scoring(nodes, nodes, UNLIMITED)).raw).toEqual([0, undefined]);
  });
});

test('many nodes are scored in increments', () => {
  const nodes = Array.from({ length: 60 }, (_, index) => on(`n${index}`, `z${index % 3}`, index % 2));
  const score = prepared(of(soft(), soft({ topologyKey: HOST }))) as SpreadScore;
  const { result, pauses } = inIncrements((checkpoint) => score.scoring(nodes, nodes, checkpoint));
  expect(result).toEqual(inOneGo(score.scoring(nodes, nodes, UNLIMITED)));
  expect(pauses).toBeGreaterThan(200);
});
