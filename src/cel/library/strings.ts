// Implements cel-go's strings library, version 2. Positions and sizes are in code points.

import type { Frame } from '../run/frame.js';
import { hasSurrogates, isAscii, stringSize } from '../values/characters.js';
import { CHARACTER_BYTES, ITEM_BYTES, memoryOf, OBJECT_BYTES } from '../values/memory.js';
import { goText } from '../values/print.js';
import { firstIndexOf, lastIndexOf as lastPlaceOf } from '../values/text-search.js';
import type { Value } from '../values/values.js';
import { type Declaration, declare, fail } from './declaration.js';
import { formatValue } from './format-values.js';
import { quote } from './quote.js';
import { expandFormat } from './string-format.js';
import { JOINED, readingOf, SCANNED, scanOf, VISITED } from './work.js';

type List = readonly Value[];

/** The steps of a call in addition to its characters (see Frame.work): of most calls, and of calls that create lists. */
const CALL_WORK = 35;
const LIST_WORK = 80;
/** The work per part of a text that is split or joined. */
const PART_WORK = 4;
/** The work per character whose case changes one by one, and per trimmed character. */
const CHANGED = 3;
const TRIMMED = 4;

/** Returns the characters of a string and reports the work. */
function charactersOf(frame: Frame, text: string): string[] {
  frame.work(text.length * VISITED);
  return [...text];
}

const outOfRange = (index: bigint): Value => fail(`index out of range: ${index}`);

function charAt(frame: Frame, text: string, index: bigint): Value {
  if (!hasSurrogates(text)) return index < 0n || index > text.length ? outOfRange(index) : text.charAt(Number(index));
  const characters = charactersOf(frame, text);
  if (index < 0n || index > BigInt(characters.length)) return outOfRange(index);
  return characters[Number(index)] ?? '';
}

/** Returns a function that searches for a part from a position on. */
const placeOf =
  (search: typeof firstIndexOf) =>
  (frame: Frame, text: string, part: string, from: bigint): Value => {
    if (from < 0n) return outOfRange(from);
    if (!hasSurrogates(text) && part !== '') return from >= text.length ? -1n : BigInt(search(text, part, Number(from), frame));
    const characters = charactersOf(frame, text);
    const size = BigInt(characters.length);
    if (part === '') return from > size ? size : from;
    if (from >= size) return -1n;
    const unit = characters.slice(0, Number(from)).join('').length;
    const found = search(text, part, unit, frame);
    return found === -1 ? -1n : BigInt(stringSize(text.slice(0, found)));
  };

const indexOf = placeOf(firstIndexOf);
const lastIndexOf = placeOf(lastPlaceOf);

function lastIndexOfAll(frame: Frame, text: string, part: string): Value {
  const size = stringSize(text);
  if (part === '') return BigInt(size);
  return text.length < part.length ? -1n : lastIndexOf(frame, text, part, BigInt(size - 1));
}

function substring(frame: Frame, text: string, start: bigint, end: bigint | undefined): Value {
  const characters = hasSurrogates(text) ? charactersOf(frame, text) : text;
  const size = characters.length;
  if (end !== undefined && start > end) return fail(`invalid substring range. start: ${start}, end: ${end}`);
  if (start < 0n || start > size) return outOfRange(start);
  if (end !== undefined && (end < 0n || end > size)) return outOfRange(end);
  const part = characters.slice(Number(start), end === undefined ? undefined : Number(end));
  return typeof part === 'string' ? part : part.join('');
}

/** Returns the parts between separators, at most `most`. An empty separator separates all characters. */
function partsOf(frame: Frame, text: string, separator: string, most: number): string[] {
  if (separator === '') {
    const characters = charactersOf(frame, text);
    frame.made(characters.length * (ITEM_BYTES + OBJECT_BYTES));
    if (characters.length <= most) return characters;
    return [...characters.slice(0, most - 1), characters.slice(most - 1).join('')];
  }
  const parts: string[] = [];
  let start = 0;
  while (parts.length + 1 < most) {
    const end = firstIndexOf(text, separator, start, frame);
    if (end === -1) break;
    frame.make(PART_WORK, ITEM_BYTES + OBJECT_BYTES);
    parts.push(text.slice(start, end));
    start = end + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}

/** Implements Go's strings.Replace: an empty `old` matches before every character and at the end. A negative limit means unlimited. */
function replace(frame: Frame, text: string, old: string, by: string, limit: bigint): Value {
  const most = limit < 0n ? Number.POSITIVE_INFINITY : Number(limit);
  const parts = old === '' ? ['', ...partsOf(frame, text, '', Number.POSITIVE_INFINITY), ''] : partsOf(frame, text, old, most + 1);
  const count = Math.min(parts.length - 1, most);
  const length = text.length + count * by.length;
  frame.make(parts.length * PART_WORK + length * JOINED, parts.length * OBJECT_BYTES + length * CHARACTER_BYTES);
  let result = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 1) result += (at <= count ? by : old) + (parts[at] ?? '');
  return result;
}

/** Implements Go's strings.SplitN: the last part contains the rest. With limit 0, the result is empty; a negative limit means unlimited. */
function split(frame: Frame, text: string, separator: string, limit: bigint): Value {
  return limit === 0n ? [] : partsOf(frame, text, separator, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit));
}

function join(frame: Frame, list: readonly Value[], separator: string): Value {
  const parts: string[] = [];
  let length = 0;
  for (const item of list) {
    if (typeof item !== 'string') return fail(`join: invalid input: ${goText(item)}`);
    frame.work(PART_WORK);
    parts.push(item);
    length += item.length + separator.length;
  }
  // The work is reported at once, because the text is joined at once: between parts that are reported in advance, the clock
  // would not advance.
  frame.make(length * SCANNED, length * CHARACTER_BYTES);
  return parts.join(separator);
}

function format(frame: Frame, text: string, list: List): Value {
  return expandFormat(text, list.length, false, (verb, argument, precision) => {
    const formatted = formatValue(frame, verb, list[argument] as Value, precision);
    if (typeof formatted === 'string') frame.make(formatted.length * JOINED, memoryOf(formatted));
    return formatted;
  });
}

/** Changes ASCII letters: the whole text at once if it is ASCII, otherwise each run of letters. */
function changed(frame: Frame, text: string, letters: RegExp, change: (letters: string) => string): string {
  if (isAscii(text)) return change(text);
  frame.make(text.length * CHANGED, memoryOf(text));
  return text.replace(letters, change);
}

/** The characters that Go's unicode.IsSpace considers space. */
const BLANK = '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING_BLANKS = new RegExp(`^[${BLANK}]+`);

function trim(frame: Frame, text: string): string {
  const start = LEADING_BLANKS.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && LEADING_BLANKS.test(text[end - 1] as string)) {
    frame.work(TRIMMED);
    end -= 1;
  }
  return text.slice(start, end);
}

const lookedThrough = readingOf(CALL_WORK, SCANNED);
const sizedAndLookedThrough = readingOf(CALL_WORK, SCANNED + VISITED / 2);
const splitting = readingOf(LIST_WORK, SCANNED);

export const STRINGS: readonly Declaration[] = [
  declare<[string, bigint]>('string_char_at_int', 'string.charAt(int) string', lookedThrough, charAt),
  declare<[string, string]>('string_index_of_string', 'string.indexOf(string) int', lookedThrough, (frame, text, part) =>
    indexOf(frame, text, part, 0n),
  ),
  declare<[string, string, bigint]>('string_index_of_string_int', 'string.indexOf(string, int) int', lookedThrough, indexOf),
  declare<[string, string]>('string_last_index_of_string', 'string.lastIndexOf(string) int', sizedAndLookedThrough, lastIndexOfAll),
  declare<[string, string, bigint]>('string_last_index_of_string_int', 'string.lastIndexOf(string, int) int', lookedThrough, lastIndexOf),
  declare<[string]>('string_lower_ascii', 'string.lowerAscii() string', lookedThrough, (frame, text) =>
    changed(frame, text, /[A-Z]+/g, (part) => part.toLowerCase()),
  ),
  declare<[string]>('string_upper_ascii', 'string.upperAscii() string', lookedThrough, (frame, text) =>
    changed(frame, text, /[a-z]+/g, (part) => part.toUpperCase()),
  ),
  declare<[string, string, string]>(
    'string_replace_string_string',
    'string.replace(string, string) string',
    splitting,
    (frame, text, old, by) => replace(frame, text, old, by, -1n),
  ),
  declare<[string, string, string, bigint]>(
    'string_replace_string_string_int',
    'string.replace(string, string, int) string',
    splitting,
    replace,
  ),
  declare<[string, string]>('string_split_string', 'string.split(string) list(string)', splitting, (frame, text, separator) =>
    split(frame, text, separator, -1n),
  ),
  declare<[string, string, bigint]>('string_split_string_int', 'string.split(string, int) list(string)', splitting, split),
  declare<[string, bigint]>('string_substring_int', 'string.substring(int) string', lookedThrough, (frame, text, start) =>
    substring(frame, text, start, undefined),
  ),
  declare<[string, bigint, bigint]>('string_substring_int_int', 'string.substring(int, int) string', lookedThrough, substring),
  declare<[string]>('string_trim', 'string.trim() string', readingOf(2 * CALL_WORK, SCANNED), trim),
  declare<[List]>('list_join', 'list(string).join() string', LIST_WORK, (frame, list) => join(frame, list, '')),
  declare<[List, string]>('list_join_string', 'list(string).join(string) string', LIST_WORK, join),
  declare<[string, List]>('string_format', 'string.format(list(dyn)) string', scanOf, format),
  declare<[string]>('strings_quote', 'strings.quote(string) string', scanOf, quote),
];
