import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LayeredMap } from '../../../src/core/base/layered-map.js';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface Sides {
  readonly layered: LayeredMap<number>;
  readonly plain: Map<string, number>;
}

function expectTheSame({ layered, plain }: Sides): void {
  const sorted = (entries: Iterable<readonly [string, number]>) => [...entries].sort();
  expect(layered.size).toBe(plain.size);
  expect(sorted(layered)).toEqual(sorted(plain));
  expect([...layered.keys()].sort()).toEqual([...plain.keys()].sort());
  expect([...layered.values()].sort()).toEqual([...plain.values()].sort());
  for (const key of KEYS) expect([layered.get(key), layered.has(key)]).toEqual([plain.get(key), plain.has(key)]);
}

it('a tree of forks is as many maps that were copied', () => {
  const step = fc.record({ of: fc.nat(), key: fc.constantFrom(...KEYS), kind: fc.constantFrom('set', 'set', 'delete', 'fork') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const all: Sides[] = [{ layered: new LayeredMap(), plain: new Map() }];
      for (const [value, { of, key, kind }] of steps.entries()) {
        const sides = all[of % all.length] as Sides;
        if (kind === 'fork') all.push({ layered: sides.layered.fork(), plain: new Map(sides.plain) });
        else if (kind === 'set') {
          sides.layered.set(key, value);
          sides.plain.set(key, value);
        } else expect(sides.layered.delete(key)).toBe(sides.plain.delete(key));
        for (const each of all) expectTheSame(each);
      }
    }),
    { numRuns: 200 },
  );
});

it('a value is its own where it was set since the last fork', () => {
  const map = new LayeredMap([['a', 1]]);
  expect([map.isLocal('a'), map.isLocal('b')]).toEqual([true, false]);
  const fork = map.fork();
  expect([map.isLocal('a'), fork.isLocal('a')]).toEqual([false, false]);
  fork.set('a', 2);
  expect([map.isLocal('a'), fork.isLocal('a'), map.get('a')]).toEqual([false, true, 1]);
  fork.delete('a');
  expect([fork.isLocal('a'), fork.size, map.size]).toEqual([false, 0, 1]);
});

it('many forks one after the other leave few layers to look through', () => {
  let map = new LayeredMap<number>(Array.from({ length: 1000 }, (_, index) => [`key-${index}`, index] as const));
  for (let round = 0; round < 1000; round++) {
    map.set(`key-${round}`, -round);
    map = map.fork();
  }
  expect(map.size).toBe(1000);
  expect(map.layers).toBeLessThan(8);
  expect(map.get('key-999')).toBe(-999);
});
