// Signatures: texts of the fields on which an answer depends. Objects with equal signatures have the same answer, so one result
// serves both. A forgotten field would cause a wrong result that no test detects. So each field has an encoder, or a reason why
// it is irrelevant. A new field without either does not compile.

import { weakEntryIn } from './entry-in.js';
import { lengthPrefixed } from './key-text.js';

/** Returns the value as a text that shows where it ends. Undefined if the value is irrelevant, like an absent field; it differs from all texts. */
export type Encoder<T> = (value: T) => string | undefined;

/** The entry of a field that never changes an answer. */
export interface Irrelevant {
  readonly reason: string;
}

/** Returns the entry of an irrelevant field, with the reason. */
export function irrelevant(reason: string): Irrelevant {
  return { reason };
}

/** All fields of a type, each with its encoder or the reason why it is irrelevant. */
export type SignatureFields<T> = { readonly [K in keyof T]-?: Encoder<Exclude<T[K], undefined>> | Irrelevant };

/** Returns the signature of an object. The text shows where it ends. */
export type Signature<T> = (of: T) => string;

/** A relevant field: the tag before its text, and its encoder. */
interface Part {
  readonly tag: string;
  readonly encode: Encoder<unknown>;
}

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
/** The end mark, which is not a tag: irrelevant fields use no space. */
const END = '.';

/** Makes signatures. Two objects have the same signature only if the texts of all their fields are equal. */
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

/** A variant for one relevant field: most types have one or two, and a loop would cost more than their encoders. */
function signatureOfOne<T>([name, { tag, encode }]: NamedPart): Signature<T> {
  return (of) => {
    const value: unknown = of[name as keyof T];
    const text = value === undefined ? undefined : encode(value);
    return text === undefined ? END : tag + text + END;
  };
}

/** A variant for two relevant fields. */
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

/**
 * A faster variant for objects with few of their fields. The order of the fields is also relevant, because decoders always use
 * one order.
 */
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

/** Returns the text of a number or boolean. */
export function ended(value: bigint | number | boolean): string {
  return `${value};`;
}

/** Encodes only whether a list has items. */
export function isAny(list: readonly unknown[]): string | undefined {
  return list.length > 0 ? '' : undefined;
}

/** The most entries of a list or map that a signature encodes. The API server accepts far fewer. */
export const MOST_LISTED = 1024;

const identities = new WeakMap<object, string>();
let lastIdentity = 0;

/**
 * Returns a text that is unique to an object, for contents that are too large to encode. Equal objects may then have different
 * signatures, but computing signatures stays fast.
 */
export function identityText(of: object): string {
  return weakEntryIn(identities, of, () => `#${++lastIdentity};`);
}

/** Returns the texts of the items in order. Each must show where it ends. */
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

/** Encodes values by name, in the order of the map. */
export function mapOf<T>(textOf: (value: T) => string): (map: ReadonlyMap<string, T>) => string {
  return (map) => {
    if (map.size > MOST_LISTED) return identityText(map);
    let text = `${map.size}:`;
    for (const [name, value] of map) text += lengthPrefixed(name) + textOf(value);
    return text;
  };
}
