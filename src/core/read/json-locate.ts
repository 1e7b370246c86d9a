// Finds the positions of values in a JSON text that has been read without an error. Reading records no positions. A request scans the text
// again, level by level, and indexes each container on the path once.

import { entryIn } from '../base/entry-in.js';
import type { PathStep } from '../base/json.js';
import { isJsonSpace, parseJsonString, stringEnd } from './json-string.js';

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;

/** The offsets of a member of a container: an object's member begins with its key, an array's with its value. */
interface Member {
  readonly offset: number;
  readonly value: number;
}

/** Finds positions in one value of a JSON text. */
export class JsonLocator {
  private readonly text: string;
  private readonly root: number;
  /** The members of visited containers, by the offset of the container. */
  private readonly containers = new Map<number, ReadonlyMap<PathStep, Member>>();

  constructor(text: string, root: number) {
    this.text = text;
    this.root = root;
  }

  /** Returns the offset of a path: of the key of an object's member, else of the value. For a missing path, the offset of its nearest parent. */
  locate(path: readonly PathStep[]): number {
    let place: Member = { offset: this.root, value: this.root };
    for (const step of path) {
      const member = this.members(place.value).get(step);
      if (member === undefined) break;
      place = member;
    }
    return place.offset;
  }

  private members(container: number): ReadonlyMap<PathStep, Member> {
    return entryIn(this.containers, container, () => new Map(listMembers(this.text, container)));
  }
}

/** Returns the offset of the first member with this key in the object at an offset. The object may be cut short after that member. */
export function memberOffset(text: string, object: number, key: string): number | undefined {
  for (const [step, member] of listMembers(text, object)) if (step === key) return member.offset;
  return undefined;
}

function* listMembers(text: string, container: number): Generator<[PathStep, Member]> {
  const open = text.charCodeAt(container);
  if (open !== OPEN_BRACE && open !== OPEN_BRACKET) return;
  let at = skipSpace(text, container + 1);
  for (let index = 0; text.charCodeAt(at) !== CLOSE_BRACE && text.charCodeAt(at) !== CLOSE_BRACKET; index++) {
    let step: PathStep = index;
    let value = at;
    if (open === OPEN_BRACE) {
      const end = stringEnd(text, at);
      step = parseJsonString(text.slice(at, end)) ?? '';
      // Skips the colon.
      value = skipSpace(text, skipSpace(text, end) + 1);
    }
    yield [step, { offset: at, value }];
    at = skipSpace(text, skipValue(text, value));
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
}

/** Returns the offset after the value at an offset. */
function skipValue(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++;
      at++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
      at++;
    } else if (depth === 0) return skipWord(text, at);
    else at++;
  } while (depth > 0);
  return at;
}

/** Returns the offset after the number, `true`, `false` or `null` at an offset. */
function skipWord(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); at < text.length; code = text.charCodeAt(++at)) {
    if (isJsonSpace(code) || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) break;
  }
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isJsonSpace(text.charCodeAt(at))) at++;
  return at;
}
