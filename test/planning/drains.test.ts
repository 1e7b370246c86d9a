// Drains respect PodDisruptionBudgets: they wait for replacements, and name the pods that block them.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/core/base/random.js';
import { cases } from '../support/extent.js';
import { blockedOf, budget, clusterOf, DRAIN, drainOf, node, play, pod, set, steps, THREE } from './drained-cluster.js';

describe('a drain', () => {
  it('evicts pods one after the other, as replacements become ready', () => {
    const cluster = clusterOf(node('a'), node('b'), set('web', 3), ...THREE, budget('b', { maxUnavailable: 1 }));
    const report = play(cluster, [set('web', 3)], [DRAIN]);
    expect(steps(report)).toEqual([
      ...['evicted w-1', 'created web-0', 'placed web-0'],
      ...['evicted w-2', 'created web-1', 'placed web-1'],
    ]);
    expect(drainOf(report)).toEqual([{ name: 'a', evicted: 2, doneAt: 0, blocked: [] }]);
  });

  it('stops where no node has room for a replacement, and names the pods and the budget', () => {
    const cluster = clusterOf(node('a'), node('b', 1), set('web', 3), ...THREE, budget('b', { maxUnavailable: 1 }));
    const report = play(cluster, [set('web', 3)], [DRAIN]);
    expect(steps(report)).toEqual(['evicted w-1', 'created web-0', 'pending web-0', 'blocked w-2']);
    expect(drainOf(report)).toEqual([{ name: 'a', evicted: 1, doneAt: undefined, blocked: ['default/w-2'] }]);
    expect(blockedOf(report)).toEqual([
      {
        pod: 'default/w-2',
        budgets: ['default/b'],
        message: 'The disruption budget b needs 2 healthy pods and has 2 currently',
        help: 'make room for default/web-0',
      },
    ]);
  });

  it('goes on when room appears later, or when its budget changes', () => {
    const cluster = clusterOf(node('a'), node('b', 1), set('web', 3), ...THREE, budget('b', { maxUnavailable: 1 }));
    const later = play(cluster, [set('web', 3)], [DRAIN, { at: 60, apply: node('c') as never }]);
    expect(drainOf(later)).toEqual([{ name: 'a', evicted: 2, doneAt: 60, blocked: [] }]);
    const changed = play(cluster, [set('web', 3)], [DRAIN, { at: 30, apply: budget('b', { maxUnavailable: 2 }) as never }]);
    expect(drainOf(changed)).toEqual([{ name: 'a', evicted: 2, doneAt: 30, blocked: [] }]);
    const removed = play(
      cluster,
      [set('web', 3)],
      [DRAIN, { at: 30, delete: { kind: 'PodDisruptionBudget', name: 'b', namespace: 'default' } }],
    );
    expect(drainOf(removed)).toEqual([{ name: 'a', evicted: 2, doneAt: 30, blocked: [] }]);
  });

  it('ends when its node is uncordoned, and when its node is removed', () => {
    const cluster = clusterOf(node('a'), node('b', 1), set('web', 3), ...THREE, budget('b', { maxUnavailable: 1 }));
    const uncordoned = play(cluster, [set('web', 3)], [DRAIN, { at: 30, uncordon: 'a' }]);
    expect(drainOf(uncordoned)).toEqual([{ name: 'a', evicted: 1, doneAt: undefined, blocked: [] }]);
    const removed = play(cluster, [set('web', 3)], [DRAIN, { at: 30, delete: { kind: 'Node', name: 'a' } }]);
    expect(drainOf(removed)).toEqual([{ name: 'a', evicted: 1, doneAt: 30, blocked: [] }]);
  });

  it('ignores budgets on request', () => {
    const cluster = clusterOf(node('a'), node('b', 1), set('web', 3), ...THREE, budget('b', { maxUnavailable: 0 }));
    const report = play(cluster, [set('web', 3)], [DRAIN], { ignoresBudgets: true });
    expect(drainOf(report)).toEqual([{ name: 'a', evicted: 2, doneAt: 0, blocked: [] }]);
    expect(() => play(cluster, [], [DRAIN], { ignoresBudgets: 1 as never })).toThrow('ignoresBudgets');
  });

  it('of two nodes evicts on the second although the first is blocked', () => {
    const others = [pod('x-1', 'b', 'db', { kind: 'none' })];
    const cluster = clusterOf(node('a'), node('b'), set('web', 3), ...THREE, ...others, budget('b', { maxUnavailable: 1 }));
    const report = play(cluster, [set('web', 3)], [{ at: 0, drain: ['a', 'b'] }]);
    expect(drainOf(report)).toEqual([
      { name: 'a', evicted: 1, doneAt: undefined, blocked: ['default/w-2'] },
      { name: 'b', evicted: 1, doneAt: undefined, blocked: ['default/w-3'] },
    ]);
  });

  it('leaves pods of DaemonSets and static pods, and evicts pods without an owner', () => {
    const pods = [
      pod('d', 'a', 'ds', { kind: 'DaemonSet' }),
      pod('apiserver', 'a', 'a', { kind: 'Node' }),
      pod('bare', 'a', 'web', { kind: 'none' }),
    ];
    const report = play(clusterOf(node('a'), node('b'), ...pods), [], [DRAIN]);
    expect(steps(report)).toEqual(['evicted bare']);
    expect(report.log[0]?.cause).toBe('its node is drained; no owner creates it again');
  });

  it('is not reported for a cordon', () => {
    const report = play(clusterOf(node('a'), node('b'), ...THREE), [set('web', 3)], [{ at: 0, cordon: 'a' }]);
    expect([report.drains, report.totals.evicted]).toEqual([undefined, 0]);
  });
});

describe('a group with a budget', () => {
  const workers = Array.from({ length: 8 }, (_, index) => pod(`web-${index}`, index < 4 ? 'a' : 'b', 'web', { kind: 'StatefulSet' }));
  const owners = [set('web', 8, 'StatefulSet')];

  it('of all its workers blocks every eviction', () => {
    const cluster = clusterOf(node('a'), node('b'), node('c'), ...workers, budget('b', { minAvailable: 8 }));
    const report = play(cluster, owners, [DRAIN]);
    expect(drainOf(report)).toMatchObject([{ evicted: 0, blocked: ['default/web-0', 'default/web-1', 'default/web-2', 'default/web-3'] }]);
    expect(blockedOf(report)[0]?.help).toBe('scale StatefulSet web to 9 replicas, or change PodDisruptionBudget b');
  });

  it('of all but one moves worker by worker', () => {
    const cluster = clusterOf(node('a'), node('b'), node('c'), ...workers, budget('b', { maxUnavailable: 1 }));
    const report = play(cluster, owners, [DRAIN]);
    expect(drainOf(report)).toEqual([{ name: 'a', evicted: 4, doneAt: 0, blocked: [] }]);
    expect(report.moves.map(({ again }) => again)).toEqual(['default/web-0', 'default/web-1', 'default/web-2', 'default/web-3']);
  });
});

it('never takes a budget below its number of ready pods, and stops only where no eviction is allowed', () => {
  const random = new Random(5);
  const ends = { done: 0, blocked: 0 };
  for (let trial = 0; trial < cases(200, 3000); trial++) {
    const replicas = 1 + random.below(6);
    const names = ['a', 'b', 'c', 'd'];
    const nodes = names.map((name) => node(name, 1 + random.below(4)));
    const free = names.flatMap((name, index) =>
      Array.from({ length: Number((nodes[index] as { status: { allocatable: { pods: string } } }).status.allocatable.pods) }, () => name),
    );
    const pods = Array.from({ length: Math.min(replicas, free.length) }, (_, index) =>
      pod(`w-${index}`, free.splice(random.below(free.length), 1)[0], 'web'),
    );
    const amount = random.below(2) === 0 ? random.below(4) : `${random.below(101)}%`;
    const isLeast = random.below(2) === 0;
    const guard = budget('b', isLeast ? { minAvailable: amount } : { maxUnavailable: amount });
    const owners = [set('web', pods.length)];
    const report = play(clusterOf(...nodes, ...owners, ...pods, guard), owners, [{ at: 0, drain: ['a', 'b'] }]);
    const share = typeof amount === 'number' ? amount : Math.ceil((Number(amount.slice(0, -1)) * pods.length) / 100);
    const desired = isLeast ? share : Math.max(0, pods.length - share);
    let ready = pods.length;
    for (const { what } of report.log) {
      if (what === 'placed') ready++;
      if (what !== 'evicted') continue;
      ready--;
      expect([trial, ready >= desired]).toEqual([trial, true]);
    }
    const blocked = blockedOf(report).length;
    ends[blocked > 0 ? 'blocked' : 'done']++;
    expect([trial, blocked > 0 && ready > desired]).toEqual([trial, false]);
  }
  expect(Math.min(ends.done, ends.blocked)).toBeGreaterThan(20);
});
