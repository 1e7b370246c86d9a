// Lists the objects of the input one by one: it expands lists and records the position of each object.

import { isJsonObject } from '../core/api/decoder.js';
import { AllocationError } from '../core/base/errors.js';
import { type Json, type JsonObject, lengthProblem, MOST_LISTS_IN_LISTS, MOST_OBJECTS, type PathStep } from '../core/base/json.js';

/** Non-object items of a list are reported at most this often, since a text of a few megabytes can have a million of them. */
const MOST_STRANGE = 1000;

/** An object and its position in the input. */
export interface InputObject {
  readonly json: Json;
  /** The index of the input object, and the steps from it to this object if it is a list. */
  readonly source: number;
  readonly steps: readonly PathStep[];
}

/** Yields the objects of the input in order, including the items of lists. */
export function* objectsIn(inputObjects: readonly Json[]): Generator<InputObject> {
  for (const [source, json] of inputObjects.entries()) yield* itemsOf({ json, source, steps: [] }, 0);
}

function* itemsOf(object: InputObject, depth: number): Generator<InputObject> {
  const { json, source, steps } = object;
  const items = isJsonObject(json) && isList(json) && depth < MOST_LISTS_IN_LISTS ? json['items'] : undefined;
  if (!Array.isArray(items)) {
    yield object;
    return;
  }
  const problem = lengthProblem(items, MOST_OBJECTS);
  if (problem !== undefined) throw new AllocationError('input-too-large', problem);
  let strange = 0;
  for (const [position, item] of (items as readonly Json[]).entries()) {
    if (!isJsonObject(item) && ++strange > MOST_STRANGE) continue;
    yield* itemsOf({ json: typedItem(item, json as JsonObject), source, steps: [...steps, 'items', position] }, depth + 1);
  }
}

/** Items of a list of one kind may omit their type: items of `ResourceClaimList` are claims of the list's version. */
function typedItem(item: Json, list: JsonObject): Json {
  const kind = textOf(list, 'kind').slice(0, -'List'.length);
  if (kind === '' || !isJsonObject(item) || Object.hasOwn(item, 'kind') || Object.hasOwn(item, 'apiVersion')) return item;
  return { ...item, kind, apiVersion: textOf(list, 'apiVersion') };
}

/** Returns whether an object is a list of objects: `v1 List`, or `ResourceClaimList` and similar. */
export function isList(object: JsonObject): boolean {
  return textOf(object, 'kind').endsWith('List') && Object.hasOwn(object, 'items');
}

/** Returns a string field of an object, or an empty string if the object has no such field. */
export function textOf(object: Json | undefined, field: string): string {
  const value = isJsonObject(object) && Object.hasOwn(object, field) ? object[field] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Returns the name of an object in findings: `ResourceClaim default/gpu`. */
export function nameOf(object: Json, position: number): string {
  const kind = textOf(object, 'kind');
  const metadata = isJsonObject(object) && Object.hasOwn(object, 'metadata') ? object['metadata'] : undefined;
  const [namespace, name, generated] = ['namespace', 'name', 'generateName'].map((field) => textOf(metadata, field));
  const shown = name === '' ? (generated === '' ? '' : `${generated}*`) : name;
  if (kind === '' && shown === '') return `object ${position + 1}`;
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${shown}`.trim();
}
