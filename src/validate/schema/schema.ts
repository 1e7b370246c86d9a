// Builds the types of objects as Kubernetes releases declare them, on demand, from the lines of types.generated.ts.
// A line of STRUCTS is `PACKAGE.Name|field type|field type 36-|field type 34-35`: a field, its
// type, and its releases unless all have it. Types are written as in Go, with `[]` for lists, `{}`
// for maps by strings and `*` for pointers; structs of the same package omit the package.
// A line of KINDS is `PACKAGE Kind SCOPE` with optional releases, or `PACKAGE Kind removed:16`.

import { append } from '../../core/base/lists.js';
import { LIBRARY_FIELDS, LIBRARY_STRUCTS } from './library-types.js';
import { KINDS, STRUCTS } from './types.generated.js';

/** Scalar values by their Go type names. The last two are JSON without a schema. */
export const SCALARS = ['string', 'bool', 'int32', 'int64', 'Quantity', 'Time', 'IntOrString', 'RawExtension', 'FieldsV1'] as const;

/** The kind of a scalar. */
export type Scalar = (typeof SCALARS)[number];

/** The type of a value: a scalar, a list, a map by strings, or a struct. */
export type Type = ScalarType | ListType | MapType | StructType;

export interface ScalarType {
  readonly kind: Scalar;
}

export interface ListType {
  readonly kind: 'list';
  readonly items: Type;
}

/** A map by strings. */
export interface MapType {
  readonly kind: 'map';
  readonly values: Type;
}

/** A struct with its fields in one release. */
export interface StructType {
  readonly kind: 'struct';
  /**
   * The Go name. Types outside resource.k8s.io have their group as a prefix,
   * since names repeat: `core.ResourceClaim`. Metadata has no prefix.
   */
  readonly name: string;
  /** Types by the JSON names of fields. */
  readonly fields: ReadonlyMap<string, Type>;
  /** The fields that are pointers: an absent pointer differs from the zero value. */
  readonly pointers: ReadonlySet<string>;
}

/** The type of the objects of a kind. */
export interface ObjectType extends StructType {
  readonly isNamespaced: boolean;
}

/** A kind in a version of its API. */
export interface KindVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** False for versions that an API server serves only if enabled by `--runtime-config`: alpha versions and, since 1.24, beta versions. */
  readonly isOnByDefault: boolean;
}

/** The API groups by the folders of k8s.io/api. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['core', ''],
  ['apps', 'apps/'],
  ['batch', 'batch/'],
  ['policy', 'policy/'],
  ['resource', 'resource.k8s.io/'],
  ['scheduling', 'scheduling.k8s.io/'],
  ['storage', 'storage.k8s.io/'],
]);

const NAMED_PLAINLY = ['resource', 'meta'];

interface KindLine extends KindVersion {
  readonly package: string;
  readonly releases: string | undefined;
  /** The minor version of the release that removed the kind: `16`. */
  readonly removedIn: string | undefined;
}

/** The types of one release, each built once. */
interface Release {
  readonly minor: number;
  /** The enabled gates that only this project defines. */
  readonly gates: readonly string[];
  readonly objects: Map<string, ObjectType>;
  readonly structs: Map<string, StructType>;
}

const scalars: ReadonlyMap<string, ScalarType> = new Map(SCALARS.map((kind) => [kind, { kind }]));
const releases = new Map<string, Release>();
let kindLines: readonly KindLine[] | undefined;
let structLines: ReadonlyMap<string, string> | undefined;

/**
 * Returns the type of a kind's objects in a minor release of Kubernetes 1, with
 * fields of the project's gates; undefined if the release does not serve it.
 */
export function typeOf(apiVersion: string, kind: string, minor: number, gates: readonly string[] = NO_GATES): ObjectType | undefined {
  const found = allKinds().find((line) => line.apiVersion === apiVersion && line.kind === kind && isServed(line, minor));
  if (found === undefined) return undefined;
  const release = releaseOf(minor, gates);
  const { objects } = release;
  const id = `${found.package}.${kind}`;
  const cachedObject = objects.get(id);
  if (cachedObject !== undefined) return cachedObject;
  const made = new LazyObject(id, release, found.isNamespaced);
  objects.set(id, made);
  return made;
}

/** Returns the versions in which a release serves a kind, the preferred one first. */
export function versionsOf(kind: string, minor: number): readonly KindVersion[] {
  return allKinds().filter((line) => line.kind === kind && isServed(line, minor));
}

/** Returns whether any release has a kind, in any group. */
export function isKindName(kind: string): boolean {
  return allKinds().some((line) => line.kind === kind);
}

/** Returns the names of the kinds that any release has, in one group (`resource.k8s.io`; empty for core) or in all groups. */
export function kindNames(group?: string): readonly string[] {
  const lines = allKinds().filter(({ apiVersion }) => group === undefined || apiVersion.startsWith(group === '' ? 'v' : `${group}/`));
  return [...new Set(lines.map(({ kind }) => kind))];
}

/**
 * Returns the minor version of the release that removed a kind in a version: 16
 * for Deployment of apps/v1beta1; undefined if no release removed it.
 */
export function removalOf(apiVersion: string, kind: string): number | undefined {
  const line = allKinds().find((other) => other.apiVersion === apiVersion && other.kind === kind);
  return line?.removedIn === undefined ? undefined : Number(line.removedIn);
}

/** Returns the type of a field, list item or map entry; undefined if none exists. */
export function innerType(type: Type, step: string | number): Type | undefined {
  switch (type.kind) {
    case 'list':
      return type.items;
    case 'map':
      return type.values;
    case 'struct':
      return type.fields.get(String(step));
    default:
      return undefined;
  }
}

function allKinds(): readonly KindLine[] {
  kindLines ??= KINDS.split('\n').map(kindOf).sort(byPreference);
  return kindLines;
}

function kindOf(line: string): KindLine {
  const [path = '', kind = '', scope = '', range] = line.split(' ');
  const [folder = '', version = ''] = path.split('/');
  return {
    apiVersion: GROUPS.get(folder) + version,
    kind,
    package: path,
    isNamespaced: scope === 'namespaced',
    isOnByDefault: /^v\d+$/.test(version),
    releases: range,
    removedIn: scope.startsWith('removed:') ? scope.slice('removed:'.length) : undefined,
  };
}

/** Orders versions: stable before beta before alpha, and newer before older. */
function byPreference(left: KindLine, right: KindLine): number {
  return rank(right.apiVersion) - rank(left.apiVersion);
}

function rank(apiVersion: string): number {
  const [, major = 0, stage, number = 0] = /v(\d+)(?:(alpha|beta)(\d+))?$/.exec(apiVersion) ?? [];
  const stages = stage === undefined ? 2 : stage === 'beta' ? 1 : 0;
  return stages * 10_000 + Number(major) * 100 + Number(number);
}

function isServed({ releases: range, removedIn }: KindLine, minor: number): boolean {
  return removedIn === undefined && isIn(range, minor);
}

/** Returns whether a release is in a range: `36-`, `34-35`, or undefined for all releases. */
function isIn(range: string | undefined, minor: number): boolean {
  if (range === undefined) return true;
  const [first, last] = range.split('-');
  return minor >= Number(first) && (last === '' || minor <= Number(last));
}

const NO_GATES: readonly string[] = [];

function releaseOf(minor: number, gates: readonly string[]): Release {
  const key = [minor, ...gates].join();
  let release = releases.get(key);
  if (release === undefined) {
    release = { minor, gates, objects: new Map(), structs: new Map() };
    releases.set(key, release);
  }
  return release;
}

function structOf(id: string, release: Release): StructType {
  const cachedStruct = release.structs.get(id);
  if (cachedStruct !== undefined) return cachedStruct;
  const made = new LazyStruct(id, release);
  release.structs.set(id, made);
  return made;
}

function linesOfStructs(): ReadonlyMap<string, string> {
  structLines ??= new Map(STRUCTS.split('\n').map((line) => [line.split('|', 1)[0] ?? '', line]));
  return structLines;
}

/** Returns the fields that gates of this project add to a struct, or all fields of a struct that only such fields use. */
function libraryFieldsOf(id: string, gates: readonly string[]): readonly string[] {
  if (gates.length === 0 || !id.startsWith('resource/')) return [];
  const name = id.slice(id.lastIndexOf('.') + 1);
  const gatedFields = LIBRARY_FIELDS.filter(({ gate, struct }) => struct === name && gates.includes(gate)).map(({ fields }) => fields);
  return [...gatedFields, ...(LIBRARY_STRUCTS.has(name) ? [LIBRARY_STRUCTS.get(name) ?? ''] : [])].flatMap((fields) => fields.split('|'));
}

/** A struct that reads its fields on demand: structs may contain themselves, and most are never used. */
class LazyStruct implements StructType {
  readonly kind = 'struct';
  readonly name: string;
  readonly #id: string;
  readonly #release: Release;
  #fields: ReadonlyMap<string, Type> | undefined;
  #pointers: ReadonlySet<string> = new Set();

  constructor(id: string, release: Release) {
    const [folder = ''] = id.split('/');
    const name = id.slice(id.lastIndexOf('.') + 1);
    this.name = NAMED_PLAINLY.includes(folder) ? name : `${folder}.${name}`;
    this.#id = id;
    this.#release = release;
  }

  get fields(): ReadonlyMap<string, Type> {
    this.#fields ??= this.#read();
    return this.#fields;
  }

  get pointers(): ReadonlySet<string> {
    this.#fields ??= this.#read();
    return this.#pointers;
  }

  #read(): ReadonlyMap<string, Type> {
    const [, ...texts] = (linesOfStructs().get(this.#id) ?? '').split('|');
    append(texts, libraryFieldsOf(this.#id, this.#release.gates));
    const fields = new Map<string, Type>();
    const pointers = new Set<string>();
    for (const text of texts) {
      const [name = '', type = '', range] = text.split(' ');
      if (!isIn(range, this.#release.minor)) continue;
      fields.set(name, this.#typeOf(type));
      if (type.startsWith('*')) pointers.add(name);
    }
    this.#pointers = pointers;
    return fields;
  }

  #typeOf(text: string): Type {
    if (text.startsWith('*')) return this.#typeOf(text.slice(1));
    if (text.startsWith('[]')) return { kind: 'list', items: this.#typeOf(text.slice(2)) };
    if (text.startsWith('{}')) return { kind: 'map', values: this.#typeOf(text.slice(2)) };
    const scalar = scalars.get(text);
    if (scalar !== undefined) return scalar;
    const home = this.#id.slice(0, this.#id.lastIndexOf('.'));
    return structOf(text.includes('/') ? text : `${home}.${text}`, this.#release);
  }
}

class LazyObject extends LazyStruct implements ObjectType {
  readonly isNamespaced: boolean;

  constructor(id: string, release: Release, isNamespaced: boolean) {
    super(id, release);
    this.isNamespaced = isNamespaced;
  }
}
