// What someone may have meant by an unknown field: a name that is nearly the same, or the same name in another place.
// Runs only when an error is certain.

import type { PathStep } from '../json.js';
import { formatPath } from '../json.js';
import type { Decoder } from './decoder.js';

/** Longer names are not compared: nobody's typing mistake, and comparing takes quadratic time. */
const MAX_COMPARED_LENGTH = 64;

interface Place {
  readonly schema: Decoder<unknown>;
  readonly path: readonly PathStep[];
}

/**
 * The path of a known field for the unknown one at the end of `steps`, or undefined.
 * `schema` describes the object that stands at `before`; nearer places win over farther ones.
 */
export function suggestField(schema: Decoder<unknown>, steps: readonly PathStep[], before: readonly PathStep[]): string | undefined {
  const name = steps.at(-1);
  if (typeof name !== 'string') return undefined;
  const ancestors = placesOnTheWay({ schema, path: before }, steps.slice(0, -1));
  const parent = ancestors.at(-1);
  if (parent === undefined) return undefined;
  const near = nearestName(name, [...(parent.schema.fields?.keys() ?? [])]);
  if (near !== undefined) return formatPath([...parent.path, near]);
  for (const ancestor of ancestors.reverse()) {
    const found = findBelow(ancestor, name);
    if (found !== undefined) return formatPath(found).replaceAll('[*]', '[]');
  }
  return undefined;
}

/** The descriptions of the values on a path, from the root on. */
function placesOnTheWay(root: Place, steps: readonly PathStep[]): Place[] {
  const places = [root];
  let place = root;
  for (const step of steps) {
    const schema = typeof step === 'string' && place.schema.fields ? place.schema.fields.get(step) : place.schema.items;
    if (schema === undefined) break;
    place = { schema, path: [...place.path, step] };
    places.push(place);
  }
  return places;
}

/** The path of the nearest field of this name below a place, by breadth. `*` stands for any entry of a list. */
function findBelow(start: Place, name: string): readonly PathStep[] | undefined {
  const queue: Place[] = [start];
  for (const { schema, path } of queue) {
    if (schema.fields?.has(name)) return [...path, name];
    for (const [field, inner] of schema.fields ?? []) queue.push({ schema: inner, path: [...path, field] });
    if (schema.items) queue.push({ schema: schema.items, path: [...path, '*'] });
  }
  return undefined;
}

/** The one of `candidates` that is nearest to `name` in spelling, or undefined if none is near. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = lower.length < 5 ? 2 : 3;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const isStart = lower.length >= 3 && other.length >= 3 && (lower.startsWith(other) || other.startsWith(lower));
    const distance = isStart ? Math.min(1, Math.abs(lower.length - other.length)) : editDistance(lower, other);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** How many letters must be put in, left out, replaced or swapped with their neighbour to make one text of the other. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
