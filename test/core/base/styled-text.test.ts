import { expect, test } from 'vitest';
import { mapStyled, styled, withoutStyles } from '../../../src/core/base/styled-text.js';

test('marks stand around a text, and go without a trace', () => {
  expect(withoutStyles(`a ${styled('error', 'b')} c ${styled('faint', 'd')}`)).toBe('a b c d');
  expect(styled('good', '')).toBe('');
});

test('each part is shown with its style', () => {
  const parts = mapStyled(`a${styled('bad', 'b')}c`, (part, style) => `[${part}:${style ?? ''}]`);
  expect(parts).toBe('[a:][b:bad][c:]');
});
