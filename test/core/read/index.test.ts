// The entry `dra-allocator/read`: what a service needs of it.

import { expect, test } from 'vitest';
import { DEFAULT_LIMITS, decodeUtf8, ReadError, readText } from '../../../src/core/read/index.js';

test('texts become objects that know where their fields stand', () => {
  const { documents } = readText('kind: A\n---\nspec:\n  devices:\n  - name: x\n', 'body');
  expect(documents.map(({ value }) => value)).toEqual([{ kind: 'A' }, { spec: { devices: [{ name: 'x' }] } }]);
  expect(documents[1]?.locate(['spec', 'devices', 0, 'name'])).toEqual({ line: 5, column: 5 });
});

test('limits are those of the call', () => {
  expect(() => readText('"0123456789"', 'body', { yaml: 8 })).toThrow(ReadError);
  expect(() => readText('[0,1,2,3,4,5]', 'body', { json: 8, yaml: 8 })).toThrow(ReadError);
  expect(DEFAULT_LIMITS.yaml).toBeLessThan(DEFAULT_LIMITS.json);
});

test('bytes that are not UTF-8 are an error with its place', () => {
  expect(() => decodeUtf8(Uint8Array.of(0x61, 0x0a, 0xff), 'body')).toThrow(expect.objectContaining({ line: 2, column: 1 }));
});
