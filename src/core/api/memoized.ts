// Values that come again and again, such as the specs of claims that are made of one template: read once, then told by what is in them.

import { type Json, type JsonObject, setField } from '../base/json.js';
import { moveToFront } from '../base/lists.js';
import { ownText } from '../base/own-text.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { isJsonObject } from './decoder.js';

/**
 * The number of values that are remembered, of how many parts each may be, and with how many characters: comparing with all of them must cost less than
 * reading, and they must not fill the memory.
 */
const MOST_REMEMBERED = 16;
const MOST_PARTS = 512;
const MOST_CHARACTERS = 1 << 16;
/** With how many a value is compared as it is. To compare it with the others its parts are put in a row first, once for all of them. */
const MOST_COMPARED = 4;

/** Marks in the parts of a value: before what an object or a list holds, and after what an object holds. */
const OBJECT = Symbol('object');
const LIST = Symbol('list');
const END = Symbol('end');

/** In a loop over the fields of an object this costs nothing; `Object.hasOwn` does. */
const isOwn = Object.prototype.hasOwnProperty;

/** A value as a row of keys, scalars and marks. */
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

/** A value as the memory knows it: decoded, if it is remembered; else its copy and the parts of that, if it can be remembered. */
interface Recalled<T> {
  readonly decoded?: T;
  readonly copy?: Json | undefined;
  readonly parts: Parts;
}

/**
 * Makes a decoder that gives what `inner` gives, the result of an equal value again, unless it fails or warns. Such a result must never change. With other gates of our
 * own an equal value may be another one, or none. Large values, read in increments, have more parts than are remembered.
 */
export function memoized<T>(inner: Decoder<T>): Decoder<T> {
  const memories = [new Memory<T>(), new Memory<T>(), new Memory<T>(), new Memory<T>()] as const;
  return {
    ...inner,
    decode(value, context) {
      const known = memories[gateNumber(context)];
      const { decoded: found, copy, parts } = known.recall(value);
      if (found !== undefined) return found;
      if (copy === undefined) return inner.decode(value, context);
      const { length } = context.warnings;
      // The copy is read, since a value with accessors could be another one by now.
      const decoded = inner.decode(copy, context);
      if (context.warnings.length === length) known.remember({ parts, decoded });
      return decoded;
    },
  };
}

function gateNumber({ ownGates: { attributeSemantics, firstOfDevices } }: DecodeContext): 0 | 1 | 2 | 3 {
  if (attributeSemantics) return firstOfDevices ? 3 : 2;
  return firstOfDevices ? 1 : 0;
}

/** Values that were decoded, the last one first. */
class Memory<T> {
  readonly #known: Remembered<T>[] = [];

  recall(value: Json | undefined): Recalled<T> {
    for (let place = 0; place < Math.min(this.#known.length, MOST_COMPARED); place++) {
      const { parts } = this.#known[place] as Remembered<T>;
      if (afterEqual(value, parts, 0) === parts.length) return this.#moveToFront(place);
    }
    const { parts, copy } = copyOf(value);
    if (copy === undefined || charactersOf(parts) > MOST_CHARACTERS) return { parts };
    const place = this.#known.findIndex((one, index) => index >= MOST_COMPARED && isSame(one.parts, parts));
    return place < 0 ? { parts, copy } : this.#moveToFront(place);
  }

  remember(one: Remembered<T>): void {
    if (this.#known.length === MOST_REMEMBERED) this.#known.pop();
    this.#known.unshift(one);
  }

  #moveToFront(place: number): Remembered<T> {
    if (place > 0) moveToFront(this.#known, place);
    return this.#known[0] as Remembered<T>;
  }
}

function isSame(left: Parts, right: Parts): boolean {
  if (left.length !== right.length) return false;
  for (let place = 0; place < left.length; place++) if (!Object.is(left[place], right[place])) return false;
  return true;
}

/** The place in `parts` after those of an equal value, which begin at `place`; -1 for another value. */
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

/** The room that texts may still take. */
interface Room {
  characters: number;
}

function copyOf(value: Json | undefined): { readonly parts: Parts; readonly copy: Json | undefined } {
  const parts: Parts = [];
  return { parts, copy: copyInto(parts, value, { characters: MOST_CHARACTERS }) };
}

/** A copy of a value, whose parts are added to `parts`; undefined for one that is not remembered. */
function copyInto(parts: Parts, value: Json | undefined, room: Room): Json | undefined {
  if (parts.length > MOST_PARTS || value === undefined) return undefined;
  if (Array.isArray(value)) return copyItems(parts, value, room);
  if (isJsonObject(value)) return copyFields(parts, value, room);
  // A number in disguise is an object, and an integer that no field takes may have any number of digits.
  if ((typeof value === 'object' && value !== null) || (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)) return undefined;
  if (typeof value === 'string' && !fits(value, room)) return undefined;
  const own = typeof value === 'string' ? ownText(value) : value;
  parts.push(own);
  return own;
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
    // A field without a value is no field, the reader it.
    if (field === undefined) parts.push(field);
    else setField(copy, key, copied);
  }
  parts.push(END);
  return copy;
}
