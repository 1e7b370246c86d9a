// Suggestions for an unknown field: a similar name, or an equal name in another place. Runs only after an error is certain, so
// it may be slow.

import type { PathStep } from '../base/json.js';
import { formatPath } from '../base/json.js';
import { nearestName } from '../base/nearest-name.js';
import { type LibraryGates, NO_LIBRARY_GATES } from './library-gates.js';
import type { Schema } from './schema.js';

interface Place {
  readonly schema: Schema;
  readonly path: readonly PathStep[];
}

/**
 * Returns the path of the likely field for the unknown one at the end of `steps`; undefined if there is no suggestion. `schema`
 * describes the object at `before`. Closer places take precedence over more distant ones. Fields of a gate that is off are
 * unknown.
 */
export function suggestField(
  schema: Schema,
  steps: readonly PathStep[],
  before: readonly PathStep[],
  gates: LibraryGates = NO_LIBRARY_GATES,
): string | undefined {
  const name = steps.at(-1);
  if (typeof name !== 'string') return undefined;
  const ancestors = placesOnTheWay({ schema, path: before }, steps.slice(0, -1));
  const parent = ancestors.at(-1);
  if (parent === undefined) return undefined;
  const near = nearestName(name, [...fieldsOf(parent.schema, gates).keys()]);
  if (near !== undefined) return formatPath([...parent.path, near]);
  for (const ancestor of ancestors.reverse()) {
    const found = findBelow(ancestor, name, gates);
    if (found !== undefined) return formatPath(found).replaceAll('[*]', '[]');
  }
  return undefined;
}

/** Returns the fields of an object that exist with these gates. */
function fieldsOf({ fields = NO_FIELDS }: Schema, gates: LibraryGates): ReadonlyMap<string, Schema> {
  return new Map([...fields].filter(([, { gate }]) => gate === undefined || gates[gate]));
}

const NO_FIELDS: ReadonlyMap<string, Schema> = new Map<string, Schema>();

/** Returns the schemas of the values on a path, from the root on. */
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

/** Returns the path of the nearest field of this name below a place, by breadth-first search. `*` stands for any entry of a list. */
function findBelow(start: Place, name: string, gates: LibraryGates): readonly PathStep[] | undefined {
  const queue: Place[] = [start];
  for (const { schema, path } of queue) {
    const fields = fieldsOf(schema, gates);
    if (fields.has(name)) return [...path, name];
    for (const [field, inner] of fields) queue.push({ schema: inner, path: [...path, field] });
    if (schema.items) queue.push({ schema: schema.items, path: [...path, '*'] });
  }
  return undefined;
}
