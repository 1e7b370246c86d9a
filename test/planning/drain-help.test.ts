// A blocked drain names a change that helps.

import { describe, expect, it } from 'vitest';
import { blockedOf, budget, clusterOf, DRAIN, node, play, set, THREE } from './drained-cluster.js';

describe('the change that helps', () => {
  const cluster = (spec: object) => clusterOf(node('a'), node('b'), ...THREE, budget('b', spec));
  const blocked = (spec: object) => blockedOf(play(cluster(spec), [set('web', 3)], [DRAIN]));

  it.each([
    ['allows no eviction at all', { maxUnavailable: 0 }, 'set spec.maxUnavailable of PodDisruptionBudget b to 1: it allows no eviction'],
    ['needs every pod', { minAvailable: 3 }, 'scale ReplicaSet web to 4 replicas, or change PodDisruptionBudget b'],
    ['needs all of them', { minAvailable: '100%' }, 'set spec.maxUnavailable of PodDisruptionBudget b to 1: it allows no eviction'],
    ['needs a large share', { minAvailable: '90%' }, 'scale ReplicaSet web to 10 replicas, or change PodDisruptionBudget b'],
  ])('that %s says what helps', (_what, spec, help) => {
    expect(blocked(spec)).toMatchObject([{ help }, { help }]);
  });
});
