import { expect, test } from 'vitest';
import { formatTable as format } from '../../../../src/apps/cli/print/table.js';
import { renderStyles } from '../../../../src/apps/cli/terminal/styles.js';
import { withoutStyles } from '../../../../src/core/base/styled-text.js';

const formatTable = (...table: Parameters<typeof format>): string => withoutStyles(format(...table));

test('columns are as wide as their content, three spaces apart, without spaces at the ends of lines', () => {
  const rows = [
    ['a', 'long content', 'x'],
    ['bcdef', 'y', 'z'],
  ];
  expect(formatTable(['A', 'B', 'C'], rows)).toBe('A       B              C\na       long content   x\nbcdef   y              z\n');
});

test('empty and missing cells show as a hyphen', () => {
  expect(formatTable(['A', 'B'], [['', 'x'], ['y']])).toBe('A   B\n-   x\ny   -\n');
});

test('names cannot steer the terminal', () => {
  expect(formatTable(['A'], [['\u001b[2J\nB']])).toBe('A\n\\u001b[2J\\u000aB\n');
});

test('many rows are no problem', () => {
  expect(
    formatTable(
      ['A'],
      Array.from({ length: 200_000 }, () => ['a']),
    ).length,
  ).toBe(400_002);
});

test('headings and cells have styles, and the spaces between them none', () => {
  const table = format(['STATE', 'NAME'], [['free', 'free']], { styleOf: (heading) => (heading === 'STATE' ? 'good' : undefined) });
  expect(renderStyles(table, true)).toBe('\u001b[1mSTATE   NAME\u001b[22m\n\u001b[32mfree\u001b[39m    free\n');
  expect(renderStyles(table, false)).toBe('STATE   NAME\nfree    free\n');
});
