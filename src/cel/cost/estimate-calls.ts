// Estimates the worst-case cost of calls without their arguments. Sources: k8s.io/apiserver
// pkg/cel/library/cost.go, EstimateCallCost; cel-go checker/cost.go, functionCost; cel-go ext/lists.go and
// ext/sets.go; up to 1.36 draCostEstimator in k8s.io/dynamic-resource-allocation cel/compile.go.

import type { CelGo } from '../cel-go.js';
import { sameType, type Type, typeName } from '../check/types.js';
import type { Expr } from '../syntax/tree.js';
import {
  add,
  addSizes,
  exactly,
  MAX_AMOUNT,
  multiply,
  multiplySizes,
  type Size,
  scale,
  UNKNOWN_SIZE,
  wrapped,
} from './estimate-amounts.js';
import { type Path, sizeAt } from './estimate-paths.js';
import { replacedSize } from './estimate-replace.js';

/** An argument or receiver of a call. */
export interface Operand {
  readonly expr: Expr;
  readonly type: Type;
  readonly path: Path | undefined;
  /** Undefined if unknown. */
  readonly size: Size | undefined;
}

/** A call by one of its overloads. */
interface EstimatedCall {
  readonly name: string;
  readonly overload: string;
  readonly target: Operand | undefined;
  readonly args: readonly Operand[];
}

/** The cost of a call and, if it can be estimated, the size of its result. */
export interface CallEstimate {
  readonly cost: bigint;
  readonly size?: Size;
}

type Rule = (call: EstimatedCall) => CallEstimate | undefined;

const TEXT = 0.1;
const PATTERN = 0.25;
const LIST_COST = 10n;

const ONE: CallEstimate = { cost: 1n };

/** Returns the estimate of a call without the cost of its operands. */
export function estimateCall(call: EstimatedCall, celGo: CelGo): CallEstimate {
  const earlier = celGo === '0.26' ? EARLIER.get(call.overload) : undefined;
  return earlier ?? BY_OVERLOAD.get(call.overload)?.(call) ?? BY_NAME.get(call.name)?.(call) ?? STANDARD.get(call.overload)?.(call) ?? ONE;
}

function sizeOf(operand: Operand | undefined): Size {
  return operand?.size ?? sizeAt(operand?.path) ?? UNKNOWN_SIZE;
}

/** The operand that a function reads: the receiver, or the first argument of a global function. */
const subject = ({ target, args }: EstimatedCall): Operand | undefined => target ?? args[0];

const readText =
  (times: number, keepsSize = false): Rule =>
  (call) => {
    const size = sizeOf(subject(call));
    return { cost: scale(size.max, times * TEXT), ...(keepsSize ? { size } : {}) };
  };

/** Returns the integer literal of an operand, at least 0; `otherwise` if the operand is not one. */
function writtenInt(operand: Operand | undefined, otherwise: bigint): bigint {
  const value = operand?.expr.kind === 'constant' ? operand.expr.value : undefined;
  if (typeof value !== 'bigint') return otherwise;
  return value < 0n ? 0n : value;
}

function newList(factor: number, size: Size): CallEstimate {
  return { cost: add(scale(size.max, factor), 1n, LIST_COST), size };
}

const compareAll =
  (factor: number): Rule =>
  ({ args }) => ({ cost: add(scale(multiply(sizeOf(args[0]).max, sizeOf(args[1]).max), factor), 1n) });

const sortOf =
  (factor: number, keys: (call: EstimatedCall) => Operand | undefined): Rule =>
  (call) => {
    const size = sizeOf(keys(call));
    return newList(factor, multiplySizes(size, size));
  };

const SORTABLE = [
  ...['int', 'uint', 'double', 'bool', 'google.protobuf.Duration', 'google.protobuf.Timestamp'].map((type) => [type, 2] as const),
  ...['string', 'bytes'].map((type) => [type, 2 + TEXT] as const),
];

/** Estimates of cel-go's libraries, which precede the estimates of Kubernetes. */
const BY_OVERLOAD: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['list_slice', ({ target, args }) => newList(1, exactly(wrapped(writtenInt(args[1], sizeOf(target).max) - writtenInt(args[0], 0n))))],
  ['lists_range', ({ args }) => newList(1, exactly(writtenInt(args[0], MAX_AMOUNT)))],
  ['list_reverse', ({ target }) => newList(1, sizeOf(target))],
  ['list_flatten', ({ target }) => newList(1, sizeOf(target))],
  ['list_flatten_int', ({ target, args }) => newList(Number(writtenInt(args[0], MAX_AMOUNT)), sizeOf(target))],
  ['list_distinct', sortOf(2, ({ target }) => target)],
  ...SORTABLE.flatMap(([type, factor]): [string, Rule][] => [
    [`list_${type}_sort`, sortOf(factor, ({ target }) => target)],
    [`list_${type}_sortByAssociatedKeys`, sortOf(factor, ({ args }) => args[0])],
  ]),
  ['list_sets_contains_list', compareAll(1)],
  ['list_sets_intersects_list', compareAll(1)],
  ['list_sets_equivalent_list', compareAll(2)],
]);

/** Returns the items of a list: their type, and their size by the path of the list if it has one. */
function itemsOf(list: Operand): { readonly type: Type; readonly size: Size } | undefined {
  const [type] = list.type.params;
  return type === undefined ? undefined : { type, size: sizeAt(list.path?.copyWith('@items')) ?? UNKNOWN_SIZE };
}

const isText = ({ kind }: Type): boolean => kind === 'string' || kind === 'bytes';

/** Each item costs one, and text items are also read. On a string, the characters are read. */
const walk: Rule = ({ name, target }) => {
  if (target === undefined) return undefined;
  const items = itemsOf(target);
  if (items !== undefined) {
    const each = isText(items.type) ? add(1n, scale(items.size.max, TEXT)) : 1n;
    return { cost: multiply(sizeOf(target).max, each) };
  }
  return { cost: name === 'includes' ? sizeOf(target).max : scale(sizeOf(target).max, TEXT) };
};

const replace: Rule = ({ target, args }) => {
  if (target === undefined || args.length < 2) return undefined;
  const text = sizeOf(target);
  return { cost: scale(text.max, 2 * TEXT), size: replacedSize(text, sizeOf(args[0]), sizeOf(args[1])) };
};

/** At worst, every character is a part, unless there is a literal limit. */
const split: Rule = ({ target, args }) => {
  const text = sizeOf(target);
  const limit = args[1]?.expr;
  const max = limit?.kind === 'constant' && typeof limit.value === 'bigint' ? wrapped(limit.value) : text.max;
  return { cost: scale(text.max, 2 * TEXT), size: { min: 0n, max } };
};

const join: Rule = ({ target, args }) => {
  if (target === undefined) return undefined;
  const list = sizeOf(target);
  const items = itemsOf(target);
  let size = items === undefined ? exactly(0n) : multiplySizes(list, items.size);
  if (args.length > 0) {
    const gaps = { min: list.min > 0n ? list.min - 1n : 0n, max: list.max > 0n ? list.max - 1n : 0n };
    size = addSizes(size, multiplySizes(sizeOf(args[0]), gaps));
  }
  return { cost: scale(size.max, TEXT), size };
};

const matchCost = (text: Size, pattern: Size): bigint => multiply(scale(add(text.max, 1n), TEXT), scale(pattern.max, PATTERN));

const find: Rule = ({ target, args }) => {
  const text = sizeOf(target);
  return { cost: matchCost(text, sizeOf(args[0])), size: { min: 0n, max: text.max } };
};

/** The maximum size of an address in bytes. */
const ADDRESS = 16n;

/** Compares two addresses. A text argument is parsed first. */
const contains =
  (ofText: string, more: bigint): Rule =>
  ({ overload, args }) => {
    const parsing = overload === ofText ? scale(sizeOf(args[0]).max, TEXT) : 0n;
    return { cost: add(scale(2n * ADDRESS, TEXT), more, parsing) };
  };

/** The reference treats the regular expression of a format as one of 128 characters. */
const FORMAT_PATTERN = 128 * PATTERN;

/** `==` for two values of the same fixed-size type. */
const equals: Rule = ({ args }) => {
  const [left, right] = args;
  if (left === undefined || right === undefined || !sameType(left.type, right.type)) return undefined;
  switch (typeName(left.type)) {
    case 'net.IP':
    case 'net.CIDR':
    case 'kubernetes.Quantity':
    case 'kubernetes.Semver':
      return ONE;
    case 'kubernetes.NamedFormat':
      return { cost: scale(64n, TEXT) };
    case 'kubernetes.URL':
      return { cost: scale(right.size?.max ?? 1n, TEXT) };
    default:
      return undefined;
  }
};

const named = (names: string, rule: Rule): [string, Rule][] => names.split(' ').map((name) => [name, rule]);

/** Estimates that Kubernetes defines by function name, for all overloads. */
const BY_NAME: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...named('isSorted sum max min indexOf lastIndexOf includes', walk),
  ...named('lowerAscii upperAscii substring trim url', readText(1, true)),
  ...named('cidr isIP isCIDR quantity isQuantity semver isSemver', readText(1)),
  ['ip', (call) => (call.overload === 'cidr_ip' ? ONE : readText(1)(call))],
  ['ip.isCanonical', readText(2)],
  ['replace', replace],
  ['split', split],
  ['join', join],
  ...named('find findAll', find),
  ['containsIP', contains('cidr_contains_ip_string', 0n)],
  ['containsCIDR', contains('cidr_contains_cidr_string', add(scale(ADDRESS, TEXT), 1n))],
  ['validate', ({ args }) => ({ cost: scale(scale(sizeOf(args[0]).max, TEXT), FORMAT_PATTERN) })],
  ['_==_', equals],
]);

const shorter: Rule = ({ args }) => {
  const [left, right] = [sizeOf(args[0]).max, sizeOf(args[1]).max];
  return { cost: scale(left < right ? left : right, TEXT) };
};

const joined: Rule = ({ args }) => {
  const size = addSizes(sizeOf(args[0]), sizeOf(args[1]));
  return { cost: scale(size.max, TEXT), size };
};

const convert =
  (resultSize: (size: Size) => Size): Rule =>
  ({ args }) => {
    const size = sizeOf(args[0]);
    return { cost: scale(size.max, TEXT), size: resultSize(size) };
  };

/** Estimates of cel-go's standard functions, by overload. Sizes wrap around as in the reference. */
const STANDARD: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['string_format', ({ target }) => ({ cost: scale(sizeOf(target).max, TEXT) })],
  ['string_to_bytes', convert(({ min, max }) => ({ min, max: wrapped(max * 4n) }))],
  ['bytes_to_string', convert(({ min, max }) => ({ min: min / 4n, max }))],
  ['strings_quote', convert(({ min, max }) => ({ min: wrapped(min + 2n), max: wrapped(max * 2n + 2n) }))],
  ...named('starts_with_string ends_with_string', ({ args }) => ({ cost: scale(sizeOf(args[0]).max, TEXT) })),
  ['in_list', ({ args }) => ({ cost: sizeOf(args[1]).max })],
  ['matches', ({ args }) => ({ cost: matchCost(sizeOf(args[0]), sizeOf(args[1])) })],
  ['matches_string', ({ target, args }) => ({ cost: matchCost(sizeOf(target), sizeOf(args[0])) })],
  ['contains_string', ({ target, args }) => ({ cost: multiply(scale(sizeOf(target).max, TEXT), scale(sizeOf(args[0]).max, TEXT)) })],
  ...named('add_string add_bytes', joined),
  ['add_list', ({ args }) => ({ cost: 1n, size: addSizes(sizeOf(args[0]), sizeOf(args[1])) })],
  ...named('less_string greater_string less_equals_string greater_equals_string', shorter),
  ...named('less_bytes greater_bytes less_equals_bytes greater_equals_bytes equals not_equals', shorter),
]);

/** Estimates of cel-go 0.26 that differ from later releases, by overload. */
const EARLIER: ReadonlyMap<string, CallEstimate> = new Map<string, CallEstimate>([
  // Only the member function had an estimate.
  ['matches', ONE],
  // The estimate assumes an attribute with the maximum number of values, for any receiver.
  ['list_includes_dyn_dyn', { cost: 48n }],
]);
