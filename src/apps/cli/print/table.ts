// Prints tables like kubectl: upper-case headings, columns as wide as their content, with three spaces between them.

import { printable } from '../../../core/base/printable.js';
import { type Style, styled } from '../../../core/base/styled-text.js';
import { OutputLength } from './output-length.js';

const GAP = '   ';

/**
 * The greatest width of a column. A longer cell only shifts the rest of its row. Otherwise, a name of 1 MB would add 1 MB of
 * spaces to each row.
 */
const MOST_WIDTH = 600;

/** The format of a table. */
export interface TableOptions {
  /** True if the table has headings. Default: true. */
  readonly hasHeadings?: boolean;
  /** The style of a cell. */
  readonly styleOf?: (heading: string, cell: string) => Style | undefined;
}

/**
 * Returns the lines of a table, with styles. Empty cells show as `-`, so that each row has as many words as columns. Throws
 * AllocationError for a table that is too long.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { hasHeadings = true, styleOf }: TableOptions = {},
): string {
  const cells = rows.map((row) => headings.map((_, column) => printable(row[column] ?? '') || '-'));
  const widths = headings.map((heading, column) => {
    let width = hasHeadings ? printable(heading).length : 0;
    for (const row of cells) width = Math.max(width, row[column]?.length ?? 0);
    return Math.min(width, MOST_WIDTH);
  });
  const last = headings.length - 1;
  const length = new OutputLength();
  const padded = widths.slice(0, last).reduce((sum, width) => sum + width, 0);
  for (const row of cells) length.add(row.reduce((sum, cell) => sum + cell.length, padded));
  const line = (row: readonly string[], look: (cell: string, column: number) => string): string =>
    // Styles exclude padding, and no line ends with spaces.
    row
      .map((cell, column) => look(cell, column) + (column === last ? '' : ' '.repeat(Math.max((widths[column] ?? 0) - cell.length, 0))))
      .join(GAP);
  const plain = (cell: string): string => cell;
  const look = (cell: string, column: number): string => {
    const style = styleOf?.(headings[column] ?? '', cell);
    return style === undefined ? cell : styled(style, cell);
  };
  const body = cells.map((row) => `${line(row, styleOf === undefined ? plain : look)}\n`).join('');
  return hasHeadings ? `${styled('heading', line(headings.map(printable), plain))}\n${body}` : body;
}

/** Returns a table below a title. */
export function titled(title: string, table: string): string {
  return `${styled('heading', `${title}:`)}\n${table}`;
}
