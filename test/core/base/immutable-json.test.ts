import { expect, it } from 'vitest';
import { deepFreeze, isImmutable } from '../../../src/core/base/immutable-json.js';
import { NumberLiteral } from '../../../src/core/base/json.js';

const sample = (): Record<string, unknown> => ({ a: [1, { b: null }], c: new NumberLiteral('1e400'), d: 12345678901234567890n, e: [] });

it('freezes all that is in a value, and counts it', () => {
  const value = sample();
  expect(deepFreeze(value)).toEqual({ values: 9, depth: 3 });
  expect(isImmutable(value)).toBe(true);
  expect(deepFreeze('text')).toEqual({ values: 1, depth: 0 });
});

it.each<[string, () => unknown]>([
  ['an object that nobody froze', sample],
  ['one whose inner objects nobody froze', () => Object.freeze(sample())],
  [
    'an accessor',
    () =>
      Object.freeze({
        get a() {
          return {};
        },
      }),
  ],
  ['a Date, whose time can be set', () => Object.freeze({ a: Object.freeze(new Date()) })],
  ['a Map', () => Object.freeze({ a: Object.freeze(new Map()) })],
  ['an object that inherits from another one', () => Object.freeze(Object.create({ a: 1 }))],
  ['what stands under a symbol', () => Object.freeze({ [Symbol('a')]: {} })],
  ['a function', () => Object.freeze({ a: Object.freeze(() => 1) })],
  ['a list of very many items', () => Object.freeze(new Array(10_000).fill(1))],
])('takes %s for mutable', (_, make) => {
  expect(isImmutable(make())).toBe(false);
});

it('ends for an object that is in itself', () => {
  const loop: Record<string, unknown> = {};
  loop['loop'] = loop;
  expect(isImmutable(Object.freeze(loop))).toBe(false);
});

it('takes what a proxy of a frozen object says, since that cannot be another thing later', () => {
  const value = { a: [1] };
  deepFreeze(value);
  expect(isImmutable(new Proxy(value, {}))).toBe(true);
  expect(isImmutable(new Proxy({ a: [1] }, { isExtensible: () => true }))).toBe(false);
});
