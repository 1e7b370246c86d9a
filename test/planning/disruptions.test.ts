// Budgets allow evictions by their status, or by the pods that they select.

import { describe, expect, it } from 'vitest';
import { blockedOf, budget, clusterOf, DRAIN, drainOf, node, play, pod, READY, set, THREE, UNREADY } from './drained-cluster.js';

describe('a budget', () => {
  const blocked = (spec: object, pods = THREE, owners = [set('web', 3)], status?: object) =>
    blockedOf(play(clusterOf(node('a'), node('b'), ...owners, ...pods, budget('b', spec, status)), owners, [DRAIN]));

  it('with a status starts from it, and changes with the simulation', () => {
    const full = { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 3 };
    expect(blocked({ maxUnavailable: 1 }, THREE, [set('web', 3)], full)).toMatchObject([
      { pod: 'default/w-1', message: 'The disruption budget b needs 2 healthy pods and has 2 currently' },
      { pod: 'default/w-2' },
    ]);
    const spare = { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 };
    expect(blocked({ maxUnavailable: 1 }, THREE, [set('web', 3)], spare)).toEqual([]);
  });

  it('lets pods that are not ready go if the others are enough, or if its policy says so', () => {
    const pods = [
      pod('w-1', 'a', 'web', { status: UNREADY }),
      pod('w-2', 'b', 'web', { status: READY }),
      pod('w-3', 'b', 'web', { status: READY }),
    ];
    expect(blocked({ minAvailable: 2 }, pods)).toEqual([]);
    expect(blocked({ minAvailable: 3 }, pods)).toMatchObject([
      { pod: 'default/w-1', help: 'scale ReplicaSet web to 4 replicas, or change PodDisruptionBudget b' },
    ]);
    expect(blocked({ minAvailable: 3, unhealthyPodEvictionPolicy: 'AlwaysAllow' }, pods)).toEqual([]);
  });

  it('does not hold pods that have not started', () => {
    expect(blocked({ minAvailable: 3 }, [pod('w-1', 'a', 'web', { status: { phase: 'Pending' } })])).toEqual([]);
  });

  it('blocks while other pods are not ready', () => {
    const pods = [pod('w-1', 'a', 'web'), pod('w-2', 'b', 'web', { status: UNREADY }), pod('w-3', 'b', 'web')];
    expect(blocked({ minAvailable: 2 }, pods)).toMatchObject([{ pod: 'default/w-1', help: 'make default/w-2 ready' }]);
  });

  it('for a pod with another one blocks for ever', () => {
    const two = clusterOf(node('a'), node('b'), ...THREE, budget('b', { maxUnavailable: 3 }), budget('c', { maxUnavailable: 3 }));
    expect(blockedOf(play(two, [set('web', 3)], [DRAIN]))[0]).toEqual({
      pod: 'default/w-1',
      budgets: ['default/b', 'default/c'],
      message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      help: 'delete PodDisruptionBudget c: a pod can have one budget',
    });
  });

  it('of a Job needs a number of pods', () => {
    const pods = ['w-1', 'w-2'].map((name) => pod(name, 'a', 'web', { kind: 'Job' }));
    expect(blocked({ maxUnavailable: 1 }, pods, [])).toMatchObject([
      {
        message:
          'The disruption budget b does not allow evicting pods currently because it failed sync: ' +
          'jobs.batch does not implement the scale subresource',
        help: 'set spec.minAvailable of PodDisruptionBudget b to a number of pods',
      },
      {},
    ]);
  });

  it('follows the number of replicas that an event sets', () => {
    const cluster = clusterOf(node('a'), node('b'), ...THREE, budget('b', { minAvailable: 3 }));
    const report = play(cluster, [set('web', 3)], [DRAIN, { at: 60, scale: { kind: 'ReplicaSet', name: 'web', replicas: 4 } }]);
    expect(drainOf(report)).toEqual([{ name: 'a', evicted: 2, doneAt: 60, blocked: [] }]);
  });
});
