// The texts of scalars in the styles of YAML, for lines in which nothing is unusual. `column` is that of the mapping or list around:
// what continues a scalar stands further in.

import type { Lines } from './lines.js';

/** How a plain scalar or key may begin. More is allowed, but may as well begin something else. */
export const PLAIN_START = /[A-Za-z0-9_./~+(]/;

/** What ends or interrupts a text in double quotes. */
const DOUBLE_SPECIAL = /["\\\n]/g;

/** Escapes of one letter; others are rare. */
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', n: '\n', t: '\t', r: '\r', ' ': ' ' };

/** The rest of a line that begins with a block scalar's sign. */
const BLOCK_HEADER = /^([|>])(-?)(?: +#.*| *)$/;

/** A plain scalar, with the lines that continue it. Goes to the line behind it, as all of these functions. */
export function plainText(lines: Lines, column: number): string {
  let text = '';
  for (;;) {
    const line = lines.rest();
    const comment = line.indexOf(' #');
    const piece = withoutSpacesBehind(comment < 0 ? line : line.slice(0, comment));
    const isPlain = PLAIN_START.test(piece.charAt(0)) || /^-[^ ]/.test(piece);
    if (!isPlain || piece.includes(': ') || piece.endsWith(':')) lines.giveUp();
    text = text === '' ? piece : `${text} ${piece}`;
    lines.next();
    if (lines.column <= column) return text;
    if (comment >= 0 || lines.hasGap) lines.giveUp();
  }
}

/** A text without the spaces at its end. Other white space belongs to it. */
export function withoutSpacesBehind(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

/** A text in double quotes. */
export function doubleQuotedText(lines: Lines, column: number): string {
  let value = '';
  let from = lines.at + 1;
  for (;;) {
    DOUBLE_SPECIAL.lastIndex = from;
    const special = DOUBLE_SPECIAL.exec(lines.text);
    if (special === null) lines.giveUp();
    const piece = lines.text.slice(from, special.index);
    value += piece;
    from = special.index + 1;
    if (special[0] === '"') break;
    if (special[0] === '\n') {
      if (piece === '' || piece.endsWith(' ')) lines.giveUp();
      value += ' ';
      from = continuation(lines, from, column);
      continue;
    }
    const escaped = lines.text.charAt(from++);
    if (escaped === '\n') from = continuation(lines, from, column);
    else value += ESCAPES[escaped] ?? lines.giveUp();
  }
  lines.moveTo(from);
  lines.endLine();
  return value;
}

/** A text in single quotes. */
export function singleQuotedText(lines: Lines, column: number): string {
  const { text } = lines;
  let from = lines.at + 1;
  let end = text.indexOf("'", from);
  while (end >= 0 && text[end + 1] === "'") end = text.indexOf("'", end + 2);
  if (end < 0) lines.giveUp();
  const pieces: string[] = [];
  for (let newline = lines.endOfLine(from); newline < end; newline = lines.endOfLine(from)) {
    const piece = text.slice(from, newline);
    if (piece === '' || piece.endsWith(' ')) lines.giveUp();
    pieces.push(piece);
    from = continuation(lines, newline + 1, column);
  }
  pieces.push(text.slice(from, end));
  lines.moveTo(end + 1);
  lines.endLine();
  return pieces.join(' ').replaceAll("''", "'");
}

/** Where the content of a line begins that continues a text in quotes. */
function continuation(lines: Lines, lineStart: number, column: number): number {
  let at = lineStart;
  while (lines.text[at] === ' ') at++;
  if (at - lineStart <= column || lines.text[at] === '\n') lines.giveUp();
  return at;
}

/** A block scalar. */
export function blockText(lines: Lines, column: number): string {
  const header = BLOCK_HEADER.exec(lines.rest());
  if (header === null) lines.giveUp();
  const isFolded = header[1] === '>';
  const content = blockLines(lines, column);
  if (isFolded && content.some((line) => line === '' || line.startsWith(' '))) lines.giveUp();
  lines.next();
  return content.join(isFolded ? ' ' : '\n') + (header[2] === '-' ? '' : '\n');
}

/** The lines that stand further in than a column, without their indentation and empty lines at the end. Stays at the last one. */
function blockLines(lines: Lines, column: number): string[] {
  const content: string[] = [];
  let indent = 0;
  for (let start = lines.lineEnd + 1; start < lines.text.length; start = lines.lineEnd + 1) {
    const end = lines.endOfLine(start);
    const line = lines.text.slice(start, end);
    const own = line.search(/[^ ]/);
    if (own >= 0 && own <= column) break;
    if (content.length === 0) indent = own;
    // Empty lines at the start, spaces in others, and lines between the content and what is around it have rules of their own.
    if (own < 0 && (content.length === 0 || line.length > indent)) lines.giveUp();
    if (own >= 0 && own < indent) lines.giveUp();
    content.push(line.slice(indent));
    lines.lineEnd = end;
  }
  while (content.at(-1) === '') content.pop();
  if (content.length === 0) lines.giveUp();
  return content;
}
