import { expect, it } from 'vitest';
import { errorPage, formatErrorPage } from '../../scripts/error-table.mjs';
import { ERROR_CODES } from '../../src/core/base/error-codes.js';

it('has a row for each code, in the order of the table', async () => {
  const codes = [...(await errorPage()).matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
  expect(codes).toEqual(Object.keys(ERROR_CODES));
});

it('keeps a column together that holds the sign of columns', () => {
  const page = formatErrorPage({ 'some-code': { meaning: 'a | b', reference: 'c', nodeLocal: true } });
  expect(page).toContain('| `some-code` | a \\| b | `c` | this node |\n');
});
