// Signatures: texts of what decides of an object, field by field. Things of one signature have the same answer, so that what is known of one is
// taken for the other; a field that was forgotten would be a wrong answer that nobody sees. So each field of a type has its place in a signature, with
// what it counts for or why it counts for nothing, and a new field does not compile before it has one.

import { weakEntryIn } from './entry-in.js';
import { lengthPrefixed } from './key-text.js';

/** The value as a text that shows where it ends; undefined: it counts for nothing, which differs from all texts, and is what absent fields have. */
export type Encoder<T> = (value: T) => string | undefined;

/** In place of a text: whatever the field has, answers are the same. */
export interface Irrelevant {
  readonly reason: string;
}

/** Says of a field why it decides nothing. */
export function irrelevant(reason: string): Irrelevant {
  return { reason };
}

/** All fields of a type, each with what it counts for. */
export type SignatureFields<T> = { readonly [K in keyof T]-?: Encoder<Exclude<T[K], undefined>> | Irrelevant };

/** Gives the signature of an object. It shows where it ends. */
export type Signature<T> = (of: T) => string;

/** A field that counts: what comes before its text, and what it counts for. */
interface Part {
  readonly tag: string;
  readonly encode: Encoder<unknown>;
}

/** A field that counts, with its name. */
type NamedPart = readonly [name: string, part: Part];

function partsOf<T>(fields: SignatureFields<T>): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const name in fields) {
    const encode = fields[name] as Encoder<unknown> | Irrelevant;
    if (typeof encode === 'function') parts.set(name, { tag: String.fromCharCode(FIRST_TAG + parts.size), encode });
  }
  return parts;
}

const FIRST_TAG = 'A'.charCodeAt(0);
/** No tag: fields that count for nothing take no room. */
const END = '.';

/** Makes signatures: of two objects they are the same only where the text of each field is. */
export function signature<T extends object>(fields: SignatureFields<T>): Signature<T> {
  const parts = [...partsOf(fields)];
  const [first, second] = parts;
  if (first !== undefined && parts.length === 1) return signatureOfOne(first);
  if (first !== undefined && second !== undefined && parts.length === 2) return signatureOfTwo(first, second);
  const names = parts.map(([name]) => name as keyof T);
  const tags = parts.map(([, { tag }]) => tag);
  const encoders = parts.map(([, { encode }]) => encode);
  return (of) => {
    let signature = '';
    for (let index = 0; index < names.length; index++) {
      const value: unknown = of[names[index] as keyof T];
      if (value === undefined) continue;
      const text = (encoders[index] as Encoder<unknown>)(value);
      if (text !== undefined) signature += (tags[index] as string) + text;
    }
    return signature + END;
  };
}

/** Like `signature`, for the one field that counts: most have one or two, and a loop takes longer than they do. */
function signatureOfOne<T>([name, { tag, encode }]: NamedPart): Signature<T> {
  return (of) => {
    const value: unknown = of[name as keyof T];
    const text = value === undefined ? undefined : encode(value);
    return text === undefined ? END : tag + text + END;
  };
}

/** Like `signature`, for the two fields that count. */
function signatureOfTwo<T>([firstName, first]: NamedPart, [secondName, second]: NamedPart): Signature<T> {
  const { tag: firstTag, encode: encodeFirst } = first;
  const { tag: secondTag, encode: encodeSecond } = second;
  return (of) => {
    const one: unknown = of[firstName as keyof T];
    const other: unknown = of[secondName as keyof T];
    const text = one === undefined ? undefined : encodeFirst(one);
    const otherText = other === undefined ? undefined : encodeSecond(other);
    const begun = text === undefined ? '' : firstTag + text;
    return otherText === undefined ? begun + END : begun + secondTag + otherText + END;
  };
}

/** Like `signature`, sooner for objects that have few of their fields. The order of the fields counts as well: decoders give one order. */
export function sparseSignature<T extends object>(fields: SignatureFields<T>): Signature<T> {
  const parts = partsOf(fields);
  return (of) => {
    let signature = '';
    for (const name in of) {
      const value: unknown = of[name];
      const part = parts.get(name);
      if (value === undefined || part === undefined) continue;
      const text = part.encode(value);
      if (text !== undefined) signature += part.tag + text;
    }
    return signature + END;
  };
}

/** A number, or a boolean. */
export function ended(value: bigint | number | boolean): string {
  return `${value};`;
}

/** Returns whether there is anything in a list: the field counts for no more. */
export function isAny(list: readonly unknown[]): string | undefined {
  return list.length > 0 ? '' : undefined;
}

/** Entries of a list or map that are told one by one; the API server takes far fewer. */
export const MOST_LISTED = 1024;

const identities = new WeakMap<object, string>();
let lastIdentity = 0;

/**
 * The very object as a text, which no other one ever has and no other text begins like. It stands for what is too much to be told by what is in it:
 * things are then taken for different that need not be, but no signature takes long.
 */
export function identityText(of: object): string {
  return weakEntryIn(identities, of, () => `#${++lastIdentity};`);
}

/** Things in order. Each must show where it ends. */
export function listed<T>(list: readonly T[], textOf: (item: T) => string): string {
  if (list.length > MOST_LISTED) return identityText(list);
  let text = `${list.length}:`;
  for (const item of list) text += textOf(item);
  return text;
}

/** Encodes lists. */
export function listOf<T>(textOf: (item: T) => string): (list: readonly T[]) => string {
  return (list) => listed(list, textOf);
}

/** Encodes things by name, in the order of the map. */
export function mapOf<T>(textOf: (value: T) => string): (map: ReadonlyMap<string, T>) => string {
  return (map) => {
    if (map.size > MOST_LISTED) return identityText(map);
    let text = `${map.size}:`;
    for (const [name, value] of map) text += lengthPrefixed(name) + textOf(value);
    return text;
  };
}
