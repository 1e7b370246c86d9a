import { expect, test } from 'vitest';
import { nodeResourcesFitScore } from '../../../src/scheduler/scores/node-resources-fit.js';
import { info, node, pod } from '../filters/objects.js';
import { rawScores } from './objects.js';

const wants = (requests: object): object => ({ containers: [{ resources: { requests } }] });
const offers = (allocatable: object) => node({ status: { allocatable: { pods: 10, ...allocatable } } });

test('the share that is left, of CPU and memory in the middle', () => {
  const on = info(offers({ cpu: 4, memory: 1000 }), [pod(wants({ cpu: 1, memory: 200 }))]);
  // Two quarters of the CPU stay free, and 300 of 1000 of the memory.
  expect(rawScores(nodeResourcesFitScore, pod(wants({ cpu: 1, memory: 500 })), [on])).toEqual([40]);
  expect(rawScores(nodeResourcesFitScore, pod(wants({ cpu: 4, memory: 500 })), [on])).toEqual([15]);
});

test('a container that requests nothing counts with a tenth of a core and 200 MiB', () => {
  const on = info(offers({ cpu: 1, memory: '2000Mi' }), [pod({ containers: [{}, {}] })]);
  expect(rawScores(nodeResourcesFitScore, pod({ containers: [{}] }), [on])).toEqual([70]);
  expect(rawScores(nodeResourcesFitScore, pod(wants({ cpu: 0, memory: 0 })), [on])).toEqual([80]);
});

test('a resource that the node does not have does not count', () => {
  expect(rawScores(nodeResourcesFitScore, pod(wants({ cpu: 1, memory: 1 })), [info(offers({ cpu: 4 })), info(offers({}))])).toEqual([
    75, 0,
  ]);
});

test('requests of the pod as a whole are not considered', () => {
  const of = pod({ resources: { requests: { cpu: 3 } }, ...wants({ cpu: 1, memory: 0 }) });
  expect(rawScores(nodeResourcesFitScore, of, [info(offers({ cpu: 4 }))])).toEqual([75]);
});

test('amounts that overflow count as the scheduler adds them up', () => {
  const on = info(offers({ cpu: 16 }), [pod({ resources: { requests: { cpu: '7Ei' } }, containers: [] })]);
  expect(rawScores(nodeResourcesFitScore, pod({ containers: [] }), [on])).toEqual([100]);
});

// Amounts that numbers do not have are compared another way.
test.each([1n, 2n ** 40n])('amounts of whatever size count by their shares: %i', (unit) => {
  const amount = (share: bigint) => `${share * unit * 1000n}`;
  const on = info(offers({ cpu: `${8n * unit}`, memory: amount(8n) }), [pod(wants({ cpu: `${2n * unit}`, memory: amount(4n) }))]);
  const score = (cpu: bigint, memory: bigint) =>
    rawScores(nodeResourcesFitScore, pod(wants({ cpu: `${cpu * unit}`, memory: amount(memory) })), [on]);
  expect([score(1n, 1n), score(6n, 4n), score(7n, 1n), score(4n, 4n)]).toEqual([[49], [0], [18], [12]]);
});
