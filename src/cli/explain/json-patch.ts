// JSON patches (RFC 6902) on values: those operations that suggestions have. Values are never changed, but copied on the way.

import type { Json, JsonObject, PathStep } from '../../base/json.js';
import { setField } from '../../base/json.js';
import type { JsonPatchOperation } from '../../explain/explanation.js';

/** An operation by steps instead of pointers; one that copies is one that adds. */
export type SteppedOperation =
  | { readonly op: 'add' | 'replace'; readonly steps: readonly PathStep[]; readonly value: Json }
  | { readonly op: 'remove'; readonly steps: readonly PathStep[] };

/** An operation by steps into a document. Undefined: it is none that suggestions have, or its place is not there. */
export function stepped(document: Json, { op, path, from, value }: JsonPatchOperation): SteppedOperation | undefined {
  const steps = stepsOf(document, path);
  if (steps === undefined) return undefined;
  if (op === 'remove') return valueAt(document, steps) === undefined ? undefined : { op, steps };
  if (op === 'copy') {
    const source = stepsOf(document, from ?? '');
    const copied = source === undefined ? undefined : valueAt(document, source);
    return copied === undefined ? undefined : { op: 'add', steps, value: copied };
  }
  if ((op !== 'add' && op !== 'replace') || value === undefined) return undefined;
  return op === 'replace' && valueAt(document, steps) === undefined ? undefined : { op, steps, value: value as Json };
}

/** The value at the end of steps; undefined: there is none. */
export function valueAt(document: Json, steps: readonly PathStep[]): Json | undefined {
  let value: Json | undefined = document;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as { readonly [step: PathStep]: Json })[step];
  }
  return value;
}

/** A copy of a document with an operation made. */
export function patched(document: Json, operation: SteppedOperation, depth = 0): Json {
  const step = operation.steps[depth];
  if (step === undefined) return operation.op === 'remove' ? null : operation.value;
  const isLast = depth === operation.steps.length - 1;
  if (Array.isArray(document)) {
    const items: Json[] = [...(document as readonly Json[])];
    const place = step as number;
    if (!isLast) items[place] = patched(items[place] as Json, operation, depth + 1);
    else if (operation.op === 'remove') items.splice(place, 1);
    else items.splice(place, operation.op === 'replace' ? 1 : 0, operation.value);
    return items;
  }
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(document as JsonObject)) {
    if (key !== step) setField(copy, key, value);
    else if (!isLast) setField(copy, key, patched(value, operation, depth + 1));
  }
  if (isLast && operation.op !== 'remove') setField(copy, String(step), operation.value);
  return copy;
}

/** The steps of a pointer (RFC 6901), with numbers for items of lists. */
function stepsOf(document: Json, pointer: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  let value: Json | undefined = document;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(value) ? indexOf(key, value.length) : key;
    if (step === undefined) return undefined;
    steps.push(step);
    value = valueAt(value ?? null, [step]);
  }
  return steps;
}

function indexOf(key: string, length: number): number | undefined {
  if (key === '-') return length;
  return /^(?:0|[1-9]\d*)$/.test(key) && Number(key) <= length ? Number(key) : undefined;
}
