// The input after changes, for tests of suggestions that concern several pods.

import { decodeAllObjects } from '../../../core/api/all-objects.js';
import { allInNamespace } from '../../../core/api/in-namespace.js';
import type { ObjectMeta } from '../../../core/api/meta.js';
import { type ObjectSet, objectOf } from '../../../core/api/objects.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { Json } from '../../../core/base/json.js';
import type { ObjectPatch } from '../../../explain/explanation.js';
import { objectKey } from '../../../scheduler/pods/ownership.js';
import { afterAll } from '../edit/json-patch.js';
import type { Snapshot } from '../input/snapshot.js';
import { keyOfObject } from './suggestions-of-input.js';

/** The input after changes. */
export interface ChangedSnapshot {
  readonly snapshot: Snapshot;
  /** The changed and the new objects. */
  readonly changed: ObjectSet;
}

/** The changes of an input. */
export interface InputChanges {
  readonly patches: readonly ObjectPatch[];
  /** Objects that controllers then recreate. */
  readonly superseded: readonly ObjectPatch['object'][];
}

/** Returns the input after changes; undefined if a change cannot be applied. `namespace`: of objects that name none. */
export function changedSnapshot(input: Snapshot, { patches, superseded }: InputChanges, namespace: string): ChangedSnapshot | undefined {
  const originals = new Map<string, object>();
  const jsons = new Map<string, Json>();
  for (const { object, patch } of patches) {
    const original = objectOf(input.objects, object);
    const before = original === undefined ? {} : input.jsonOf(original);
    const after = before === undefined ? undefined : afterAll(before, patch);
    if (after === undefined) return undefined;
    jsons.set(keyOfObject(object), after);
    if (original !== undefined) originals.set(keyOfObject(object), original);
  }
  const changed = decoded([...jsons.values()], namespace);
  if (changed === undefined) return undefined;
  const sources = new Map<object, string>();
  for (const { object } of patches) {
    const found = objectOf(changed, object);
    if (found !== undefined) sources.set(found, keyOfObject(object));
  }
  const originalOf = (object: object): object => originals.get(sources.get(object) ?? '') ?? object;
  const gone = new Set(superseded.map((object) => objectOf(input.objects, object)));
  const snapshot: Snapshot = {
    objects: merged(input.objects, changed, gone),
    replaced: input.replaced,
    warnings: input.warnings,
    order: (object) => input.order(originalOf(object)),
    locate: (object, paths) => input.locate(originalOf(object), paths),
    fileOf: (object) => input.fileOf(originalOf(object)),
    jsonOf: (object) => jsons.get(sources.get(object) ?? '') ?? input.jsonOf(object),
  };
  return { snapshot, changed };
}

function decoded(values: readonly Json[], namespace: string): ObjectSet | undefined {
  try {
    return allInNamespace(decodeAllObjects(values.map((value) => ({ value }))), namespace);
  } catch (error) {
    if (error instanceof AllocationError) return undefined;
    throw error;
  }
}

type NamedObjects = readonly { readonly metadata: Pick<ObjectMeta, 'namespace' | 'name'>; readonly kind?: string }[];

/** Returns objects with changed ones in place of objects of the same name, then the new ones. */
function merged(objects: ObjectSet, changed: ObjectSet, gone: ReadonlySet<object | undefined>): ObjectSet {
  const lists: Record<string, NamedObjects> = {};
  for (const [list, before] of Object.entries(objects) as [keyof ObjectSet, unknown][]) {
    const replacements = changed[list];
    if (!Array.isArray(before) || !Array.isArray(replacements) || list === 'warnings') continue;
    const byName = new Map((replacements as NamedObjects).map((object) => [nameOf(object), object]));
    const kept = (before as NamedObjects).filter((object) => !gone.has(object));
    const names = new Set(kept.map(nameOf));
    lists[list] = [
      ...kept.map((object) => byName.get(nameOf(object)) ?? object),
      ...[...byName].flatMap(([name, one]) => (names.has(name) ? [] : [one])),
    ];
  }
  return { ...objects, ...lists };
}

function nameOf({ metadata: { namespace, name }, kind = '' }: NamedObjects[number]): string {
  return `${kind} ${objectKey(namespace, name)}`;
}
