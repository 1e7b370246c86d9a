// Implements the functions of the standard library other than operators and conversions.

import type { Frame } from '../run/frame.js';
import { hasSurrogates, stringSize } from '../values/characters.js';
import { firstIndexOf } from '../values/text-search.js';
import type { CelMap, Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare } from './declaration.js';
import { matches } from './regex.js';
import { scanOf, VISITED } from './work.js';

type List = readonly Value[];

/** For texts up to this length, a search for surrogate pairs is not worthwhile. */
const SHORT = 16;

/** Texts with surrogate pairs are counted character by character. */
function characters(frame: Frame, text: string): bigint {
  if (text.length > SHORT && !hasSurrogates(text)) return BigInt(text.length);
  frame.work(text.length * (VISITED / 2));
  return BigInt(stringSize(text));
}

function contains(frame: Frame, text: string, part: string): boolean {
  return firstIndexOf(text, part, 0, frame) !== -1;
}

const partOf = (_: string, part: string): number => scanOf(part);
const length = (list: List | Uint8Array): bigint => BigInt(list.length);
const entries = (map: CelMap): bigint => BigInt(map.size);

export const STANDARD: readonly Declaration[] = [
  declare<[Uint8Array]>('size_bytes', 'size(bytes) int', CONSTANT, (_, bytes) => length(bytes)),
  declare<[Uint8Array]>('bytes_size', 'bytes.size() int', CONSTANT, (_, bytes) => length(bytes)),
  declare<[List]>('size_list', 'size(list(A)) int', CONSTANT, (_, list) => length(list)),
  declare<[List]>('list_size', 'list(A).size() int', CONSTANT, (_, list) => length(list)),
  declare<[CelMap]>('size_map', 'size(map(A, B)) int', CONSTANT, (_, map) => entries(map)),
  declare<[CelMap]>('map_size', 'map(A, B).size() int', CONSTANT, (_, map) => entries(map)),
  declare<[string]>('size_string', 'size(string) int', scanOf, characters),
  declare<[string]>('string_size', 'string.size() int', scanOf, characters),
  declare<[string, string]>('contains_string', 'string.contains(string) bool', 'metered', contains),
  declare<[string, string]>('ends_with_string', 'string.endsWith(string) bool', partOf, (_, text, part) => text.endsWith(part)),
  declare<[string, string]>('starts_with_string', 'string.startsWith(string) bool', partOf, (_, text, part) => text.startsWith(part)),
  declare<[string, string]>('matches', 'matches(string, string) bool', 'metered', matches),
  declare<[string, string]>('matches_string', 'string.matches(string) bool', 'metered', matches),
];
