import { expect, it } from 'vitest';
import { invalidPools } from '../../../src/allocator/encode/failures.js';
import type { Pool } from '../../../src/allocator/pools/pool.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';

const pool = (name: string): Pool => ({
  driver: 'd.example.com',
  name,
  problem: { kind: 'invalid', reason: 'duplicate device name a' },
  slices: [],
  otherSlices: [],
  counterSets: new Map(),
});

it('the error about invalid pools names each of a few', () => {
  expect(inOneGo(invalidPools([pool('a'), pool('b')], UNLIMITED))?.message).toBe(
    'invalid resource pools were encountered: d.example.com/a (duplicate device name a), d.example.com/b (duplicate device name a)',
  );
  expect(inOneGo(invalidPools([], UNLIMITED))).toBeUndefined();
});

it('the error about invalid pools reads only the pools that its message has room for', () => {
  let reads = 0;
  const pools = Array.from({ length: 10_000 }, (_, index) => ({
    ...pool(`p${index}`),
    get name() {
      reads++;
      return `p${index}`;
    },
  }));
  const message = inOneGo(invalidPools(pools, UNLIMITED))?.message;
  expect(message).toHaveLength(10_003);
  expect(message).toMatch(/\.\.\.$/);
  expect(reads).toBeLessThan(300);
});
