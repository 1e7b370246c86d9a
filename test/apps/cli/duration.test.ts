import { expect, test } from 'vitest';
import { formatDuration } from '../../../src/apps/cli/duration.js';

test.each([
  [300, '300ms'],
  [0.5, '0.5ms'],
  [1000, '1s'],
  [1500, '1.5s'],
  [90_000, '90s'],
])('%d milliseconds are %s, which --timeout takes', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
