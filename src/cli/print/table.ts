// Tables as kubectl prints them: upper-case headings, columns as wide as what they hold, three spaces between them.

import { printable } from './terminal-text.js';

const GAP = '   ';

/** The lines of a table, headings first unless they are not wanted. Empty cells show as `-`, so that each row has as many words as there are columns. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[], hasHeadings = true): string {
  const cells = rows.map((row) => headings.map((_, column) => printable(row[column] ?? '') || '-'));
  const widths = headings.map((heading, column) => {
    let width = hasHeadings ? printable(heading).length : 0;
    for (const row of cells) width = Math.max(width, row[column]?.length ?? 0);
    return width;
  });
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
  const lines = hasHeadings ? [headings.map(printable), ...cells] : cells;
  return lines.map((row) => `${line(row)}\n`).join('');
}
