import { expect, it } from 'vitest';
import { goQuote } from '../../../src/core/base/go-quote.js';

it.each([
  ['plain text', '"plain text"'],
  ['a"b\\', '"a\\"b\\\\"'],
  ['\x07\n\x01', '"\\a\\n\\x01"'],
  ['\u00e4\u{1f600}', '"\u00e4\u{1f600}"'],
  ['\u200b\u{e0001}', '"\\u200b\\U000e0001"'],
])('goQuote of %j', (text, quoted) => {
  expect(goQuote(text)).toBe(quoted);
});
