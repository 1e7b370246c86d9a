import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LargeMap, numberOfText } from '../../../src/core/base/large-map.js';

it('a large map holds what a map holds, before it is in parts and after', () => {
  const changes = fc.array(fc.tuple(fc.nat(20_000), fc.boolean()), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), changes, (count, list) => {
      const large = new LargeMap<string, number>(numberOfText);
      const map = new Map<string, number>();
      const set = (key: number, value: number): void => {
        large.set(`node-${key}`, value);
        map.set(`node-${key}`, value);
      };
      for (let key = 0; key < count; key++) set(key, key);
      for (const [key, stays] of list) {
        if (stays) set(key, -key);
        else {
          large.delete(`node-${key}`);
          map.delete(`node-${key}`);
        }
      }
      expect(large.size).toBe(map.size);
      const keys = Array.from({ length: 20_001 }, (_, key) => `node-${key}`);
      expect(keys.filter((key) => large.get(key) !== map.get(key))).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

it('keys of one number, and numbers below zero, are distinguished', () => {
  for (const numberOf of [() => 7, (key: number) => -key]) {
    const large = new LargeMap<number, number>(numberOf);
    for (let key = 0; key < 5000; key++) large.set(key, key + 1);
    for (let key = 0; key < 5000; key++) expect(large.get(key)).toBe(key + 1);
    expect(large.get(5000)).toBeUndefined();
  }
});
