import { expect, test } from 'vitest';
import { nodeName } from '../../../src/scheduler/filters/node-name.js';
import { info, node, pod, told } from './objects.js';

test('a pod that names its node goes to no other one', () => {
  expect(told(nodeName, pod({ nodeName: 'n' }), info())).toEqual([]);
  expect(told(nodeName, pod({ nodeName: 'n' }), info(node({ name: 'm' })))).toEqual([['other-node']]);
  expect(told(nodeName, pod({}), info())).toEqual([]);
});
