// Applies fixes to texts in place, so that comments, quotes and layout remain. The result is parsed and compared with the expected value;
// a change with another result is not applied.

import { edited, type TextEdit } from '../../../cel/rewrite/list-reads.js';
import type { Token } from '../../../cel/syntax/token.js';
import { endOf, tokensOf } from '../../../cel/syntax/tokens.js';
import type { Json, PathStep } from '../../../core/base/json.js';
import { largestOf, smallestOf } from '../../../core/base/lists.js';
import { lowerBound } from '../../../core/base/lower-bound.js';
import { type Position, type ReadOptions, type ReadResult, readText } from '../../../core/read/read.js';
import type { Fix } from '../../../validate/finding.js';
import { patched, valueAt } from './json-patch.js';
import { readsAs } from './reads-as.js';

/** A fix of a text in a document. */
export interface DocumentFix {
  /** The index of the document in its text. */
  readonly document: number;
  readonly steps: readonly PathStep[];
  readonly fix: Fix;
}

/** A fix that was not applied. */
export interface RejectedFix {
  readonly fix: DocumentFix;
  readonly why: string;
}

/** A text with applied fixes. */
export interface Fixed {
  readonly text: string;
  readonly made: readonly DocumentFix[];
  readonly rejectedFixes: readonly RejectedFix[];
}

/** The most fixes that are tried singly if they cannot be applied together, since each is parsed again. */
const MOST_SINGLE = 200;

const UNREADABLE = 'the changed text would parse differently: change it by hand';
const NOT_FOUND = 'the text differs from the parsed expression (it may use an alias or escapes): change it by hand';

/** A text before all changes. */
interface Original {
  readonly result: ReadResult;
  /** The offsets of line starts. */
  readonly lines: readonly number[];
  readonly file: string;
  readonly options: ReadOptions;
}

function originalOf(text: string, file: string, options: ReadOptions): Original {
  const result = readText(text, file, options);
  return { result, lines: lineStarts(result.text), file, options };
}

/** Applies fixes to a valid text. */
export function applyFixes(text: string, file: string, fixes: readonly DocumentFix[], options: ReadOptions = {}): Fixed {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const all = tryAll(originalOf(text, file, options), fixes);
  const {
    text: result,
    made,
    rejectedFixes,
  } = all === undefined ? oneByOne(text.slice(mark.length), file, fixes, options) : { text: all.text, made: fixes, rejectedFixes: [] };
  return { text: mark + result, made, rejectedFixes };
}

/** A range in a text by positions, and the text to replace it. */
export interface Replacement {
  readonly start: Position;
  /** After the last character. */
  readonly end: Position;
  readonly text: string;
}

/**
 * Returns the replacement for each fix of a parsed text: the range from the first to the last changed character, with the text in between.
 * Fixes that cannot be applied have none.
 */
export function replacementsOf(result: ReadResult, file: string, fixes: readonly DocumentFix[]): ReadonlyMap<DocumentFix, Replacement> {
  const original: Original = { result, lines: lineStarts(result.text), file, options: { collectDuplicates: true } };
  const all = tryAll(original, fixes);
  const found = new Map<DocumentFix, Replacement>();
  for (const [place, fix] of fixes.entries()) {
    const alone = all !== undefined || place >= MOST_SINGLE ? undefined : tryOne(original, fix);
    const changes = all?.changes[place] ?? alone?.changes ?? [];
    if (changes.length > 0) found.set(fix, joined(changes, original));
  }
  return found;
}

function joined(changes: readonly TextEdit[], { result: { text }, lines }: Original): Replacement {
  const start = smallestOf(changes.map((change) => change.start));
  const end = largestOf(changes.map((change) => change.end));
  const within = changes.map((change) => ({ ...change, start: change.start - start, end: change.end - start }));
  return { start: positionIn(lines, start), end: positionIn(lines, end), text: edited(text.slice(start, end), within) };
}

function positionIn(lines: readonly number[], offset: number): Position {
  const line = lowerBound(lines.length, (place) => (lines[place] as number) > offset);
  return { line, column: offset - (lines[line - 1] as number) + 1 };
}

/** A text with fixes, and the edits of each. */
interface Changed {
  readonly text: string;
  readonly changes: readonly (readonly TextEdit[])[];
}

function tryAll(original: Original, fixes: readonly DocumentFix[]): Changed | undefined {
  const found = fixes.map((fix) => changesOf(original, fix, false));
  if (found.some((each) => each === undefined)) return undefined;
  const changes = found as readonly (readonly TextEdit[])[];
  const text = edited(original.result.text, unique(changes.flat()));
  return isFixed(text, original, fixes) ? { text, changes } : undefined;
}

function oneByOne(inputText: string, file: string, fixes: readonly DocumentFix[], options: ReadOptions): Fixed {
  let text = inputText;
  const made: DocumentFix[] = [];
  const rejectedFixes: RejectedFix[] = [];
  for (const [place, fix] of fixes.entries()) {
    const next = place < MOST_SINGLE ? tryOne(originalOf(text, file, options), fix) : NOT_TRIED;
    if (next.text === undefined) rejectedFixes.push({ fix, why: next.why });
    else {
      made.push(fix);
      text = next.text;
    }
  }
  return { text, made, rejectedFixes };
}

/** A text with a fix and its edits, or the reason why it cannot be applied. */
type Tried =
  | { readonly text: string; readonly changes: readonly TextEdit[] }
  | { readonly text?: undefined; readonly changes?: undefined; readonly why: string };

const NOT_TRIED: Tried = { why: UNREADABLE };

/** Tries a fix as it is, then with quotes around a plain text. */
function tryOne(original: Original, fix: DocumentFix): Tried {
  const { result } = original;
  // An alias may already have changed this text.
  if (currentValue(result, fix) === edited(fix.fix.from, fix.fix.edits)) return { text: result.text, changes: [] };
  let why = NOT_FOUND;
  for (const isQuoted of [false, true]) {
    const changes = changesOf(original, fix, isQuoted);
    if (changes === undefined) continue;
    why = UNREADABLE;
    const text = edited(result.text, changes);
    if (isFixed(text, original, [fix])) return { text, changes };
  }
  return { why };
}

/** The style of a text in a document. */
type Style = 'plain' | 'single' | 'double' | 'block';

const STYLES: ReadonlyMap<string, Style> = new Map([
  ["'", 'single'],
  ['"', 'double'],
  ['|', 'block'],
  ['>', 'block'],
]);

/** Matches a key with its colon, blanks, comments and properties of the value: `expression: &name `. */
const BEFORE_VALUE = /(?:"[^"\n]*"|'[^'\n]*'|[^\s:#{}[\],"'][^\s:]*)\s*:(?:\s|#[^\n]*)*(?:[&!][^\s]*\s+)*/y;

/** Returns the edits of a document's text for a fix; undefined if the expression is not found. */
function changesOf({ result, lines }: Original, documentFix: DocumentFix, isQuoted: boolean): readonly TextEdit[] | undefined {
  const { document, steps, fix } = documentFix;
  const { text } = result;
  const place = result.documents[document]?.locate(steps);
  if (place === undefined || currentValue(result, documentFix) !== fix.from) return undefined;
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

/** A token of an expression, with its range in the text of the file. */
interface Aligned {
  readonly token: Token;
  readonly start: number;
  readonly end: number;
}

/** Finds tokens in a text in order, with only the text of the expression between them. */
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

/** Returns whether a text consists only of an expression's blanks and comments, with the line ends and indentation of the document. */
function isBetween(text: string, hidden: string): boolean {
  return text.replace(/\\[nt]|\s/g, '') === hidden.replace(/\s/g, '');
}

function placed({ start, end, text }: TextEdit, tokens: readonly Aligned[], style: Style): TextEdit | undefined {
  const first = tokens.find(({ token }) => token.at >= start);
  const last = tokens.findLast(({ token }) => endOf(token) <= end);
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end, text: encoded(text, style) };
}

function encoded(text: string, style: Style): string {
  if (style === 'single') return text.replaceAll("'", "''");
  return style === 'double' ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text;
}

/** Returns the offsets of line starts. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Fixes of a value behind an alias are applied once. */
function unique(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values()];
}

/** Returns whether a text parses as before, except for the fixes. */
function isFixed(text: string, { result, file, options }: Original, fixes: readonly DocumentFix[]): boolean {
  const expectedValues = result.documents.map(({ value }) => value);
  for (const { document, steps, fix } of fixes)
    expectedValues[document] = patched(expectedValues[document] as Json, { op: 'replace', steps, value: edited(fix.from, fix.edits) });
  return readsAs(text, file, expectedValues, options);
}

function currentValue({ documents }: ReadResult, { document, steps }: DocumentFix): Json | undefined {
  return valueAt(documents[document]?.value ?? null, steps);
}
