// Patches of RFC 6902 against objects as they were given, in whatever version: what changes of decoded objects are there.

import { edited } from '../../cel/rewrite/list-reads.js';
import type { ObjectMeta } from '../../core/api/meta.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { shapeOf } from '../../core/api/version.js';
import { formatPointer, type PathStep } from '../../core/base/json.js';
import { toPlainJson } from '../../core/base/plain-json.js';
import { templateOf } from '../../scheduler/pods/template.js';
import type { JsonPatchOperation, ObjectPatch } from '../explanation.js';
import { byTarget, type Change, FIRST_ALTERNATIVE, type Operation, type Target } from './change.js';

/** Returns the patches that make changes, one for each object. A claim that was made here from a template is changed in the template. */
export function patchesOf(changes: readonly Change[]): readonly ObjectPatch[] {
  const patches = Array.from(byTarget(changes).values(), ({ target, operations }): ObjectPatch => {
    const patch = new PatchWriter(target).write(operations);
    const template = target.kind === 'ResourceClaim' ? templateOf(target.object) : undefined;
    if (template === undefined) return { object: referenceTo(target.kind, target.object.metadata), patch };
    return movedPatch({ patch }, referenceTo('ResourceClaimTemplate', template.metadata), ['spec']);
  });
  // Claims of one template that change in the same way are one change of it.
  return [...new Map(patches.map((patch) => [JSON.stringify(toPlainJson(patch)), patch])).values()];
}

/** Returns the patch for an object that has, at a path, what the patch was written for. */
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
  /** The number of items that lists have by now, by their pointers; only of those that got any. */
  readonly #lengths = new Map<string, number>();
  /** The pointers of maps that are there by now. */
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

  /** Adds a field or an entry. A map without entries may be absent. */
  #add(pointer: string, { path, json, isFirst = false }: Extract<Operation, { op: 'add' }>): JsonPatchOperation {
    const map = pointerTo(this.#target, path.slice(0, -1));
    if (!isFirst || this.#maps.has(map)) return { op: 'add', path: pointer, value: json };
    this.#maps.add(map);
    return { op: 'add', path: map, value: { [String(path.at(-1))]: json } };
  }

  /** Adds an alternative: where there are none yet, what the request asks for becomes the first. */
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

  /** The number of items that a list has before it gets another one. */
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

/** The pointer (RFC 6901) to what is at a path, in the object as it was given. */
function pointerTo(target: Target, path: readonly PathStep[]): string {
  return formatPointer(stepsTo(target, path));
}

/** Up to v1beta1 what a request asks for stands next to its name, and what a device has under `basic`. */
function stepsTo({ kind, object }: Target, path: readonly PathStep[]): readonly PathStep[] {
  if (kind === 'Pod') return stepsInPod(path);
  const isFlat = shapeOf(object.metadata) !== 'v1';
  const [spec, first, second, third] = path;
  if (kind === 'ResourceSlice' && isFlat && first === 'devices' && third !== undefined)
    return [spec as PathStep, first, second as PathStep, 'basic', third, ...path.slice(4)];
  return kind === 'ResourceClaim' ? stepsInClaim(object, path, isFlat) : path;
}

function stepsInClaim({ spec }: ResourceClaim, path: readonly PathStep[], isFlat: boolean): readonly PathStep[] {
  // A whole alternative has its place behind the name of the list.
  const start = path[1] === 'firstOfDevices' ? 3 : 2;
  const devices = start === 3 ? spec.firstOfDevices?.[path[2] as number] : spec.devices;
  const [list, place, field, ...rest] = path.slice(start);
  if (list !== 'requests' || field === undefined) return path;
  const before = path.slice(0, start + 2);
  if (field === 'exactly') return isFlat ? [...before, ...rest] : path;
  const isDrawn = devices?.requests[place as number]?.isDrawn === true;
  return field === 'firstAvailable' && isDrawn ? [...before, 'firstAvailableOf', ...rest] : path;
}

/** Containers are decoded without `resources` around their requests and limits, and node affinity with shorter names. */
function stepsInPod(path: readonly PathStep[]): readonly PathStep[] {
  const [spec, field, place, name, ...rest] = path;
  if ((field === 'containers' || field === 'initContainers') && (name === 'requests' || name === 'limits'))
    return [spec as PathStep, field, place as PathStep, 'resources', name, ...rest];
  if (field === 'affinity' && name === 'required')
    return [spec as PathStep, field, place as PathStep, 'requiredDuringSchedulingIgnoredDuringExecution', ...rest];
  return path;
}
