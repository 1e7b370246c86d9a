// The strings library of cel-go, version 2. Positions and sizes are in code points.

import type { Frame } from '../frame.js';
import { goText } from '../print.js';
import { expandFormat } from '../string-format.js';
import { stringSize, type Value } from '../values.js';
import { type Declaration, declare, fail } from './declaration.js';
import { formatValue } from './format-values.js';
import { quote } from './quote.js';

type List = readonly Value[];

/** What a call takes, in steps (see Frame.work), beside what it does with characters: of most, and of those that make lists. */
const CALL_WORK = 35;
const LIST_WORK = 80;

/** The characters of a string, announced as work. */
function charactersOf(frame: Frame, text: string): string[] {
  frame.work(text.length);
  return [...text];
}

const outOfRange = (index: bigint): Value => fail(`index out of range: ${index}`);

/** Whether all characters are of one unit, as nearly always: positions are then those of JavaScript. */
const isPlain = (text: string): boolean => !/[\ud800-\udfff]/.test(text);

function charAt(frame: Frame, text: string, index: bigint): Value {
  frame.work(CALL_WORK);
  if (isPlain(text)) return index < 0n || index > text.length ? outOfRange(index) : text.charAt(Number(index));
  const characters = charactersOf(frame, text);
  if (index < 0n || index > BigInt(characters.length)) return outOfRange(index);
  return characters[Number(index)] ?? '';
}

function indexOf(frame: Frame, text: string, part: string, from: bigint): Value {
  frame.work(CALL_WORK);
  if (from < 0n) return outOfRange(from);
  if (isPlain(text) && part !== '') return from >= text.length ? -1n : BigInt(text.indexOf(part, Number(from)));
  const characters = charactersOf(frame, text);
  const size = BigInt(characters.length);
  if (part === '') return from > size ? size : from;
  if (from >= size) return -1n;
  const unit = characters.slice(0, Number(from)).join('').length;
  const found = text.indexOf(part, unit);
  return found === -1 ? -1n : BigInt(stringSize(text.slice(0, found)));
}

function lastIndexOf(frame: Frame, text: string, part: string, from: bigint): Value {
  frame.work(CALL_WORK);
  if (from < 0n) return outOfRange(from);
  if (isPlain(text) && part !== '') return from >= text.length ? -1n : BigInt(text.lastIndexOf(part, Number(from)));
  const characters = charactersOf(frame, text);
  const size = BigInt(characters.length);
  if (part === '') return from > size ? size : from;
  if (from >= size) return -1n;
  const unit = characters.slice(0, Number(from)).join('').length;
  const found = text.lastIndexOf(part, unit);
  return found === -1 ? -1n : BigInt(stringSize(text.slice(0, found)));
}

function lastIndexOfAll(frame: Frame, text: string, part: string): Value {
  const size = stringSize(text);
  if (part === '') return BigInt(size);
  return text.length < part.length ? -1n : lastIndexOf(frame, text, part, BigInt(size - 1));
}

function substring(frame: Frame, text: string, start: bigint, end: bigint | undefined): Value {
  frame.work(CALL_WORK);
  const characters = isPlain(text) ? text : charactersOf(frame, text);
  const size = characters.length;
  if (end !== undefined && start > end) return fail(`invalid substring range. start: ${start}, end: ${end}`);
  if (start < 0n || start > size) return outOfRange(start);
  if (end !== undefined && (end < 0n || end > size)) return outOfRange(end);
  const part = characters.slice(Number(start), end === undefined ? undefined : Number(end));
  return typeof part === 'string' ? part : part.join('');
}

/** Go's strings.Replace: an empty `old` matches before every character and at the end; a negative limit is none. */
function replace(frame: Frame, text: string, old: string, by: string, limit: bigint): Value {
  const parts = old === '' ? ['', ...charactersOf(frame, text), ''] : text.split(old);
  const gaps = parts.length - 1;
  const count = limit < 0n || limit > BigInt(gaps) ? gaps : Number(limit);
  frame.work(LIST_WORK + text.length + parts.length + count * by.length);
  let result = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 1) result += (at <= count ? by : old) + (parts[at] ?? '');
  return result;
}

/** Go's strings.SplitN: the last part keeps the rest; 0 gives nothing, a negative limit is none. */
function split(frame: Frame, text: string, separator: string, limit: bigint): Value {
  frame.work(LIST_WORK + text.length);
  if (limit === 0n) return [];
  const parts = separator === '' ? [...text] : text.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const kept = Number(limit) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)];
}

function join(frame: Frame, list: readonly Value[], separator: string): Value {
  frame.work(LIST_WORK);
  const parts: string[] = [];
  for (const item of list) {
    if (typeof item !== 'string') return fail(`join: invalid input: ${goText(item)}`);
    frame.work(item.length + separator.length + 1);
    parts.push(item);
  }
  return parts.join(separator);
}

function format(frame: Frame, text: string, list: List): Value {
  frame.work(text.length);
  return expandFormat(text, list.length, false, (verb, argument, precision) => {
    const formatted = formatValue(frame, verb, list[argument] as Value, precision);
    if (typeof formatted === 'string') frame.work(formatted.length);
    return formatted;
  });
}

/** All of a text that is ASCII can be changed at once. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

function lower(frame: Frame, text: string): string {
  frame.work(CALL_WORK);
  return isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

function upper(frame: Frame, text: string): string {
  frame.work(CALL_WORK);
  return isAscii(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (part) => part.toUpperCase());
}

/** What unicode.IsSpace takes for a blank. */
const BLANK = '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING_BLANKS = new RegExp(`^[${BLANK}]+`);

function trim(frame: Frame, text: string): string {
  frame.work(2 * CALL_WORK);
  const start = LEADING_BLANKS.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && LEADING_BLANKS.test(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

export const STRINGS: readonly Declaration[] = [
  declare('string_char_at_int', 'string.charAt(int) string', charAt),
  declare<[string, string]>('string_index_of_string', 'string.indexOf(string) int', (frame, text, part) => indexOf(frame, text, part, 0n)),
  declare('string_index_of_string_int', 'string.indexOf(string, int) int', indexOf),
  declare('string_last_index_of_string', 'string.lastIndexOf(string) int', lastIndexOfAll),
  declare('string_last_index_of_string_int', 'string.lastIndexOf(string, int) int', lastIndexOf),
  declare<[string]>('string_lower_ascii', 'string.lowerAscii() string', lower),
  declare<[string]>('string_upper_ascii', 'string.upperAscii() string', upper),
  declare<[string, string, string]>('string_replace_string_string', 'string.replace(string, string) string', (frame, text, old, by) =>
    replace(frame, text, old, by, -1n),
  ),
  declare('string_replace_string_string_int', 'string.replace(string, string, int) string', replace),
  declare<[string, string]>('string_split_string', 'string.split(string) list(string)', (frame, text, separator) =>
    split(frame, text, separator, -1n),
  ),
  declare('string_split_string_int', 'string.split(string, int) list(string)', split),
  declare<[string, bigint]>('string_substring_int', 'string.substring(int) string', (frame, text, start) =>
    substring(frame, text, start, undefined),
  ),
  declare<[string, bigint, bigint]>('string_substring_int_int', 'string.substring(int, int) string', substring),
  declare<[string]>('string_trim', 'string.trim() string', (frame, text) => trim(frame, text)),
  declare<[List]>('list_join', 'list(string).join() string', (frame, list) => join(frame, list, '')),
  declare<[List, string]>('list_join_string', 'list(string).join(string) string', join),
  declare<[string, List]>('string_format', 'string.format(list(dyn)) string', (frame, text, list) => format(frame, text, list)),
  declare<[string]>('strings_quote', 'strings.quote(string) string', (frame, text) => quote(frame, text)),
];
