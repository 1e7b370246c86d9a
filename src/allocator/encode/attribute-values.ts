// The values of an attribute of one device, each with its type, as constraints read them. Source: docs/spec/reference-1.37.md 1.21 to 1.23.

import type { DeviceAttribute } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { ListInterner } from '../../core/base/list-interner.js';
import { sorting } from '../../core/base/sorting.js';
import { TextInterner } from '../../core/base/text-interner.js';
import type { Features } from '../../core/features/features.js';
import { SHIPPED_READING, type ValueReading } from './constraint-kind.js';

/** Gives lists a number or text that only lists with the same items in the same order have. */
interface ListNames {
  numbering(items: readonly string[], checkpoint: Checkpoint): Incremental<number | string>;
}

/** Reads values that are compared with each other: numbers stand for long texts, and for lists that are one value. */
export class ValueReader {
  readonly #reading: ValueReading;
  readonly #features: Features;
  readonly #checkpoint: Checkpoint;
  readonly #longTexts = new TextInterner();
  readonly #lists: ListNames;

  /** `lists` tells lists apart that are one value. */
  constructor(reading: ValueReading, features: Features, checkpoint: Checkpoint, lists: ListNames = new ListInterner()) {
    this.#reading = reading;
    this.#features = features;
    this.#checkpoint = checkpoint;
    this.#lists = lists;
  }

  /** Does what `reading` does where that is one short value, as most are; undefined: for all others. */
  valuesAtOnce(attribute: DeviceAttribute): readonly string[] | undefined {
    if (this.#reading !== SHIPPED_READING || mayBeList(attribute)) return undefined;
    const value = scalarOf(attribute, this.#features);
    return value === undefined || isLong(value) ? undefined : [value];
  }

  /** The values of an attribute; undefined: nothing that counts as a value. */
  *reading(attribute: DeviceAttribute): Incremental<readonly string[] | undefined> {
    const checkpoint = this.#checkpoint;
    const values = yield* readingAttribute(attribute, this.#features, checkpoint, this.#longTexts);
    const { unit, coerces, least } = this.#reading;
    if (values === undefined || this.#reading === SHIPPED_READING) return values;
    const isScalar = !isList(attribute);
    if (unit === 'item') return (isScalar && !coerces) || (least > 1 && new Set(values).size < least) ? undefined : values;
    // A scalar is itself, with its type, and a list a number.
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

/** The values of an attribute, each with its type. undefined: nothing that counts as a value. */
export function valuesOfAttribute(attribute: DeviceAttribute, features: Features): readonly string[] | undefined {
  const value = mayBeList(attribute) ? undefined : scalarOf(attribute, features);
  return value === undefined ? inOneGo(readingAttribute(attribute, features, UNLIMITED, undefined)) : [value];
}

/** Does what `valuesOfAttribute` does, in increments; numbers stand for long texts, if they are given. A scalar is a list of one. */
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
  // While list attributes are off, a list, or nothing, has no value but counts as there.
  if (value === undefined) return features.listTypeAttributes ? undefined : [];
  return [longTexts !== undefined && isLong(value) ? yield* shortening(value, checkpoint, longTexts) : value];
}

/** Characters from which on the number of a text stands for it. */
const LONG_TEXT = 4096;

/** Returns whether a string or version with its type is long. */
function isLong(value: string): boolean {
  return value.length > LONG_TEXT && value.length > LONG_TEXT + value.indexOf(' ');
}

function* shortening(value: string, checkpoint: Checkpoint, longTexts: TextInterner): Incremental<string> {
  const end = value.indexOf(' ');
  return `long ${value.slice(0, end)} ${yield* longTexts.numbering(value.slice(end + 1), checkpoint)}`;
}

type AttributeList = readonly [type: string, items: readonly (string | bigint | boolean)[]];

/** The list that an attribute is, with the type of its items. */
function listOf({ ints, bools, strings, versions }: DeviceAttribute): AttributeList | undefined {
  if (ints !== undefined && ints.length > 0) return ['int', ints];
  if (bools !== undefined && bools.length > 0) return ['bool', bools];
  if (strings !== undefined && strings.length > 0) return ['string', strings];
  return versions !== undefined && versions.length > 0 ? ['version', versions] : undefined;
}

/** The one value of an attribute, with its type. Of several the string goes before the numbers only while list attributes are off. */
function scalarOf({ int, bool, string, version }: DeviceAttribute, { listTypeAttributes }: Features): string | undefined {
  if (string !== undefined && !listTypeAttributes) return `string ${string}`;
  if (int !== undefined) return `int ${int}`;
  if (bool !== undefined) return `bool ${bool}`;
  if (string !== undefined) return `string ${string}`;
  return version === undefined ? undefined : `version ${version}`;
}
