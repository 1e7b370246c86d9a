// Collects duplicate keys for callers that need all of them instead of an error at the first.

import { isContainer, type Json, type PathStep } from '../base/json.js';

interface DuplicateKey {
  readonly container: object;
  readonly key: string;
  readonly offset: number;
}

/** The path and the offset of a repeated key. */
export interface LocatedKey {
  readonly path: readonly PathStep[];
  readonly offset: number;
}

/** Limit of keys of one document, since a text of a few megabytes can repeat a key a million times. */
const MOST_KEYS = 1000;

/** Collects the first repeated keys of each document of a text. The last occurrence counts. */
export class DuplicateKeys {
  #found: DuplicateKey[] = [];

  add(container: object, key: string, offset: number): void {
    if (this.#found.length < MOST_KEYS) this.#found.push({ container, key, offset });
  }

  /**
   * Removes and returns the keys since the last call that lie in the value of a document. Keys of objects that a later key
   * replaced are not included.
   */
  take(value: Json): readonly LocatedKey[] {
    const found = this.#found;
    if (found.length === 0) return [];
    this.#found = [];
    const paths = new Map<object, readonly PathStep[]>();
    notePaths(value, [], new Set(found.map(({ container }) => container)), paths);
    return found.flatMap(({ container, key, offset }) => {
      const path = paths.get(container);
      return path === undefined ? [] : [{ path: [...path, key], offset }];
    });
  }
}

/** Records the path of each of `containers` within a value. The reader bounds the depth. */
function notePaths(value: Json, path: PathStep[], containers: ReadonlySet<object>, paths: Map<object, readonly PathStep[]>): void {
  if (!isContainer(value)) return;
  if (containers.has(value) && !paths.has(value)) paths.set(value, [...path]);
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    path.push(isList ? Number(key) : key);
    notePaths(member, path, containers, paths);
    path.pop();
  }
}
