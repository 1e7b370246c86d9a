import { expect, test } from 'vitest';
import { renderStyles } from '../../../../src/apps/cli/terminal/styles.js';
import { styled, withoutStyles } from '../../../../src/core/base/styled-text.js';

test('a style becomes colours, or nothing', () => {
  const text = `a ${styled('error', 'error:')} b`;
  expect(renderStyles(text, true)).toBe('a \u001b[1m\u001b[31merror:\u001b[39m\u001b[22m b');
  expect(renderStyles(text, false)).toBe('a error: b');
  expect(withoutStyles(text)).toBe('a error: b');
  expect(styled('good', '')).toBe('');
});

test('everything else that steers a terminal becomes visible, inside of styles and outside', () => {
  expect(renderStyles(`\u001b${styled('good', '\u001b')}\u001b\n`, true)).toBe('\\u001b\u001b[32m\\u001b\u001b[39m\\u001b\n');
});

test('marks without a start or an end, and of styles that there are not, are no styles', () => {
  expect(renderStyles('a\ufdefb\ufdd0c', true)).toBe('a\\ufdefb\\ufdd0c');
  expect(renderStyles('\ufdeea\ufdef', true)).toBe('a');
});

test('a long text with many marks is no problem', () => {
  expect(renderStyles(styled('good', 'x').repeat(200_000) + '\ufdd0'.repeat(200_000), false).length).toBe(200_000 * 7);
});
