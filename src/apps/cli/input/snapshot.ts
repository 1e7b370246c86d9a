// Decodes texts to cluster objects in input order, each with its place for messages. Reads no file, so it runs wherever JavaScript does.

import { type AllObjectsOptions, allWarnings, decodeAllObjects } from '../../../core/api/all-objects.js';
import { DecodeContext, type DecodePlace, type DecodeWarning, placeOfError } from '../../../core/api/context.js';
import { isJsonObject } from '../../../core/api/decoder.js';
import { allInNamespace } from '../../../core/api/in-namespace.js';
import type { LibraryGates } from '../../../core/api/library-gates.js';
import { type ObjectSet, placesByObject } from '../../../core/api/objects.js';
import { builtInPodTemplates, decodePodTemplateKinds, type PodTemplateKind } from '../../../core/api/pod-template-table.js';
import { isSchedulerConfiguration } from '../../../core/api/scheduler-configuration.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { Json, PathStep } from '../../../core/base/json.js';
import { append } from '../../../core/base/lists.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import type { SourceDocument } from '../../../core/read/read.js';
import type { ReplacedPod } from '../../../scheduler/pods/rollouts.js';
import { objectsIn, textOf } from '../../../validate/objects.js';
import type { Progress } from '../terminal/progress.js';
import type { Source, Text } from '../validate/texts.js';
import { ContentError, type Diagnostic } from './content-error.js';
import { EMPTY_INPUT, InputError } from './input-error.js';
import { aboutReplaced, rolledOut } from './rolled-out.js';
import { kindName, type SkippedObject, type SkippedWords, skippedKinds } from './skipped-kinds.js';

/** The namespace that kubectl uses for objects without one. */
const DEFAULT_NAMESPACE = 'default';

/** The objects of the inputs. */
export interface Snapshot {
  readonly objects: ObjectSet;
  /** Pending pods that their Deployments replace. They are not among the objects. */
  readonly replaced: readonly ReplacedPod[];
  readonly warnings: readonly Diagnostic[];
  /** Returns the position of an object in the order of all objects of the input. */
  order(object: object): number;
  /**
   * Returns `file:line:column` of the first path that exists in an object. If none exists, returns the nearest parent of the
   * first path. Without paths, returns the place of the object. Unknown parts are left out.
   */
  locate(object: object, paths?: readonly (readonly PathStep[])[]): string | undefined;
  /** Returns the file of an object. */
  fileOf(object: object): string | undefined;
  /** Returns the JSON of an object in the input. */
  jsonOf(object: object): Json | undefined;
}

/** A snapshot whose warnings can be replaced. */
export interface ReadSnapshot extends Snapshot {
  withWarnings(warnings: readonly Diagnostic[]): ReadSnapshot;
}

/** A document and its index in the input. */
interface Origin {
  readonly document: SourceDocument;
  readonly index: number;
}

/** The input of a command. */
export interface SnapshotOptions {
  readonly files: readonly string[];
  readonly recursive: boolean;
  /** Files with additional kinds that make pods. */
  readonly podTemplates?: readonly string[];
  /** The namespace of objects that name none. */
  readonly namespace?: string | undefined;
  /** The gates of this program, off by default. */
  readonly libraryGates?: LibraryGates;
  /** The API server that validates the objects. Absent: they are not validated. */
  readonly server?: FeatureOptions | undefined;
  /** Receives the progress. */
  readonly progress?: Progress;
  /** Ends reading, checking and decoding. */
  readonly checkpoint?: Checkpoint | undefined;
  /** Objects outside of the cluster that the command itself reads. */
  readonly others?: OtherObjects;
}

/** Objects that a command itself reads, in addition to cluster objects. */
export interface OtherObjects {
  /** Returns whether the command reads objects of a kind, so that no message reports them as skipped. */
  isRead(apiVersion: string, kind: string): boolean;
  /** Returns the change that they make to the other objects, if any. */
  changeOf(documents: readonly Json[]): ((value: Json) => Json) | undefined;
  /** Returns the cluster objects within a document of the command, with their paths. */
  objectsWithin?(document: Json): readonly { readonly value: Json; readonly path: readonly PathStep[] }[];
}

/** Options for decoding documents. */
export interface TextsOptions extends Pick<SnapshotOptions, 'libraryGates' | 'namespace' | 'others' | 'checkpoint'> {
  /** Additional kinds that make pods. */
  readonly kinds?: readonly PodTemplateKind[];
  /** Objects of texts from this number on replace objects of earlier texts without a warning. */
  readonly replacesFrom?: number;
}

/** A document, and the number of its text. */
export interface NumberedSource extends Source {
  readonly which: number;
}

/** Returns the documents of texts. Throws InputError if none exist. */
export function sourcesOf(texts: readonly Text[]): readonly NumberedSource[] {
  const sources = texts.flatMap((text, which) => text.result.documents.map((document, number) => ({ text, document, number, which })));
  if (sources.length === 0) throw new InputError(EMPTY_INPUT);
  return sources;
}

/** Decodes documents. `before`: their earlier warnings. Throws {@link ContentError} with the place of the error. */
export function snapshotOf(
  sources: readonly NumberedSource[],
  { libraryGates, kinds = [], namespace = DEFAULT_NAMESPACE, replacesFrom = Number.POSITIVE_INFINITY, others, checkpoint }: TextsOptions,
  before: readonly Diagnostic[] = [],
): ReadSnapshot {
  const warnings: Diagnostic[] = [...before];
  const documents = sources.map(({ document }) => document);
  const change = others?.changeOf(documents.map(({ value }) => value));
  const options = { podTemplates: builtInPodTemplates().with(kinds), ...(libraryGates === undefined ? {} : { libraryGates }) };
  const decoded = decode(documents, options, change, checkpoint);
  const replaces = ({ origin, replaced }: DecodeWarning): boolean =>
    replaced === true && isOrigin(origin) && (sources[origin.index]?.which ?? 0) >= replacesFrom;
  for (const warning of allWarnings(decoded)) if (!replaces(warning)) warnings.push(placed(warning, warning.message));
  const all = decoded.skipped.size > 0 ? skippedIn(decoded.skipped, documents) : [];
  const skipped = all.filter(({ apiVersion, kind }) => others?.isRead(apiVersion, kind) !== true);
  append(warnings, aboutSkipped(skipped));
  const rolled = rolledOut(allInNamespace(decoded, namespace));
  return new Objects(rolled, [...warnings, ...aboutReplaced(rolled.replaced)]);
}

/** Decodes user-defined kinds that make pods. */
export function decodeKinds(documents: readonly SourceDocument[]): readonly PodTemplateKind[] {
  return documents.flatMap((document, index) =>
    placingErrors(() => decodePodTemplateKinds(document.value, new DecodeContext([], { document, index } satisfies Origin))),
  );
}

function decode(
  documents: readonly SourceDocument[],
  options: AllObjectsOptions,
  change = (value: Json) => value,
  checkpoint?: Checkpoint,
): ObjectSet {
  const sources = documents.map((document, index) => ({ value: change(document.value), origin: { document, index } satisfies Origin }));
  return placingErrors(() => decodeAllObjects(sources, { requireNames: true, ...options }, checkpoint));
}

/** Decodes one document alone. Errors have their place in the input. */
export function decodingDocument<T>(document: SourceDocument, decode: (context: (path: readonly PathStep[]) => DecodeContext) => T): T {
  return placingErrors(() => decode((path) => new DecodeContext(path, { document, index: 0 } satisfies Origin)));
}

/** Decodes several documents together, like {@link decodingDocument} for one. */
export function decodingDocuments<T>(
  documents: readonly SourceDocument[],
  decode: (contextOf: (index: number, path: readonly PathStep[]) => DecodeContext) => T,
): T {
  return placingErrors(() =>
    decode((index, path) => new DecodeContext(path, { document: documents[index] as SourceDocument, index } satisfies Origin)),
  );
}

/** Converts errors of decoding to errors with their place in the input. */
function placingErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    const place = placeOfError(error);
    throw new ContentError(place === undefined ? { message: error.message } : placed(place, error.message));
  }
}

function placed({ origin, path }: DecodePlace | DecodeWarning, message: string): Diagnostic {
  const position = positionOf(origin, path);
  return position === undefined ? { message } : { message, place: position };
}

/** Returns the position of the value at a path, or of its nearest parent. */
function positionOf(origin: unknown, path: readonly PathStep[]): string | undefined {
  if (!isOrigin(origin)) return undefined;
  const { document } = origin;
  for (let length = path.length; length >= 0; length--) {
    const position = document.locate(path.slice(0, length));
    if (position !== undefined) return `${document.file}:${position.line}:${position.column}`;
  }
  return document.file;
}

function valueAt(origin: unknown, path: readonly PathStep[]): Json | undefined {
  let value: Json | undefined = isOrigin(origin) ? origin.document.value : undefined;
  for (const step of path) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(step)];
    else if (isJsonObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

function isOrigin(origin: unknown): origin is Origin {
  return typeof origin === 'object' && origin !== null && 'document' in origin;
}

/** Finds the skipped objects. Decoding only counts them by kind. */
function skippedIn(skipped: ReadonlyMap<string, number>, documents: readonly SourceDocument[]): readonly SkippedObject[] {
  const objects: SkippedObject[] = [];
  for (const { json, source, steps } of objectsIn(documents.map(({ value }) => value))) {
    const [apiVersion, kind] = [textOf(json, 'apiVersion'), textOf(json, 'kind')];
    if (!skipped.has(kindName(apiVersion, kind))) continue;
    const origin: Origin = { document: documents[source] as SourceDocument, index: source };
    objects.push({ apiVersion, kind, json, place: () => positionOf(origin, steps) });
  }
  return objects;
}

const SKIPPED: SkippedWords = {
  withClaims: 'objects of unknown kinds with resourceClaims',
  others: 'skipped objects of kinds that do not affect devices',
  remedy: 'describe their pods with --pod-templates FILE (docs/reference/pod-templates.md)',
};

/** Returns messages about the skipped kinds. */
function aboutSkipped(objects: readonly SkippedObject[]): readonly Diagnostic[] {
  if (objects.length === 0) return [];
  const configuration = objects.find(({ apiVersion, kind }) => isSchedulerConfiguration(apiVersion, kind));
  const others = objects.filter(({ apiVersion, kind }) => !isSchedulerConfiguration(apiVersion, kind));
  const { warnings, note } = skippedKinds(others, SKIPPED);
  return [
    ...warnings,
    ...(configuration === undefined ? [] : [unusedConfiguration(configuration)]),
    ...(note === undefined ? [] : [{ message: note, severity: 'note' as const }]),
  ];
}

function unusedConfiguration({ place }: SkippedObject): Diagnostic {
  const message = 'the KubeSchedulerConfiguration in the input has no effect: give its file with --scheduler-config';
  const at = place();
  return { message, ...(at === undefined ? {} : { place: at }) };
}

/** The decoded objects. Objects without a namespace are in the default one. */
class Objects implements ReadSnapshot {
  readonly objects: ObjectSet;
  readonly replaced: readonly ReplacedPod[];
  readonly warnings: readonly Diagnostic[];
  #places: ReadonlyMap<object, DecodePlace> | undefined;
  #ranks: ReadonlyMap<object, number> | undefined;

  constructor({ objects, replaced }: Pick<Snapshot, 'objects' | 'replaced'>, warnings: readonly Diagnostic[]) {
    this.objects = objects;
    this.replaced = replaced;
    this.warnings = warnings;
  }

  /** Returns a snapshot of these objects with other warnings. */
  withWarnings(warnings: readonly Diagnostic[]): Objects {
    return new Objects(this, warnings);
  }

  order(object: object): number {
    this.#ranks ??= rank([...this.objects.pods, ...this.objects.workloads, ...this.objects.resourceClaims], (each) => this.#place(each));
    return this.#ranks.get(object) ?? 0;
  }

  locate(object: object, paths: readonly (readonly PathStep[])[] = []): string | undefined {
    const place = this.#place(object);
    if (place === undefined) return undefined;
    const whole = paths.map((path) => [...place.path, ...path]);
    return positionOf(place.origin, whole.find((path) => valueAt(place.origin, path) !== undefined) ?? whole[0] ?? place.path);
  }

  fileOf(object: object): string | undefined {
    const origin = this.#place(object)?.origin;
    return isOrigin(origin) ? origin.document.file : undefined;
  }

  jsonOf(object: object): Json | undefined {
    const { origin, path } = this.#place(object) ?? {};
    return isOrigin(origin) ? valueAt(origin, path ?? []) : undefined;
  }

  #place(object: object): DecodePlace | undefined {
    this.#places ??= placesByObject(this.objects);
    return this.#places.get(object);
  }
}

function rank(objects: readonly object[], placeOf: (object: object) => DecodePlace | undefined): Map<object, number> {
  const places = objects.map((object) => ({ object, place: placeOf(object) }));
  places.sort((a, b) => comparePlaces(a.place, b.place));
  return new Map(places.map(({ object }, index) => [object, index]));
}

function comparePlaces(left: DecodePlace | undefined, right: DecodePlace | undefined): number {
  const document = (place: DecodePlace | undefined): number => (isOrigin(place?.origin) ? place.origin.index : 0);
  const byDocument = document(left) - document(right);
  if (byDocument !== 0) return byDocument;
  const steps = (place: DecodePlace | undefined): number[] => (place?.path ?? []).filter((step) => typeof step === 'number');
  const a = steps(left);
  const b = steps(right);
  const differs = a.findIndex((step, index) => step !== b[index]);
  return differs < 0 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? 0);
}
