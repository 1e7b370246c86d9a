import { expect, it } from 'vitest';
import { runInOneGo } from '../../src/core/base/program.js';
import { createAllocator } from '../../src/index.js';
import { causeAmong, causeOf } from '../../src/planning/cause.js';
import { node } from '../support/objects.js';

const allocator = await createAllocator();
const having = (name: string, cpu: string) => node(name, {}, { allocatable: { cpu, pods: '10' } });
const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', resources: { requests: { cpu: '9' } } }] } };

it('is that of the nearest node of those that are named, with its own figures', () => {
  const cluster = allocator.cluster();
  cluster.apply([having('a', '1'), having('b', '2'), having('c', '3')] as never);
  const explanation = cluster.explain({ pod: pod as never, suggestions: false });
  const among = (...names: string[]) => runInOneGo(causeAmong(new Set(names), explanation, cluster, { pod: pod as never }));
  expect(causeOf(explanation)).toMatchObject({ node: 'a', text: expect.stringContaining('of 1 ') });
  expect(among('c', 'b')).toMatchObject({ node: 'b', text: expect.stringContaining('of 2 ') });
  // A pod may run on a node that the input does not have.
  expect(among('gone')).toEqual(causeOf(explanation));
  expect(among()).toEqual(causeOf(explanation));
});

it('says so where there is no node', () => {
  const explanation = allocator.cluster().explain({ pod: pod as never, suggestions: false });
  expect(causeOf(explanation)).toEqual({ text: 'there is no node' });
});
