import { expect, test } from 'vitest';
import { nodeUnschedulable } from '../../../src/scheduler/filters/node-unschedulable.js';
import { info, node, pod, told } from './objects.js';

test('a cordoned node takes pods that tolerate the taint for it, and no others', () => {
  const cordoned = info(node({ spec: { unschedulable: true } }));
  const key = 'node.kubernetes.io/unschedulable';
  const tolerations = (...list: object[]): unknown => told(nodeUnschedulable, pod({ tolerations: list }), cordoned);
  expect(tolerations()).toEqual([['node-unschedulable']]);
  expect(tolerations({ key, operator: 'Exists', effect: 'NoSchedule' })).toEqual([]);
  expect(tolerations({ key })).toEqual([]);
  expect(tolerations({ operator: 'Exists' })).toEqual([]);
  expect(tolerations({ key, effect: 'NoExecute' }, { key, value: 'x' })).toEqual([['node-unschedulable']]);
  expect(told(nodeUnschedulable, pod({}), info())).toEqual([]);
});
