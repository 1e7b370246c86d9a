import { expect, test } from 'vitest';
import { balancedAllocationScore } from '../../../src/scheduler/scores/balanced-allocation.js';
import { info, node, pod } from '../filters/objects.js';
import { rawScores, scoreContext } from './objects.js';

const wants = (requests: object): object => ({ containers: [{ resources: { requests } }] });
const offers = (allocatable: object) => node({ status: { allocatable: { pods: 10, ...allocatable } } });
const score = (of: object, ...nodes: ReturnType<typeof info>[]): number[] | undefined => rawScores(balancedAllocationScore, pod(of), nodes);

test('75 is as even as before: more is nearer to the same share of CPU and memory, less is further from it', () => {
  const empty = info(offers({ cpu: 4, memory: 1000 }));
  const uneven = info(offers({ cpu: 4, memory: 1000 }), [pod(wants({ cpu: 2 }))]);
  expect(score(wants({ cpu: 1, memory: 250 }), empty)).toEqual([75]);
  expect(score(wants({ memory: 500 }), uneven)).toEqual([87]);
  expect(score(wants({ cpu: 1 }), uneven)).toEqual([68]);
});

test('no more than everything can be requested, and what the node does not have does not count', () => {
  expect(score(wants({ cpu: 100, memory: 1000 }), info(offers({ cpu: 4, memory: 1000 })))).toEqual([75]);
  expect(score(wants({ cpu: 1 }), info(offers({ cpu: 4 })), info(offers({})))).toEqual([75, 75]);
});

test('a pod that requests neither is the same on all nodes', () => {
  expect(score({ containers: [{}] }, info())).toBeUndefined();
  expect(score(wants({ cpu: 0, 'example.com/a': 1 }), info())).toBeUndefined();
});

test('requests of the pod as a whole count where the gate is on', () => {
  const of = pod({ resources: { requests: { cpu: 4 } }, containers: [{}] });
  const nodes = [info(offers({ cpu: 4, memory: 1000 }))];
  expect(rawScores(balancedAllocationScore, of, nodes)).toEqual([50]);
  const features = { ...scoreContext(nodes).features, podLevelResources: false };
  expect(rawScores(balancedAllocationScore, of, nodes, { ...scoreContext(nodes), features })).toBeUndefined();
});

test('amounts that overflow count as the scheduler adds them up', () => {
  const crowded = pod({ resources: { requests: { cpu: '7Ei' } }, containers: [] });
  const on = info(node({ status: { allocatable: { pods: 10, cpu: 16, memory: '64Gi' } } }), [crowded]);
  expect(rawScores(balancedAllocationScore, pod({ containers: [{ resources: { requests: { memory: '200Mi' } } }] }), [on])).toEqual([75]);
});

// Amounts that numbers do not have are compared another way: scores by whole shares are the same a million times as large.
test.each([1n, 2n ** 40n])('amounts of whatever size count by their shares: %i', (unit) => {
  const amount = (share: bigint) => `${share * unit * 1000n}`;
  const of = (cpu: bigint, memory: bigint) => wants({ cpu: `${cpu * unit}`, memory: amount(memory) });
  const on = info(offers({ cpu: `${8n * unit}`, memory: amount(8n) }), [pod(of(2n, 4n))]);
  expect(score(of(1n, 1n), on)).toEqual([75]);
  expect(score(of(4n, 1n), on)).toEqual([78]);
  expect(score(of(0n, 4n), on)).toEqual([62]);
});
