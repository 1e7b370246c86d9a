import { expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Rejection } from '../../../src/scheduler/filters/filter.js';
import { fitErrorMessage } from '../../../src/scheduler/filters/fit-error.js';

const reasons = (...messages: string[]): Rejection[] => messages.map((message) => ({ code: 'insufficient-resource', message }));

test('reasons are counted over nodes and sorted as texts', () => {
  const rejections = [
    reasons('Insufficient cpu', 'Too many pods'),
    reasons('Insufficient cpu'),
    ...Array.from({ length: 10 }, () => reasons('node(s) were unschedulable')),
  ];
  expect(inOneGo(fitErrorMessage({ nodes: 12, refusals: [], rejections }, UNLIMITED))).toBe(
    '0/12 nodes are available: 1 Too many pods, 10 node(s) were unschedulable, 2 Insufficient cpu.',
  );
});

test('what rejects all nodes is reported instead of what is reported for each', () => {
  expect(
    inOneGo(
      fitErrorMessage({ nodes: 3, refusals: reasons('pod affinity terms conflict'), rejections: [reasons('Insufficient cpu')] }, UNLIMITED),
    ),
  ).toBe('0/3 nodes are available: pod affinity terms conflict.');
});

test('without nodes there is nothing to say of them', () => {
  expect(inOneGo(fitErrorMessage({ nodes: 0, refusals: [], rejections: [] }, UNLIMITED))).toBe('no nodes available to schedule pods');
  expect(inOneGo(fitErrorMessage({ nodes: 1, refusals: [], rejections: [] }, UNLIMITED))).toBe('0/1 nodes are available:');
});

test('an error of the scheduler is its whole message', () => {
  const refusals: Rejection[] = [{ code: 'topology-spread', isError: true, message: 'running PreFilter plugin "PodTopologySpread": bad' }];
  expect(inOneGo(fitErrorMessage({ nodes: 2, refusals, rejections: [] }, UNLIMITED))).toBe(
    'running PreFilter plugin "PodTopologySpread": bad',
  );
});

test('an error of a filter on one node is the whole message', () => {
  const failed: Rejection[] = [{ code: 'volume-limit', isError: true, message: 'running "NodeVolumeLimits" filter plugin: bad' }];
  expect(inOneGo(fitErrorMessage({ nodes: 2, refusals: [], rejections: [reasons('Insufficient cpu'), failed] }, UNLIMITED))).toBe(
    'running "NodeVolumeLimits" filter plugin: bad',
  );
});

test('no node was considered for a pod that waits for its gates', () => {
  const refusals: Rejection[] = [
    { code: 'scheduling-gated', keepsFromQueue: true, message: 'waiting for scheduling gates: [example.com/a]' },
  ];
  for (const nodes of [0, 2]) {
    expect(inOneGo(fitErrorMessage({ nodes, refusals, rejections: [] }, UNLIMITED))).toBe('waiting for scheduling gates: [example.com/a]');
  }
});
