// The values of an attribute of one device, each with its type, as constraints read them. Source: docs/spec/reference-1.37.md 1.21 to 1.23.

import type { DeviceAttribute } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { ListInterner } from '../../core/base/list-interner.js';
import { TextInterner } from '../../core/base/text-interner.js';
import type { Features } from '../../core/features/features.js';
import { SHIPPED_READING, type ValueReading } from './constraint-kind.js';

/** Gives lists a number or text that only lists with the same items in the same order have. */
interface ListNames {
  numberOf(items: readonly string[], checkpoint: Checkpoint): number | string;
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

  /** The values of an attribute; undefined: nothing that counts as a value. */
  valuesOf(attribute: DeviceAttribute): readonly string[] | undefined {
    const values = valuesOfAttribute(attribute, this.#features, this.#checkpoint, this.#longTexts);
    const { unit, coerces, least } = this.#reading;
    if (values === undefined || this.#reading === SHIPPED_READING) return values;
    const isScalar = !isList(attribute);
    if (unit === 'item') return (isScalar && !coerces) || (least > 1 && new Set(values).size < least) ? undefined : values;
    // A scalar is itself, with its type, and a list a number.
    if (isScalar && !coerces) return values;
    return [`list ${this.#lists.numberOf(unit === 'set' ? this.#sorted(values) : values, this.#checkpoint)}`];
  }

  #sorted(values: readonly string[]): readonly string[] {
    return this.#checkpoint.sort(new Set(values), (left, right) => (left < right ? -1 : left > right ? 1 : 0));
  }
}

function isList({ ints, bools, strings, versions }: DeviceAttribute): boolean {
  return [ints, bools, strings, versions].some((list) => list !== undefined && list.length > 0);
}

/** The values of an attribute, each with its type. undefined: nothing that counts as a value. */
export function valuesOfAttribute(
  attribute: DeviceAttribute,
  features: Features,
  checkpoint: Checkpoint,
  longTexts: TextInterner | undefined,
): readonly string[] | undefined {
  return features.listTypeAttributes ? listOf(attribute, checkpoint, longTexts) : scalarOf(attribute, checkpoint, longTexts);
}

/** Characters from which on the number of a text stands for it. */
const LONG_TEXT = 4096;

/** A string with its type, or the number of a long one. */
function stringValue(text: string, checkpoint: Checkpoint, longTexts: TextInterner | undefined): string {
  if (text.length < LONG_TEXT || longTexts === undefined) return `string ${text}`;
  return `long string ${longTexts.numberOf(text, checkpoint)}`;
}

/** A version with its type, or the number of a long one. */
function versionValue(text: string, checkpoint: Checkpoint, longTexts: TextInterner | undefined): string {
  if (text.length < LONG_TEXT || longTexts === undefined) return `version ${text}`;
  return `long version ${longTexts.numberOf(text, checkpoint)}`;
}

/** A scalar is a list of one. */
function listOf(attribute: DeviceAttribute, checkpoint: Checkpoint, longTexts: TextInterner | undefined): readonly string[] | undefined {
  const { ints, bools, strings, versions } = attribute;
  if (ints !== undefined && ints.length > 0) return checkpoint.map(ints, (value) => `int ${value}`);
  if (bools !== undefined && bools.length > 0) return checkpoint.map(bools, (value) => `bool ${value}`);
  if (strings !== undefined && strings.length > 0) return checkpoint.map(strings, (value) => stringValue(value, checkpoint, longTexts));
  if (versions !== undefined && versions.length > 0) return checkpoint.map(versions, (value) => versionValue(value, checkpoint, longTexts));
  if (attribute.int !== undefined) return [`int ${attribute.int}`];
  if (attribute.bool !== undefined) return [`bool ${attribute.bool}`];
  if (attribute.string !== undefined) return [stringValue(attribute.string, checkpoint, longTexts)];
  if (attribute.version !== undefined) return [versionValue(attribute.version, checkpoint, longTexts)];
  return undefined;
}

/** The one value of an attribute while list attributes are off; a list, or nothing, has none but counts as there. */
function scalarOf(attribute: DeviceAttribute, checkpoint: Checkpoint, longTexts: TextInterner | undefined): readonly string[] {
  if (attribute.string !== undefined) return [stringValue(attribute.string, checkpoint, longTexts)];
  if (attribute.int !== undefined) return [`int ${attribute.int}`];
  if (attribute.bool !== undefined) return [`bool ${attribute.bool}`];
  if (attribute.version !== undefined) return [versionValue(attribute.version, checkpoint, longTexts)];
  return [];
}
