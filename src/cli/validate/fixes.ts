// Fixes of texts in files: the text of an expression is changed where it stands, so that comments, quotes and layout stay. Whatever was changed is read again and compared
// with what was meant; a change that reads as something else is not made.

import type { Json, PathStep } from '../../base/json.js';
import { edited, type TextEdit } from '../../cel/rewrite/list-reads.js';
import { Lexer } from '../../cel/syntax/lexer.js';
import type { Token } from '../../cel/syntax/token.js';
import { ReadError, type ReadOptions, type ReadResult, readText } from '../../read/read.js';
import type { Fix } from '../../validate/finding.js';

/** A fix of a text in a document. */
export interface DocumentFix {
  /** The number of the document in its text. */
  readonly document: number;
  readonly steps: readonly PathStep[];
  readonly fix: Fix;
}

/** A fix that was not made. */
export interface Refused {
  readonly fix: DocumentFix;
  readonly why: string;
}

/** A text with its fixes made. */
export interface Fixed {
  readonly text: string;
  readonly made: readonly DocumentFix[];
  readonly refused: readonly Refused[];
}

/** Fixes that are tried one by one where they cannot be made all at once: each is read again. */
const MOST_SINGLE = 200;

const UNREADABLE = 'the text reads otherwise with it: change it by hand';
const NOT_FOUND =
  'the expression is not found in the text as it is read: an alias, escapes or line ends within a name may stand there; change it by hand';

/** Makes fixes in a text that can be read. */
export function applyFixes(text: string, file: string, fixes: readonly DocumentFix[], options: ReadOptions = {}): Fixed {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const body = text.slice(mark.length);
  const all = tryAll(body, file, fixes, options);
  const { text: result, made, refused } = all ?? oneByOne(body, file, fixes, options);
  return { text: mark + result, made, refused };
}

function tryAll(text: string, file: string, fixes: readonly DocumentFix[], options: ReadOptions): Fixed | undefined {
  const before = readText(text, file, options);
  const lines = lineStarts(text);
  const changes = fixes.map((fix) => changesOf(text, lines, before, fix, false));
  if (changes.some((each) => each === undefined)) return undefined;
  const after = edited(text, unique((changes as readonly (readonly TextEdit[])[]).flat()));
  return readsAs(after, file, before, fixes, options) ? { text: after, made: fixes, refused: [] } : undefined;
}

function oneByOne(given: string, file: string, fixes: readonly DocumentFix[], options: ReadOptions): Fixed {
  let text = given;
  const made: DocumentFix[] = [];
  const refused: Refused[] = [];
  for (const [place, fix] of fixes.entries()) {
    const next = place < MOST_SINGLE ? tryOne(text, file, fix, options) : UNREADABLE_TEXT;
    if (next.text === undefined) refused.push({ fix, why: next.why });
    else {
      made.push(fix);
      text = next.text;
    }
  }
  return { text, made, refused };
}

type Tried = { readonly text: string } | { readonly text: undefined; readonly why: string };

const UNREADABLE_TEXT: Tried = { text: undefined, why: UNREADABLE };

/** Tries a fix as it is, then with quotes around a text that has none. */
function tryOne(text: string, file: string, fix: DocumentFix, options: ReadOptions): Tried {
  const before = readText(text, file, options);
  // An alias may have brought the text of this one already.
  if (valueAt(before, fix) === edited(fix.fix.from, fix.fix.edits)) return { text };
  const lines = lineStarts(text);
  let why = NOT_FOUND;
  for (const isQuoted of [false, true]) {
    const changes = changesOf(text, lines, before, fix, isQuoted);
    if (changes === undefined) continue;
    why = UNREADABLE;
    const after = edited(text, changes);
    if (readsAs(after, file, before, [fix], options)) return { text: after };
  }
  return { text: undefined, why };
}

/** The style in which a text stands in a document. */
type Style = 'plain' | 'single' | 'double' | 'block';

const STYLES: ReadonlyMap<string, Style> = new Map([
  ["'", 'single'],
  ['"', 'double'],
  ['|', 'block'],
  ['>', 'block'],
]);

/** A key with its colon, blanks, comments and properties of the value: `expression: &name `. */
const BEFORE_VALUE = /(?:"[^"\n]*"|'[^'\n]*'|[^\s:#{}[\],"'][^\s:]*)\s*:(?:\s|#[^\n]*)*(?:[&!][^\s]*\s+)*/y;

/** The changes of the text of a document for a fix; undefined where the expression is not found. */
function changesOf(
  text: string,
  lines: readonly number[],
  before: ReadResult,
  documentFix: DocumentFix,
  isQuoted: boolean,
): readonly TextEdit[] | undefined {
  const { document, steps, fix } = documentFix;
  const place = before.documents[document]?.locate(steps);
  if (place === undefined || valueAt(before, documentFix) !== fix.from) return undefined;
  BEFORE_VALUE.lastIndex = (lines[place.line - 1] ?? 0) + place.column - 1;
  if (!BEFORE_VALUE.test(text)) return undefined;
  const start = BEFORE_VALUE.lastIndex;
  const style = STYLES.get(text[start] ?? '') ?? 'plain';
  const tokens = align(tokensOf(fix.from), text, style === 'block' ? endOfLine(text, start) : style === 'plain' ? start : start + 1, style);
  const [first, last] = [tokens?.[0], tokens?.at(-1)];
  if (tokens === undefined || first === undefined || last === undefined) return undefined;
  if (!isQuoted) return fix.edits.flatMap((edit) => placed(edit, tokens, style) ?? []);
  if (style !== 'plain') return undefined;
  const instead = edited(fix.from, fix.edits);
  return [{ start: first.start, end: last.end, text: `'${instead.replaceAll("'", "''")}'` }];
}

/** A token of an expression, and where it stands in the text of the file. */
interface Aligned {
  readonly token: Token;
  readonly start: number;
  readonly end: number;
}

function tokensOf(expression: string): readonly Token[] {
  const lexer = new Lexer(expression, () => undefined);
  const tokens: Token[] = [];
  for (let token = lexer.token(0); token.kind !== 'EOF'; token = lexer.token(tokens.length)) tokens.push(token);
  return tokens;
}

/** Finds tokens in a text one after the other, with nothing between them but what is between them in the expression. */
function align(tokens: readonly Token[], text: string, start: number, style: Style): readonly Aligned[] | undefined {
  const aligned: Aligned[] = [];
  let at = start;
  for (const token of tokens) {
    const written = encoded(token.text, style);
    const found = text.indexOf(written, at);
    if (found < 0 || !isBetween(text.slice(at, found), token.hidden)) return undefined;
    at = found + written.length;
    aligned.push({ token, start: found, end: at });
  }
  return aligned;
}

/** Tells whether a text is no more than the blanks and comments of an expression, with the line ends and indentation of the document. */
function isBetween(text: string, hidden: string): boolean {
  return text.replace(/\\[nt]|\s/g, '') === hidden.replace(/\s/g, '');
}

function placed({ start, end, text }: TextEdit, tokens: readonly Aligned[], style: Style): TextEdit | undefined {
  const first = tokens.find(({ token }) => token.at >= start);
  const last = tokens.findLast(({ token }) => token.at + token.text.length <= end);
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end, text: encoded(text, style) };
}

function encoded(text: string, style: Style): string {
  if (style === 'single') return text.replaceAll("'", "''");
  return style === 'double' ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text;
}

/** The offsets at which lines begin. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Fixes of a value behind an alias are made once. */
function unique(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values()];
}

/** Tells whether a text reads as what was there before, but for the fixes. */
function readsAs(text: string, file: string, before: ReadResult, fixes: readonly DocumentFix[], options: ReadOptions): boolean {
  const wanted = new Map(fixes.map(({ document, steps, fix }) => [JSON.stringify([document, ...steps]), edited(fix.from, fix.edits)]));
  const changed = new Set(fixes.map(({ document }) => document));
  try {
    const { documents } = readText(text, file, options);
    if (documents.length !== before.documents.length) return false;
    return documents.every(({ value }, number) =>
      isSame(before.documents[number]?.value, value, [number], changed.has(number) ? wanted : NO_CHANGES),
    );
  } catch (error) {
    if (error instanceof ReadError) return false;
    throw error;
  }
}

const NO_CHANGES: ReadonlyMap<string, string> = new Map();

function isSame(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly PathStep[],
  wanted: ReadonlyMap<string, string>,
): boolean {
  if (typeof before === 'string') return after === ((wanted === NO_CHANGES ? undefined : wanted.get(JSON.stringify(path))) ?? before);
  if (typeof before !== 'object' || before === null) return Object.is(before, after);
  if (typeof after !== 'object' || after === null || Array.isArray(before) !== Array.isArray(after)) return false;
  const keys = Object.keys(before);
  const others = Object.keys(after);
  const [old, now] = [before, after] as unknown as readonly Readonly<Record<string, Json>>[];
  const isList = Array.isArray(before);
  return (
    keys.length === others.length &&
    keys.every((key, place) => key === others[place] && isSame(old?.[key], now?.[key], [...path, isList ? Number(key) : key], wanted))
  );
}

function valueAt({ documents }: ReadResult, { document, steps }: DocumentFix): Json | undefined {
  let value: Json | undefined = documents[document]?.value;
  for (const step of steps) value = (value as { readonly [step: PathStep]: Json } | undefined)?.[step];
  return value;
}
