// Decodes documents of any kind to the relevant objects. Lists are flattened; other kinds are skipped and counted.

import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import { describe } from '../base/describe.js';
import { type Incremental, inOneGo } from '../base/incremental.js';
import { type Json, type JsonObject, MOST_LISTS_IN_LISTS, MOST_OBJECTS } from '../base/json.js';
import { LargeMap, numberOfText } from '../base/large-map.js';
import { nearestName } from '../base/nearest-name.js';
import { shorten } from '../base/words.js';
import type { DecodePlace, DecodeWarning } from './context.js';
import { DecodeContext } from './context.js';
import { checkItems, decoding, isJsonObject, isLarge } from './decoder.js';
import type { LibraryGates } from './library-gates.js';
import { objectName } from './meta.js';
import { emptyLists, KINDS, type ListName, makesPods, type Named, type ObjectLists, type SupportedKind } from './object-kinds.js';
import type { ResourceClaim } from './resource-claim.js';
import type { ResourceQuota } from './resource-quota.js';
import { CLASSIC_DRA_REMOVED, groupOf, RESOURCE_GROUP, typeOf } from './version.js';
import type { Workload } from './workload.js';
import type { WorkloadReader } from './workload-reader.js';

/** The objects in a set of documents, each list in the order of first appearance. */
export interface ObjectSet extends ObjectLists {
  /** The number of objects of skipped kinds, by `apiVersion kind`. */
  readonly skipped: ReadonlyMap<string, number>;
  /** The warnings about single objects. */
  readonly warnings: readonly DecodeWarning[];
  /** The places of the objects of each list, in order. */
  readonly places: Places;
}

type Places = Readonly<Record<ListName, readonly DecodePlace[]>>;

/** A document and the caller's mark of it, which places return. */
export interface DecodeSource {
  readonly value: Json;
  readonly origin?: unknown;
}

/** Options for the strictness of {@link decodeObjects}. */
export interface DecodeOptions {
  /** Makes an object without `name` and `generateName` an error, as in the API server. By default its name is empty. */
  readonly requireNames?: boolean;
  /**
   * Allows only one object without a name per kind and namespace. Where objects are stored by name, such objects would replace
   * each other.
   */
  readonly distinctNames?: boolean;
  /** Makes the reader of objects that make pods. By default they are skipped, like unknown kinds. */
  readonly workloads?: (checkpoint: Checkpoint) => WorkloadReader;
  /** The gates of this library, off by default. */
  readonly libraryGates?: LibraryGates;
}

/** Kinds of classic DRA other than claims, which are skipped. Classic claims are errors. */
const CLASSIC_KINDS: ReadonlySet<string> = new Set([
  'ResourceClass',
  'PodScheduling',
  'PodSchedulingContext',
  'ResourceClaimParameters',
  'ResourceClassParameters',
]);

/** Other kinds of resource.k8s.io that do not affect the devices of a workload. */
const IRRELEVANT_KINDS: ReadonlySet<string> = new Set(['ResourcePoolStatusRequest']);

/** Returns an object of a set by its kind and name. `namespace` is absent for cluster-scoped kinds. */
export function objectOf(
  set: Pick<ObjectSet, ListName>,
  { kind, namespace, name }: { readonly kind: string; readonly namespace?: string; readonly name: string },
): object | undefined {
  const list = makesPods(kind) ? undefined : KINDS.get(kind)?.list;
  const objects: readonly Named[] = list === undefined ? set.workloads.filter((workload) => workload.kind === kind) : set[list];
  return objects.find(({ metadata }) => metadata.name === name && (namespace === undefined || metadata.namespace === namespace));
}

/** Returns the place from which each object of a set was read. */
export function placesByObject(set: Pick<ObjectSet, ListName | 'places'>): ReadonlyMap<object, DecodePlace> {
  const byObject = new Map<object, DecodePlace>();
  for (const [name, places] of Object.entries(set.places) as [ListName, readonly DecodePlace[]][])
    for (const [position, place] of places.entries()) byObject.set(set[name][position] as object, place);
  return byObject;
}

/**
 * Decodes documents: flattens lists, leaves out empty documents, and skips and counts unknown kinds and foreign API groups. A later object
 * replaces an earlier one of the same kind, namespace and name, with a warning.
 * A replaced claim keeps its allocation, and a quota its status, as with `kubectl apply`. An object with only `generateName` receives a
 * name from it. Throws AllocationError; `placeOfError` has its place.
 */
export function decodeObjects(sources: Iterable<DecodeSource>, options?: DecodeOptions, checkpoint?: Checkpoint): ObjectSet {
  return inOneGo(decodingObjects(sources, options, checkpoint));
}

/** Decodes as `decodeObjects` does, in increments. */
export function* decodingObjects(
  sources: Iterable<DecodeSource>,
  options: DecodeOptions = {},
  checkpoint: Checkpoint = UNLIMITED,
): Incremental<ObjectSet> {
  const collector = new Collector(options, checkpoint);
  for (const { value, origin } of sources) {
    if (value === null || value === undefined) continue;
    const rest = collector.add(value, { kind: '', apiVersion: '' }, new DecodeContext([], origin, checkpoint, options.libraryGates), 0);
    if (rest !== undefined) yield* rest;
    if (checkpoint.due()) yield;
  }
  yield* collector.addLater();
  return collector.result();
}

/** The type of list items that do not state their type. */
interface ItemType {
  readonly kind: string;
  readonly apiVersion: string;
}

class Collector {
  private readonly lists: { [K in ListName]: (ObjectSet[K][number] & Named)[] } = emptyLists();
  /** The places of the objects of each list, in order. */
  private readonly places: Record<ListName, DecodePlace[]> = emptyLists();
  private readonly positions = new LargeMap<string, number>(numberOfText);
  /** The number of names made from each `generateName`. */
  private readonly generated = new Map<string, number>();
  private readonly skipped = new Map<string, number>();
  private readonly warnings: DecodeWarning[] = [];
  private readonly workloads: WorkloadReader | undefined;
  private readonly options: DecodeOptions;
  private readonly checkpoint: Checkpoint;

  constructor(options: DecodeOptions, checkpoint: Checkpoint) {
    this.options = options;
    this.checkpoint = checkpoint;
    this.workloads = options.workloads?.(checkpoint);
  }

  /** Adds an object, in one go or, for a large one, by the returned computation. */
  add(value: Json, itemType: ItemType, context: DecodeContext, depth: number): Incremental<void> | undefined {
    if (!isJsonObject(value)) context.fail(`expected a Kubernetes object, found ${describe(value)}`);
    const apiVersion = typeOf(value, 'apiVersion', context) || itemType.apiVersion;
    const kind = typeOf(value, 'kind', context) || itemType.kind;
    if (kind === '') context.fail('an object needs a kind');
    const supportedKind = KINDS.get(kind);
    if (isList(value, kind))
      return this.addItems(value.items ?? [], { kind: kind.slice(0, -'List'.length), apiVersion }, context, depth + 1);
    if (supportedKind === undefined || !belongsTo(apiVersion, supportedKind.group)) return this.addOther(value, apiVersion, kind, context);
    // Passes the object itself if no apiVersion must be added, because its decoded form may be cached.
    const complete: JsonObject = apiVersion === '' || value['apiVersion'] === apiVersion ? value : { ...value, apiVersion };
    const { decoder } = supportedKind;
    if (this.isWorkload(kind) || isLarge(decoder, complete, context)) return this.addLarge(complete, kind, supportedKind, context);
    this.keep(kind, supportedKind, decoder.decode(complete, context), context);
    return undefined;
  }

  /** Returns whether objects of a supported kind are also read as workloads. */
  private isWorkload(kind: string): boolean {
    return makesPods(kind) && this.workloads !== undefined;
  }

  private *addLarge(value: JsonObject, kind: string, supportedKind: SupportedKind, context: DecodeContext): Incremental<void> {
    this.keep(kind, supportedKind, yield* decoding(supportedKind.decoder, value, context), context);
    if (this.workloads !== undefined && makesPods(kind))
      yield* this.addWorkload(this.workloads, value, typeOf(value, 'apiVersion', context), kind, context);
  }

  /** Adds an object of an unlisted kind: one that makes pods, or an irrelevant one. */
  private addOther(value: JsonObject, apiVersion: string, kind: string, context: DecodeContext): Incremental<void> | undefined {
    if (this.workloads !== undefined) return this.addWorkload(this.workloads, value, apiVersion, kind, context);
    this.skip(kind, apiVersion, context);
    return undefined;
  }

  private *addWorkload(
    workloads: WorkloadReader,
    value: JsonObject,
    apiVersion: string,
    kind: string,
    context: DecodeContext,
  ): Incremental<void> {
    const workload = yield* workloads.read(value, apiVersion, kind, context);
    if (workload === undefined) this.skip(kind, apiVersion, context);
    else if (workload !== 'later') this.keepWorkload(workload, context);
  }

  /** Adds the objects that make pods and depend on others, after all others have been read. */
  *addLater(): Incremental<void> {
    for (const read of this.workloads?.later ?? []) {
      const { workload, context } = yield* read();
      this.keepWorkload(workload, context);
      if (this.checkpoint.due()) yield;
    }
  }

  private keepWorkload(workload: Workload, context: DecodeContext): void {
    this.keep(workload.kind, { group: workload.group, list: 'workloads' }, workload, context);
  }

  private *addItems(items: Json, { kind, apiVersion }: ItemType, context: DecodeContext, depth: number): Incremental<void> {
    if (depth > MOST_LISTS_IN_LISTS) context.fail(`lists are nested deeper than ${MOST_LISTS_IN_LISTS} levels`, 'input-too-large');
    // Each item of a bare List has its own version.
    const itemType = kind === '' ? { kind, apiVersion: '' } : { kind, apiVersion };
    context.path.push('items');
    if (!Array.isArray(items)) context.fail(`expected a list, found ${describe(items)}`);
    const entries: readonly Json[] = items;
    checkItems(entries, MOST_OBJECTS, context);
    for (let index = 0; index < entries.length; index++) {
      context.path.push(index);
      const rest = this.add(entries[index] as Json, itemType, context, depth);
      if (rest !== undefined) yield* rest;
      context.path.pop();
      if (this.checkpoint.due()) yield;
    }
    context.path.pop();
  }

  private skip(kind: string, apiVersion: string, context: DecodeContext): void {
    if (groupOf(apiVersion) === RESOURCE_GROUP) checkOwnKind(kind, context);
    const name = apiVersion === '' ? kind : `${apiVersion} ${kind}`;
    this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1);
    if (CLASSIC_KINDS.has(kind) && belongsTo(apiVersion, RESOURCE_GROUP)) this.warn(`${kind} is skipped: ${CLASSIC_DRA_REMOVED}`, context);
  }

  private keep(kind: string, { list, group }: Pick<SupportedKind, 'list' | 'group'>, decoded: Named, context: DecodeContext): void {
    for (const warning of context.warnings.splice(0)) this.warnings.push(warning);
    // kubectl uses the default namespace if an object names none.
    const keyOf = ({ metadata }: Named): string => JSON.stringify([list, group, kind, metadata.namespace || 'default', metadata.name]);
    const named = decoded.metadata.name === '' ? this.withName(decoded, keyOf, context) : decoded;
    const objects: Named[] = this.lists[list];
    const key = keyOf(named);
    const existingPosition = this.positions.get(key);
    if (named.metadata.name === '' && existingPosition !== undefined && this.options.distinctNames === true)
      context.within('metadata', () =>
        context.within('name', () => context.fail(`an object needs a name if the input has another ${kind}`)),
      );
    const position = named.metadata.name === '' ? undefined : existingPosition;
    const before = position === undefined ? undefined : objects[position];
    const mergedObject = before === undefined ? undefined : withStatusOf(before, named, list);
    const object = mergedObject?.object ?? named;
    const place: DecodePlace = { origin: context.origin, path: [...context.path] };
    if (position === undefined) {
      this.positions.set(key, objects.length);
      objects.push(object);
      this.places[list].push(place);
      return;
    }
    objects[position] = object;
    this.places[list][position] = place;
    if (list !== 'workloads' && this.isWorkload(kind)) return;
    const keeps = mergedObject === undefined ? '' : ` with the ${mergedObject.what} of the earlier one`;
    this.warn(`${kind} ${objectName(object.metadata)} appears more than once; the last one counts${keeps}`, context, true);
  }

  /** Returns an object with a name from its `generateName`, as the API server does, but deterministic. */
  private withName(object: Named, keyOf: (object: Named) => string, context: DecodeContext): Named {
    const { generateName } = object.metadata;
    if (generateName === '') {
      if (this.options.requireNames !== true) return object;
      return context.within('metadata', () => context.within('name', () => context.fail('an object needs a name')));
    }
    const nameless = keyOf({ metadata: { ...object.metadata, name: '', generateName } }) + generateName;
    for (let number = this.generated.get(nameless) ?? 0; ; number++) {
      const named = { ...object, metadata: { ...object.metadata, name: `${generateName}${number}` } };
      if (this.positions.get(keyOf(named)) !== undefined) continue;
      this.generated.set(nameless, number + 1);
      return named;
    }
  }

  private warn(message: string, { origin, path }: DecodeContext, replaced = false): void {
    this.warnings.push({ message, origin, path: [...path], ...(replaced ? { replaced: true } : {}) });
  }

  result(): ObjectSet {
    const { lists, places, skipped, warnings } = this;
    // A spread of that many fields takes 25 microseconds, more than all other work for the pod of an event.
    return Object.assign(lists, { skipped, places, warnings });
  }
}

function isList(value: { readonly [key: string]: Json }, kind: string): boolean {
  return kind.endsWith('List') && (kind === 'List' || Object.hasOwn(value, 'items'));
}

/**
 * Returns whether an apiVersion belongs to a group. An absent apiVersion matches. Our kinds in a group without a domain (`v1`,
 * `resource/v1`) also match: no other API serves these kinds there, and decoding reports the error.
 */
function belongsTo(apiVersion: string, group: string): boolean {
  if (apiVersion === '') return true;
  const found = groupOf(apiVersion);
  return found === group || (group === RESOURCE_GROUP && !found.includes('.'));
}

/** Fails for a kind that resource.k8s.io never had, because skipping it would hide a typing mistake. */
function checkOwnKind(kind: string, context: DecodeContext): void {
  if (CLASSIC_KINDS.has(kind) || IRRELEVANT_KINDS.has(kind)) return;
  const kindNames = [...KINDS].filter(([, { group }]) => group === RESOURCE_GROUP).map(([name]) => name);
  const meant = nearestName(kind, kindNames);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  context.within('kind', () => context.fail(`${RESOURCE_GROUP} has no kind ${shorten(kind, 80)}${hint}`));
}

/** Returns the later of two objects with the status of the earlier one; undefined if the earlier one has no status to carry over. */
function withStatusOf(earlier: Named, later: Named, list: ListName): { readonly object: Named; readonly what: string } | undefined {
  if (isIn('resourceClaims', earlier, list) && isIn('resourceClaims', later, list)) {
    if (earlier.status.allocation === undefined || later.status.allocation !== undefined) return undefined;
    const claim: ResourceClaim = { ...later, status: earlier.status };
    return { object: claim, what: 'allocation' };
  }
  if (isIn('resourceQuotas', earlier, list) && isIn('resourceQuotas', later, list)) {
    if (earlier.status.used.size === 0 || later.status.used.size > 0) return undefined;
    const quota: ResourceQuota = { ...later, status: earlier.status };
    return { object: quota, what: 'status' };
  }
  return undefined;
}

function isIn<L extends 'resourceClaims' | 'resourceQuotas'>(listName: L, _object: Named, list: ListName): _object is ObjectSet[L][number] {
  return list === listName;
}
