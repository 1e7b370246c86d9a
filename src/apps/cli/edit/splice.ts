// Applies single JSON patch operations to YAML or JSON text. Entries are removed with their lines, new ones are formatted like their
// neighbours, and scalars keep their quotes. It yields alternatives, and the caller parses each result.

import type { TextEdit } from '../../../cel/rewrite/list-reads.js';
import type { Json, PathStep } from '../../../core/base/json.js';
import type { YamlEntry, YamlNode } from '../../../core/read/yaml-tree.js';
import { formatYaml } from '../print/yaml.js';
import type { SteppedOperation } from './json-patch.js';

/** Yields alternative edits for an operation on the document with this root; none if no edit is possible. */
export function* splicesFor(text: string, root: YamlNode, operation: SteppedOperation): Generator<readonly TextEdit[]> {
  const { steps } = operation;
  const last = steps.at(-1);
  const way = nodesTo(root, steps.slice(0, -1));
  const parent = way?.at(-1)?.value;
  if (way === undefined || parent === undefined || last === undefined) return;
  const index = placeIn(parent, last);
  const entry = index === undefined ? undefined : parent.entries[index];
  const splicer = new Splicer(text, parent, way.at(-1) as YamlEntry);
  if (operation.op === 'remove') {
    if (index !== undefined) yield* splicer.remove(index);
  } else if (entry !== undefined && (operation.op === 'replace' || parent.kind === 'map')) yield* splicer.replace(entry, operation.value);
  else if (parent.kind === 'map' && typeof last === 'string') yield* splicer.addMember(last, operation.value);
  else if (parent.kind === 'list' && last === parent.entries.length) yield* splicer.addItem(operation.value);
}

/** Returns the entries on the path to a node, from the root on. */
function nodesTo(root: YamlNode, steps: readonly PathStep[]): readonly YamlEntry[] | undefined {
  const way: YamlEntry[] = [{ value: root }];
  for (const step of steps) {
    const node = (way.at(-1) as YamlEntry).value;
    const entry = node.entries[placeIn(node, step) ?? -1];
    if (entry === undefined) return undefined;
    way.push(entry);
  }
  return way;
}

function placeIn({ kind, entries }: YamlNode, step: PathStep): number | undefined {
  if (kind === 'list') return typeof step === 'number' && step < entries.length ? step : undefined;
  // The last entry of a repeated key counts.
  const place = entries.findLastIndex(({ key }) => key?.text === String(step));
  return place < 0 ? undefined : place;
}

/** Edits one collection of a text. */
class Splicer {
  readonly #text: string;
  readonly #node: YamlNode;
  /** The collection with its key, if any. */
  readonly #entry: YamlEntry;

  constructor(text: string, node: YamlNode, entry: YamlEntry) {
    this.#text = text;
    this.#node = node;
    this.#entry = entry;
  }

  *remove(index: number): Generator<readonly TextEdit[]> {
    const { entries, style } = this.#node;
    const entry = entries[index] as YamlEntry;
    const [before, after] = [entries[index - 1], entries[index + 1]];
    if (style === 'flow') {
      if (after !== undefined) yield [{ start: startOf(entry), end: startOf(after), text: '' }];
      else if (before !== undefined) yield [{ start: before.value.end, end: entry.value.end, text: '' }];
      else yield [{ start: startOf(entry), end: entry.value.end, text: '' }];
      return;
    }
    const start = this.#beginOf(entry);
    const lines = { start: this.#lineStart(start), end: this.#lineEnd(entry.value.end), text: '' };
    if (entries.length === 1) {
      const empty = this.#node.kind === 'list' ? '[]' : '{}';
      const { key } = this.#entry;
      // The empty collection stays after the colon, so that a comment there remains.
      const colon = key === undefined ? -1 : this.#text.indexOf(':', key.end);
      if (colon >= 0 && this.#isFirstOnLine(start)) yield [{ start: colon + 1, end: colon + 1, text: ` ${empty}` }, lines];
      yield [{ start: this.#beginOf(entry), end: entry.value.end, text: empty }];
      return;
    }
    if (this.#isFirstOnLine(start)) yield [lines];
    // The first entry is on the line of the list dash, so the next entry, or a comment before it, moves there.
    else if (after !== undefined) {
      const next = this.#beginOf(after);
      const hasComment = this.#text.slice(this.#lineEnd(entry.value.end), this.#lineStart(next)).trim() !== '';
      yield [{ start, end: hasComment ? entry.value.end : next, text: '' }];
    }
  }

  *replace({ key, value: node }: YamlEntry, value: Json): Generator<readonly TextEdit[]> {
    const { start, end, style } = node;
    if (style === 'literal' && typeof value === 'string') yield* this.#literal(node, value);
    const colon = key === undefined ? -1 : this.#text.indexOf(':', key.end) + 1;
    if (colon > 0 && (style === 'block' || style === 'literal' || style === 'folded')) {
      // The comment after the header of a block scalar remains.
      const comment = style === 'block' ? '' : (/[ \t]+#[^\r\n]*/.exec(this.#text.slice(start, end).split('\n')[0] ?? '')?.[0] ?? '');
      yield [{ start: colon, end: this.#trimmed(start, end), text: ` ${this.#inLine(value)}${comment}` }];
    }
    for (const text of writings(value, style, this.#isJson)) yield [{ start, end: this.#trimmed(start, end), text }];
    // The value was empty.
    if (start === end && colon > 0) yield [{ start: colon, end: colon, text: ` ${this.#inLine(value)}` }];
  }

  /** Returns the lines of a literal block, with the current header and indentation. */
  *#literal({ start, end }: YamlNode, value: string): Generator<readonly TextEdit[]> {
    const first = this.#text.indexOf('\n', start) + 1;
    const indentation = /^ */.exec(this.#text.slice(first, end).replace(/^(?:[ \t]*\r?\n)+/, ''))?.[0] ?? '';
    const lines = value
      .replace(/\n+$/, '')
      .split('\n')
      .map((line) => (line === '' ? '' : `${indentation}${line}`));
    yield [this.#changedLines(first, this.#trimmed(first, end), lines)];
  }

  /** Returns an edit that replaces whole lines. Equal lines before and after the change remain, with their line ends. */
  #changedLines(start: number, end: number, lines: readonly string[]): TextEdit {
    const before = this.#text.slice(start, end).split('\n');
    const isSame = (old: string | undefined, line: string | undefined): boolean => line !== undefined && old?.replace(/\r$/, '') === line;
    const most = Math.min(before.length, lines.length) - 1;
    let first = 0;
    while (first < most && isSame(before[first], lines[first])) first++;
    let last = 0;
    while (last < most - first && isSame(before.at(-1 - last), lines.at(-1 - last))) last++;
    const lengthOf = (all: readonly string[]): number => all.reduce((sum, line) => sum + line.length + 1, 0);
    const changed = lines.slice(first, lines.length - last).join('\n');
    const returnLength = before.at(-1 - last)?.endsWith('\r') ? 1 : 0;
    return {
      start: start + lengthOf(before.slice(0, first)),
      end: end - lengthOf(before.slice(before.length - last)) - returnLength,
      text: changed,
    };
  }

  *addMember(key: string, value: Json): Generator<readonly TextEdit[]> {
    const { entries, style } = this.#node;
    const [first, last] = [entries[0], entries.at(-1)];
    if (style === 'flow') {
      const member = `${this.#isJson || first?.key?.style === 'double' ? JSON.stringify(key) : formatYaml(key).trimEnd()}: ${this.#inLine(value)}`;
      yield* this.#inBrackets(member, last);
      return;
    }
    if (first?.key === undefined || last === undefined) return;
    const indentation = ' '.repeat(this.#columnOf(first.key.start));
    yield [this.#newLines(last.value.end, formatYaml({ [key]: value }), indentation)];
  }

  *addItem(value: Json): Generator<readonly TextEdit[]> {
    const { entries, style } = this.#node;
    const last = entries.at(-1);
    if (style === 'flow') {
      yield* this.#inBrackets(this.#inLine(value), last);
      return;
    }
    if (last === undefined) return;
    const indentation = ' '.repeat(this.#columnOf(this.#beginOf(last)));
    yield [this.#newLines(last.value.end, formatYaml([value]), indentation)];
  }

  *#inBrackets(text: string, last: YamlEntry | undefined): Generator<readonly TextEdit[]> {
    const { start, end } = this.#node;
    if (last === undefined) {
      yield [{ start: start + 1, end: end - 1, text }];
      return;
    }
    // Items on separate lines remain on separate lines.
    const before = /\n[ \t]*$/.exec(this.#text.slice(0, startOf(last)))?.[0] ?? ' ';
    yield [{ start: last.value.end, end: last.value.end, text: `,${before}${text}` }];
  }

  /** Returns an edit that adds lines after the last line of a node. */
  #newLines(end: number, text: string, indentation: string): TextEdit {
    const at = this.#lineEnd(end);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '' : `${indentation}${line}`));
    const isOpen = at > 0 && this.#text[at - 1] !== '\n';
    return { start: at, end: at, text: isOpen ? `\n${lines.join('\n')}` : `${lines.join('\n')}\n` };
  }

  /** Returns the start of an entry: its key, or the dash of an item. */
  #beginOf({ key, value }: YamlEntry): number {
    if (key !== undefined) return this.#propertiesBefore(key.start);
    const sign = this.#text.lastIndexOf('-', value.start - 1);
    const dash = /-[ \t]*(?:[&!]\S*[ \t]+)*$/.exec(this.#text.slice(this.#lineStart(value.start), value.start));
    return dash === null ? sign : this.#lineStart(value.start) + dash.index;
  }

  #propertiesBefore(start: number): number {
    const line = this.#lineStart(start);
    const properties = /(?:[&!]\S*[ \t]+)+$/.exec(this.#text.slice(line, start));
    return properties === null ? start : line + properties.index;
  }

  /** Returns the end of a node without the trailing white space that blocks have. */
  #trimmed(start: number, end: number): number {
    return start + this.#text.slice(start, end).trimEnd().length;
  }

  #lineStart(offset: number): number {
    return this.#text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Returns the offset after the last line of a node. Blocks end with their last line. */
  #lineEnd(end: number): number {
    if (end > 0 && this.#text[end - 1] === '\n') return end;
    const lineFeed = this.#text.indexOf('\n', end);
    return lineFeed < 0 ? this.#text.length : lineFeed + 1;
  }

  #isFirstOnLine(offset: number): boolean {
    return this.#text.slice(this.#lineStart(offset), offset).trim() === '';
  }

  #columnOf(offset: number): number {
    return offset - this.#lineStart(offset);
  }

  /** Returns a value on one line. JSON is YAML. */
  #inLine(value: Json): string {
    return typeof value === 'string' && !this.#isJson && !value.includes('\n') ? formatYaml(value).trimEnd() : JSON.stringify(value);
  }

  get #isJson(): boolean {
    return /^\s*[{[]/.test(this.#text);
  }
}

function startOf({ key, value }: YamlEntry): number {
  return (key ?? value).start;
}

/** Returns notations of a scalar, the current style first. */
function writings(value: Json, style: YamlNode['style'], isJson: boolean): readonly string[] {
  if (typeof value !== 'string' || isJson) return [JSON.stringify(value)];
  const quoted = [`'${value.replaceAll("'", "''")}'`, JSON.stringify(value)];
  if (style === 'single') return value.includes('\n') ? [JSON.stringify(value)] : quoted;
  if (style === 'double') return [JSON.stringify(value)];
  return style === 'plain' && !/\n/.test(value) ? [value, ...quoted] : quoted;
}
