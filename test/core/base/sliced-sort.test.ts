import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../src/core/base/byte-order.js';
import { Checkpoint, SliceOver } from '../../../src/core/base/checkpoint.js';
import { SlicedSort } from '../../../src/core/base/sliced-sort.js';
import { complete } from '../../support/filtered.js';
import { claim, deviceClass, devices, node, request, slice } from '../../support/objects.js';
import { allocator } from '../../support/two-nodes.js';

/** Runs with an interruption at every `period`-th checkpoint. Gives what came out and how often it was interrupted. */
function sorted<T>(sort: SlicedSort<T>, period: number): { items: readonly T[]; interruptions: number } {
  let [calls, interruptions] = [0, 0];
  class Pausing extends Checkpoint {
    override pause(): void {
      if (++calls % period === 0) throw new SliceOver();
    }
  }
  for (;;) {
    try {
      const items = sort.run(new Pausing());
      return { items, interruptions };
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
      interruptions++;
    }
  }
}

describe('a sort that is interrupted', () => {
  it('ends with the same order, equal items as they came', () => {
    const item = fc.record({ key: fc.nat(40), other: fc.nat() });
    const lists = fc.array(item, { maxLength: 2000, size: 'max' });
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 9 }), (list, period) => {
        const compare = (left: { key: number }, right: { key: number }): number => left.key - right.key;
        expect(sorted(new SlicedSort(list, compare), period).items).toEqual([...list].sort(compare));
      }),
      { numRuns: 60 },
    );
  });

  it('is interrupted often, and of any length', () => {
    for (const length of [0, 1, 63, 64, 65, 128, 129, 1000, 4096, 5001]) {
      const names = Array.from({ length }, (_, index) => `node-${(index * 7919) % 10_007}`);
      const { items, interruptions } = sorted(new SlicedSort(names, compareBytes), 2);
      expect(items).toEqual([...names].sort(compareBytes));
      if (length > 1000) expect(interruptions).toBeGreaterThan(60);
    }
  });
});

describe('the order of many nodes', () => {
  const claims = [claim('c', [request('r')])];
  const objectsOf = (names: readonly string[]): object[] =>
    names.flatMap((name) => [node(name), slice(`s-${name}`, devices(1), { nodeName: name, pool: { name } })]);
  const shuffled = (from: number, end: number): string[] =>
    Array.from({ length: end - from }, (_, index) => `n${from + ((index * 7919) % (end - from))}`);

  it('is that of their names, whatever came and went since the last time', async () => {
    const cluster = allocator.cluster();
    cluster.apply([deviceClass('any'), ...objectsOf(shuffled(0, 500))]);
    const expected = new Set(shuffled(0, 500));
    expect(complete(await cluster.filterAsync({ claims })).feasible).toEqual([...expected].sort(compareBytes));
    for (const [gone, come] of [
      [shuffled(0, 100), shuffled(500, 1100)],
      [shuffled(500, 510), shuffled(0, 3)],
      [shuffled(1000, 1100), []],
    ] as const) {
      cluster.remove(gone.map((name) => node(name)));
      cluster.apply(objectsOf(come));
      for (const name of gone) expected.delete(name);
      for (const name of come) expected.add(name);
      expect(complete(await cluster.filterAsync({ claims })).feasible).toEqual([...expected].sort(compareBytes));
      expect(complete(cluster.filter({ claims })).feasible).toEqual([...expected].sort(compareBytes));
    }
  });

  it('is that of the call, also where the nodes change before they are solved', async () => {
    const cluster = allocator.cluster();
    cluster.apply([deviceClass('any'), ...objectsOf(shuffled(0, 300))]);
    const asked = cluster.filterAsync({ claims });
    cluster.remove(shuffled(0, 150).map((name) => node(name)));
    cluster.apply([node('new')]);
    expect(complete(await asked).feasible).toEqual(shuffled(0, 300).sort(compareBytes));
    expect(complete(await cluster.filterAsync({ claims })).feasible).toEqual(shuffled(150, 300).sort(compareBytes));
  });

  it('names that are requested twice are considered once, in order', async () => {
    const cluster = allocator.cluster();
    cluster.apply([deviceClass('any'), ...objectsOf(shuffled(0, 30))]);
    const nodes = ['n7', 'n10', 'n7', 'n2'];
    expect(complete(cluster.filter({ claims, nodes })).feasible).toEqual(['n10', 'n2', 'n7']);
    expect(complete(await cluster.filterAsync({ claims, nodes })).feasible).toEqual(['n10', 'n2', 'n7']);
    await expect(cluster.filterAsync({ claims, nodes: ['n1', 'none'] })).rejects.toMatchObject({ code: 'unknown-node' });
  });
});
