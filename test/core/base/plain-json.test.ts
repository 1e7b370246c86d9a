import { expect, it } from 'vitest';
import { toPlainJson, withJson } from '../../../src/core/base/plain-json.js';

it('a plain copy has numbers where integers are exact, texts elsewhere, and objects and arrays in place of maps and sets', () => {
  const value = {
    small: 5n,
    large: 2n ** 60n,
    map: new Map<unknown, unknown>([
      ['a', new Set([1n])],
      [2, Uint8Array.of(7)],
    ]),
    list: [null, undefined, { own: { toJSON: () => 'itself' } }],
    call: () => 1,
  };
  expect(toPlainJson(value)).toEqual({
    small: 5,
    large: '1152921504606846976',
    map: { a: [1], 2: [7] },
    list: [null, undefined, { own: 'itself' }],
  });
  expect(value.small).toBe(5n);
});

it('JSON of ours stays as it is and can be stringified, at any depth', () => {
  const value = { a: [{ big: 2n ** 60n, small: 1n, text: 'x' }, [3n]], b: { c: null } };
  expect(withJson(value)).toBe(value);
  expect(value.a[0]).toEqual({ big: 2n ** 60n, small: 1n, text: 'x' });
  expect(Object.keys(value.a[0] as object)).toEqual(['big', 'small', 'text']);
  expect(JSON.stringify(value)).toBe('{"a":[{"big":"1152921504606846976","small":1,"text":"x"},[3]],"b":{"c":null}}');
});

it('what a caller puts beside a bigint comes into JSON as well', () => {
  const value: Record<string, unknown> = withJson({ big: 1n });
  value['more'] = { inner: [2] };
  expect(JSON.parse(JSON.stringify(value))).toEqual({ big: 1, more: { inner: [2] } });
});
