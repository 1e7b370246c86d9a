// Wraps text to the width of a terminal.

import { withoutStyles } from './styled-text.js';

/** The greatest width of text: longer lines are hard to follow, however wide the terminal is. */
export const MAX_WIDTH = 100;

/** A narrower terminal breaks lines itself. */
const MIN_WIDTH = 40;

/** Returns the width of text for a terminal with this many columns; undefined if the output is not a terminal. */
export function textWidth(columns: number | undefined): number {
  return columns === undefined ? MAX_WIDTH : Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, columns));
}

/** The beginnings of the lines of a paragraph. */
export interface Indents {
  readonly first?: string;
  /** The beginning of all lines but the first. */
  readonly rest?: string;
}

/**
 * Breaks a printable text between words; a word that is longer than a line breaks anywhere. Each line ends with a line feed. Style marks
 * have no width.
 */
export function wrap(text: string, width: number, { first = '', rest = first }: Indents = {}): string {
  const lines: string[] = [];
  let line = first;
  let length = first.length;
  let isEmpty = true;
  const next = (): void => {
    lines.push(line);
    [line, length, isEmpty] = [rest, rest.length, true];
  };
  for (const word of text.split(' ')) {
    const plain = withoutStyles(word);
    let cut = 0;
    let size = plain.length;
    if (!isEmpty && length + 1 + size > width) next();
    for (let room = width - length; isEmpty && size > room; room = width - length) {
      line += plain.slice(cut, cut + room);
      cut += room;
      size -= room;
      next();
    }
    // Style marks surround words, so a broken word has lost them.
    const left = cut === 0 ? word : plain.slice(cut);
    line += isEmpty ? left : ` ${left}`;
    length += isEmpty ? size : size + 1;
    isEmpty = false;
  }
  lines.push(line);
  return lines.map((each) => `${each.trimEnd()}\n`).join('');
}
