// Defines changes of decoded objects, and applies them. Paths refer to decoded objects, which have the shape of v1 in every API version,
// before any change.

import { edited, type TextEdit } from '../../cel/rewrite/list-reads.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import type { DeviceTaintRule } from '../../core/api/device-taint-rule.js';
import type { Node } from '../../core/api/node.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Pod } from '../../core/api/pod.js';
import type { PodGroup } from '../../core/api/pod-group.js';
import type { DeviceRequest, DeviceSubRequest, ResourceClaim, ResourceClaimTemplate } from '../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { entryIn } from '../../core/base/entry-in.js';
import { formatPointer, type Json, type PathStep } from '../../core/base/json.js';
import { append } from '../../core/base/lists.js';
import type { PodInfo } from '../../scheduler/filters/node-info.js';

/** The objects that edits change. */
export interface Changeable {
  readonly ResourceClaim: ResourceClaim;
  readonly ResourceSlice: ResourceSlice;
  readonly DeviceClass: DeviceClass;
  readonly DeviceTaintRule: DeviceTaintRule;
  readonly Node: Node;
  readonly Pod: Pod;
  readonly PodGroup: PodGroup;
  readonly ResourceClaimTemplate: ResourceClaimTemplate;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly PersistentVolume: PersistentVolume;
}

/** The kind of an object that edits change. */
export type ChangeableKind = keyof Changeable;

/** The kind of an object, and the decoded object. */
export type Target = { readonly [K in ChangeableKind]: { readonly kind: K; readonly object: Changeable[K] } }[ChangeableKind];

/**
 * An operation at a path of an object. `replace` and `add` set a field. `append` adds an item to a list. The operations at a
 * path of an object, and the paths below it. `rewrite` edits parts of a text. `copy` appends a list item again under another
 * name. `offer` appends an alternative to a request. `create` makes the object once, before all other operations. `delete`
 * removes the object. `value` is the decoded value, `json` the value in the API. `absent` is the decoded value after removal.
 * `isFirst`: the map was empty in the original object.
 */
export type Operation =
  | { readonly op: 'replace' | 'append'; readonly path: readonly PathStep[]; readonly value: unknown; readonly json: Json }
  | { readonly op: 'add'; readonly path: readonly PathStep[]; readonly value: unknown; readonly json: Json; readonly isFirst?: boolean }
  | { readonly op: 'remove'; readonly path: readonly PathStep[]; readonly absent?: unknown }
  | { readonly op: 'rewrite'; readonly path: readonly PathStep[]; readonly edits: readonly TextEdit[] }
  | { readonly op: 'copy'; readonly path: readonly PathStep[]; readonly name: string }
  | { readonly op: 'offer'; readonly path: readonly PathStep[]; readonly value: DeviceSubRequest; readonly json: Json }
  | { readonly op: 'create'; readonly path: readonly []; readonly json: Json }
  | { readonly op: 'delete'; readonly path: readonly [] };

/** A claim that replaces a claim of the pod in a question. */
export interface ClaimSwap {
  /** The name of the replaced claim. */
  readonly from: string;
  /** The claim as the pod finds it. */
  readonly to: ResourceClaim;
  /** Pods that share the claim, and so move to its node. */
  readonly joiningPods: readonly { readonly node: string; readonly info: PodInfo }[];
}

/** A change of one object. `swap`: the claim that the pod has after the change. */
export interface Change {
  readonly target: Target;
  readonly operation: Operation;
  readonly swap?: ClaimSwap;
}

/** Groups the operations of changes by object, in order of first appearance. */
export function byTarget(
  changes: readonly Change[],
): ReadonlyMap<Target['object'], { readonly target: Target; readonly operations: readonly Operation[] }> {
  const found = new Map<Target['object'], { target: Target; operations: Operation[] }>();
  for (const { target, operation } of changes) {
    entryIn(found, target.object, () => ({ target, operations: [] as Operation[] })).operations.push(operation);
  }
  for (const one of found.values()) one.operations = inOrder(one.operations);
  return found;
}

/** The name of the original selection of a request after alternatives are added. */
export const FIRST_ALTERNATIVE = 'first';

/** Operations that move the targets of others: list items, or the selection of a request. */
const MOVING: readonly Operation['op'][] = ['remove', 'offer'];

/** Sorts operations so that each finds its target: moving ones last, inner ones before outer ones, and later items first. */
function inOrder(operations: readonly Operation[]): Operation[] {
  const moving = operations.filter(({ op }) => MOVING.includes(op)).sort((left, right) => compareSteps(right.path, left.path));
  const creation = operations.filter(({ op }) => op === 'create').slice(0, 1);
  const others = operations.filter(({ op }) => op !== 'create' && !MOVING.includes(op));
  return [...creation, ...joinedRewrites(others), ...moving];
}

/** Merges rewrites of one text. */
function joinedRewrites(operations: readonly Operation[]): Operation[] {
  const rewrites = new Map<string, TextEdit[]>();
  return operations.flatMap((operation): Operation[] => {
    if (operation.op !== 'rewrite') return [operation];
    const key = formatPointer(operation.path);
    const rewrite = rewrites.get(key);
    const edits = rewrite ?? [];
    append(edits, operation.edits);
    rewrites.set(key, edits);
    return rewrite === undefined ? [{ ...operation, edits }] : [];
  });
}

function compareSteps(left: readonly PathStep[], right: readonly PathStep[]): number {
  for (let depth = 0; depth < Math.min(left.length, right.length); depth++) {
    const [one, other] = [left[depth] as PathStep, right[depth] as PathStep];
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return String(one) < String(other) ? -1 : 1;
  }
  return left.length - right.length;
}

/** Returns whether two lists of changes are in conflict: one changes a part that the other one changes or removes. */
export function areInConflict(left: readonly Change[], right: readonly Change[]): boolean {
  return left.some((one) => right.some((other) => one.target.object === other.target.object && clash(one.operation, other.operation)));
}

/** Returns whether two operations on one object are in conflict. */
export function clash(left: Operation, right: Operation): boolean {
  if (left.op === 'create' || right.op === 'create') return false;
  const [short, long] = left.path.length <= right.path.length ? [left, right] : [right, left];
  if (!short.path.every((step, depth) => step === long.path[depth])) return false;
  // An alternative can be added to a changed request, but not to a request that is removed.
  if (short.op === 'offer') return long.path.length === short.path.length && long.op !== 'offer';
  if (short.op === 'append' || short.op === 'copy') return short.op === 'copy' && long.op === 'copy' && short.name === long.name;
  if (left.op !== 'rewrite' || right.op !== 'rewrite') return true;
  return left.edits.some((one) => right.edits.some((other) => one.start < other.end && other.start < one.end));
}

/** Returns a copy of an object with operations applied, in the order of `byTarget`. */
export function withOperations<T>(object: T, operations: readonly Operation[]): T {
  const draft = new Draft();
  return operations.reduce((changed, operation) => withOperation(changed, operation, draft), object);
}

function withOperation<T>(object: T, operation: Operation, draft: Draft): T {
  const { path } = operation;
  switch (operation.op) {
    case 'replace':
    case 'add':
      return draft.withEntry(object, path, () => operation.value) as T;
    case 'append':
      return draft.withEntry(object, path, (list) => draft.withItem(list as readonly unknown[], operation.value)) as T;
    case 'remove':
      return draft.withEntry(object, path, () => operation.absent) as T;
    case 'rewrite':
      return draft.withEntry(object, path, (text) => edited(text as string, operation.edits)) as T;
    case 'copy':
      return draft.withEntry(object, path.slice(0, -1), (items) => {
        const list = items as readonly object[];
        return draft.withItem(list, { ...list[path.at(-1) as number], name: operation.name });
      }) as T;
    case 'offer':
      return draft.withEntry(object, path, (request) => withAlternative(request as DeviceRequest, operation.value)) as T;
    case 'create':
    case 'delete':
      return object;
  }
}

function withAlternative({ exactly, ...request }: DeviceRequest, another: DeviceSubRequest): DeviceRequest {
  const first = exactly === undefined ? [] : [{ ...exactly, name: FIRST_ALTERNATIVE }];
  return { ...request, firstAvailable: [...request.firstAvailable, ...first, another] };
}

/** Copies the changed parts of one object. Each list is copied once, however many operations change it. */
class Draft {
  readonly #copies = new Set<unknown>();

  /** Returns a value with a part replaced at a path. If the new part is undefined, the part is removed. */
  withEntry(value: unknown, path: readonly PathStep[], change: (value: unknown) => unknown, depth = 0): unknown {
    const step = path[depth];
    if (step === undefined) return change(value);
    if (value instanceof Map) {
      const next = this.withEntry(value.get(step), path, change, depth + 1);
      const copy = this.#copyOf(value, () => new Map<unknown, unknown>(value));
      if (next === undefined) copy.delete(step);
      else copy.set(step, next);
      return copy;
    }
    if (Array.isArray(value)) {
      const next = this.withEntry(value[step as number], path, change, depth + 1);
      const copy = this.#copyOf(value, (): unknown[] => [...value]);
      if (next === undefined) copy.splice(step as number, 1);
      else copy[step as number] = next;
      return copy;
    }
    const { [step]: before, ...rest } = value as Readonly<Record<string, unknown>>;
    const next = this.withEntry(before, path, change, depth + 1);
    return next === undefined ? rest : { ...(value as object), [step]: next };
  }

  /** Returns a list with an item appended. */
  withItem(list: readonly unknown[], item: unknown): readonly unknown[] {
    const copy = this.#copyOf(list, () => [...list]) as unknown[];
    copy.push(item);
    return copy;
  }

  #copyOf<T>(value: T, copy: () => T): T {
    if (this.#copies.has(value)) return value;
    const made = copy();
    this.#copies.add(made);
    return made;
  }
}
