// Makes a plan from the files and options of `simulate`: documents of the kinds Trace and Load, and initial changes of the cluster.

import { isJsonObject } from '../../../core/api/decoder.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import { builtInPodTemplates } from '../../../core/api/pod-template-table.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Json } from '../../../core/base/json.js';
import { append } from '../../../core/base/lists.js';
import { resolveFeatures } from '../../../core/features/features.js';
import type { SourceDocument } from '../../../core/read/read.js';
import { type DecodedAction, type DecodedEvent, decodedEvent, NO_OBJECTS, type ObjectOptions } from '../../../planning/decoded-event.js';
import { decodeTrace } from '../../../planning/events.js';
import { checkCount, inOrder, type Plan, seedOf } from '../../../planning/input.js';
import { decodeKueueObjects, isKueueKind, type KueueObject, namesQueues, resumed } from '../../../planning/kueue/objects.js';
import { type DecodedLoad, decodeLoad, eventsOf } from '../../../planning/load.js';
import { decodeSweep, type Sweep } from '../../../planning/sweep.js';
import { didYouMean } from '../arguments.js';
import { ContentError } from '../input/content-error.js';
import type { SnapshotWithDocuments } from '../input/load-snapshot.js';
import { decodingDocument, type OtherObjects, type Snapshot } from '../input/snapshot.js';
import type { SimulateSettings } from './settings.js';

/** A plan whose loads can be regenerated. */
export interface InputPlan extends Plan {
  /** Returns the events with loads from another seed. */
  readonly eventsOf: (seed: number) => readonly DecodedEvent[];
  /** Documents of traces, by the prefix of the paths of their events. */
  readonly traces: ReadonlyMap<string, SourceDocument>;
}

/** The nodes of a file to add, and the number of each. */
export interface NodeTemplate {
  readonly snapshot: Snapshot;
  readonly count: number;
}

const KINDS = ['Trace', 'Load', 'Sweep'] as const;

/** Returns the objects in a field of each item of a list. The field holds a single object or a list. */
export const OTHERS: OtherObjects = {
  isRead: isKueueKind,
  changeOf: (documents) => (namesQueues(documents) ? resumed : undefined),
  objectsWithin: (document) => [...objectsAt(document, 'events', 'apply'), ...objectsAt(document, 'templates', 'object')],
};

/** Returns the objects in a field of a list's items, each a single object or a list. */
function objectsAt(document: Json, list: string, field: string): ReturnType<NonNullable<OtherObjects['objectsWithin']>> {
  const items = isJsonObject(document) ? document[list] : undefined;
  if (!Array.isArray(items)) return [];
  return (items as readonly Json[]).flatMap((item, index) => {
    const fieldValue = isJsonObject(item) ? item[field] : undefined;
    if (!Array.isArray(fieldValue))
      return fieldValue === undefined || fieldValue === null ? [] : [{ value: fieldValue, path: [list, index, field] }];
    return (fieldValue as readonly Json[]).map((value, place) => ({ value, path: [list, index, field, place] }));
  });
}

/**
 * Returns the plan. A Sweep is not handled here, but by the code that runs its cells. Throws {@link ContentError} with the
 * place of the error.
 */
export function planOfInput(
  { snapshot, groupDocuments, documents }: SnapshotWithDocuments,
  settings: SimulateSettings,
  templates: readonly NodeTemplate[],
): InputPlan {
  const { until, order, choose, ignoresBudgets, room, seed, limits } = settings;
  const queues = queuesIn(documents);
  const resumes = namesQueues(documents.map(({ value }) => value));
  const options: ObjectOptions = { libraryGates: resolveFeatures(settings), podTemplates: builtInPodTemplates(), resumes };
  const traced: DecodedEvent[] = [];
  const traces = new Map<string, SourceDocument>();
  const loads: { readonly load: DecodedLoad; readonly document: SourceDocument }[] = [];
  for (const document of groupDocuments) {
    const kind = kindOf(document);
    if (kind === 'Trace') append(traced, eventsIn(document, options, traces));
    else if (kind === 'Load')
      loads.push({ load: inDocument(document, (context) => inOneGo(decodeLoad(document.value, options, context([])))), document });
  }
  checkTemplates(templates, snapshot.objects);
  const changes = changesOf(settings, templates);
  const drawn = (runSeed: number | undefined): readonly DecodedEvent[] => {
    const events = [...changes, ...traced];
    for (const [index, { load, document }] of loads.entries()) {
      append(
        events,
        inDocument(document, () => eventsOf(load, seedOf(runSeed, index, load.load.seed))),
      );
      checkCount(events);
    }
    return inOrder(events);
  };
  return {
    objects: { ...NO_OBJECTS, workloads: snapshot.objects.workloads },
    queues,
    events: drawn(seed),
    eventsOf: drawn,
    traces,
    until,
    order,
    nodes: choose,
    devices: 'given',
    ignoresBudgets,
    room: room === 0 ? undefined : { pod: undefined, most: room },
    limits,
    resume: undefined,
    fingerprint: '',
    progressMilliseconds: 200,
  };
}

/** Returns the Kueue objects in documents. Throws {@link ContentError} with the place of the error. */
export function queuesIn(documents: readonly SourceDocument[]): readonly KueueObject[] {
  return documents.flatMap((document) =>
    inDocument(document, (context) => inOneGo(decodeKueueObjects([document.value], () => context([])))),
  );
}

function kindOf(document: SourceDocument): (typeof KINDS)[number] {
  const kind = isJsonObject(document.value) ? document.value['kind'] : undefined;
  const found = KINDS.find((one) => one === kind);
  if (found !== undefined) return found;
  const text = typeof kind === 'string' ? kind : '';
  const message = `kind: expected ${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}${text === '' ? '' : `, found ${text}${didYouMean(text, KINDS)}`}`;
  throw new ContentError({ message, place: placeOf(document, ['kind']) });
}

/** A sweep of the input, and its document. */
export interface InputSweep {
  readonly sweep: Sweep;
  readonly document: SourceDocument;
}

/** Returns the sweep of an input; undefined if it has none. Throws {@link ContentError}. */
export function sweepIn({ groupDocuments }: SnapshotWithDocuments): InputSweep | undefined {
  const [document, second] = groupDocuments.filter((each) => kindOf(each) === 'Sweep');
  if (document === undefined) return undefined;
  if (second !== undefined)
    throw new ContentError({
      message: `a second Sweep: the first one is in ${document.file}; run them one by one`,
      place: placeOf(second, []),
    });
  return { document, sweep: inDocument(document, (context) => decodeSweep(document.value, context([]))) };
}

function eventsIn(document: SourceDocument, options: ObjectOptions, traces: Map<string, SourceDocument>): readonly DecodedEvent[] {
  let before = `${document.file}: `;
  for (let number = 2; traces.has(before); number++) before = `${document.file}, trace ${number}: `;
  traces.set(before, document);
  return inDocument(document, (context) => decodeTrace(document.value, context([]))).map((event) =>
    inDocument(document, () => ({ ...inOneGo(decodedEvent(event, options, UNLIMITED)), path: `${before}${event.path}` })),
  );
}

/** Runs events. Adds the place to an error about an event of a trace. */
export async function placingEvents<T>({ traces }: InputPlan, play: () => Promise<T>): Promise<T> {
  try {
    return await play();
  } catch (error) {
    const path = error instanceof AllocationError ? (error.path ?? '') : '';
    for (const [before, document] of traces) {
      if (!path.startsWith(before)) continue;
      const message = (error as AllocationError).message.slice(before.length);
      throw new ContentError({ message, place: placeOf(document, pathIn(path.slice(before.length))) });
    }
    throw error;
  }
}

/** Adds the place of the nearest value to errors of objects within a document, which only have a path. */
function inDocument<T>(document: SourceDocument, decode: Parameters<typeof decodingDocument<T>>[1]): T {
  try {
    return decodingDocument(document, decode);
  } catch (error) {
    if (error instanceof ContentError && error.place === undefined)
      throw new ContentError({ message: error.message, place: placeOf(document, pathIn(error.message)) });
    if (!(error instanceof AllocationError)) throw error;
    throw new ContentError({ message: error.message, place: placeOf(document, pathIn(error.path ?? error.message)) });
  }
}

/** Returns the steps of a path such as `events[3].apply[0]` at the beginning of a text. */
function pathIn(text: string): readonly (string | number)[] {
  const path = /^[\w[\].]+/.exec(text)?.[0] ?? '';
  return Array.from(path.matchAll(/\w+/g), ([step]) => (/^\d+$/.test(step) ? Number(step) : step));
}

function placeOf(document: SourceDocument, path: readonly (string | number)[]): string {
  for (let length = path.length; length >= 0; length--) {
    const position = document.locate(path.slice(0, length));
    if (position !== undefined) return `${document.file}:${position.line}:${position.column}`;
  }
  return document.file;
}

/**
 * Checks that templates have no pods, and that their nodes and slices are new, since they would replace objects of the
 * same names. Throws {@link ContentError}.
 */
function checkTemplates(templates: readonly NodeTemplate[], { nodes, resourceSlices }: ObjectSet): void {
  const there = new Set([...named('Node', nodes), ...named('ResourceSlice', resourceSlices)].map(([name]) => name));
  for (const { snapshot } of templates) {
    const { objects } = snapshot;
    const placeAt = (object: object): { readonly place?: string } => {
      const place = snapshot.locate(object);
      return place === undefined ? {} : { place };
    };
    const [pod] = [...objects.pods, ...objects.workloads];
    if (pod !== undefined)
      throw new ContentError({
        message: 'option --node-template: the file has pods or owners of pods: give them with -f',
        ...placeAt(pod),
      });
    for (const [name, object] of [...named('Node', objects.nodes), ...named('ResourceSlice', objects.resourceSlices)]) {
      if (there.has(name))
        throw new ContentError({
          message: `option --node-template: ${name} already exists: give it another name, or clone the node with --clone-node`,
          ...placeAt(object),
        });
      there.add(name);
    }
  }
}

type Named = { readonly metadata: { readonly name: string } };

function named(kind: string, objects: readonly Named[]): readonly (readonly [name: string, object: Named])[] {
  return objects.map((object) => [`${kind} ${object.metadata.name}`, object]);
}

/** Returns the kinds and numbers of irrelevant objects that events apply. */
export function skippedIn(events: readonly DecodedEvent[]): ReadonlyMap<string, number> {
  const skipped = new Map<string, number>();
  for (const { action } of events) {
    if (action.kind !== 'apply') continue;
    for (const [kind, count] of action.set.skipped) {
      const [version = '', name = ''] = kind.split(' ');
      if (!isKueueKind(version, name)) skipped.set(kind, (skipped.get(kind) ?? 0) + count);
    }
  }
  return skipped;
}

/** Returns the changes of the cluster by options, before all other events. */
function changesOf({ clones, cordon, drain }: SimulateSettings, templates: readonly NodeTemplate[]): readonly DecodedEvent[] {
  const at = (path: string, action: DecodedAction): DecodedEvent => ({ at: 0, action, path });
  return [
    ...clones.map(({ of, count }) => at('--clone-node', { kind: 'clone', clones: [{ node: of, count }] })),
    ...templates.flatMap(({ snapshot: { objects }, count }) => {
      if (objects.nodes.length === 0) throw new ContentError({ message: 'option --node-template: the file has no Node' });
      const more = objects.nodes.map(({ metadata: { name } }) => ({ node: name, count: count - 1 }));
      const path = '--node-template';
      const apply = at(path, { kind: 'apply', set: objects });
      return count === 1 ? [apply] : [apply, at(path, { kind: 'clone', clones: more })];
    }),
    ...cordon.map((node) => at('--cordon', { kind: 'cordon', nodes: [node] })),
    ...drain.map((node) => at('--drain', { kind: 'drain', nodes: [node] })),
  ];
}
