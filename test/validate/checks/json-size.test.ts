// Tests the size of JSON as kubectl sends it: written by Go's encoding/json without whitespace.

import { describe, expect, it } from 'vitest';
import { type Json, NumberLiteral } from '../../../src/core/base/json.js';
import { isLongerJson } from '../../../src/validate/checks/json-size.js';

const SIZES: readonly (readonly [what: string, json: Json, bytes: number])[] = [
  ['an empty object', {}, 2],
  ['an object', { a: 1, bc: [true, null] }, '{"a":1,"bc":[true,null]}'.length],
  ['an empty list', [], 2],
  ['lists in lists', [[], [[]]], '[[],[[]]]'.length],
  ['quotes and controls', '"\n', '"\\"\\n"'.length],
  ['characters of several bytes', 'ä', 4],
  ['characters that HTML knows', '<&>', '"\\u003c\\u0026\\u003e"'.length],
  ['a number that no double holds', new NumberLiteral('0.10000000000000000001'), 22],
];

describe('the size of JSON', () => {
  it.each(SIZES)('is exact for %s', (_, json, bytes) => {
    expect(isLongerJson(json, bytes)).toBe(false);
    expect(isLongerJson(json, bytes - 1)).toBe(true);
  });

  it('is found for nesting of any depth', () => {
    let deep: Json = [];
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(isLongerJson(deep, 10 * 1024)).toBe(true);
  });
});
