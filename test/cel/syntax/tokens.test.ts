import { expect, it } from 'vitest';
import { endOf, openingOf, placesOf, soundTokensOf, splitAt, tokensOf } from '../../../src/cel/syntax/tokens.js';

const textsOf = (tokens: readonly { readonly text: string }[] | undefined): readonly string[] | undefined =>
  tokens?.map(({ text }) => text);

it('lists tokens, and skips characters that belong to none', () => {
  expect(textsOf(tokensOf('a ~ && b // c'))).toEqual(['a', '&&', 'b']);
  expect(tokensOf('a  && b').map(endOf)).toEqual([1, 5, 7]);
});

it('lists no tokens of texts with wrong characters or with too many tokens', () => {
  expect(soundTokensOf('a ~ b')).toBeUndefined();
  expect(textsOf(soundTokensOf('a.b', 3))).toEqual(['a', '.', 'b']);
  expect(soundTokensOf('a.b', 2)).toBeUndefined();
});

it('finds operators outside of brackets and splits there', () => {
  const tokens = tokensOf('a && (b && c) || d[e && f] && g');
  expect(placesOf(tokens, '&&', '||')).toEqual([1, 7, 14]);
  expect(splitAt(tokens, '||').map((part) => textsOf(part)?.join(''))).toEqual(['a&&(b&&c)', 'd[e&&f]&&g']);
  expect(splitAt(tokens, '==')).toEqual([tokens]);
});

it('finds the bracket that the last token closes', () => {
  expect(openingOf(tokensOf('a.f((b), c[d])'))).toBe(3);
  expect(openingOf(tokensOf('(a).b'))).toBeUndefined();
  expect(openingOf(tokensOf('a)'))).toBeUndefined();
});
