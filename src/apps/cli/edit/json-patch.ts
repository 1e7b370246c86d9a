// Applies JSON patches (RFC 6902) to values, for the operations of suggestions. Values are immutable and copied.

import type { Json, JsonObject, PathStep } from '../../../core/base/json.js';
import { isContainer, NumberLiteral, setField } from '../../../core/base/json.js';
import { append } from '../../../core/base/lists.js';
import type { JsonPatchOperation } from '../../../explain/explanation.js';

/**
 * Returns a patch without `move`. A new list is added with its first items, so that the result looks like a manual edit.
 * Returns the same patch if it cannot be applied.
 */
export function normalizedPatch(document: Json, patch: readonly JsonPatchOperation[]): readonly JsonPatchOperation[] {
  const normalizedOperations: JsonPatchOperation[] = [];
  let value: Json | undefined = document;
  for (const run of runsIn(patch)) {
    const [first] = run;
    const removals = run.flatMap(({ op, from = '' }): JsonPatchOperation[] => (op === 'move' ? [{ op: 'remove', path: from }] : []));
    const added = afterAll(
      value,
      run.map((one) => (one.op === 'move' ? { ...one, op: 'copy' } : one)),
    );
    value = added === undefined ? undefined : afterAll(added, removals);
    if (first === undefined || added === undefined || value === undefined) return patch;
    const steps = run.length === 1 && first.op !== 'move' ? undefined : stepsOf(added, first.path);
    normalizedOperations.push(steps === undefined ? first : { op: 'add', path: first.path, value: valueAt(added, steps) });
    append(normalizedOperations, removals);
  }
  return normalizedOperations;
}

/** Groups operations: an operation that adds a list is grouped with those that add its items. */
function runsIn(patch: readonly JsonPatchOperation[]): readonly (readonly JsonPatchOperation[])[] {
  const runs: JsonPatchOperation[][] = [];
  for (const operation of patch) {
    const [first] = runs.at(-1) ?? [];
    const isNewList = first?.op === 'add' && Array.isArray(first.value) && first.value.length === 0;
    if (isNewList && operation.path.startsWith(`${first.path}/`)) runs.at(-1)?.push(operation);
    else runs.push([operation]);
  }
  return runs;
}

/** Returns a copy of a document with operations applied; undefined if one of them cannot be applied. */
export function afterAll(document: Json, patch: readonly JsonPatchOperation[]): Json | undefined {
  let value = document;
  for (const operation of patch) {
    const steppedOperation = stepped(value, operation);
    if (steppedOperation === undefined) return undefined;
    value = patched(value, steppedOperation);
  }
  return value;
}

/** An operation with steps instead of pointers. A copy is treated as an addition. */
export type SteppedOperation =
  | { readonly op: 'add' | 'replace'; readonly steps: readonly PathStep[]; readonly value: Json }
  | { readonly op: 'remove'; readonly steps: readonly PathStep[] };

/**
 * Returns an operation with steps into a document. Returns undefined if suggestions do not use such an operation, or if its
 * place is missing.
 */
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
  if (steps.length > 0 && !isContainer(valueAt(document, steps.slice(0, -1)) ?? null)) return undefined;
  return op === 'replace' && valueAt(document, steps) === undefined ? undefined : { op, steps, value: value as Json };
}

/** Returns the value at the end of steps; undefined if it is absent. */
export function valueAt(document: Json, steps: readonly PathStep[]): Json | undefined {
  let value: Json | undefined = document;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as { readonly [step: PathStep]: Json })[step];
  }
  return value;
}

/** Returns a copy of a document with an operation applied. */
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

/** Returns the steps of a pointer (RFC 6901), with numbers for list items. */
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

/** Returns whether two values are equal, regardless of the order of keys. */
export function isSame(left: Json, right: Json): boolean {
  if (!isContainer(left) || !isContainer(right)) {
    const number = numberText(left);
    return number === undefined ? Object.is(left, right) : number === numberText(right);
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSame((left as JsonObject)[key] as Json, (right as JsonObject)[key] as Json));
}

/** Returns the text of a number; undefined for other values. */
function numberText(value: Json): string | undefined {
  if (value instanceof NumberLiteral) return value.text;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
