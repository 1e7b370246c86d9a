// Decodes repeated values once, such as the specs of claims from one template, and recognizes them by their contents.

import { copyText } from '../base/copy-text.js';
import { type Json, type JsonObject, setField } from '../base/json.js';
import { moveToFront } from '../base/lists.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { isJsonObject } from './decoder.js';

/**
 * The most values that are remembered, and the most parts and characters of each. Comparing a value with all of them must cost
 * less than decoding it, and they must not fill the memory.
 */
const MOST_REMEMBERED = 16;
const MOST_PARTS = 512;
const MOST_CHARACTERS = 1 << 16;
/**
 * The number of remembered values that are compared with the value directly. For the other values, the parts of the new value
 * are first listed once for all comparisons.
 */
const MOST_COMPARED = 4;

/** Marks in the parts of a value: the start of an object or a list, and the end of an object. */
const OBJECT = Symbol('object');
const LIST = Symbol('list');
const END = Symbol('end');

/** Unlike `Object.hasOwn`, this is free in a loop over the fields of an object. */
const isOwn = Object.prototype.hasOwnProperty;

/** A value as a list of keys, scalars and marks. */
type Parts = (Json | undefined | symbol)[];

function charactersOf(parts: Parts): number {
  let characters = 0;
  for (const part of parts) if (typeof part === 'string') characters += part.length;
  return characters;
}

interface Remembered<T> {
  readonly parts: Parts;
  readonly decoded: T;
}

/** The result of looking up a value. `decoded`: set if the value is remembered. `copy`: set, with its parts, if the value can be remembered. */
interface Recalled<T> {
  readonly decoded?: T;
  readonly copy?: Json | undefined;
  readonly parts: Parts;
}

/**
 * Makes a decoder that returns the earlier result for an equal value, unless it fails or warns. Results must be immutable.
 * The gates of this library change results, so each combination has a separate memory. Large values, decoded in increments, exceed the
 * limit of parts.
 */
export function memoized<T>(inner: Decoder<T>): Decoder<T> {
  const memories = [new Memory<T>(), new Memory<T>(), new Memory<T>(), new Memory<T>()] as const;
  return {
    ...inner,
    decode(value, context) {
      const memory = memories[gateNumber(context)];
      const { decoded: found, copy, parts } = memory.recall(value);
      if (found !== undefined) return found;
      if (copy === undefined) return inner.decode(value, context);
      const { length } = context.warnings;
      // The copy is decoded, because a value with accessors may have changed.
      const decoded = inner.decode(copy, context);
      if (context.warnings.length === length) memory.remember({ parts, decoded });
      return decoded;
    },
  };
}

function gateNumber({ libraryGates: { attributeSemantics, firstOfDevices } }: DecodeContext): 0 | 1 | 2 | 3 {
  if (attributeSemantics) return firstOfDevices ? 3 : 2;
  return firstOfDevices ? 1 : 0;
}

/** Decoded values, the last used first. */
class Memory<T> {
  readonly #entries: Remembered<T>[] = [];

  recall(value: Json | undefined): Recalled<T> {
    for (let place = 0; place < Math.min(this.#entries.length, MOST_COMPARED); place++) {
      const { parts } = this.#entries[place] as Remembered<T>;
      if (afterEqual(value, parts, 0) === parts.length) return this.#moveToFront(place);
    }
    const { parts, copy } = copyOf(value);
    if (copy === undefined || charactersOf(parts) > MOST_CHARACTERS) return { parts };
    const place = this.#entries.findIndex((one, index) => index >= MOST_COMPARED && isSame(one.parts, parts));
    return place < 0 ? { parts, copy } : this.#moveToFront(place);
  }

  remember(one: Remembered<T>): void {
    if (this.#entries.length === MOST_REMEMBERED) this.#entries.pop();
    this.#entries.unshift(one);
  }

  #moveToFront(place: number): Remembered<T> {
    if (place > 0) moveToFront(this.#entries, place);
    return this.#entries[0] as Remembered<T>;
  }
}

function isSame(left: Parts, right: Parts): boolean {
  if (left.length !== right.length) return false;
  for (let place = 0; place < left.length; place++) if (!Object.is(left[place], right[place])) return false;
  return true;
}

/** Returns the place in `parts` after the parts of an equal value that begin at `place`; -1 for a different value. */
function afterEqual(value: Json | undefined, parts: Parts, place: number): number {
  const part = parts[place];
  if (typeof value !== 'object' || value === null) return Object.is(value, part) ? place + 1 : -1;
  if (Array.isArray(value)) return part === LIST ? afterItems(value, parts, place + 1) : -1;
  return part === OBJECT && isJsonObject(value) ? afterFields(value, parts, place + 1) : -1;
}

function afterItems(items: readonly Json[], parts: Parts, place: number): number {
  if (parts[place] !== items.length) return -1;
  let next = place + 1;
  for (let index = 0; index < items.length && next !== -1; index++) next = afterEqual(items[index], parts, next);
  return next;
}

function afterFields(value: JsonObject, parts: Parts, place: number): number {
  let next = place;
  for (const key in value) {
    if (!isOwn.call(value, key)) continue;
    if (parts[next] !== key) return -1;
    next = afterEqual(value[key], parts, next + 1);
    if (next === -1) return -1;
  }
  return parts[next] === END ? next + 1 : -1;
}

/** The characters that texts may still use. */
interface Room {
  characters: number;
}

function copyOf(value: Json | undefined): { readonly parts: Parts; readonly copy: Json | undefined } {
  const parts: Parts = [];
  return { parts, copy: copyInto(parts, value, { characters: MOST_CHARACTERS }) };
}

/** Returns a copy of a value and adds its parts to `parts`; undefined for a value that cannot be remembered. */
function copyInto(parts: Parts, value: Json | undefined, room: Room): Json | undefined {
  if (parts.length > MOST_PARTS || value === undefined) return undefined;
  if (Array.isArray(value)) return copyItems(parts, value, room);
  if (isJsonObject(value)) return copyFields(parts, value, room);
  // A number literal is an object, and an integer beyond 64 bits may have any number of digits.
  if ((typeof value === 'object' && value !== null) || (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)) return undefined;
  if (typeof value === 'string' && !fits(value, room)) return undefined;
  const copiedValue = typeof value === 'string' ? copyText(value) : value;
  parts.push(copiedValue);
  return copiedValue;
}

function fits(text: string, room: Room): boolean {
  room.characters -= text.length;
  return room.characters >= 0;
}

function copyItems(parts: Parts, items: readonly Json[], room: Room): Json | undefined {
  parts.push(LIST, items.length);
  const copy: Json[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = copyInto(parts, items[index], room);
    if (item === undefined) return undefined;
    copy.push(item);
  }
  return copy;
}

function copyFields(parts: Parts, value: JsonObject, room: Room): Json | undefined {
  parts.push(OBJECT);
  const copy: JsonObject = {};
  const keys = Object.keys(value);
  if (parts.length + keys.length > MOST_PARTS) return undefined;
  for (const key of keys) {
    parts.push(key);
    const field = value[key];
    const copied = field === undefined ? null : copyInto(parts, field, room);
    if (copied === undefined) return undefined;
    // For decoders, a field without a value is absent.
    if (field === undefined) parts.push(field);
    else setField(copy, key, copied);
  }
  parts.push(END);
  return copy;
}
