// Passes the objects of a large body from a thread to the event loop as short JSON texts. The loop reads one text at a time, since it cannot
// pause while it reads one.

import { setImmediate as turn } from 'node:timers/promises';
import { NumberLiteral } from 'dra-allocator/read';
import { questionOf } from './question.js';

/** The characters after which a portion ends: reading it takes less than a millisecond. */
const PORTION = 32 * 1024;
/** Objects of a cluster are below 1.5 MiB, the limit of etcd. */
const MOST_CHARACTERS = 2 * 1024 * 1024;

/** JSON texts in shared memory, one after the other, each a body of `PUT /cluster`. */
export interface Portions {
  readonly bytes: Uint8Array;
  /** Where each text ends. */
  readonly ends: readonly number[];
}

/** Returns the objects as portions; undefined if an object is too large. Lists become their items. */
export function portionsOf(objects: readonly object[]): Portions | undefined {
  const texts: string[] = [];
  let [portion, length]: [string[], number] = [[], 0];
  const end = (): void => {
    if (portion.length > 0) texts.push(`{"objects":[${portion.join()}]}`);
    [portion, length] = [[], 0];
  };
  for (const object of itemsOf(objects)) {
    const text = jsonOf(object);
    if (text.length > MOST_CHARACTERS) return undefined;
    if (length + text.length > PORTION) end();
    portion.push(text);
    length += text.length;
  }
  end();
  const encoded = texts.map((text) => new TextEncoder().encode(text));
  const bytes = new Uint8Array(new SharedArrayBuffer(encoded.reduce((sum, each) => sum + each.length, 0)));
  const ends: number[] = [];
  let at = 0;
  for (const each of encoded) {
    bytes.set(each, at);
    at += each.length;
    ends.push(at);
  }
  return { bytes, ends };
}

/** Reads portions, and yields to the event loop after each. */
export async function objectsOf({ bytes, ends }: Portions): Promise<readonly object[]> {
  const all: object[] = [];
  let start = 0;
  for (const end of ends) {
    const { objects = [] } = questionOf({ topic: 'cluster', language: 'json', body: bytes.slice(start, end) });
    for (const object of objects) all.push(object);
    start = end;
    await turn();
  }
  return all;
}

type Loose = Readonly<Record<string, unknown>>;

/** The objects, and the items of lists. Items of a typed list, such as a NodeList, may have no separate type. */
function* itemsOf(objects: readonly unknown[], type: Loose = {}): Generator<object> {
  for (const object of objects as readonly Loose[]) {
    const { apiVersion = type['apiVersion'], kind = type['kind'], items } = object;
    const isList = typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items);
    if (isList) yield* itemsOf(items, kind === 'List' ? {} : { apiVersion, kind: kind.slice(0, -'List'.length) });
    else yield { ...object, apiVersion, kind };
  }
}

/** Returns a text with the exact numbers of an object. */
function jsonOf(object: object): string {
  const mark = `number ${crypto.randomUUID()} `;
  let isMarked = false;
  const text = JSON.stringify(object, (_, value: unknown) => {
    if (typeof value !== 'bigint' && !(value instanceof NumberLiteral)) return value;
    isMarked = true;
    return `${mark}${typeof value === 'bigint' ? value : value.text}`;
  });
  return isMarked ? text.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1') : text;
}
