// Shortens reasons to the width of a table cell: the first statements of a text.

import { printable } from '../../../core/base/printable.js';

/** The longest reason in a table, in characters, without `-o wide`. */
export const MAX_REASON = 100;

/** The minimum share of the available characters that a statement must use when it is cut after a clause or a word. */
const LEAST_SHARE = 0.6;

/**
 * Returns a printable text of at most `most` characters: its first statements, which semicolons separate. A first statement that is too
 * long is cut after a clause or a word. `..., 2 more` counts the omitted statements.
 */
export function abridged(text: string, most = MAX_REASON): string {
  const shown = printable(text);
  if (shown.length <= most) return shown;
  const [first = '', ...others] = statementsOf(shown);
  let result = ended(cut(first, most - ended('', others.length).length), others.length);
  let shownText = first;
  for (const [index, statement] of others.entries()) {
    if (shownText.length > most) break;
    const whole = ended(shownText, others.length - index);
    if (whole.length <= most) result = whole;
    shownText += SEPARATOR + statement;
  }
  return result;
}

/**
 * Returns a shortened text with the number of omitted statements. Removes punctuation, and half of a surrogate pair, at the
 * place of the cut.
 */
function ended(text: string, leftOut: number): string {
  return `${text.replace(/[\ud800-\udbff]$|[\s,;:]+$/, '')}...${leftOut === 0 ? '' : `, ${leftOut} more`}`;
}

const SEPARATOR = '; ';

/** Returns the statements of a text. Semicolons in quotes and brackets do not separate. */
function statementsOf(text: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  for (const at of plainPlaces(text)) {
    if (!text.startsWith(SEPARATOR, at)) continue;
    statements.push(text.slice(start, at));
    start = at + SEPARATOR.length;
  }
  statements.push(text.slice(start));
  return statements.filter((statement) => statement.trim() !== '');
}

/** Returns a statement cut at a clause, a word, or the limit. */
function cut(statement: string, room: number): string {
  let clause = 0;
  let word = 0;
  for (const at of plainPlaces(statement.slice(0, room + 1))) {
    if (CLAUSES.some((mark) => statement.startsWith(mark, at))) clause = at;
    if (statement[at] === ' ') word = at;
  }
  const least = room * LEAST_SHARE;
  const end = [clause, word, statement.lastIndexOf(' ', room)].find((at) => at >= least) ?? room;
  return statement.slice(0, end);
}

const CLAUSES = [': ', ', ', '; ', ' ('];

/** Returns the positions that are outside of quotes and brackets. */
function* plainPlaces(text: string): Iterable<number> {
  let quote = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
      continue;
    }
    if (depth === 0) yield at;
    if (character === '`' || character === '"') quote = character;
    else if (character === '(' || character === '[') depth++;
    else if ((character === ')' || character === ']') && depth > 0) depth--;
  }
}
