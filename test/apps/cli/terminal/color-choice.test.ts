import { expect, test } from 'vitest';
import { showsColors } from '../../../../src/apps/cli/terminal/color-choice.js';

test('colours are shown on a terminal alone', () => {
  expect(showsColors(true, { TERM: 'xterm-256color' })).toBe(true);
  expect(showsColors(true, {})).toBe(true);
  expect(showsColors(false, { TERM: 'xterm-256color' })).toBe(false);
});

test('a dumb terminal shows none, and none are shown with NO_COLOR unless it is empty', () => {
  expect(showsColors(true, { TERM: 'dumb' })).toBe(false);
  expect(showsColors(true, { NO_COLOR: '1' })).toBe(false);
  expect(showsColors(true, { NO_COLOR: '' })).toBe(true);
});

test('FORCE_COLOR decides before all others', () => {
  for (const value of ['', '1', '2', '3', 'true'])
    expect(showsColors(false, { FORCE_COLOR: value, NO_COLOR: '1', TERM: 'dumb' })).toBe(true);
  for (const value of ['0', 'false']) expect(showsColors(true, { FORCE_COLOR: value })).toBe(false);
});
