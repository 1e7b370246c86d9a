import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { quantity, rawJson, rawObject } from '../../../src/core/api/values.js';
import { type Json, type JsonObject, NumberLiteral, setField } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';

const context = (): DecodeContext => new DecodeContext(['here']);

describe('quantities', () => {
  test.each<[Json, string]>([
    ['40Gi', '40Gi'],
    [' 40Gi ', '40Gi'],
    [10, '10'],
    [0.5, '500m'],
    [9223372036854775807n, '9223372036854775807'],
    [new NumberLiteral('1e3'), '1e3'],
    [null, '0'],
  ])('%s is %s', (written, printed) => {
    expect(quantity.decode(written, context()).toString()).toBe(printed);
  });

  test.each<Json>(['40GB', '', true, {}, Number.NaN, Number.POSITIVE_INFINITY])('%s is none', (written) => {
    const error = errorOf(() => quantity.decode(written, context()));
    expect(error.code).toBe('invalid-object');
    expect(error.message).toMatch(/^here: expected a quantity such as "40Gi", found /);
  });
});

test('__proto__ is set as a field, not as the prototype', () => {
  const target: JsonObject = {};
  setField(target, '__proto__', { a: 1 });
  expect(JSON.stringify(target)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
});

describe('verbatim JSON', () => {
  test('is a copy with the same values, big integers and strange keys included', () => {
    const mine = JSON.parse('{"__proto__": {"a": 1}, "constructor": [null, true, "x"]}') as JsonObject;
    setField(mine, 'big', 2n ** 70n);
    setField(mine, 'odd', new NumberLiteral('1e999'));
    const copy = rawObject.decode(mine, context());
    expect(copy).toEqual(mine);
    expect(copy).not.toBe(mine);
    expect(copy.constructor).not.toBe(mine.constructor);
    expect(Object.keys(copy)).toContain('__proto__');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  test('an object is wanted where only an object can be', () => {
    expect(errorOf(() => rawObject.decode([], context())).message).toBe('here: expected an object, found a list');
  });

  test('what JSON does not have is rejected', () => {
    const notJson = { f: () => 1 } as unknown as Json;
    expect(errorOf(() => rawJson.decode(notJson, context())).message).toContain('found a function');
  });

  test('circles, great depth and shared parts without end are rejected, quickly', () => {
    const circle: { self?: Json } = {};
    circle.self = circle as Json;
    expect(errorOf(() => rawJson.decode(circle as Json, context())).code).toBe('input-too-large');
    let shared: Json = 'x';
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    expect(errorOf(() => rawJson.decode(shared, context())).code).toBe('input-too-large');
  });
});
