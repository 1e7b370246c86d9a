// A value at its path in a decoded object: what rules check. Absent values read as the zero values of Go, so that rules ask without checks.

import { utf8Length } from '../../cel/values/characters.js';
import type { PathStep } from '../../core/base/json.js';
import { type Quantity, quantityFromJson } from '../../core/quantity/quantity.js';
import type { Decoded, DecodedStruct } from './decoded.js';
import { isStruct, newStruct } from './decoded.js';

const NO_LIST: readonly Decoded[] = [];
const NO_MAP: ReadonlyMap<string, Decoded> = new Map();
const NO_FIELDS: DecodedStruct = Object.freeze(newStruct());

/** A value, which may be absent, and where it is. */
export class Field {
  readonly value: Decoded | undefined;
  readonly parent: Field | undefined;
  /** The step from the parent: a field, an index, or the key of a map. */
  readonly step: PathStep;
  readonly #isKey: boolean;
  /** The path that the API server gives it, where that is not the one of its place. */
  readonly #path: string | undefined;

  private constructor(value: Decoded | undefined, parent: Field | undefined, step: PathStep, isKey: boolean, path?: string) {
    this.value = value;
    this.parent = parent;
    this.step = step;
    this.#isKey = isKey;
    this.#path = path;
  }

  /** The root of an object, whose path is empty. */
  static root(value: Decoded): Field {
    return new Field(value, undefined, '', false);
  }

  /** True for what was given; zero values of fields that are no pointers count as given, too, as they stand in the object. */
  get isSet(): boolean {
    return this.value !== undefined;
  }

  /** The path as Kubernetes prints it: `spec.devices[0].attributes[model].string`. */
  get path(): string {
    if (this.#path !== undefined) return this.#path;
    if (this.parent === undefined) return '';
    const before = this.parent.path;
    if (typeof this.step === 'number') return `${before}[${this.step}]`;
    // Maps of structs are those of resource.k8s.io, where keys are cut; maps of texts and quantities have them whole.
    if (this.#isKey) return `${before}[${isStruct(this.value) ? shownKey(this.step) : this.step}]`;
    return before === '' ? this.step : `${before}.${this.step}`;
  }

  /** The field at its place, for findings under another path. */
  as(path: string): Field {
    return new Field(this.value, this.parent, this.step, this.#isKey, path);
  }

  /** The steps from the root. */
  get steps(): readonly PathStep[] {
    return this.parent === undefined ? [] : [...this.parent.steps, this.step];
  }

  /** The field of a struct at a path of names: `field.child('cel', 'expression')`. */
  child(...names: readonly [string, ...string[]]): Field {
    const field = new Field(this.fields[names[0]], this, names[0], false);
    // Mostly there is one: without a loop it is not worth optimizing next to a program that is over soon.
    return names.length === 1 ? field : names.slice(1).reduce<Field>((outer, name) => outer.child(name), field);
  }

  /** The item of a list, which may be beyond its end. */
  index(position: number): Field {
    return new Field(this.list[position], this, position, false);
  }

  /** The value of a key of a map. */
  key(name: string): Field {
    return new Field(this.map.get(name), this, name, true);
  }

  /** The field of a key of a map, as if it had another value. */
  keyWith(name: string, value: Decoded | undefined): Field {
    return new Field(value, this, name, true);
  }

  /** The items of a list; none where there is no list. */
  get items(): readonly Field[] {
    return this.list.map((_, position) => this.index(position));
  }

  /** The values of a map with their keys in their steps, in the order of the object. */
  get entries(): readonly Field[] {
    const entries: Field[] = [];
    for (const [name, value] of this.map) entries.push(new Field(value, this, name, true));
    return entries;
  }

  /** The number of items of a list or of keys of a map. */
  get size(): number {
    return this.value instanceof Map ? this.value.size : this.list.length;
  }

  /** A text; empty where there is none. */
  get text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }

  /** An integer; 0 where there is none. */
  get integer(): bigint {
    return typeof this.value === 'bigint' ? this.value : 0n;
  }

  /** A boolean; false where there is none. */
  get flag(): boolean {
    return this.value === true;
  }

  /** A quantity; undefined where there is none. Decoding has rejected texts that are none. */
  get quantity(): Quantity | undefined {
    return typeof this.value === 'string' ? quantityFromJson(this.value) : undefined;
  }

  /** The items of a list as they are. */
  get list(): readonly Decoded[] {
    return Array.isArray(this.value) ? this.value : NO_LIST;
  }

  /** The entries of a map as they are. */
  get map(): ReadonlyMap<string, Decoded> {
    return this.value instanceof Map ? this.value : NO_MAP;
  }

  /** The fields of a struct as they are. */
  get fields(): DecodedStruct {
    return isStruct(this.value) ? this.value : NO_FIELDS;
  }
}

/** The longest key of attributes and capacities that the API server shows whole, in bytes. */
const LONGEST_KEY = 96;

/** A byte of a character that was cut. */
const CUT = '\ufffd';

/** A key as the API server shows it in paths: of one that is too long, its ends. It counts bytes. */
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

/** The characters that so many bytes have, and the bytes that are left of the next one. */
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
