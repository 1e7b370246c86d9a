// Collects the labels of the Namespaces in the input, since admin access depends on them.

import { isJsonObject } from '../core/api/decoder.js';
import type { Json } from '../core/base/json.js';
import { type InputObject, textOf } from './objects.js';

/** Returns the labels of each Namespace, by its name. */
export function namespaceLabels(objects: Iterable<InputObject>): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const labels = new Map<string, ReadonlyMap<string, string>>();
  for (const { json } of objects) {
    if (textOf(json, 'kind') !== 'Namespace' || textOf(json, 'apiVersion') !== 'v1') continue;
    const metadata = fieldOf(json, 'metadata');
    labels.set(textOf(metadata, 'name'), textsOf(fieldOf(metadata, 'labels')));
  }
  return labels;
}

function fieldOf(object: Json | undefined, field: string): Json | undefined {
  return isJsonObject(object) && Object.hasOwn(object, field) ? object[field] : undefined;
}

function textsOf(object: Json | undefined): ReadonlyMap<string, string> {
  return new Map(isJsonObject(object) ? Object.keys(object).map((key) => [key, textOf(object, key)]) : []);
}
