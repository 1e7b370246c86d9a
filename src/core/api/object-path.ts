// Paths in objects of any kind: `spec.groups[*].template`, `spec.specs.*`, `metadata.annotations["example.com/x"]`.

import type { Json, PathStep } from '../base/json.js';
import { isJsonObject } from './decoder.js';

/** A step of a path for every item of a list or every value of a map. */
const EACH = Symbol('each');

/** The steps of a path. */
export type ObjectPath = readonly (string | typeof EACH)[];

/** A value at a path. */
export interface Located {
  readonly value: Json;
  readonly steps: readonly PathStep[];
  /** The items and keys that replace each `*` of the path. */
  readonly chosen: readonly PathStep[];
  /** The value that replaces the last `*`; undefined if the path has no `*`. */
  readonly item: Json | undefined;
}

const SEGMENT = /^(?:\.?([A-Za-z0-9_-]+)|\.(\*)|\[(\*)\]|\["([^"\\]+)"\])/;

/** The longest path. No real path is longer. */
const MOST_CHARACTERS = 1000;

/** Parses a path; undefined for an invalid text. */
export function parseObjectPath(text: string): ObjectPath | undefined {
  if (text === '' || text.startsWith('.') || text.length > MOST_CHARACTERS) return undefined;
  const steps: (string | typeof EACH)[] = [];
  for (let rest = text; rest !== ''; ) {
    const match = SEGMENT.exec(rest);
    if (match === null) return undefined;
    const [whole, field, each, item, quoted] = match;
    // In `a[*]b`, a dot is missing.
    if (field !== undefined && steps.length > 0 && !whole.startsWith('.')) return undefined;
    steps.push(each !== undefined || item !== undefined ? EACH : ((field ?? quoted) as string));
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** Returns the number of `*` in a path. */
export function wildcardsOf(path: ObjectPath): number {
  return path.filter((step) => step === EACH).length;
}

/**
 * Returns whether two paths are equal up to the last `*` of the first path. The first path can then address a value of an item
 * of the second.
 */
export function sharesItems(path: ObjectPath, items: ObjectPath): boolean {
  const end = path.lastIndexOf(EACH);
  return path.slice(0, end + 1).every((step, index) => step === items[index]);
}

/** The number of values that may still be visited; below 0 if there were more. */
export interface Budget {
  left: number;
}

/** Returns all values at a path in the order of the object, within the budget. Leaves out absent values and nulls. */
export function* valuesAt(root: Json, path: ObjectPath, budget: Budget): Generator<Located> {
  yield* below({ value: root, steps: [], chosen: [], item: undefined }, path, 0, budget);
}

/** Returns the value at a path, with `chosen` as the items and keys of its `*`; undefined if it is absent. */
export function valueAt(root: Json, path: ObjectPath, chosen: readonly PathStep[] = []): Pick<Located, 'value' | 'steps'> | undefined {
  let next = 0;
  const steps = path.map((step) => (step === EACH ? (chosen[next++] ?? '') : step));
  let value: Json | undefined = root;
  for (const step of steps) value = entryOf(value, step);
  return value === undefined || value === null ? undefined : { value, steps };
}

function* below(at: Located, path: ObjectPath, depth: number, budget: Budget): Generator<Located> {
  const step = path[depth];
  if (step === undefined) return yield at;
  for (const key of step === EACH ? keysOf(at.value) : [step]) {
    if (--budget.left < 0) return;
    const value = entryOf(at.value, key);
    if (value === undefined || value === null) continue;
    const steps = [...at.steps, key];
    const inner = step === EACH ? { value, steps, chosen: [...at.chosen, key], item: value } : { ...at, value, steps };
    yield* below(inner, path, depth + 1, budget);
  }
}

function keysOf(value: Json): Iterable<PathStep> {
  if (Array.isArray(value)) return value.keys();
  return isJsonObject(value) ? Object.keys(value) : [];
}

function entryOf(value: Json | undefined, step: PathStep): Json | undefined {
  if (Array.isArray(value)) return typeof step === 'number' ? (value as readonly Json[])[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
