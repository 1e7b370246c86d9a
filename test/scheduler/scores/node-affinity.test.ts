import { expect, test } from 'vitest';
import { nodeAffinityScore } from '../../../src/scheduler/scores/node-affinity.js';
import { info, node, pod } from '../filters/objects.js';
import { rawScores } from './objects.js';

const has = (key: string, operator = 'Exists', values: string[] = []): object => ({ matchExpressions: [{ key, operator, values }] });
const prefers = (...terms: (readonly [number, object])[]): object => ({
  affinity: {
    nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms.map(([weight, preference]) => ({ weight, preference })) },
  },
});
const nodes = [info(node({ labels: { a: '1', b: '' } })), info(node({ labels: { b: '' } })), info(node())];

test('the weights of terms that match are summed', () => {
  expect(rawScores(nodeAffinityScore, pod(prefers([3, has('a')], [5, has('b')])), nodes)).toEqual([8, 5, 0]);
  expect(
    rawScores(nodeAffinityScore, pod(prefers([7, { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }])), nodes),
  ).toEqual([7, 7, 7]);
});

test('terms that are empty, without weight or wrong count for nothing', () => {
  expect(rawScores(nodeAffinityScore, pod(prefers([3, {}], [0, has('a')], [5, has('a', 'Gt', ['x'])], [1, has('b')])), nodes)).toEqual([
    1, 1, 0,
  ]);
});

test('a pod without preferences does not care', () => {
  expect(rawScores(nodeAffinityScore, pod({}), nodes)).toBeUndefined();
  expect(rawScores(nodeAffinityScore, pod(prefers()), nodes)).toBeUndefined();
});
