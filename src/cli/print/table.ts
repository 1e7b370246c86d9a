// Tables as kubectl prints them: upper-case headings, columns as wide as what they hold, three spaces between them.

import { printable } from './terminal-text.js';

const GAP = '   ';

/** The lines of a table. Empty cells show as `-`, so that each row has as many words as there are columns. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => headings.map((_, column) => printable(row[column] ?? '') || '-'));
  const widths = headings.map((heading, column) => {
    let width = heading.length;
    for (const row of cells) width = Math.max(width, row[column]?.length ?? 0);
    return width;
  });
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
  return [headings, ...cells].map((row) => `${line(row)}\n`).join('');
}
