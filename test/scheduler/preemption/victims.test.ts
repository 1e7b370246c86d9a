import { expect, test } from 'vitest';
import { havingLabels } from '../../../src/core/api/label-selector.js';
import { compareVictims, splitByBudgets, type Victim, type VictimBudget, victimOf } from '../../../src/scheduler/preemption/victims.js';
import { info, node, pod } from '../filters/objects.js';

function victim(name: string, priority: number, startTime?: string, labels: Record<string, string> = {}): Victim {
  const made = pod({}, startTime === undefined ? {} : { startTime }, name);
  const labelled = { ...made, metadata: { ...made.metadata, labels: new Map(Object.entries(labels)) } };
  const [podInfo] = info(node(), [labelled]).podInfos;
  if (podInfo === undefined) throw new Error('a node with one pod');
  return victimOf(podInfo, priority);
}

const names = (victims: readonly Victim[]): string[] => victims.map((each) => each.info.pod.metadata.name);

test('victims are ordered by priority, start and name', () => {
  const victims = [
    victim('late', 1, '2026-01-02T00:00:00Z'),
    victim('b', 1),
    victim('a', 1),
    victim('high', 2),
    victim('early', 1, '2026-01-01T00:00:00Z'),
  ];
  expect(names(victims.sort(compareVictims))).toEqual(['high', 'early', 'late', 'a', 'b']);
});

function budget(name: string, disruptionsAllowed: number, more: Partial<VictimBudget> = {}): VictimBudget {
  return { name, namespace: 'ns', selects: havingLabels(new Map([['app', 'a']])), disruptionsAllowed, disruptedPods: new Set(), ...more };
}

test('victims use up their budgets in order', () => {
  const victims = ['1', '2', '3'].map((name) => victim(name, 0, undefined, { app: 'a' }));
  const { violating, others, budgetOf } = splitByBudgets([...victims, victim('bare', 0)], [budget('one', 1)]);
  expect([names(others), names(violating)]).toEqual([
    ['1', 'bare'],
    ['2', '3'],
  ]);
  expect(budgetOf.get(violating[0] as Victim)?.name).toBe('one');
});

test('budgets of other namespaces, without selectors, and with counted evictions do not matter', () => {
  const one = victim('1', 0, undefined, { app: 'a' });
  const budgets = [
    budget('elsewhere', 0, { namespace: 'other' }),
    budget('bare', 0, { selects: undefined }),
    budget('counted', 0, { disruptedPods: new Set(['1']) }),
    budget('others', 0, { selects: havingLabels(new Map([['app', 'b']])) }),
  ];
  expect(names(splitByBudgets([one], budgets).others)).toEqual(['1']);
  expect(names(splitByBudgets([one], [...budgets, budget('all', 0)]).violating)).toEqual(['1']);
});
