// The next collection of new objects frees unreferenced results. If they lived until a full collection, that would cost more than making them.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { claim, request } from '../support/objects.js';
import { twoNodes } from '../support/two-nodes.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'major' | 'minor' }) => void;

/** Few enough calls that the code is not optimized meanwhile. Optimized code may omit allocations. */
const CALLS = 100;
const ROUNDS = 3;
/** Far less than the size of a result, and more than runtimes occasionally allocate besides. */
const MOST_BYTES = 300;

/** Bytes in use by objects, old and new. */
function bytesInUse(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => space_name === 'old_space' || space_name === 'new_space');
  return spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}

/** Bytes per call that remain after collections of new objects, in the round with the least. */
function bytesLeft(call: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    collect({ type: 'major' });
    const before = bytesInUse();
    for (let index = 0; index < CALLS; index++) call();
    // The first collection moves the objects in use, so that they are no longer new after the second.
    collect({ type: 'minor' });
    collect({ type: 'minor' });
    least = Math.min(least, (bytesInUse() - before) / CALLS);
  }
  return least;
}

describe('results that nobody has any more', () => {
  const cluster = twoNodes();
  const claims = cluster.prepare([claim('c', [request('r')])]);

  it.each([
    ['filter', () => cluster.filter({ claims })],
    ['outcome', () => cluster.filter({ claims }).outcome('n1')],
    ['choices', () => cluster.filter({ claims }).choices('n1')],
    ['allocate', () => cluster.allocate({ claims, node: 'n1' })],
  ])('are gone with the next collection of new objects: %s', (_, call) => {
    expect(bytesLeft(call)).toBeLessThan(MOST_BYTES);
  });
});
