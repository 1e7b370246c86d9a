import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import type { Decoder } from '../../../src/core/api/decoder.js';
import { decoding, gated, list, object, optional, string } from '../../../src/core/api/decoder.js';
import { NO_LIBRARY_GATES } from '../../../src/core/api/library-gates.js';
import { memoized } from '../../../src/core/api/memoized.js';
import { rawJson } from '../../../src/core/api/values.js';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type Json, NumberLiteral } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';

/** A decoder that counts how often it reads, and gives a new object each time. */
function counting(): { readonly decoder: Decoder<{ readonly value: Json }>; readonly reads: () => number } {
  let count = 0;
  const inner: Decoder<{ readonly value: Json }> = {
    decode(value, context) {
      count++;
      return { value: rawJson.decode(value, context) };
    },
  };
  return { decoder: memoized(inner), reads: () => count };
}

/** Returns whether two values are read once: one after the other, and with others between them. */
function isOne(left: Json, right: Json): boolean {
  const [next, later] = [0, 6].map((others) => {
    const { decoder, reads } = counting();
    const first = decoder.decode(left, new DecodeContext());
    for (let other = 0; other < others; other++) decoder.decode(`other ${other}`, new DecodeContext());
    const second = decoder.decode(right, new DecodeContext());
    expect(first.value).toEqual(withoutUndefined(left));
    expect(second.value).toEqual(withoutUndefined(right));
    expect(first === second).toBe(reads() - others === 1);
    return first === second;
  });
  expect(later).toBe(next);
  return next === true;
}

function withoutUndefined(value: Json): unknown {
  return value instanceof NumberLiteral || typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}

describe('equal values are read once', () => {
  test.each<[string, Json]>([
    ['a scalar', 'text'],
    ['an object', { a: 1, b: 'x', c: null, d: true }],
    ['a list', [1, [2, []], {}]],
    ['big integers', { big: 9007199254740993n }],
    ['objects in lists in objects', { list: [{ a: [{ b: {} }] }, { a: [] }] }],
    ['a key that is special elsewhere', JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')],
    ['a field without a value', { a: undefined as unknown as Json, b: 1 }],
  ])('%s', (_, value) => expect(isOne(value, structuredClone(value))).toBe(true));
});

describe('others are not', () => {
  test.each<[string, Json, Json]>([
    ['another scalar', 'a', 'b'],
    ['a number and its text', 1, '1'],
    ['a number and a bigint', 1, 1n],
    ['the sign of zero', 0, -0],
    ['null and an empty object', null, {}],
    ['a list and an object', [], {}],
    ['another order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a field more', { a: 1 }, { a: 1, b: 2 }],
    ['a field less', { a: 1, b: 2 }, { a: 1 }],
    ['a field deeper', { a: { b: 1 } }, { a: {}, b: 1 }],
    ['an item more', [1, 2], [1, 2, 3]],
    ['items that are keys and values elsewhere', ['a', 1], { a: 1 }],
    ['numbers in disguise', new NumberLiteral('1e400'), new NumberLiteral('1e400')],
    ['very many parts', Array.from({ length: 1000 }, () => 1), Array.from({ length: 1000 }, () => 1)],
  ])('%s', (_, left, right) => expect(isOne(left, right)).toBe(false));

  test('fields of prototypes are no fields', () => {
    expect(isOne({ a: 1 }, Object.create({ a: 1 }) as Json)).toBe(false);
    expect(isOne({ a: 1 }, Object.assign(Object.create({ b: 1 }), { a: 1 }) as Json)).toBe(true);
  });
});

test('of many values the last ones are memoized', () => {
  const { decoder, reads } = counting();
  const read = (value: number): unknown => decoder.decode({ value }, new DecodeContext());
  for (let value = 0; value < 100; value++) read(value);
  expect(reads()).toBe(100);
  read(99);
  read(90);
  expect(reads()).toBe(100);
  read(1);
  expect(reads()).toBe(101);
});

test('what fails or warns does so each time', () => {
  const reads = memoized(object({ name: string, items: optional(list(string)) }));
  const messages = [1, 2].map(() => errorOf(() => reads.decode({ nam: 'x' }, new DecodeContext(['spec']))).message);
  expect(messages).toEqual(['spec.nam: unknown field', 'spec.nam: unknown field']);
  const claim = { spec: { controller: 'x', devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } } };
  for (let round = 0; round < 2; round++) {
    const context = new DecodeContext();
    decodeResourceClaim(claim, context);
    expect(context.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('controller has been ignored since')]);
  }
});

test('what a gate lets in is unknown without it', () => {
  const reads = memoized(object({ name: string, more: gated('attributeSemantics', optional(string)) }));
  const [on, off] = [true, false].map(
    (attributeSemantics) => () => new DecodeContext([], undefined, UNLIMITED, { ...NO_LIBRARY_GATES, attributeSemantics }),
  );
  const value = { name: 'a', more: 'b' };
  for (let round = 0; round < 2; round++) {
    expect(reads.decode(value, on?.() as DecodeContext)).toEqual(value);
    expect(errorOf(() => reads.decode(value, off?.() as DecodeContext)).message).toMatch(/^more: unknown field/);
  }
});

test('a value with accessors cannot stand for another one', () => {
  const { decoder } = counting();
  let calls = 0;
  const sly = {
    get a(): string {
      return calls++ === 0 ? 'harmless' : 'other';
    },
  };
  decoder.decode(sly, new DecodeContext());
  expect(decoder.decode({ a: 'harmless' }, new DecodeContext()).value).toEqual({ a: 'harmless' });
  expect(decoder.decode({ a: 'other' }, new DecodeContext()).value).toEqual({ a: 'other' });
});

test('what a caller does to its object later changes nothing', () => {
  const { decoder } = counting();
  const mine = { a: { b: 1 } };
  decoder.decode(mine, new DecodeContext());
  mine.a.b = 2;
  expect(decoder.decode({ a: { b: 1 } }, new DecodeContext()).value).toEqual({ a: { b: 1 } });
  expect(decoder.decode(mine, new DecodeContext()).value).toEqual({ a: { b: 2 } });
});

test('values with very many characters are read each time, and so are those with integers that no field takes', () => {
  expect(isOne({ text: 'x'.repeat(60_000) }, { text: 'x'.repeat(60_000) })).toBe(true);
  expect(isOne({ text: 'x'.repeat(70_000) }, { text: 'x'.repeat(70_000) })).toBe(false);
  expect(isOne({ number: 2n ** 62n }, { number: 2n ** 62n })).toBe(true);
  expect(isOne({ number: 2n ** 64n }, { number: 2n ** 64n })).toBe(false);
});

test.each([0, 3, 6])('what is large beside it in an object is read right in increments, with %d other values since', (others) => {
  const { decoder, reads } = counting();
  const pair = object({ spec: decoder, status: optional(object({ allocation: optional(string), users: list(string) })) });
  const value = { spec: { a: [1] }, status: { allocation: 'x', users: Array.from({ length: 5000 }, (_, index) => `user ${index}`) } };
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const read = (): unknown => inOneGo(decoding(pair, value, new DecodeContext([], undefined, checkpoint)));
  expect(read()).toEqual({ spec: { value: value.spec }, status: value.status });
  for (let other = 0; other < others; other++) decoder.decode(`other ${other}`, new DecodeContext());
  expect(read()).toEqual({ spec: { value: value.spec }, status: value.status });
  expect(reads()).toBe(1 + others);
});

test('a large value is read each time, in increments', () => {
  const reads = memoized(list(string));
  const value = Array.from({ length: 5000 }, (_, index) => `user ${index}`);
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const [first, second] = [1, 2].map(() => {
    const computation = decoding(reads, value, new DecodeContext([], undefined, checkpoint));
    let increments = 0;
    for (;;) {
      const step = computation.next();
      if (step.done === true) return { value: step.value, increments };
      increments++;
    }
  });
  expect(first).toEqual({ value, increments: 5000 });
  expect(second).toEqual(first);
});
