// Represents objects as an API server stores them: immutable JSON with the metadata that the simulation reads.

import type { JsonObject } from '../../core/base/json.js';

/** A reference to the owner of an object. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Metadata of an object. The store fills in the identifying fields. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly generateName?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An object of any kind. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
}

/** A reference to an object of a known type. */
export interface ObjectRef {
  /** The kind for core and resource.k8s.io, `Kind.group` for other groups. */
  readonly type: string;
  readonly namespace: string;
  readonly name: string;
}

/** The groups that types omit. */
const SUPPORTED_GROUPS: ReadonlySet<string> = new Set(['', 'resource.k8s.io']);

/** Returns the group of an apiVersion; empty for core. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** Returns the type of an object, as in {@link ObjectRef}. */
export function typeOfObject({ apiVersion, kind }: Pick<ApiObject, 'apiVersion' | 'kind'>): string {
  const group = groupOf(apiVersion);
  return SUPPORTED_GROUPS.has(group) ? kind : `${kind}.${group}`;
}

/** Returns `namespace/name`, or only the name if there is no namespace: the key of client-go's caches. */
export function keyOf({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** Splits the key of a cache; undefined if it has more than two parts. */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } | undefined {
  const [first = '', second, ...more] = key.split('/');
  if (more.length > 0) return undefined;
  return second === undefined ? { namespace: '', name: first } : { namespace: first, name: second };
}

/** Returns the name of an object for messages: `Kind namespace/name`. */
export function titleOf(object: ApiObject): string {
  return `${object.kind} ${keyOf(object.metadata)}`;
}

/** The names of objects so far, by type. Within a namespace and type, a name identifies one object. */
export class ObjectNames {
  readonly #usedNames = new Set<string>();

  /** Returns the first object whose name is already used; undefined if none exists. Objects with generated names do not count. */
  firstTwice(objects: readonly ApiObject[]): ApiObject | undefined {
    return objects.find((object) => {
      const key = `${typeOfObject(object)} ${keyOf(object.metadata)}`;
      if (object.metadata.name === '' || !this.#usedNames.has(key)) {
        this.#usedNames.add(key);
        return false;
      }
      return true;
    });
  }
}

/** Returns whether the owner controls an object, by uid. */
export function isControlledBy(object: ApiObject, owner: ApiObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}

/** Returns the reference to the controller of an object, if it has one. */
export function controllerOf({ metadata: { ownerReferences = [] } }: ApiObject): OwnerReference | undefined {
  return ownerReferences.find(({ controller }) => controller === true);
}

/** Returns an object with changed metadata; undefined removes a field. */
export function withMetadata<T extends ApiObject>(object: T, change: { readonly [K in keyof Metadata]?: Metadata[K] | undefined }): T {
  return { ...object, metadata: withoutUndefined({ ...object.metadata, ...change }) };
}

/** Returns a copy without undefined fields, as in JSON. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** Freezes an object with all its contents, since actors share the objects that they read. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const field of Object.values(value)) deepFreeze(field);
  return Object.freeze(value);
}

/** Returns whether values are equal JSON. Undefined fields count as absent. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalJson(item, right[index]));
  }
  const [leftFields, others] = [left as JsonObject, right as JsonObject];
  const names = new Set([...Object.keys(leftFields), ...Object.keys(others)]);
  for (const name of names) if (!equalJson(leftFields[name], others[name])) return false;
  return true;
}
