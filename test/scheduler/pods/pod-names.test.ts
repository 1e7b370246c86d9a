import { expect, test } from 'vitest';
import type { PodSet } from '../../../src/core/api/pod-sets.js';
import { podNameOf } from '../../../src/scheduler/pods/pod-names.js';
import { objectsOf } from './objects.js';

const names = (set: Partial<PodSet>, count: number): string[] =>
  Array.from({ length: count }, (_, number) => podNameOf('o', { name: '', names: '', indices: [], ...set } as PodSet, number));

test('usual names end in a number', () => {
  expect(names({}, 2)).toEqual(['o-0', 'o-1']);
  expect(names({ name: 'worker' }, 2)).toEqual(['o-worker-0', 'o-worker-1']);
});

test('the last index changes first, and the first goes on where names are taken', () => {
  const indices = [
    { size: 2, first: 0 },
    { size: 2, first: 1 },
  ];
  expect(names({ names: '{name}-{0}-{1}', indices }, 5)).toEqual(['o-0-1', 'o-0-2', 'o-1-1', 'o-1-2', 'o-2-1']);
});

test('names of different pods differ, whatever the pattern lacks', () => {
  const indices = [
    { size: 2, first: 0 },
    { size: 2, first: 0 },
  ];
  for (const pattern of ['{name}-head', '{0}', '{1}', 'x', '{index}'])
    expect(new Set(names({ names: pattern, indices }, 20)).size).toBe(20);
});

test('pods of a StatefulSet begin at its first ordinal', () => {
  const text =
    '{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {replicas: 2, ordinals: {start: 5}, template: {spec: {containers: []}}}}';
  const [set] = objectsOf(text).workloads[0]?.podSets ?? [];
  expect(set?.replicas).toBe(2);
  expect([0, 1].map((number) => podNameOf('s', set as PodSet, number))).toEqual(['s-5', 's-6']);
});
