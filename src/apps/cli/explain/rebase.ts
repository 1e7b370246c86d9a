// Rebases patches onto another object. A pod differs from its template by the changes that admission makes.

import { formatPointer, isContainer, type Json, type JsonObject, type PathStep, setField } from '../../../core/base/json.js';
import type { JsonPatchOperation } from '../../../explain/explanation.js';
import { isSame, normalizedPatch, patched, type SteppedOperation, stepped } from '../edit/json-patch.js';

/**
 * Returns a patch for `target` that has the effect of `patch` on `source`. List items are matched by name or by value. Lists
 * and maps that only the source has are added. Undefined if the target lacks the patched value.
 */
export function rebasedPatch(patch: readonly JsonPatchOperation[], source: Json, target: Json): readonly JsonPatchOperation[] | undefined {
  const rebased: JsonPatchOperation[] = [];
  let [from, to] = [source, target];
  for (const operation of normalizedPatch(source, patch)) {
    const before = stepped(from, operation);
    const after = before === undefined ? undefined : movedOperation(before, from, to);
    if (before === undefined || after === undefined) return undefined;
    const { steps, ...rest } = after;
    rebased.push({ ...rest, path: formatPointer(steps) });
    from = patched(from, before);
    to = patched(to, after);
  }
  return rebased;
}

function movedOperation(operation: SteppedOperation, source: Json, target: Json): SteppedOperation | undefined {
  const steps: PathStep[] = [];
  let [from, to]: (Json | undefined)[] = [source, target];
  for (const [depth, step] of operation.steps.entries()) {
    const next = typeof step === 'number' ? placeIn(to, (from as readonly Json[])[step]) : step;
    if (next === undefined) return undefined;
    steps.push(next);
    from = (from as { readonly [step: PathStep]: Json })[step];
    to = memberOf(to, next);
    if (to !== undefined && to !== null) continue;
    return operation.op === 'remove' ? undefined : added(steps, operation.steps.slice(depth + 1), operation.value);
  }
  return { ...operation, steps };
}

/** Returns the operation that adds a value with its missing parents. */
function added(steps: readonly PathStep[], rest: readonly PathStep[], value: Json): SteppedOperation | undefined {
  let whole = value;
  for (const step of rest.toReversed()) {
    // A missing list item is either new or cannot be changed.
    if (typeof step === 'number' && whole !== value) return undefined;
    const parentObject: JsonObject = {};
    if (typeof step === 'string') setField(parentObject, step, whole);
    whole = typeof step === 'number' ? [whole] : parentObject;
  }
  return { op: 'add', steps, value: whole };
}

/** Returns the index of an item in another list; the end of the list for a new item. */
function placeIn(list: Json | undefined, item: Json | undefined): number | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = list as readonly Json[];
  if (item === undefined) return items.length;
  const name = nameOf(item);
  const index = items.findIndex((each) => (name === undefined ? isSame(each, item) : nameOf(each) === name));
  return index < 0 ? undefined : index;
}

function nameOf(item: Json): Json | undefined {
  return memberOf(item, 'name');
}

function memberOf(value: Json | undefined, step: PathStep): Json | undefined {
  return isContainer(value) && Object.hasOwn(value, step) ? (value as { readonly [step: PathStep]: Json })[step] : undefined;
}
