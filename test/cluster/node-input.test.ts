// Node objects that callers pass are read within the limits of the call.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Cluster } from '../../src/library/cluster.js';
import { Counted } from '../support/counted.js';
import { claim, deviceClass, devices, node, request, slice } from '../support/objects.js';
import { picks } from '../support/two-nodes.js';

const claims = [claim('c', [request('r')])];
const labels = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 'v']));
const given = node('mine', labels);

let counted: Counted;
let cluster: Cluster;
let turns: number;

beforeEach(() => {
  counted = new Counted();
  cluster = counted.cluster;
  cluster.apply([deviceClass('any'), slice('s', devices(1), { allNodes: true })]);
  turns = 0;
  counted.hooks.yieldNow = () => {
    turns++;
  };
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 0.1 * looks++);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('asynchronous calls yield while they read it', async () => {
  expect(picks(await cluster.allocateAsync({ claims, node: given }))).toEqual(['p/d0']);
  expect(turns).toBeGreaterThan(50);
  turns = 0;
  expect((await cluster.explainAsync({ claims, node: given })).nodes).toMatchObject([{ node: 'mine', kind: 'allocated' }]);
  expect(turns).toBeGreaterThan(50);
});

it('calls whose time is up meanwhile say so', async () => {
  const limits = { milliseconds: 2 };
  const interrupted = { kind: 'interrupted', by: 'milliseconds', steps: 0 };
  expect(cluster.allocate({ claims, node: given, limits })).toEqual(interrupted);
  expect(await cluster.allocateAsync({ claims, node: given, limits })).toEqual(interrupted);
  const [explained, explainedAsync] = [
    cluster.explain({ claims, node: given, limits }),
    await cluster.explainAsync({ claims, node: given, limits }),
  ];
  for (const { nodes } of [explained, explainedAsync])
    expect(nodes).toMatchObject([{ node: 'mine', kind: 'interrupted', text: expect.stringContaining('the time limit was reached') }]);
});
