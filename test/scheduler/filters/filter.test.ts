import { expect, it } from 'vitest';
import { isForOtherNodes, LEFT_OUT_BY_NAME } from '../../../src/scheduler/filters/filter.js';

it('a node that the pod does not name is reported by the message of the scheduler', () => {
  expect(isForOtherNodes({ code: 'node-affinity', message: `${LEFT_OUT_BY_NAME} [NodeAffinity]` })).toBe(true);
  expect(isForOtherNodes({ code: 'node-affinity', message: "node(s) didn't match Pod's node affinity/selector" })).toBe(false);
});
