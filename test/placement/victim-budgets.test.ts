import { expect, it } from 'vitest';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { victimBudgets } from '../../src/placement/victim-budgets.js';
import { clusterOf } from './cluster-of-pods.js';

const budget = (name: string, selector: object | undefined, status: object): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { namespace: 'ns', name },
  spec: { ...(selector && { selector }), minAvailable: 1 },
  status,
});

it('counts the evictions that the status of a budget allows, by name', () => {
  const cluster = clusterOf(1);
  cluster.apply([
    budget('b', { matchLabels: { app: 'a' } }, { disruptionsAllowed: 2, disruptedPods: { gone: '2026-01-01T00:00:00Z' } }),
    budget('a', {}, { disruptionsAllowed: 0 }),
  ] as never);
  const [first, second] = inOneGo(victimBudgets(cluster.parts.cluster.objects.pods, UNLIMITED));
  // A selector without requirements guards no pod from preemption.
  expect([first?.name, first?.selects, first?.disruptionsAllowed]).toEqual(['ns/a', undefined, 0]);
  expect([second?.name, second?.disruptionsAllowed, second?.disruptedPods.has('gone')]).toEqual(['ns/b', 2, true]);
  expect(second?.selects?.(new Map([['app', 'a']]))).toBe(true);
});
