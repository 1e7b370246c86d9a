// What a call costs while it runs, in cel-go's units. Sources: cel-go interpreter/runtimecost.go, ext/sets.go, ext/lists.go;
// k8s.io/apiserver pkg/cel/library/cost.go.

import { Aborted, COST_LIMIT, costExceeded } from './frame.js';
import { goTypeName } from './names.js';
import { CelMap, Optional, stringSize, type Value } from './values.js';

/** Cost of reading a variable, or one field or item of it. */
export const SELECT_COST = 1;
export const LIST_COST = 10;
export const MAP_COST = 30;

/** The size of a value: characters, bytes or entries; 1 for everything that has none. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return stringSize(value);
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof CelMap) return value.size;
  return value instanceof Optional && value.value !== undefined ? sizeOf(value.value) : 1;
}

/** The cost of reading a text of this size once. */
const tenth = (size: number): number => Math.ceil(size * 0.1);

const regexCost = (text: Value, pattern: Value): number => tenth(1 + sizeOf(text)) * Math.ceil(sizeOf(pattern) * 0.25);
const newList = (size: number): number => Math.floor(size) + 1 + LIST_COST;

type CostRule = (args: readonly Value[], result: Value) => number;

const arg = (args: readonly Value[], index: number): number => sizeOf(args[index] ?? null);
const shorter: CostRule = (args) => tenth(Math.min(arg(args, 0), arg(args, 1)));
const sum: CostRule = (args) => tenth(arg(args, 0) + arg(args, 1));
const read: CostRule = (args) => tenth(arg(args, 0));
const readAndMake: CostRule = (args) => tenth(arg(args, 0) * 2);
const walk: CostRule = (args) => traversal(args[0] ?? null);
const product =
  (factor: number): CostRule =>
  (args) =>
    1 + arg(args, 0) * arg(args, 1) * factor;

/** The reference's cost of these two takes the types of the values for granted, and panics. */
function flattening(args: readonly Value[]): number {
  const depth = args[1];
  if (typeof depth !== 'bigint')
    throw new Aborted(`internal error: interface conversion: ref.Val is ${goTypeName(depth ?? null)}, not types.Int`);
  return newList(arg(args, 0) * (depth < 0n ? 1 : Number(depth)));
}

function distinguishing([list = null]: readonly Value[]): number {
  if (!Array.isArray(list)) throw new Aborted(`internal error: interface conversion: ${goTypeName(list)} is not traits.Lister`);
  return newList(list.length ** 2 * (isText(list[0] as Value) ? 2.1 : 2));
}

/** Costs that depend on the overload that the static types chose. */
const BY_OVERLOAD: ReadonlyMap<string, CostRule> = new Map<string, CostRule>([
  ['list_sets_contains_list', product(1)],
  ['list_sets_intersects_list', product(1)],
  ['list_sets_equivalent_list', product(2)],
  ['list_slice', (_, result) => newList(sizeOf(result))],
  ['lists_range', (_, result) => newList(sizeOf(result))],
  ['list_reverse', (_, result) => newList(sizeOf(result))],
  ['list_flatten', (args) => newList(arg(args, 0))],
  ['list_flatten_int', flattening],
  ['list_distinct', distinguishing],
]);

/** Costs that Kubernetes gives to functions, whatever the overload. */
const BY_NAME: ReadonlyMap<string, CostRule> = new Map<string, CostRule>([
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf', 'includes', 'include'].map((name): [string, CostRule] => [name, walk]),
  ...['lowerAscii', 'upperAscii', 'substring', 'trim', 'quantity', 'isQuantity', 'semver', 'isSemver'].map((name): [string, CostRule] => [
    name,
    read,
  ]),
  ['replace', readAndMake],
  ['split', readAndMake],
  ['join', (_, result) => tenth(sizeOf(result) * 2)],
  ['find', (args) => regexCost(args[0] ?? null, args[1] ?? null)],
  ['findAll', (args) => regexCost(args[0] ?? null, args[1] ?? null)],
]);

/** Costs of the standard library, by overload. */
const STANDARD: ReadonlyMap<string, CostRule> = new Map<string, CostRule>([
  ['starts_with_string', (args) => tenth(arg(args, 1))],
  ['ends_with_string', (args) => tenth(arg(args, 1))],
  ['string_to_bytes', read],
  ['bytes_to_string', read],
  ['strings_quote', read],
  ['in_list', (args) => arg(args, 1)],
  ...['less', 'less_equals', 'greater', 'greater_equals'].flatMap((id): [string, CostRule][] => [
    [`${id}_string`, shorter],
    [`${id}_bytes`, shorter],
  ]),
  ['equals', shorter],
  ['not_equals', shorter],
  ['add_string', sum],
  ['add_bytes', sum],
  ['matches', (args) => regexCost(args[0] ?? null, args[1] ?? null)],
  ['matches_string', (args) => regexCost(args[0] ?? null, args[1] ?? null)],
  ['contains_string', (args) => tenth(arg(args, 0)) * tenth(arg(args, 1))],
]);

const ONE: CostRule = () => 1;

/** How a call is charged: `overload` is the id when the static types leave only one. */
export function costOfCall(name: string, overload: string | undefined): CostRule {
  return BY_OVERLOAD.get(overload ?? '') ?? BY_NAME.get(name) ?? STANDARD.get(overload ?? '') ?? ONE;
}

const isText = (value: Value | undefined): boolean => typeof value === 'string' || value instanceof Uint8Array;

/** The cost of looking at all of a value. Values can contain the same list again and again: an end is put to it. */
function traversal(root: Value): number {
  let cost = 0;
  const pending: Value[] = [root];
  for (let steps = 0; pending.length > 0; steps += 1) {
    if (steps > COST_LIMIT) throw costExceeded();
    const value = pending.pop() as Value;
    if (typeof value === 'string') cost += Math.floor(utf8Length(value) * 0.1);
    else if (value instanceof Uint8Array) cost += Math.floor(value.length * 0.1);
    else if (Array.isArray(value)) for (const item of value) pending.push(item as Value);
    else if (value instanceof CelMap) for (const entry of value.entries()) pending.push(entry.key, entry.value);
    else cost += 1;
  }
  return cost;
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
