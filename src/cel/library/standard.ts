// Functions of the standard library that are neither operators nor conversions.

import { type CelMap, stringSize, type Value } from '../values.js';
import { type Declaration, declare } from './declaration.js';
import { matches } from './regex.js';

type List = readonly Value[];

const characters = (text: string): bigint => BigInt(stringSize(text));
const length = (list: List | Uint8Array): bigint => BigInt(list.length);
const entries = (map: CelMap): bigint => BigInt(map.size);

export const STANDARD: readonly Declaration[] = [
  declare<[Uint8Array]>('size_bytes', 'size(bytes) int', (_, bytes) => length(bytes)),
  declare<[Uint8Array]>('bytes_size', 'bytes.size() int', (_, bytes) => length(bytes)),
  declare<[List]>('size_list', 'size(list(A)) int', (_, list) => length(list)),
  declare<[List]>('list_size', 'list(A).size() int', (_, list) => length(list)),
  declare<[CelMap]>('size_map', 'size(map(A, B)) int', (_, map) => entries(map)),
  declare<[CelMap]>('map_size', 'map(A, B).size() int', (_, map) => entries(map)),
  declare<[string]>('size_string', 'size(string) int', (_, text) => characters(text)),
  declare<[string]>('string_size', 'string.size() int', (_, text) => characters(text)),
  declare<[string, string]>('contains_string', 'string.contains(string) bool', (_, text, part) => text.includes(part)),
  declare<[string, string]>('ends_with_string', 'string.endsWith(string) bool', (_, text, part) => text.endsWith(part)),
  declare<[string, string]>('starts_with_string', 'string.startsWith(string) bool', (_, text, part) => text.startsWith(part)),
  declare<[string, string]>('matches', 'matches(string, string) bool', matches),
  declare<[string, string]>('matches_string', 'string.matches(string) bool', matches),
];
