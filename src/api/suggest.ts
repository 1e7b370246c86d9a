// Suggestions for an unknown field: a name that is nearly equal, or an equal name in another place. Runs only when an error is certain.

import type { PathStep } from '../base/json.js';
import { formatPath } from '../base/json.js';
import { nearestName } from '../base/nearest-name.js';
import type { Schema } from './schema.js';

interface Place {
  readonly schema: Schema;
  readonly path: readonly PathStep[];
}

/**
 * The path of a known field for the unknown one at the end of `steps`, or undefined.
 * `schema` describes the object that stands at `before`; nearer places win over farther ones.
 */
export function suggestField(schema: Schema, steps: readonly PathStep[], before: readonly PathStep[]): string | undefined {
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
