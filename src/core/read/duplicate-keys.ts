// Keys that stand twice in an object, for those who want to hear of all of them instead of an error at the first.

import { isContainer, type Json, type PathStep } from '../base/json.js';

/** A key in an object that has it already. */
interface DuplicateKey {
  readonly container: object;
  readonly key: string;
  readonly offset: number;
}

/** A key that stands in an object again: where it is, and which one. */
export interface LocatedKey {
  readonly path: readonly PathStep[];
  readonly offset: number;
}

/** Collects the keys of one text, of which the later ones count. */
export class DuplicateKeys {
  #found: DuplicateKey[] = [];

  add(container: object, key: string, offset: number): void {
    this.#found.push({ container, key, offset });
  }

  /** Takes those that were found since the last time, which are in the value of a document. Objects that a later key replaced are not in it. */
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

/** Notes the path of each of some containers within a value, which is as deep as the reader lets it be. */
function notePaths(value: Json, path: PathStep[], wanted: ReadonlySet<object>, paths: Map<object, readonly PathStep[]>): void {
  if (!isContainer(value)) return;
  if (wanted.has(value) && !paths.has(value)) paths.set(value, [...path]);
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    path.push(isList ? Number(key) : key);
    notePaths(member, path, wanted, paths);
    path.pop();
  }
}
