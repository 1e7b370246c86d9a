import { expect, test } from 'vitest';
import { rejectionsInWords } from '../../src/explain/first-line.js';
import { nodeResourcesFit } from '../../src/scheduler/filters/node-resources-fit.js';
import { ask, info, node, pod } from '../scheduler/filters/objects.js';

const pods = (cpu: number) => pod({ containers: [{ resources: { requests: { cpu } } }] });

test.each([
  ['less in the pod, or fewer pods, where the node is large enough', 3, 4, ': lower the requests of the pod, or remove pods from the node'],
  ['neither where even the empty node has too little', 5, 4, ': the node is too small even when it is empty'],
  ['neither where the node has nothing of it', 1, 0, ': the node is too small even when it is empty'],
])('for a node short of a resource the advice is %s', (_, cpu, allocatable, advice) => {
  const on = info(node({ status: { allocatable: { cpu: allocatable, pods: 10 } } }), allocatable === 0 ? [] : [pods(2)]);
  expect(rejectionsInWords(ask(nodeResourcesFit, pods(cpu), on), 'a').split(' on a')[1]).toBe(advice);
});
