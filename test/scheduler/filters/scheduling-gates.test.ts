import { expect, test } from 'vitest';
import { schedulingGates } from '../../../src/scheduler/filters/scheduling-gates.js';
import { ask, info, pod } from './objects.js';

test('a pod with gates waits for all of them, wherever it could go', () => {
  expect(ask(schedulingGates, pod({ schedulingGates: [{ name: 'example.com/a' }, { name: 'b' }] }), info())).toEqual([
    { code: 'scheduling-gated', keepsFromQueue: true, message: 'waiting for scheduling gates: [example.com/a b]' },
  ]);
  expect(ask(schedulingGates, pod({}), info())).toEqual([]);
});
