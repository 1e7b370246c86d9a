// test/differential/filters/vectors.test.ts compares the scores that depend on these amounts with the scheduler.

import { expect, test } from 'vitest';
import { Quantity } from '../../../src/core/quantity/quantity.js';
import { requestOf, scoredResources } from '../../../src/scheduler/scores/scored-resources.js';
import { info, node } from '../filters/objects.js';

const requests = new Map([
  ['cpu', Quantity.fromMilli(500n, 'DecimalSI')],
  ['ephemeral-storage', Quantity.fromInt64(7n, 'BinarySI')],
]);
const on = info(node({ status: { allocatable: { cpu: '2', memory: '0', 'ephemeral-storage': '100', 'a.b/c': '3' } } }));
const use = { cpu: () => 100n, memory: () => 0n };

test('lists the amounts of resources with capacity, in their order', () => {
  expect(scoredResources(['memory', 'ephemeral-storage', 'cpu', 'pods'], requests, use)(on)).toEqual([
    { index: 1, capacity: 100n, used: 0n, requested: 7n },
    { index: 2, capacity: 2000n, used: 100n, requested: 600n },
  ]);
});

test('leaves out extended resources that the pod does not request', () => {
  expect(scoredResources(['a.b/c'], requests, use)(on)).toEqual([]);
  const requesting = new Map([['a.b/c', Quantity.fromInt64(1n, 'DecimalSI')]]);
  expect(scoredResources(['a.b/c'], requesting, use)(on)).toEqual([{ index: 0, capacity: 3n, used: 0n, requested: 1n }]);
});

test('counts CPUs in thousandths, and other resources in units', () => {
  expect([requestOf('cpu', requests), requestOf('ephemeral-storage', requests), requestOf('memory', requests)]).toEqual([500n, 7n, 0n]);
});
