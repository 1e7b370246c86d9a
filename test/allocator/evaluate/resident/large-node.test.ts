// Tests nodes that see so much that a check of one takes longer than a slice. The check
// continues in later slices and calls, and restarts only if the node changes.

import { afterEach, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../src/library/cluster.js';
import { createAllocatorOn } from '../../../../src/library/create-allocator.js';
import { platform } from '../../../../src/platform/node.js';
import { complete, interrupted } from '../../../support/filtered.js';
import { claim, deviceClass, devices, node, request, slice } from '../../../support/objects.js';

const one = [claim('c', [request('r')])];
const large = (count: number): object => slice('s', devices(count), { nodeName: 'n' });

afterEach(() => {
  vi.restoreAllMocks();
});

/** A cluster with one large node and a small one, whose calls have time for only a few clock checks. */
async function slowCluster(onTurn: (turn: number) => void = () => undefined): Promise<{ cluster: Cluster; turns: () => number }> {
  let [looks, turns] = [0, 0];
  const yieldNow = async (): Promise<void> => onTurn(++turns);
  const cluster = (await createAllocatorOn({ ...platform, yieldNow })).cluster();
  cluster.apply([
    deviceClass('any'),
    node('n'),
    node('small'),
    large(6000),
    slice('t', devices(1), { nodeName: 'small', pool: { name: 't' } }),
  ]);
  vi.spyOn(performance, 'now').mockImplementation(() => 0.2 * looks++);
  return { cluster, turns: () => turns };
}

/** Returns the number of turns until a call ends. */
async function turnsOf(cluster: Cluster, turns: () => number): Promise<number> {
  const before = turns();
  // With a signal a call checks the clock more often.
  const limits = { signal: new AbortController().signal };
  expect(complete(await cluster.filterAsync({ claims: one, limits })).feasible).toEqual(['n', 'small']);
  return turns() - before;
}

it('a check of a node yields again and again', async () => {
  const { cluster, turns } = await slowCluster();
  expect(await turnsOf(cluster, turns)).toBeGreaterThan(100);
  cluster.apply([node('small')]);
  expect(await turnsOf(cluster, turns)).toBeLessThan(10);
});

it('what was done of a look is not done again by later calls, also where another node changes', async () => {
  const whole = await slowCluster();
  const inOneCall = await turnsOf(whole.cluster, whole.turns);
  vi.restoreAllMocks();
  let controller = new AbortController();
  let endAt = 0;
  const { cluster, turns } = await slowCluster((turn) => turn === endAt && controller.abort());
  for (let call = 0; call < 4; call++) {
    controller = new AbortController();
    endAt = turns() + Math.floor(inOneCall / 8);
    expect(interrupted(await cluster.filterAsync({ claims: one, limits: { signal: controller.signal } })).by).toBe('signal');
    cluster.apply([node('small', { round: `${call}` })]);
  }
  endAt = 0;
  expect(await turnsOf(cluster, turns)).toBeLessThan(0.75 * inOneCall);
});

it('a look is begun anew when the slices of the node change, in a call and between two', async () => {
  for (const count of [0, 5000]) {
    let change: (() => void) | undefined;
    let changeAt = 50;
    const { cluster, turns } = await slowCluster((turn) => turn === changeAt && change?.());
    change = () => (count === 0 ? cluster.remove([large(0)]) : cluster.apply([large(count)]));
    expect(complete(await cluster.filterAsync({ claims: one })).feasible).toEqual(['n', 'small']);
    expect(turns()).toBeGreaterThan(changeAt);
    const now = count === 0 ? ['small'] : ['n', 'small'];
    expect(complete(await cluster.filterAsync({ claims: one })).feasible).toEqual(now);
    expect(complete(cluster.filter({ claims: one })).feasible).toEqual(now);
    changeAt = 0;
    vi.restoreAllMocks();
  }
});
