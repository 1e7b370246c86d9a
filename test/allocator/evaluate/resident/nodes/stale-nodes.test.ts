import { expect, it } from 'vitest';
import { StaleNodes } from '../../../../../src/allocator/evaluate/resident/nodes/stale-nodes.js';

const nodes = new Map(['a', 'b', 'c', 'd'].map((name, ordinal) => [name, ordinal]));
const ordinalOf = (name: string): number => nodes.get(name) as number;

/** Checks at most this number of stale nodes. Returns their names. */
function look(stale: StaleNodes, most = Number.POSITIVE_INFINITY): string[] {
  const looked: string[] = [];
  for (const name of stale.names()) {
    if (!stale.has(ordinalOf(name))) {
      stale.leave(name);
      continue;
    }
    looked.push(name);
    stale.seen(name, ordinalOf(name));
    if (looked.length >= most) break;
  }
  return looked;
}

it('who stops goes on where it stopped', () => {
  const stale = new StaleNodes(nodes);
  expect(look(stale, 1)).toEqual(['a']);
  expect(look(stale, 2)).toEqual(['b', 'c']);
  expect(look(stale)).toEqual(['d']);
  expect(stale.isEmpty).toBe(true);
});

it('what changes is considered again, once, whether it was its turn or not', () => {
  const stale = new StaleNodes(nodes);
  expect(look(stale, 2)).toEqual(['a', 'b']);
  stale.add('a', 0);
  stale.add('d', 3);
  expect(look(stale)).toEqual(['c', 'd', 'a']);
  expect(stale.isEmpty).toBe(true);
  stale.add('b', 1);
  expect(look(stale)).toEqual(['b']);
});

it('all are considered anew from the first on, but none that went', () => {
  const stale = new StaleNodes(nodes);
  look(stale, 3);
  stale.add('b', 1);
  stale.addAll();
  expect(nodes.size).toBe(4);
  expect(look(stale)).toEqual(['a', 'b', 'c', 'd']);
  stale.add('c', 2);
  stale.leave('c');
  expect(stale.isEmpty).toBe(true);
});
