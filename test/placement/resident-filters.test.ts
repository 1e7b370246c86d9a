import { expect, it } from 'vitest';
import type { PodSpec } from '../../src/core/api/pod.js';
import { Checkpoint } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { ResidentFilters } from '../../src/placement/resident-filters.js';
import { DEFAULT_PROFILES } from '../../src/scheduler/profile/scheduler-profile.js';
import { clusterOf } from './cluster-of-pods.js';

const priorityClass = (name: string, value: number): object => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
});

it('priority classes that change during a pause count for the next call, not for this one', () => {
  const cluster = clusterOf(1);
  cluster.apply([priorityClass('a', 1), priorityClass('b', 2)]);
  const { cluster: state, runtime } = cluster.parts;
  const filters = new ResidentFilters(state, runtime.features, DEFAULT_PROFILES);
  const paused = new Checkpoint();
  paused.beginSlice(0);
  const computation = filters.admissionClasses(paused);
  expect(computation.next().done).toBe(false);
  cluster.apply([priorityClass('b', 20), priorityClass('c', 3)]);
  const prioritiesIn = ({ priorities }: { priorities: { of(spec: PodSpec): number } }): readonly number[] =>
    ['a', 'b', 'c'].map((priorityClassName) => priorities.of({ priorityClassName } as PodSpec));
  expect(prioritiesIn(inOneGo(computation))).toEqual([1, 2, 0]);
  expect(prioritiesIn(inOneGo(filters.admissionClasses(new Checkpoint())))).toEqual([1, 20, 3]);
});
