// eviction.upstream.jsonl.gz has random clusters with budgets, and the answers of the disruption controller and of the eviction storage of
// Kubernetes 1.37.1 (test/oracle/disruptions/).

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countedBudgets } from '../../../src/cluster/disruption-budgets.js';
import { PLAIN_KINDS, PodObjects } from '../../../src/cluster/pod-objects.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { isPodReady } from '../../../src/scheduler/pods/disruptions.js';
import { answerEviction } from '../../../src/scheduler/pods/eviction.js';
import { validate } from '../../../src/validate/index.js';

type Objects = readonly object[];

interface Count {
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly failure?: string;
  readonly refused?: readonly string[];
}

interface Line {
  readonly case: Readonly<Record<'budgets' | 'pods' | 'deployments' | 'replicaSets' | 'statefulSets' | 'replicationControllers', Objects>>;
  readonly answer: {
    readonly id: string;
    readonly counts: readonly Count[];
    readonly evictions:
      | readonly { readonly allowed: boolean; readonly code?: number; readonly message?: string; readonly spent?: boolean }[]
      | null;
  };
}

const LINES = gunzipSync(readFileSync(new URL('eviction.upstream.jsonl.gz', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

const KINDS = {
  budgets: ['policy/v1', 'PodDisruptionBudget'],
  pods: ['v1', 'Pod'],
  deployments: ['apps/v1', 'Deployment'],
  replicaSets: ['apps/v1', 'ReplicaSet'],
  statefulSets: ['apps/v1', 'StatefulSet'],
  replicationControllers: ['v1', 'ReplicationController'],
} as const;

const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

function typed(name: keyof typeof KINDS, objects: Objects): readonly object[] {
  const [apiVersion, kind] = KINDS[name];
  return objects.map((object) => ({ apiVersion, kind, ...object }));
}

function clusterOf(given: Line['case']) {
  const set = decodeObjects(NAMES.flatMap((name) => typed(name, given[name])).map((value) => ({ value: value as never })));
  const objects = new PodObjects();
  for (const { kind, list } of PLAIN_KINDS)
    for (const one of set[list]) objects.put(kind, `${one.metadata.namespace}/${one.metadata.name}`, one as never);
  for (const pod of set.pods) objects.put('Pod', `ns/${pod.metadata.name}`, { pod, info: undefined });
  return { pods: set.pods, budgets: inOneGo(countedBudgets(objects, UNLIMITED)) };
}

/** A cluster may have controllers that the input lacks, so their pods count here. */
const isOfMissingController = ({ answer }: Line): boolean =>
  answer.counts.some(({ failure }) => failure?.startsWith('replicasets.apps') === true);

/** The controller reports the first failure in an order that is random. */
const withoutFailure = (message: string): string => message.replace(/(?<=failed sync: ).*/, '');

const COMPARED = LINES.filter((line) => !isOfMissingController(line));

describe('beside the disruption controller and the API server', () => {
  it('has many cases', () => {
    expect(COMPARED.length).toBeGreaterThan(550);
  });

  it('the counts of budgets are equal', () => {
    for (const { case: given, answer } of COMPARED) {
      const counts = clusterOf(given).budgets.map(
        ({ count: { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods, failure } }) =>
          failure === undefined ? { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods } : 'failed',
      );
      const expected = answer.counts.map(({ refused: _refused, failure, ...count }) => (failure === undefined ? count : 'failed'));
      expect([answer.id, counts]).toEqual([answer.id, expected]);
    }
  });

  it('the answers to evictions are equal', () => {
    for (const { case: given, answer } of COMPARED) {
      const { pods, budgets } = clusterOf(given);
      const evictions = pods.map((pod) => {
        const own = budgets.filter(({ selects }) => selects(pod.metadata.labels));
        const eviction = answerEviction({ pod, isReady: isPodReady(pod) }, own);
        if (!eviction.isAllowed) return { allowed: false, code: eviction.code, message: withoutFailure(eviction.message) };
        return { allowed: true, ...(eviction.spent === undefined ? {} : { spent: true }) };
      });
      const expected = (answer.evictions ?? []).map(({ message, ...more }) =>
        message === undefined ? more : { ...more, message: withoutFailure(message) },
      );
      expect([answer.id, evictions]).toEqual([answer.id, expected]);
    }
  });

  it('the budgets that the API server rejects are rejected for the same fields', () => {
    for (const { case: given, answer } of LINES) {
      const findings = typed('budgets', given.budgets).map((budget) => [
        ...new Set(
          validate([budget as never])
            .filter(({ severity }) => severity === 'error')
            .map(({ path }) => path),
        ),
      ]);
      const expected = answer.counts.map(({ refused = [] }) => [...new Set(refused)]);
      expect([answer.id, findings.map((one) => one.sort())]).toEqual([answer.id, expected.map((one) => one.sort())]);
    }
  });
});
