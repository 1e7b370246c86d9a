import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson } from '../../../../src/apps/cli/print/json.js';
import { type Json, NumberLiteral } from '../../../../src/core/base/json.js';

test('the layout is that of kubectl', () => {
  expect(formatJson({ a: [1, {}], b: [], c: { d: 'e"' } })).toBe(
    '{\n    "a": [\n        1,\n        {}\n    ],\n    "b": [],\n    "c": {\n        "d": "e\\""\n    }\n}\n',
  );
});

test('numbers are printed as they were read', () => {
  expect(formatJson([12345678901234567890n, new NumberLiteral('1.00000000000000000001'), 0.5])).toBe(
    '[\n    12345678901234567890,\n    1.00000000000000000001,\n    0.5\n]\n',
  );
});

test('a key called __proto__ is printed', () => {
  expect(formatJson(JSON.parse('{"__proto__": 1}') as Json)).toBe('{\n    "__proto__": 1\n}\n');
});

test('what JSON can hold comes out as JSON.stringify would print it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(formatJson(value as Json)).toBe(`${JSON.stringify(value, null, 4)}\n`);
    }),
    { seed: 1 },
  );
});
