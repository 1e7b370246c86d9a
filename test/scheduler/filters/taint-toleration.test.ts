import { expect, test } from 'vitest';
import { taintToleration } from '../../../src/scheduler/filters/taint-toleration.js';
import { context, info, node, pod, told } from './objects.js';

const tainted = (...taints: object[]) => info(node({ spec: { taints } }));

test('taints that keep pods away must be tolerated, the first one that is not is reported', () => {
  const on = tainted({ key: 'a', effect: 'NoExecute' }, { key: 'b', value: 'x', effect: 'NoSchedule' });
  expect(told(taintToleration, pod({}), on)).toEqual([['untolerated-taint', 'a:NoExecute']]);
  expect(told(taintToleration, pod({ tolerations: [{ key: 'a' }] }), on)).toEqual([['untolerated-taint', 'b=x:NoSchedule']]);
  expect(told(taintToleration, pod({ tolerations: [{ key: 'a' }, { key: 'b', value: 'x' }] }), on)).toEqual([]);
});

test('taints of other effects keep nobody away', () => {
  expect(told(taintToleration, pod({}), tainted({ key: 'a', effect: 'PreferNoSchedule' }, { key: 'b', effect: 'Other' }))).toEqual([]);
});

test('values are compared where the gate is on', () => {
  const on = tainted({ key: 'a', value: '4', effect: 'NoSchedule' });
  const of = pod({ tolerations: [{ key: 'a', operator: 'Lt', value: '5' }] });
  expect(told(taintToleration, of, on)).toHaveLength(1);
  expect(told(taintToleration, of, on, context({ TaintTolerationComparisonOperators: true }))).toEqual([]);
});
