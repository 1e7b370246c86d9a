// Finds the place of the cursor in YAML by lines and indentation, since an incomplete text is unreadable.

import { flowPlaceIn } from './flow.js';

/** A place for completions. */
export type Place = FieldPlace | ValuePlace;

interface PlaceFields {
  /** The part of the text that a completion replaces. */
  readonly from: number;
  readonly to: number;
  /** The version and kind of the object, if they are written. */
  readonly apiVersion: string;
  readonly kindName: string;
  /** The keys on the path from the root of the object. Lists appear as '[]'. */
  readonly path: readonly string[];
  /** The keys that the mapping already has. */
  readonly siblings: ReadonlySet<string>;
  /** The mappings around the place, the innermost first, with their keys above it and the values on the same lines. */
  readonly levels: readonly ReadonlyMap<string, string>[];
}

/** The place of a mapping key, or of a list item. For a list item, the path ends with '[]'. */
export interface FieldPlace extends PlaceFields {
  readonly kind: 'field';
}

/** The place of the value of a key. */
export interface ValuePlace extends PlaceFields {
  readonly kind: 'value';
  readonly key: string;
  /** The text of the value before the cursor. */
  readonly before: string;
  /** The rest of the line after the cursor. */
  readonly after: string;
  /** The quotation mark around the value, which must be escaped within it. */
  readonly quote: '"' | "'" | '';
}

/** The most lines above the cursor that are searched. */
const MOST_LINES = 20_000;

const FIELD = /^(\s*(?:- +)*)([\w./-]*)$/;
const VALUE = /^(\s*(?:- +)*)([\w./-]+):\s+(["']?)([^"'{}[\]]*)$/;
const FLOW = /^(\s*(?:- +)*)(?:([\w./-]+):\s+)?([[{].*)$/s;
const WORD = /^[\w./-]*/;
/** The most characters after the cursor that are searched. */
const MOST_AFTER = 256;
const EXPRESSION = /(?:^|[\s{,-])expression:\s*(.*)$/s;
const BLOCK_EXPRESSION = /(?:^|[\s{,-])expression:\s*[|>][-+\d]*\s*$/;

/** Returns the place at an offset; undefined if it has no completions. */
export function placeAt(text: string, offset: number): Place | undefined {
  const lineStart = lineStartOf(text, offset);
  const prefix = text.slice(lineStart, offset);
  const above = linesAbove(text, lineStart);
  const expression = expressionAt(prefix, above);
  const written = { text, offset, lineStart, above };
  if (expression !== undefined) {
    const head = /^\s*(?:- +)*/.exec(prefix)?.[0] ?? '';
    return valueAt(written, surroundingsOf(text, lineStart, head, above), 'expression', expression);
  }
  const flow = FLOW.exec(prefix);
  if (flow !== null) return placeInFlow(written, flow);
  const value = VALUE.exec(prefix);
  if (value !== null) {
    const [, head = '', key = '', quote = '', before = ''] = value;
    return valueAt(written, surroundingsOf(text, lineStart, head, above), key, { quote, before });
  }
  const field = FIELD.exec(prefix);
  if (field === null) return undefined;
  const [, head = '', word = ''] = field;
  return fieldAt(written, surroundingsOf(text, lineStart, head, above), word);
}

/** The text and the lines above the cursor. */
interface Written {
  readonly text: string;
  readonly offset: number;
  readonly lineStart: number;
  readonly above: readonly string[];
}

/** The beginning of a value. */
interface Value {
  readonly quote: string;
  readonly before: string;
}

type Surroundings = Omit<PlaceFields, 'from' | 'to'>;

function restOfLine({ text, offset }: Written): string {
  const end = text.indexOf('\n', offset);
  return text.slice(offset, Math.min(end < 0 ? text.length : end, offset + MOST_AFTER));
}

function fieldAt(written: Written, surroundings: Surroundings, word: string): FieldPlace {
  const { offset } = written;
  const rest = WORD.exec(restOfLine(written))?.[0].length ?? 0;
  return { kind: 'field', from: offset - word.length, to: offset + rest, ...surroundings };
}

/** The word after the cursor belongs to the value. */
function valueAt(written: Written, surroundings: Surroundings, key: string, { quote, before }: Value): ValuePlace {
  const { offset } = written;
  const after = restOfLine(written);
  const to = offset + (WORD.exec(after)?.[0].length ?? 0);
  return {
    kind: 'value',
    key,
    before,
    after,
    quote: quote === '"' || quote === "'" ? quote : '',
    from: offset - before.length,
    to,
    ...surroundings,
  };
}

function placeInFlow(written: Written, [, head = '', key, flow = '']: RegExpExecArray): Place | undefined {
  const inner = flowPlaceIn(flow);
  if (inner === undefined) return undefined;
  const outer = surroundingsOf(written.text, written.lineStart, head, written.above);
  const path = [...outer.path, ...(key === undefined ? [] : [key]), ...inner.path];
  const levels = [...inner.levels, ...outer.levels];
  const innerSurroundings = { ...outer, path, levels, siblings: new Set(inner.levels[0]?.keys()) };
  if (inner.key === undefined) return fieldAt(written, innerSurroundings, inner.before);
  return valueAt(written, innerSurroundings, inner.key, { quote: inner.quote, before: inner.before });
}

function lineStartOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the lines of the document above a line, the nearest first. */
function linesAbove(text: string, lineStart: number): readonly string[] {
  const lines: string[] = [];
  let end = lineStart - 1;
  while (end >= 0 && lines.length < MOST_LINES) {
    const start = lineStartOf(text, end);
    const line = text.slice(start, end);
    if (/^---(?:\s|$)/.test(line)) break;
    lines.push(line);
    if (start === 0) break;
    end = start - 1;
  }
  return lines;
}

/** Returns the selector before the cursor; undefined outside of selectors. */
function expressionAt(prefix: string, above: readonly string[]): Value | undefined {
  const inLine = EXPRESSION.exec(prefix)?.[1];
  if (inLine !== undefined && !/^[|>]/.test(inLine)) return selectorIn(inLine);
  const indent = indentOf(prefix);
  const lines: string[] = [prefix];
  for (const line of above) {
    if (line.trim() === '') continue;
    if (BLOCK_EXPRESSION.test(line) && indentOf(line) < indent) return { quote: '', before: lines.reverse().join('\n').trimStart() };
    if (indentOf(line) < indent) return undefined;
    lines.push(line);
  }
  return undefined;
}

/** Returns the selector without YAML quotes and escapes; undefined if it ended before the cursor. */
function selectorIn(text: string): Value | undefined {
  const quote = /^["']/.exec(text)?.[0] ?? '';
  if (quote === '') return { quote, before: text };
  const inner = text.slice(1);
  if (quote === "'") return /^(?:[^']|'')*$/.test(inner) ? { quote, before: inner.replaceAll("''", "'") } : undefined;
  return /^(?:[^"\\]|\\.?)*$/.test(inner) ? { quote, before: inner.replace(/\\(.)/g, '$1') } : undefined;
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** The key of a line, with the columns of the list dashes before it. */
interface LineKey {
  readonly dashes: readonly number[];
  readonly column: number;
  readonly key: string | undefined;
  readonly value: string;
}

function keyOf(line: string): LineKey | undefined {
  const [head = ''] = /^\s*(?:-(?: +|$))*/.exec(line) ?? [];
  const rest = line.slice(head.length);
  if ((rest === '' && !head.includes('-')) || rest.startsWith('#')) return undefined;
  const dashes = [...head].flatMap((character, column) => (character === '-' ? [column] : []));
  const [, key, value = ''] = /^(?:"([^"]*)"|'[^']*'|[\w./-]+):(?:\s+(.*))?$/.exec(rest) === null ? [] : splitKey(rest);
  return { dashes, column: head.length, key, value };
}

function splitKey(rest: string): readonly [string, string, string] {
  const end = rest.indexOf(':');
  return ['', rest.slice(0, end).replace(/^["']|["']$/g, ''), rest.slice(end + 1).trim()];
}

/** Walks from the cursor to the root of the document. */
function surroundingsOf(text: string, lineStart: number, head: string, above: readonly string[]): Surroundings {
  const walk = new Walk(head);
  for (const line of above) {
    const lineKey = keyOf(line);
    if (lineKey !== undefined) walk.pass(lineKey);
  }
  const below = walk.path.length === 0 ? keysBelow(text, lineStart) : [];
  for (const [key, value] of below) walk.note(key, value);
  const { path, siblings, levels } = walk;
  const { apiVersion, kindName } = walk.object();
  return { path: walk.isInList() ? path.slice(2) : path, siblings, levels, apiVersion, kindName };
}

/** Returns the keys of the root below the cursor. */
function keysBelow(text: string, lineStart: number): readonly (readonly [string, string])[] {
  const end = text.indexOf('\n---', lineStart);
  const lines = text.slice(text.indexOf('\n', lineStart) + 1, end < 0 ? lineStart + 100_000 : end).split('\n');
  return lines.flatMap((line) => {
    const [, key, value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
}

/** A walk from a line to the root. */
class Walk {
  readonly path: string[] = [];
  readonly siblings = new Set<string>();
  /** The keys with their values, by level. Level 0 contains the cursor, the last level is the root. */
  readonly levels: Map<string, string>[] = [new Map()];
  #column: number;
  /** True while the key of a list is searched. The key of a list may be in the same column as its items. */
  #ofList = false;

  constructor(head: string) {
    this.#column = head.length;
    this.#leave([...head].flatMap((character, column) => (character === '-' ? [column] : [])));
  }

  /** Processes a line above. */
  pass({ dashes, column, key, value }: LineKey): void {
    const first = dashes[0] ?? column;
    if (!this.#ofList && column === this.#column) {
      if (key !== undefined) this.note(key, value);
      return this.#leave(dashes);
    }
    const isParent = this.#ofList ? first <= this.#column && dashes[0] !== this.#column : first < this.#column && column < this.#column;
    if (!isParent || key === undefined) return;
    this.path.unshift(key);
    this.levels.push(new Map([[key, value]]));
    this.#column = column;
    this.#ofList = false;
    this.#leave(dashes);
  }

  /** Records a key of the current mapping. */
  note(key: string, value: string): void {
    const level = this.levels.at(-1) as Map<string, string>;
    if (!level.has(key)) level.set(key, value);
    if (this.levels.length === 1) this.siblings.add(key);
  }

  /** Leaves the list items that begin on a line. */
  #leave(dashes: readonly number[]): void {
    for (const dash of [...dashes].reverse()) {
      this.path.unshift('[]');
      this.#column = dash;
      this.#ofList = true;
    }
  }

  /** Returns whether the object is an item of a List. */
  isInList(): boolean {
    const kind = this.levels.at(-1)?.get('kind');
    return this.path[0] === 'items' && this.path[1] === '[]' && (kind === undefined || kind.endsWith('List'));
  }

  object(): Pick<PlaceFields, 'apiVersion' | 'kindName'> {
    const level = this.levels.at(this.isInList() ? -2 : -1);
    const plain = (key: string): string => (level?.get(key) ?? '').replace(/\s+#.*$/, '').replace(/^["']|["']$/g, '');
    return { apiVersion: plain('apiVersion'), kindName: plain('kind') };
  }
}
