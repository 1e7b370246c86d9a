import { expect, it } from 'vitest';
import { aggregate, invalidList, invalidString, limitedList, notSupported, quoted } from '../../../src/core/base/field-error.js';

it('an invalid value is reported as the API machinery reports it', () => {
  expect(invalidString('key', 'a"b', 'must be short')).toBe('key: Invalid value: "a\\"b": must be short');
  expect(invalidList('values', ['a', 'b<'], 'too many')).toBe('values: Invalid value: ["a","b\\u003c"]: too many');
  expect(invalidList('values', [], 'too few')).toBe('values: Invalid value: null: too few');
  expect(notSupported('operator', 'Is', ['In', 'NotIn'])).toBe('operator: Unsupported value: "Is": supported values: "In", "NotIn"');
});

it('half of a surrogate pair is what Go makes of it', () => {
  expect(quoted('a\ud800')).toBe('"a\ufffd"');
  expect(quoted('\u{1f600}')).toBe('"\u{1f600}"');
});

it('one message stands alone, several in brackets, each once', () => {
  expect(aggregate(['a'])).toBe('a');
  expect(aggregate(['a', 'a'])).toBe('a');
  expect(aggregate(['a', 'b', 'a'])).toBe('[a, b]');
});

it('of many things the first are reported', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);
  expect(limitedList(many(64), (text) => text, ' ')).toBe(many(64).join(' '));
  expect(limitedList(many(70), (text) => text, ' ')).toBe(`${many(64).join(' ')} ... and 6 more`);
  expect(aggregate(many(70))).toBe(`[${many(64).join(', ')}, ... and up to 6 more]`);
});
