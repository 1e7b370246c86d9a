import { expect, test } from 'vitest';
import { taintTolerationScore } from '../../../src/scheduler/scores/taint-toleration.js';
import { info, node, pod } from '../filters/objects.js';
import { rawScores, scoreContext } from './objects.js';

const tainted = (...taints: object[]) => info(node({ spec: { taints } }));
const prefer = (key: string, value = '') => ({ key, value, effect: 'PreferNoSchedule' });

test('taints that would rather have no pods like this one are counted', () => {
  const nodes = [tainted(), tainted(prefer('a'), prefer('b', 'x'), { key: 'c', effect: 'NoSchedule' }), tainted(prefer('a'))];
  expect(rawScores(taintTolerationScore, pod({}), nodes)).toEqual([0, 2, 1]);
  const tolerations = [{ key: 'a' }, { key: 'b', operator: 'Exists', effect: 'NoSchedule' }];
  expect(rawScores(taintTolerationScore, pod({ tolerations }), nodes)).toEqual([0, 1, 0]);
  expect(rawScores(taintTolerationScore, pod({ tolerations: [{ operator: 'Exists', effect: 'PreferNoSchedule' }] }), nodes)).toEqual([
    0, 0, 0,
  ]);
});

test('values are compared where the gate is on', () => {
  const nodes = [tainted(prefer('a', '4'))];
  const of = pod({ tolerations: [{ key: 'a', operator: 'Gt', value: '3' }] });
  expect(rawScores(taintTolerationScore, of, nodes)).toEqual([1]);
  expect(rawScores(taintTolerationScore, of, nodes, scoreContext(nodes, { TaintTolerationComparisonOperators: true }))).toEqual([0]);
});
