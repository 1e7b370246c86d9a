// The counts of PodDisruptionBudgets.

import { describe, expect, it } from 'vitest';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { countPods, isPodReady, reportedCount, type ScaleOf, scaleError } from '../../../src/scheduler/pods/disruptions.js';

const budgetOf = (spec: object, status: object = {}, generation = 0) =>
  decodeObjects([
    { value: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b', generation }, spec, status } as never },
  ]).podDisruptionBudgets[0] as never as Parameters<typeof reportedCount>[0];

const podOf = (spec: object, status: object, metadata: object = {}) =>
  decodeObjects([{ value: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', ...metadata }, spec, status } as never }])
    .pods[0] as never as Parameters<typeof isPodReady>[0];

/** Pods of a controller, some of them ready. */
function podsOf(controller: string, count: number, ready: number) {
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: controller, uid: controller, controller: true }];
  return Array.from({ length: count }, (_, index) => ({
    pod: podOf({}, {}, { name: `${controller}-${index}`, ownerReferences }),
    isReady: index < ready,
  }));
}

const of =
  (replicas: number): ScaleOf =>
  ({ name }) => ({ key: name, replicas });

describe('a count', () => {
  const figures = (spec: object, pods: ReturnType<typeof podsOf>, scaleOf = of(3)) => {
    const { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods } = countPods(budgetOf(spec), pods, scaleOf);
    return [disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods];
  };

  it.each([
    ['a number of pods that stay', { minAvailable: 2 }, [1, 3, 2, 3]],
    ['more of them than there are', { minAvailable: 5 }, [0, 3, 5, 3]],
    ['a share of pods that stay, rounded up', { minAvailable: '34%' }, [1, 3, 2, 3]],
    ['a number of pods that may be missing', { maxUnavailable: 1 }, [1, 3, 2, 3]],
    ['more of them than there are', { maxUnavailable: 9 }, [3, 3, 0, 3]],
    ['a share of pods that may be missing, rounded up', { maxUnavailable: '1%' }, [1, 3, 2, 3]],
    ['neither', {}, [0, 3, 0, 0]],
    ['text that is no percentage', { maxUnavailable: 'one' }, [0, 3, 0, 0]],
  ] as const)('with %s', (_what, spec, expected) => {
    expect(figures(spec, podsOf('a', 3, 3))).toEqual(expected);
  });

  it('without pods allows no eviction', () => {
    expect([figures({ minAvailable: 0 }, []), figures({ maxUnavailable: 1 }, [])]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('adds the scales of all controllers, and leaves out pods without one', () => {
    const naked = { pod: podOf({}, {}, { name: 'naked' }), isReady: true };
    expect(figures({ maxUnavailable: '50%' }, [...podsOf('a', 2, 2), ...podsOf('b', 2, 1), naked], of(4))).toEqual([0, 4, 4, 8]);
  });

  it('uses the existing pods of a controller that the input lacks', () => {
    expect(figures({ maxUnavailable: 1 }, podsOf('a', 3, 3), () => undefined)).toEqual([1, 3, 2, 3]);
  });

  it('fails for a controller without a number of replicas, except with a number of pods that stay', () => {
    const job: ScaleOf = () => 'jobs.batch does not implement the scale subresource';
    expect(countPods(budgetOf({ maxUnavailable: 1 }), podsOf('a', 3, 3), job)).toMatchObject({
      disruptionsAllowed: 0,
      failure: 'jobs.batch does not implement the scale subresource',
    });
    expect(figures({ minAvailable: 1 }, podsOf('a', 3, 3), job)).toEqual([2, 3, 1, 3]);
  });

  it('leaves out pods that are being deleted or evicted', () => {
    const pods = [...podsOf('a', 2, 2), { pod: podOf({}, {}, { name: 'x', deletionTimestamp: '2026-01-01T00:00:00Z' }), isReady: true }];
    const budget = budgetOf({ minAvailable: 1 }, { disruptedPods: { 'a-0': '2026-01-01T00:00:00Z', gone: '2026-01-01T00:00:00Z' } });
    const { currentHealthy, disruptedPods } = countPods(budget, pods, of(3));
    expect([currentHealthy, [...disruptedPods]]).toEqual([1, ['a-0']]);
  });
});

it('the kinds of Kubernetes without a number of replicas have the error of the disruption controller', () => {
  const errors = ['Job', 'DaemonSet', 'Node', 'PyTorchJob'].map((kind) => scaleError({ kind } as never));
  expect(errors).toEqual([
    'jobs.batch does not implement the scale subresource',
    'daemonsets.apps does not implement the scale subresource',
    'nodes does not implement the scale subresource',
    undefined,
  ]);
});

describe('the status of a budget', () => {
  it('has its count, unless it is older than the budget', () => {
    const status = { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, observedGeneration: 2 };
    const count = { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, disruptedPods: new Set() };
    expect(reportedCount(budgetOf({}, status, 2))).toEqual(count);
    expect(reportedCount(budgetOf({}, status, 3))).toBeUndefined();
    expect(reportedCount(budgetOf({}, {}, 0))).toBeUndefined();
  });

  it('names the failure of the disruption controller', () => {
    const conditions = [{ type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: 'no scale' }];
    expect(reportedCount(budgetOf({}, { disruptionsAllowed: 0, conditions }))?.failure).toBe('no scale');
  });
});

it('a pod is ready by its condition, and without any condition if it has a node', () => {
  const ready = (value: string) => ({ conditions: [{ type: 'Ready', status: value }] });
  const node = { nodeName: 'n' };
  const statuses = [ready('True'), ready('False'), { conditions: [{ type: 'PodScheduled', status: 'True' }] }, {}, { phase: 'Running' }];
  expect(statuses.map((status) => isPodReady(podOf(node, status)))).toEqual([true, false, false, true, true]);
  expect([podOf({}, {}), podOf(node, { phase: 'Pending' }), podOf(node, { phase: 'Failed' })].map(isPodReady)).toEqual([
    false,
    false,
    false,
  ]);
});
