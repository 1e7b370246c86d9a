import { describe, expect, it } from 'vitest';
import { LruCache, type LruEntry } from '../../../src/core/base/lru-cache.js';

interface Thing {
  bytes: number;
}

function cacheOf(entries: number, bytes: number): { readonly cache: LruCache<Thing>; readonly left: Thing[] } {
  const left: Thing[] = [];
  const cache = new LruCache<Thing>({ entries, bytes, weigh: (thing) => thing.bytes }, (thing) => left.push(thing));
  return { cache, left };
}

const thing = (bytes = 0): Thing => ({ bytes });

describe('a cache', () => {
  it('lets those go first that were not used for the longest time', () => {
    const { cache, left } = cacheOf(2, 10_000);
    const [a, b, c] = [thing(), thing(), thing()];
    cache.set('a', a);
    cache.set('b', b);
    expect(cache.get('a')).toBe(a);
    cache.set('c', c);
    expect(left).toEqual([b]);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([a, undefined, c]);
  });

  it('gives a thing by its entry as by its key, while it is kept', () => {
    const { cache, left } = cacheOf(2, 10_000);
    const [a, b, c] = [thing(), thing(), thing()];
    const [ofA, ofB] = [cache.set('a', a), cache.set('b', b)] as [LruEntry<Thing>, LruEntry<Thing>];
    expect([cache.getBy(ofB), cache.getBy(ofA)]).toEqual([b, a]);
    a.bytes = 500;
    cache.set('c', c);
    expect(left).toEqual([b]);
    expect([cache.getBy(ofA), cache.getBy(ofB)]).toEqual([a, undefined]);
    expect(cache.bytes).toBe(2 * (64 + 2) + 500);
    expect(cacheOf(2, 10_000).cache.getBy(ofA)).toBeUndefined();
    cache.remove('a');
    expect(cache.getBy(ofA)).toBeUndefined();
    expect(cache.set('large', thing(20_000))).toBeUndefined();
  });

  it('counts the bytes of things and of their keys', () => {
    const { cache } = cacheOf(10, 10_000);
    cache.set('k'.repeat(100), thing(500));
    expect(cache.bytes).toBe(64 + 200 + 500);
    cache.set('k'.repeat(100), thing(300));
    expect(cache.bytes).toBe(64 + 200 + 300);
    cache.remove('k'.repeat(100));
    expect([cache.bytes, cache.size]).toEqual([0, 0]);
  });

  it('keeps no more bytes than it may, however few things these are', () => {
    const { cache, left } = cacheOf(1_000, 10_000);
    for (let index = 0; index < 50; index++) {
      cache.set(`${index}`, thing(3_000));
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect([cache.size, left.length]).toEqual([3, 47]);
  });

  it('does not keep what is too large by itself, and forgets what had the key', () => {
    const { cache, left } = cacheOf(10, 10_000);
    cache.set('a', thing(1));
    cache.set('other', thing(1));
    const large = thing(10_000);
    cache.set('a', large);
    cache.set('x'.repeat(5_000), thing(0));
    expect([cache.get('a'), cache.get('x'.repeat(5_000)), cache.size]).toEqual([undefined, undefined, 1]);
    expect(left).toContain(large);
  });

  it('weighs things again that grow, and keeps the one in use', () => {
    const { cache, left } = cacheOf(10, 10_000);
    const [a, b] = [thing(100), thing(100)];
    cache.set('a', a);
    cache.set('b', b);
    expect(cache.get('a')).toBe(a);
    a.bytes = 50_000;
    expect(cache.get('a')).toBe(a);
    cache.weighAll();
    expect(left).toEqual([b]);
    expect(cache.get('a')).toBe(a);
    a.bytes = 100;
    cache.set('c', thing(100));
    cache.set('d', thing(100));
    expect(cache.get('a')).toBe(a);
    expect(cache.size).toBe(3);
    expect(cache.bytes).toBeLessThan(1_000);
  });

  it('weighs again what was used in a row, when another one is', () => {
    const { cache, left } = cacheOf(10, 10_000);
    const [a, b] = [thing(100), thing(100)];
    cache.set('b', b);
    cache.set('a', a);
    for (let round = 0; round < 3; round++) expect(cache.get('a')).toBe(a);
    a.bytes = 50_000;
    expect(cache.get('b')).toBe(b);
    expect(left).toEqual([a]);
  });

  it('neither moves nor weighs what is only read', () => {
    const { cache, left } = cacheOf(2, 10_000);
    const [a, b, c] = [thing(100), thing(100), thing(100)];
    cache.set('a', a);
    cache.set('b', b);
    const before = cache.bytes;
    a.bytes = 50_000;
    expect(cache.peek('a')).toBe(a);
    expect(cache.peek('x')).toBeUndefined();
    expect(cache.bytes).toBe(before);
    a.bytes = 100;
    cache.set('c', c);
    expect(left).toEqual([a]);
  });
});
