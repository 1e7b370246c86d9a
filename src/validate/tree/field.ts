// Represents a value at its path in a decoded object, for rules. Absent values read as Go's zero values, so that rules need no checks.

import { utf8Length } from '../../cel/values/characters.js';
import type { PathStep } from '../../core/base/json.js';
import { type Quantity, quantityFromJson } from '../../core/quantity/quantity.js';
import type { Decoded, DecodedStruct } from './decoded.js';
import { isStruct, newStruct } from './decoded.js';

const NO_LIST: readonly Decoded[] = [];
const NO_MAP: ReadonlyMap<string, Decoded> = new Map();
const NO_FIELDS: DecodedStruct = Object.freeze(newStruct());

/** A value, possibly absent, and its place. */
export class Field {
  readonly value: Decoded | undefined;
  readonly parent: Field | undefined;
  /** The step from the parent: a field, an index or a map key. */
  readonly step: PathStep;
  readonly #isKey: boolean;
  /** The path that the API server reports, if it differs from the place. */
  readonly #path: string | undefined;

  private constructor(value: Decoded | undefined, parent: Field | undefined, step: PathStep, isKey: boolean, path?: string) {
    this.value = value;
    this.parent = parent;
    this.step = step;
    this.#isKey = isKey;
    this.#path = path;
  }

  /** Returns the root of an object, whose path is empty. */
  static root(value: Decoded): Field {
    return new Field(value, undefined, '', false);
  }

  /** True for values that are present, including zero values of fields that are not pointers. */
  get isSet(): boolean {
    return this.value !== undefined;
  }

  /** The path as Kubernetes prints it: `spec.devices[0].attributes[model].string`. */
  get path(): string {
    if (this.#path !== undefined) return this.#path;
    if (this.parent === undefined) return '';
    const before = this.parent.path;
    if (typeof this.step === 'number') return `${before}[${this.step}]`;
    // Maps of structs belong to resource.k8s.io, which truncates keys in paths. Maps of texts and quantities show whole keys.
    if (this.#isKey) return `${before}[${isStruct(this.value) ? shownKey(this.step) : this.step}]`;
    return before === '' ? this.step : `${before}.${this.step}`;
  }

  /** Returns the same field with another path for findings. */
  as(path: string): Field {
    return new Field(this.value, this.parent, this.step, this.#isKey, path);
  }

  /** The steps from the root. */
  get steps(): readonly PathStep[] {
    return this.parent === undefined ? [] : [...this.parent.steps, this.step];
  }

  /** Returns the field of a struct at a path of names: `field.child('cel', 'expression')`. */
  child(...names: readonly [string, ...string[]]): Field {
    const field = new Field(this.fields[names[0]], this, names[0], false);
    // Most calls have one name. A short-lived program would not profit from a loop here.
    return names.length === 1 ? field : names.slice(1).reduce<Field>((outer, name) => outer.child(name), field);
  }

  /** Returns the item of a list, possibly beyond its end. */
  index(position: number): Field {
    return new Field(this.list[position], this, position, false);
  }

  /** Returns the value of a map key. */
  key(name: string): Field {
    return new Field(this.map.get(name), this, name, true);
  }

  /** Returns the field of a map key with another value. */
  keyWith(name: string, value: Decoded | undefined): Field {
    return new Field(value, this, name, true);
  }

  /** The items of a list; empty if the value is not a list. */
  get items(): readonly Field[] {
    return this.list.map((_, position) => this.index(position));
  }

  /** The values of a map in its order; their steps are the keys. */
  get entries(): readonly Field[] {
    const entries: Field[] = [];
    for (const [name, value] of this.map) entries.push(new Field(value, this, name, true));
    return entries;
  }

  /** The number of list items or map keys. */
  get size(): number {
    return this.value instanceof Map ? this.value.size : this.list.length;
  }

  /** The text; empty if the value is not a text. */
  get text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }

  /** The integer; 0 if the value is not an integer. */
  get integer(): bigint {
    return typeof this.value === 'bigint' ? this.value : 0n;
  }

  /** The boolean; false if the value is not a boolean. */
  get flag(): boolean {
    return this.value === true;
  }

  /** The quantity; undefined if absent. Decoding has already rejected invalid quantities. */
  get quantity(): Quantity | undefined {
    return typeof this.value === 'string' ? quantityFromJson(this.value) : undefined;
  }

  /** The decoded items of a list. */
  get list(): readonly Decoded[] {
    return Array.isArray(this.value) ? this.value : NO_LIST;
  }

  /** The decoded entries of a map. */
  get map(): ReadonlyMap<string, Decoded> {
    return this.value instanceof Map ? this.value : NO_MAP;
  }

  /** The decoded fields of a struct. */
  get fields(): DecodedStruct {
    return isStruct(this.value) ? this.value : NO_FIELDS;
  }
}

/** The API server shows longer attribute and capacity keys truncated. In bytes. */
const LONGEST_KEY = 96;

/** A placeholder replaces each byte of a truncated character. */
const CUT = '\ufffd';

/** Returns a key as the API server shows it in paths. Of a key that is too long in bytes, it shows both ends. */
export function shownKey(key: string, longest = LONGEST_KEY): string {
  if (key.length * 3 <= longest || utf8Length(key) <= longest) return key;
  const rest = longest - 3;
  return `${firstBytes(key, Math.ceil(rest / 2))}...${lastBytes(key, Math.floor(rest / 2))}`;
}

function firstBytes(text: string, bytes: number): string {
  const { whole, left } = charactersWithin([...text.slice(0, bytes)], bytes);
  return whole.join('') + CUT.repeat(left);
}

function lastBytes(text: string, bytes: number): string {
  const { whole, left } = charactersWithin([...text.slice(-bytes)].reverse(), bytes);
  return CUT.repeat(left) + whole.reverse().join('');
}

/** Returns the characters that fit into a number of bytes, and the number of bytes that are left. */
function charactersWithin(characters: readonly string[], bytes: number): { readonly whole: string[]; readonly left: number } {
  const whole: string[] = [];
  let left = bytes;
  for (const character of characters) {
    const size = utf8Length(character);
    if (size > left) break;
    whole.push(character);
    left -= size;
  }
  return { whole, left };
}
