// Computes the actual cost of calls in cel-go's units. Sources: cel-go interpreter/runtimecost.go,
// ext/sets.go, ext/lists.go; k8s.io/apiserver pkg/cel/library/cost.go.

import { Quantity } from '../../core/quantity/quantity.js';
import { NamedFormat } from '../library/named-format.js';
import { Aborted } from '../run/frame.js';
import { Cidr, IpAddress } from '../values/address.js';
import { stringSize, utf8Length } from '../values/characters.js';
import { goTypeName } from '../values/names.js';
import { Semver } from '../values/semver.js';
import { Url } from '../values/url.js';
import { CelMap, ComputedQuantity, type Meter, Optional, typeNameOf, type Value } from '../values/values.js';

/** The cost of reading a variable, or one field or item of a value. */
export const SELECT_COST = 1;
export const LIST_COST = 10;
export const MAP_COST = 30;

/** Returns the size of a value: characters, bytes or entries, bytes of an address or of a network prefix; 1 for everything else. */
function sizeOf(value: Value): number {
  if (typeof value === 'string') return stringSize(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof CelMap) return value.size;
  if (value instanceof IpAddress) return value.bits / 8;
  if (value instanceof Cidr) return Math.ceil(value.length / 8);
  return value instanceof Optional && value.value !== undefined ? sizeOf(value.value) : 1;
}

/** The cost of reading a text of this size once. */
const tenth = (size: number): number => Math.ceil(size * 0.1);

const regexCost: CostRule = (text, pattern) => {
  const factor = Math.ceil(sizeOf(pattern) * 0.25);
  // With an empty pattern, the text need not be counted: the cost is 0.
  return factor === 0 ? 0 : tenth(1 + sizeOf(text)) * factor;
};
/** A size beyond 64 bits becomes the sign bit, because processors convert it that way. It is above the limit in either case. */
const newList = (size: number): number => (size >= 2 ** 64 ? 2 ** 63 : Math.floor(size)) + 1 + LIST_COST;

/**
 * Returns the cost of a call from its first two arguments and its result. The meter counts
 * the work of computing the cost. Missing arguments are undefined and have size 1.
 */
export type CostRule = (a: Value, b: Value, result: Value, meter: Meter) => number;

const shorter: CostRule = (a, b) => {
  if (typeof a === 'string' && typeof b === 'string') {
    const least = Math.min(a.length, b.length);
    // Up to ten characters cost one unit.
    if (least <= 10) return least === 0 ? 0 : 1;
    // A character has at most two UTF-16 units, so the longer text need not be counted.
    if (a.length >= 2 * b.length) return tenth(stringSize(b));
    if (b.length >= 2 * a.length) return tenth(stringSize(a));
  }
  return tenth(Math.min(sizeOf(a), sizeOf(b)));
};
const sum: CostRule = (a, b) => tenth(sizeOf(a) + sizeOf(b));
const read: CostRule = (a) => tenth(sizeOf(a));
const readAndMake: CostRule = (a) => tenth(sizeOf(a) * 2);
const walk: CostRule = (a, _b, _result, meter) => traversal(a, meter);
/** A selector is read, in which two characters may form a requirement. */
const selecting: CostRule = (_, b) => LIST_COST + tenth(sizeOf(b)) + 50 * Math.ceil(sizeOf(b) / 2);
const product =
  (factor: number): CostRule =>
  (a, b) =>
    1 + sizeOf(a) * sizeOf(b) * factor;

/** For these two functions, the cost functions of the reference assume the types of the values and panic on others. */
function flattening(list: Value, depth: Value): number {
  if (typeof depth !== 'bigint') throw new Aborted(`internal error: interface conversion: ref.Val is ${goTypeName(depth)}, not types.Int`);
  return newList(sizeOf(list) * (depth < 0n ? 1 : Number(depth)));
}

/** Types that implement the first interface method of a list. */
const ADDABLE: ReadonlySet<string> = new Set([
  ...['int', 'uint', 'double', 'string', 'bytes', 'google.protobuf.Timestamp', 'google.protobuf.Duration'],
]);

/** Compares each item of a list with each other: the list is the first argument, or the keys in the second. */
const comparing =
  (index: 0 | 1): CostRule =>
  (a, b) => {
    const list = index === 0 ? a : b;
    if (!Array.isArray(list)) {
      const missing = ADDABLE.has(typeNameOf(list)) ? 'Contains' : 'Add';
      throw new Aborted(`internal error: interface conversion: ${goTypeName(list)} is not traits.Lister: missing method ${missing}`);
    }
    return newList(list.length ** 2 * (isText(list[0] as Value) ? 2.1 : 2));
  };

/** Equality costs 1 if a Kubernetes type is on the left, regardless of the sizes. */
const equality: CostRule = (a, b, _, meter) => {
  if (typeof a === 'object' && isOfKubernetes(a)) return 1;
  return typeof a === 'bigint' && typeof b === 'bigint' ? 1 : shorter(a, b, true, meter);
};

const KUBERNETES_CLASSES: ReadonlySet<unknown> = new Set([Quantity, ComputedQuantity, Semver, IpAddress, Cidr, Url, NamedFormat]);
const isOfKubernetes = (value: Value): boolean => value !== null && KUBERNETES_CLASSES.has(value.constructor);

/**
 * Returns the cost of testing whether a network contains an address or network. `masking`
 * adds the cost of masking the bits after the prefix, `isText` the cost of parsing.
 */
const containing =
  (masking: boolean, isText: boolean): CostRule =>
  (a, b) => {
    const network = sizeOf(a);
    return tenth(network * 2) + (masking ? tenth(network) + 1 : 0) + (isText ? tenth(sizeOf(b)) : 0);
  };

function validation(format: Value, text: Value): number {
  if (!(format instanceof NamedFormat)) return 1;
  return tenth(1 + sizeOf(text)) * Math.ceil(format.regexSize * 0.25);
}

const SORTABLE = ['int', 'uint', 'double', 'bool', 'google.protobuf.Duration', 'google.protobuf.Timestamp', 'string', 'bytes'];

/** Most calls cost one unit. */
export const ONE: CostRule = () => 1;

/** Costs by the overload that the static types select. */
const BY_OVERLOAD: ReadonlyMap<string, CostRule> = new Map<string, CostRule>([
  ['list_sets_contains_list', product(1)],
  ['list_sets_intersects_list', product(1)],
  ['list_sets_equivalent_list', product(2)],
  ['list_slice', (_a, _b, result) => newList(sizeOf(result))],
  ['lists_range', (_a, _b, result) => newList(sizeOf(result))],
  ['list_reverse', (_a, _b, result) => newList(sizeOf(result))],
  ['list_flatten', (a) => newList(sizeOf(a))],
  ['list_flatten_int', flattening],
  ['list_distinct', comparing(0)],
  ...SORTABLE.flatMap((type): [string, CostRule][] => [
    [`list_${type}_sort`, comparing(0)],
    [`list_${type}_sortByAssociatedKeys`, comparing(1)],
  ]),
  ['cidr_ip', ONE],
  ['cidr_contains_ip_string', containing(false, true)],
  ['cidr_contains_cidr_string', containing(true, true)],
]);

/** Costs that Kubernetes defines by function name, for all overloads. */
const BY_NAME: ReadonlyMap<string, CostRule> = new Map<string, CostRule>([
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf', 'includes'].map((name): [string, CostRule] => [name, walk]),
  ...['lowerAscii', 'upperAscii', 'substring', 'trim', 'quantity', 'isQuantity', 'semver', 'isSemver'].map((name) => [name, read] as const),
  ...['url', 'ip', 'isIP', 'cidr', 'isCIDR'].map((name) => [name, read] as const),
  ['ip.isCanonical', readAndMake],
  ['containsIP', containing(false, false)],
  ['containsCIDR', containing(true, false)],
  ['validate', validation],
  // The cost allows at most two calls in an expression.
  ['check', () => 350_000],
  ['fieldSelector', selecting],
  ['labelSelector', selecting],
  ['replace', readAndMake],
  ['split', readAndMake],
  ['join', (_a, _b, result) => tenth(sizeOf(result) * 2)],
  ['find', regexCost],
  ['findAll', regexCost],
]);

/** Costs of the standard library, by overload. */
const STANDARD: ReadonlyMap<string, CostRule> = new Map<string, CostRule>([
  ['starts_with_string', (_, b) => tenth(sizeOf(b))],
  ['ends_with_string', (_, b) => tenth(sizeOf(b))],
  ['string_to_bytes', read],
  ['bytes_to_string', read],
  ['strings_quote', read],
  ['string_format', read],
  ['in_list', (_, b) => sizeOf(b)],
  ...['less', 'less_equals', 'greater', 'greater_equals'].flatMap((id): [string, CostRule][] => [
    [`${id}_string`, shorter],
    [`${id}_bytes`, shorter],
  ]),
  ['equals', equality],
  ['not_equals', shorter],
  ['add_string', sum],
  ['add_bytes', sum],
  ['matches', regexCost],
  ['matches_string', regexCost],
  ['contains_string', (a, b) => tenth(sizeOf(a)) * tenth(sizeOf(b))],
]);

/** Returns the cost rule of a call. `overload` is set if the static types leave only one. */
export function costOfCall(name: string, overload: string | undefined): CostRule {
  return BY_OVERLOAD.get(overload ?? '') ?? BY_NAME.get(name) ?? STANDARD.get(overload ?? '') ?? ONE;
}

const isText = (value: Value | undefined): boolean => typeof value === 'string' || value instanceof Uint8Array;

/** The work of visiting a value, an entry of a map, a map, and a character, in steps (see Frame.work). */
const VISIT_WORK = 1;
const ENTRY_WORK = 20;
const MAP_WORK = 25;
const CHARACTER_WORK = 0.2;

/** Returns the cost of visiting a whole value. Values can contain the same list repeatedly, so the work is reported while it is done. */
function traversal(root: Value, meter: Meter): number {
  let cost = 0;
  const pending: Value[] = [root];
  while (pending.length > 0) {
    const value = pending.pop() as Value;
    meter.work(value instanceof CelMap ? MAP_WORK + value.size * ENTRY_WORK : VISIT_WORK);
    const parts = partsOf(value);
    if (parts === undefined) cost += reading(value, meter);
    else meter.work(parts.length * VISIT_WORK);
    for (const part of parts ?? []) {
      // Most parts are scalars.
      if (typeof part === 'object') pending.push(part);
      else cost += reading(part, meter);
    }
  }
  return cost;
}

function partsOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value as readonly Value[];
  return value instanceof CelMap ? Array.from(value.entries()).flatMap(({ key, value: held }) => [key, held]) : undefined;
}

/** Returns the cost of reading a value without parts. */
function reading(value: Value, meter: Meter): number {
  if (typeof value === 'string') {
    meter.work(value.length * CHARACTER_WORK);
    return Math.floor(utf8Length(value) * 0.1);
  }
  return value instanceof Uint8Array ? Math.floor(value.length * 0.1) : 1;
}
