import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyText } from '../../../src/core/base/copy-text.js';

it('is the same text, whatever is in it', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', minLength: 0, maxLength: 40 }), (text) => copyText(text) === text));
  for (const text of ['\ud800 half a character is none', '\u2028 and "quotes" \\ and \0 and \u001b', '']) expect(copyText(text)).toBe(text);
});
