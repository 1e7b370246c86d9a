// Implements each mode of XAttributeSemantics by its definition over the values of
// all selected devices. It uses none of the code that encodes them as bits.

/** An attribute in the JSON of a ResourceSlice. */
export type AttributeJson = Readonly<Record<string, unknown>>;

/** Configures how a constraint compares values. */
export interface Semantics {
  readonly mode: 'Identical' | 'NonEmptyIntersection' | 'AllDistinct' | 'EmptyIntersection' | 'PairwiseDisjoint';
  readonly coerces: boolean;
  readonly asSets: boolean;
  readonly minSize: number;
}

const LISTS: Readonly<Record<string, string>> = { ints: 'int', bools: 'bool', strings: 'string', versions: 'version' };

/** The values of an attribute as texts with their types. `isScalar`: it was a scalar. */
interface Read {
  readonly items: readonly string[];
  readonly isScalar: boolean;
}

function read(attribute: AttributeJson): Read {
  const [[type, value] = ['', '']] = Object.entries(attribute);
  const typed = (one: unknown): string => JSON.stringify([LISTS[type] ?? type, one]);
  return Array.isArray(value) ? { items: value.map(typed), isScalar: false } : { items: [typed(value)], isScalar: true };
}

function sameItems(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** Returns whether two values are equal: a scalar equals only scalars and a list only lists, unless the mode coerces. */
function areEqual(left: Read, right: Read, { coerces, asSets }: Semantics): boolean {
  if (!coerces && left.isScalar !== right.isScalar) return false;
  if (!asSets) return sameItems(left.items, right.items);
  return left.items.every((item) => right.items.includes(item)) && right.items.every((item) => left.items.includes(item));
}

function common(lists: readonly Read[]): string[] {
  const [first, ...others] = lists;
  return [...new Set(first?.items ?? [])].filter((item) => others.every(({ items }) => items.includes(item)));
}

function isEach(values: readonly Read[], holds: (left: Read, right: Read) => boolean): boolean {
  return values.every((left, index) => values.slice(index + 1).every((right) => holds(left, right)));
}

/** Returns whether the devices in the scope of a constraint satisfy it; undefined stands for a device without the attribute. */
export function isMet(attributes: readonly (AttributeJson | undefined)[], semantics: Semantics): boolean {
  if (attributes.length === 0) return true;
  const values = attributes.flatMap((attribute) => (attribute === undefined ? [] : [read(attribute)]));
  if (values.length < attributes.length) return false;
  const isOfSets = semantics.mode !== 'Identical' && semantics.mode !== 'AllDistinct';
  if (isOfSets && !semantics.coerces && values.some(({ isScalar }) => isScalar)) return false;
  switch (semantics.mode) {
    case 'Identical':
      return isEach(values, (left, right) => areEqual(left, right, semantics));
    case 'NonEmptyIntersection':
      return common(values).length >= semantics.minSize;
    case 'AllDistinct':
      return isEach(values, (left, right) => !areEqual(left, right, semantics));
    case 'PairwiseDisjoint':
      return isEach(values, (left, right) => common([left, right]).length === 0);
    case 'EmptyIntersection':
      return common(values).length === 0;
  }
}

/** Returns whether a device alone violates a constraint: it lacks the attribute, or has a scalar where only lists count. */
export function isRefused(attribute: AttributeJson | undefined, { mode, coerces }: Semantics): boolean {
  const isOfSets = mode !== 'Identical' && mode !== 'AllDistinct';
  return attribute === undefined || (isOfSets && !coerces && read(attribute).isScalar);
}
