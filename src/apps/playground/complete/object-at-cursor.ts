// Reads the object around the cursor without the line that is being edited, and finds names in the object for references.

import { isJsonObject } from '../../../core/api/decoder.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { readText } from '../../../core/read/read.js';
import { objectsIn } from '../../../validate/objects.js';

/** Longer documents are not read at each keystroke. */
const MAX_DOCUMENT = 200_000;

/** Returns the objects of the document at an offset; empty if it is unreadable even without the line of the offset. */
export function objectsAtCursor(text: string, offset: number): readonly JsonObject[] {
  const start = text.lastIndexOf('\n---', offset - 1) + 1;
  const next = text.indexOf('\n---', offset);
  const end = next < 0 ? text.length : next + 1;
  if (end - start > MAX_DOCUMENT) return [];
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = text.indexOf('\n', offset);
  // The beginning of the line remains, because it preserves the nesting of the lines around it.
  const head = /^\s*(?:- +)*(?:[\w./-]+:)?/.exec(text.slice(lineStart, offset))?.[0] ?? '';
  const without = `${text.slice(start, Math.max(start, lineStart))}${head}${lineEnd < 0 || lineEnd > end ? '\n' : text.slice(lineEnd, end)}`;
  try {
    const values = readText(without.replace(/^---.*\n/, ''), 'input').documents.map(({ value }) => value);
    return Array.from(objectsIn(values), ({ json }) => json).filter((json) => isJsonObject(json));
  } catch {
    return [];
  }
}

/** Returns the value at a path; undefined if it is absent. */
export function valueAt(value: Json | undefined, ...steps: readonly string[]): Json | undefined {
  let inner = value;
  for (const step of steps) inner = isJsonObject(inner ?? null) ? (inner as JsonObject)[step] : undefined;
  return inner;
}

/** Returns the items of a list that are objects. */
export function itemsAt(value: Json | undefined, ...steps: readonly string[]): readonly JsonObject[] {
  const found = valueAt(value, ...steps);
  return Array.isArray(found) ? (found as readonly Json[]).filter((item): item is JsonObject => isJsonObject(item)) : [];
}

function namesOf(items: readonly JsonObject[]): readonly string[] {
  return items.flatMap(({ name }) => (typeof name === 'string' && name !== '' ? [name] : []));
}

/** Returns the requests of a claim or a template as constraints name them: `gpu`, and `gpu/large` for an alternative. */
export function requestNamesOf(object: JsonObject): readonly string[] {
  const spec = object['kind'] === 'ResourceClaimTemplate' ? valueAt(object, 'spec', 'spec') : valueAt(object, 'spec');
  return itemsAt(spec, 'devices', 'requests').flatMap((request) => {
    const [name = ''] = namesOf([request]);
    return name === '' ? [] : [name, ...namesOf(itemsAt(request, 'firstAvailable')).map((inner) => `${name}/${inner}`)];
  });
}

/** Returns the pod spec of a pod or of an object that makes pods. */
function podSpecOf(object: JsonObject): Json | undefined {
  if (object['kind'] === 'Pod') return valueAt(object, 'spec');
  return valueAt(object, 'spec', 'template', 'spec') ?? valueAt(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec');
}

/** Returns the claims of a pod by the pod's names for them, each with its ResourceClaim or ResourceClaimTemplate. */
export function podClaimsOf(object: JsonObject): ReadonlyMap<string, { readonly kind: string; readonly name: string }> {
  return new Map(
    itemsAt(podSpecOf(object), 'resourceClaims').flatMap((claim) => {
      const { name, resourceClaimName, resourceClaimTemplateName } = claim;
      if (typeof name !== 'string') return [];
      const isTemplate = typeof resourceClaimTemplateName === 'string';
      const behind = isTemplate ? resourceClaimTemplateName : typeof resourceClaimName === 'string' ? resourceClaimName : '';
      return [[name, { kind: isTemplate ? 'ResourceClaimTemplate' : 'ResourceClaim', name: behind }] as const];
    }),
  );
}
