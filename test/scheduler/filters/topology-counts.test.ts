import { expect, it } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { VersionedList } from '../../../src/core/base/versioned-list.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { firstByName, TopologyCounts } from '../../../src/scheduler/filters/topology-counts.js';
import { inZone, podOf } from './pods-with-affinity.js';

/** Counts the pods of each zone, and records the nodes that were counted. */
function counted(): { readonly counts: TopologyCounts<string>; readonly names: string[] } {
  const names: string[] = [];
  const counts = new TopologyCounts<string>(function* ({ node, podInfos }, add, checkpoint) {
    names.push(node.metadata.name);
    const zone = node.metadata.labels.get('zone');
    if (zone !== undefined) add('pods', zone, podInfos.length);
    if (checkpoint.due(0)) yield;
  });
  return { counts, names };
}

const pods = (count: number) => Array.from({ length: count }, (_, index) => podOf('web', {}, { name: `p${index}` }));

it('sums the shares of all nodes, including shares of zero', () => {
  const { counts } = counted();
  expect(counts.isEmpty).toBe(true);
  inOneGo(counts.follow(VersionedList.of([inZone('n1', 'a', pods(2)), inZone('n2', 'a', pods(1)), inZone('n3', 'b')]), UNLIMITED));
  expect([counts.sum('pods', 'a'), counts.sum('pods', 'b'), counts.sum('pods', 'c')]).toEqual([3, 0, 0]);
  expect([counts.size('pods'), counts.least('pods'), counts.least('other')]).toEqual([2, 0, Number.POSITIVE_INFINITY]);
  expect([...counts.counters()]).toEqual(['pods']);
  expect([...(counts.of('pods', 'a')?.nodes.keys() ?? [])].map(({ node }) => node.metadata.name)).toEqual(['n1', 'n2']);
});

it('counts again only nodes that changed', () => {
  const { counts, names } = counted();
  const nodes = VersionedList.of([inZone('n1', 'a', pods(2)), inZone('n2', 'a'), inZone('n3', 'b')]);
  inOneGo(counts.follow(nodes, UNLIMITED));
  (counts.of('pods', 'b') as { derived?: string }).derived = 'text';
  expect(counts.least('pods')).toBe(0);
  const moved = nodes.with(1, inZone('n2', 'b', pods(4)));
  inOneGo(counts.follow(moved, UNLIMITED));
  expect(names).toEqual(['n1', 'n2', 'n3', 'n2']);
  expect(counts.least('pods')).toBe(2);
  expect([counts.sum('pods', 'a'), counts.sum('pods', 'b'), counts.of('pods', 'b')?.derived]).toEqual([2, 4, undefined]);
  inOneGo(counts.follow(moved, UNLIMITED));
  expect(names).toHaveLength(4);
});

it('forgets nodes that are gone, and nodes in whose place others are', () => {
  const { counts } = counted();
  inOneGo(counts.follow(VersionedList.of([inZone('n1', 'a', pods(2)), inZone('n2', 'b')]), UNLIMITED));
  inOneGo(counts.follow(VersionedList.of([inZone('n3', 'c', pods(1)), inZone('n2', 'b')]), UNLIMITED));
  expect([counts.of('pods', 'a'), counts.sum('pods', 'c')]).toEqual([undefined, 1]);
  inOneGo(counts.follow(VersionedList.of<NodeInfo>([]), UNLIMITED));
  expect(counts.isEmpty).toBe(true);
});

it('finds nodes that changed since a call that ended early', () => {
  const before = VersionedList.of([inZone('n1', 'a', pods(1)), inZone('n2', 'a', pods(1))]);
  const { counts } = counted();
  inOneGo(counts.follow(before, UNLIMITED));
  const ended = new Error('ended');
  let calls = 0;
  const ending = Object.create(UNLIMITED, {
    due: {
      value() {
        if (++calls > 1) throw ended;
        return false;
      },
    },
  });
  const changed = VersionedList.of([inZone('n1', 'b', pods(3)), inZone('n2', 'b', pods(3))]);
  expect(() => inOneGo(counts.follow(changed, ending))).toThrow(ended);
  inOneGo(counts.follow(before, UNLIMITED));
  expect([counts.sum('pods', 'a'), counts.of('pods', 'b')]).toEqual([2, undefined]);
});

it('reads the counts with another node in place, and restores them', () => {
  const { counts } = counted();
  inOneGo(counts.follow(VersionedList.of([inZone('n1', 'a', pods(2)), inZone('n2', 'a', pods(1))]), UNLIMITED));
  const sumWith = (info: NodeInfo): number => inOneGo(counts.withNodes([info], () => counts.sum('pods', 'a'), UNLIMITED));
  expect([sumWith(inZone('n1', 'b')), sumWith(inZone('n9', 'a', pods(5))), counts.sum('pods', 'a')]).toEqual([1, 8, 3]);
});

it('the first node by name is in byte order', () => {
  expect(firstByName([inZone('n2', ''), inZone('n10', ''), inZone('n3', '')])?.node.metadata.name).toBe('n10');
  expect(firstByName([])).toBeUndefined();
});

it('adds up the shares of a node, and keeps the first name of its pods', () => {
  const counts = new TopologyCounts(function* ({ podInfos }, add, checkpoint) {
    for (const { name } of podInfos) {
      add('pods', 'a', 2, name);
      if (checkpoint.due(0)) yield;
    }
  });
  const names = ['p2', 'p1', 'p3'].map((name) => podOf('web', {}, { name }));
  inOneGo(counts.follow(VersionedList.of([inZone('n1', 'a', names)]), UNLIMITED));
  expect(counts.sum('pods', 'a')).toBe(6);
  expect([...(counts.of('pods', 'a')?.nodes.values() ?? [])]).toEqual(['ns/p1']);
  inOneGo(counts.follow(VersionedList.of([inZone('n1', 'a', [])]), UNLIMITED));
  expect(counts.isEmpty).toBe(true);
});
