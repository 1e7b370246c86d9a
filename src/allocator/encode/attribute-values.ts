// Reads the typed values of an attribute of one device for constraints. Source: docs/spec/reference-1.37.md 1.21 to 1.23.

import type { DeviceAttribute } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { ListInterner } from '../../core/base/list-interner.js';
import { sorting } from '../../core/base/sorting.js';
import { TextInterner } from '../../core/base/text-interner.js';
import type { Features } from '../../core/features/features.js';
import { SHIPPED_READING, type ValueReading } from './constraint-kind.js';

/** Assigns each list a number or text. Lists share a number or text only if they have the same items in the same order. */
interface ListNames {
  numbering(items: readonly string[], checkpoint: Checkpoint): Incremental<number | string>;
}

/** Reads values for comparison with each other. Numbers replace long texts, and lists that are compared as one value. */
export class ValueReader {
  readonly #reading: ValueReading;
  readonly #features: Features;
  readonly #checkpoint: Checkpoint;
  readonly #longTexts = new TextInterner();
  readonly #lists: ListNames;

  /** `lists` numbers the lists that are compared as one value. */
  constructor(reading: ValueReading, features: Features, checkpoint: Checkpoint, lists: ListNames = new ListInterner()) {
    this.#reading = reading;
    this.#features = features;
    this.#checkpoint = checkpoint;
    this.#lists = lists;
  }

  /** Returns the same as `reading` for a single short value, the most common case; undefined in all other cases. */
  valuesAtOnce(attribute: DeviceAttribute): readonly string[] | undefined {
    if (this.#reading !== SHIPPED_READING || mayBeList(attribute)) return undefined;
    const value = scalarOf(attribute, this.#features);
    return value === undefined || isLong(value) ? undefined : [value];
  }

  /** Returns the values of an attribute, or undefined if it has none. */
  *reading(attribute: DeviceAttribute): Incremental<readonly string[] | undefined> {
    const checkpoint = this.#checkpoint;
    const values = yield* readingAttribute(attribute, this.#features, checkpoint, this.#longTexts);
    const { unit, coerces, least } = this.#reading;
    if (values === undefined || this.#reading === SHIPPED_READING) return values;
    const isScalar = !isList(attribute);
    if (unit === 'item') return (isScalar && !coerces) || (least > 1 && new Set(values).size < least) ? undefined : values;
    // A scalar is its typed text, and a list is a number.
    if (isScalar && !coerces) return values;
    const items = unit === 'set' ? yield* sorting(new Set(values), compareTexts, checkpoint) : values;
    return [`list ${yield* this.#lists.numbering(items, checkpoint)}`];
  }
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isList({ ints, bools, strings, versions }: DeviceAttribute): boolean {
  return [ints, bools, strings, versions].some((list) => list !== undefined && list.length > 0);
}

function mayBeList({ ints, bools, strings, versions }: DeviceAttribute): boolean {
  return ints !== undefined || bools !== undefined || strings !== undefined || versions !== undefined;
}

/** Returns the values of an attribute, each with its type, or undefined if it has none. */
export function valuesOfAttribute(attribute: DeviceAttribute, features: Features): readonly string[] | undefined {
  const value = mayBeList(attribute) ? undefined : scalarOf(attribute, features);
  return value === undefined ? inOneGo(readingAttribute(attribute, features, UNLIMITED, undefined)) : [value];
}

/** Like `valuesOfAttribute`, in increments. Numbers replace long texts if `longTexts` is passed. A scalar is a list of one. */
function* readingAttribute(
  attribute: DeviceAttribute,
  features: Features,
  checkpoint: Checkpoint,
  longTexts: TextInterner | undefined,
): Incremental<readonly string[] | undefined> {
  const list = features.listTypeAttributes ? listOf(attribute) : undefined;
  const [type, items] = list ?? ['', []];
  const values: string[] = [];
  for (const item of items) {
    const value = `${type} ${item}`;
    values.push(longTexts !== undefined && isLong(value) ? yield* shortening(value, checkpoint, longTexts) : value);
    if (checkpoint.due()) yield;
  }
  if (list !== undefined) return values;
  const value = scalarOf(attribute, features);
  // While list attributes are off, a list or an empty attribute has no value, but is present.
  if (value === undefined) return features.listTypeAttributes ? undefined : [];
  return [longTexts !== undefined && isLong(value) ? yield* shortening(value, checkpoint, longTexts) : value];
}

/** Longer texts are replaced with a number. */
const LONG_TEXT = 4096;

/** Returns whether a typed string or version is long. */
function isLong(value: string): boolean {
  return value.length > LONG_TEXT && value.length > LONG_TEXT + value.indexOf(' ');
}

function* shortening(value: string, checkpoint: Checkpoint, longTexts: TextInterner): Incremental<string> {
  const end = value.indexOf(' ');
  return `long ${value.slice(0, end)} ${yield* longTexts.numbering(value.slice(end + 1), checkpoint)}`;
}

type AttributeList = readonly [type: string, items: readonly (string | bigint | boolean)[]];

/** Returns the list of an attribute with the type of its items, or undefined if it is a scalar. */
function listOf({ ints, bools, strings, versions }: DeviceAttribute): AttributeList | undefined {
  if (ints !== undefined && ints.length > 0) return ['int', ints];
  if (bools !== undefined && bools.length > 0) return ['bool', bools];
  if (strings !== undefined && strings.length > 0) return ['string', strings];
  return versions !== undefined && versions.length > 0 ? ['version', versions] : undefined;
}

/**
 * Returns the scalar of an attribute, with its type. If the attribute has several, the string takes precedence over numbers
 * only while list attributes are off.
 */
function scalarOf({ int, bool, string, version }: DeviceAttribute, { listTypeAttributes }: Features): string | undefined {
  if (string !== undefined && !listTypeAttributes) return `string ${string}`;
  if (int !== undefined) return `int ${int}`;
  if (bool !== undefined) return `bool ${bool}`;
  if (string !== undefined) return `string ${string}`;
  return version === undefined ? undefined : `version ${version}`;
}
