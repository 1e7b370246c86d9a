// Writes RFC 6902 patches for changes of decoded objects, against the original objects in their API version.

import { edited } from '../../cel/rewrite/list-reads.js';
import type { ObjectMeta } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { shapeOf } from '../../core/api/version.js';
import { formatPointer, type PathStep } from '../../core/base/json.js';
import { toPlainJson } from '../../core/base/plain-json.js';
import { templateOf } from '../../scheduler/pods/template.js';
import type { JsonPatchOperation, ObjectPatch } from '../explanation.js';
import { byTarget, type Change, FIRST_ALTERNATIVE, type Operation, type Target } from './change.js';

/** Returns the patches that make changes, one for each object. For a claim made here from a template, the patch changes the template. */
export function patchesOf(changes: readonly Change[]): readonly ObjectPatch[] {
  const patches = Array.from(byTarget(changes).values(), ({ target, operations }): ObjectPatch => {
    const patch = new PatchWriter(target).write(operations);
    const template = target.kind === 'ResourceClaim' ? templateOf(target.object) : undefined;
    if (template === undefined) return { object: referenceTo(target.kind, target.object.metadata), patch };
    return movedPatch({ patch }, referenceTo('ResourceClaimTemplate', template.metadata), ['spec']);
  });
  // Equal changes of claims from one template are one change of the template.
  return [...new Map(patches.map((patch) => [JSON.stringify(toPlainJson(patch)), patch])).values()];
}

/** Returns a patch for another object that contains, at a path, the object for which the patch was written. */
export function movedPatch({ patch }: Pick<ObjectPatch, 'patch'>, object: ObjectPatch['object'], path: readonly PathStep[]): ObjectPatch {
  const start = formatPointer(path);
  const moved = patch.map(
    (operation): JsonPatchOperation => ({
      ...operation,
      path: `${start}${operation.path}`,
      ...(operation.from === undefined ? {} : { from: `${start}${operation.from}` }),
    }),
  );
  return { object, patch: moved };
}

/** Names an object as patches do. */
export function referenceTo(kind: string, { namespace, name }: Pick<ObjectMeta, 'namespace' | 'name'>): ObjectPatch['object'] {
  return namespace === '' ? { kind, name } : { kind, namespace, name };
}

/** Writes the patch of one object. */
class PatchWriter {
  readonly #target: Target;
  /** The current lengths of lists, by pointer; only of lists that were appended to. */
  readonly #lengths = new Map<string, number>();
  /** The pointers of maps that exist after the operations so far. */
  readonly #maps = new Set<string>();

  constructor(target: Target) {
    this.#target = target;
  }

  write(operations: readonly Operation[]): readonly JsonPatchOperation[] {
    return operations.flatMap((operation) => this.#write(operation));
  }

  #write(operation: Operation): readonly JsonPatchOperation[] {
    const path = pointerTo(this.#target, operation.path);
    switch (operation.op) {
      case 'replace':
        return [{ op: 'replace', path, value: operation.json }];
      case 'add':
        return [this.#add(path, operation)];
      case 'remove':
        return [{ op: 'remove', path }];
      case 'create':
        return [{ op: 'add', path: '', value: operation.json }];
      case 'delete':
        return [{ op: 'remove', path: '' }];
      case 'rewrite':
        return [{ op: 'replace', path, value: edited(valueAt(this.#target.object, operation.path) as string, operation.edits) }];
      case 'append':
        // An empty list may be absent or null.
        return this.#grown(path, operation.path) === 0
          ? [{ op: 'add', path, value: [operation.json] }]
          : [{ op: 'add', path: `${path}/-`, value: operation.json }];
      case 'offer':
        return this.#offer(path, operation);
      case 'copy': {
        const list = pointerTo(this.#target, operation.path.slice(0, -1));
        const place = this.#grown(list, operation.path.slice(0, -1));
        return [
          { op: 'copy', from: path, path: `${list}/-` },
          { op: 'replace', path: `${list}/${place}/name`, value: operation.name },
        ];
      }
    }
  }

  /** Adds a field or an entry. An empty map may be absent. */
  #add(pointer: string, { path, json, isFirst = false }: Extract<Operation, { op: 'add' }>): JsonPatchOperation {
    const map = pointerTo(this.#target, path.slice(0, -1));
    if (!isFirst || this.#maps.has(map)) return { op: 'add', path: pointer, value: json };
    this.#maps.add(map);
    return { op: 'add', path: map, value: { [String(path.at(-1))]: json } };
  }

  /** Adds an alternative. The original selection of the request becomes the first alternative. */
  #offer(request: string, { path, json }: Extract<Operation, { op: 'offer' }>): readonly JsonPatchOperation[] {
    const list = pointerTo(this.#target, [...path, 'firstAvailable']);
    const isFirst = this.#grown(list, [...path, 'firstAvailable']) === 0;
    const moved = [
      { op: 'add', path: list, value: [] },
      { op: 'move', from: `${request}/exactly`, path: `${list}/0` },
      { op: 'add', path: `${list}/0/name`, value: FIRST_ALTERNATIVE },
    ] as const;
    return [...(isFirst ? moved : []), { op: 'add', path: `${list}/-`, value: json }];
  }

  /** Returns the length of a list before an append. */
  #grown(pointer: string, path: readonly PathStep[]): number {
    const length = this.#lengths.get(pointer) ?? (valueAt(this.#target.object, path) as readonly unknown[]).length;
    this.#lengths.set(pointer, length + 1);
    return length;
  }
}

function valueAt(object: unknown, path: readonly PathStep[]): unknown {
  return path.reduce(
    (value, step) => (value instanceof Map ? value.get(step) : (value as Readonly<Record<PathStep, unknown>>)[step]),
    object,
  );
}

/** Returns the pointer (RFC 6901) to a path, in the original object. */
function pointerTo(target: Target, path: readonly PathStep[]): string {
  return formatPointer(stepsTo(target, path));
}

/** Up to v1beta1, the selection of a request is next to its name, and device fields are under `basic`. */
function stepsTo({ kind, object }: Target, path: readonly PathStep[]): readonly PathStep[] {
  if (kind === 'Pod') return stepsInPod(object, path);
  if (kind === 'PersistentVolumeClaim' || kind === 'PersistentVolume') return path;
  const isFlat = shapeOf(object.metadata) !== 'v1';
  const [spec, first, second, third] = path;
  if (kind === 'ResourceSlice' && isFlat && first === 'devices' && third !== undefined)
    return [spec as PathStep, first, second as PathStep, 'basic', third, ...path.slice(4)];
  return kind === 'ResourceClaim' ? stepsInClaim(object, path, isFlat) : path;
}

function stepsInClaim({ spec }: ResourceClaim, path: readonly PathStep[], isFlat: boolean): readonly PathStep[] {
  // In a whole alternative, the index follows the name of the list.
  const start = path[1] === 'firstOfDevices' ? 3 : 2;
  const devices = start === 3 ? spec.firstOfDevices?.[path[2] as number] : spec.devices;
  const [list, place, field, ...rest] = path.slice(start);
  if (list !== 'requests' || field === undefined) return path;
  const before = path.slice(0, start + 2);
  if (field === 'exactly') return isFlat ? [...before, ...rest] : path;
  const isDrawn = devices?.requests[place as number]?.isDrawn === true;
  return field === 'firstAvailable' && isDrawn ? [...before, 'firstAvailableOf', ...rest] : path;
}

/**
 * Decoded containers have no `resources` object around requests and limits, and decoded affinity has shorter names. Volumes
 * that any node supports are left out.
 */
function stepsInPod({ spec: { volumes } }: Pod, path: readonly PathStep[]): readonly PathStep[] {
  const [spec, field, place, name, ...rest] = path;
  if ((field === 'containers' || field === 'initContainers') && (name === 'requests' || name === 'limits'))
    return [spec as PathStep, field, place as PathStep, 'resources', name, ...rest];
  if (field === 'volumes' && typeof place === 'number')
    return [spec as PathStep, field, volumes[place]?.place ?? place, name as PathStep, ...rest];
  if (field === 'affinity' && (name === 'required' || name === 'preferred'))
    return [spec as PathStep, field, place as PathStep, `${name}DuringSchedulingIgnoredDuringExecution`, ...rest];
  return path;
}
