// Objects as an API server stores them: plain JSON that nobody writes into, with the metadata that the machinery reads.

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

/** Metadata of an object. The store fills in what identifies it. */
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

/** Names an object of a known type within all of them. */
export interface ObjectRef {
  /** The kind alone for core and resource.k8s.io, `Kind.group` for others. */
  readonly type: string;
  readonly namespace: string;
  readonly name: string;
}

/** The types whose group need not be named: the machinery knows them. */
const KNOWN_GROUPS: ReadonlySet<string> = new Set(['', 'resource.k8s.io']);

/** The group of an apiVersion, empty for core. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The type of an object, as {@link ObjectRef} has it. */
export function typeOfObject({ apiVersion, kind }: Pick<ApiObject, 'apiVersion' | 'kind'>): string {
  const group = groupOf(apiVersion);
  return KNOWN_GROUPS.has(group) ? kind : `${kind}.${group}`;
}

/** `namespace/name`, or the name alone where there is no namespace: the key of client-go's caches. */
export function keyOf({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** Splits the key of a cache. Undefined for one with more parts than two. */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } | undefined {
  const [first = '', second, ...more] = key.split('/');
  if (more.length > 0) return undefined;
  return second === undefined ? { namespace: '', name: first } : { namespace: first, name: second };
}

/** The name of an object for people: `Kind namespace/name`. */
export function titleOf(object: ApiObject): string {
  return `${object.kind} ${keyOf(object.metadata)}`;
}

/** The names of objects so far, by type: those of one namespace and type are of one object. */
export class ObjectNames {
  readonly #known = new Set<string>();

  /** The first object that has the name of another one; undefined: there is none. Objects whose names are made up later have none. */
  firstTwice(objects: readonly ApiObject[]): ApiObject | undefined {
    return objects.find((object) => {
      const key = `${typeOfObject(object)} ${keyOf(object.metadata)}`;
      if (object.metadata.name === '' || !this.#known.has(key)) {
        this.#known.add(key);
        return false;
      }
      return true;
    });
  }
}

/** True for an object that the owner controls, by uid. */
export function isControlledBy(object: ApiObject, owner: ApiObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}

/** The reference to the controller of an object, if it has one. */
export function controllerOf({ metadata: { ownerReferences = [] } }: ApiObject): OwnerReference | undefined {
  return ownerReferences.find(({ controller }) => controller === true);
}

/** An object with other metadata, in which undefined removes a field. */
export function withMetadata<T extends ApiObject>(object: T, change: { readonly [K in keyof Metadata]?: Metadata[K] | undefined }): T {
  return { ...object, metadata: withoutUndefined({ ...object.metadata, ...change }) };
}

/** A copy without the fields that are undefined, as JSON has it. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** Freezes an object with all that it holds: actors share what they read. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const field of Object.values(value)) deepFreeze(field);
  return Object.freeze(value);
}

/** True for values that are the same JSON. Fields that are undefined count as absent. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalJson(item, right[index]));
  }
  const [own, others] = [left as JsonObject, right as JsonObject];
  const names = new Set([...Object.keys(own), ...Object.keys(others)]);
  for (const name of names) if (!equalJson(own[name], others[name])) return false;
  return true;
}
