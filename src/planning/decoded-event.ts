// Decodes the objects of events, so that invalid objects are reported before the simulation starts.

import { PLAIN_KINDS } from '../cluster/pod-objects.js';
import { decodingAllObjects } from '../core/api/all-objects.js';
import { DecodeContext, placeOfError } from '../core/api/context.js';
import type { LibraryGates } from '../core/api/library-gates.js';
import { decodeObjects, type ObjectSet } from '../core/api/objects.js';
import type { PodTemplateTable } from '../core/api/pod-template-table.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { formatPath, type Json } from '../core/base/json.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { Action, SimulationEvent } from './events.js';
import { decodeKueueObjects, type KueueObject, resumed } from './kueue/objects.js';

/** An action with its objects decoded. */
export type DecodedAction =
  | Exclude<Action, { kind: 'apply' }>
  | {
      readonly kind: 'apply';
      readonly set: ObjectSet;
      readonly queues?: readonly KueueObject[];
      readonly lifetime?: number;
      /** True if the objects are new, even if objects with these names exist. */
      readonly arrives?: true;
    };

/** An event with its objects decoded. */
export interface DecodedEvent extends Omit<SimulationEvent, 'action'> {
  readonly action: DecodedAction;
}

/** The gates and kinds that decoding depends on. */
export interface ObjectOptions {
  readonly libraryGates: LibraryGates;
  readonly podTemplates: PodTemplateTable;
  /** True if the input has queues of Kueue. Kueue resumes the objects that it suspended. */
  readonly resumes?: boolean;
}

export const NO_OBJECTS: ObjectSet = decodeObjects([]);

/** The most objects that are applied in one go. */
const PORTION = 64;

/** Yields the objects of a set in portions, in the order in which a cluster applies them. */
export function* portionsOf(set: ObjectSet): Generator<ObjectSet> {
  const lists = LISTS.filter((list) => set[list].length > 0);
  if (lists.every((list) => set[list].length <= PORTION)) {
    yield set;
    return;
  }
  for (const list of lists)
    for (let from = 0; from < set[list].length; from += PORTION) yield { ...NO_OBJECTS, [list]: set[list].slice(from, from + PORTION) };
}

/** The lists of objects that a cluster stores. Objects precede the objects that refer to them. */
const LISTS = [
  'nodes',
  'deviceClasses',
  'deviceTaintRules',
  'resourceSlices',
  'resourceClaims',
  ...PLAIN_KINDS.map(({ list }) => list),
  'pods',
] as const satisfies readonly (keyof ObjectSet)[];

/** Decodes the objects of an event. */
export function* decodedEvent(event: SimulationEvent, options: ObjectOptions, checkpoint: Checkpoint): Incremental<DecodedEvent> {
  const { action, path } = event;
  if (action.kind !== 'apply') return { ...event, action };
  const { objects, lifetime } = action;
  const set = yield* decodedObjects(objects, `${path}.apply`, options, checkpoint);
  const queues = yield* decodedQueues(objects, `${path}.apply`, checkpoint);
  return {
    ...event,
    action: { kind: 'apply', set, ...(queues.length === 0 ? {} : { queues }), ...(lifetime === undefined ? {} : { lifetime }) },
  };
}

/** Decodes an object, or a list of objects. Throws `invalid-object` and other errors with the path of the error. */
export function* decodedObjects(
  objects: Json,
  path: string,
  { resumes = false, ...options }: ObjectOptions,
  checkpoint: Checkpoint,
): Incremental<ObjectSet> {
  return yield* decodedAt(objects, path, function* (objects) {
    const sources = yield* mapping(objects, (value, origin) => ({ value: resumes ? resumed(value) : value, origin }), checkpoint);
    return yield* decodingAllObjects(sources, { ...options, requireNames: true }, checkpoint);
  });
}

/** Decodes the Kueue objects of a list. Throws `invalid-object` with the path of the error. */
export function decodedQueues(queues: Json, path: string, checkpoint: Checkpoint): Incremental<readonly KueueObject[]> {
  return decodedAt(queues, path, (objects) =>
    decodeKueueObjects(objects, (origin) => new DecodeContext([], origin, checkpoint), checkpoint),
  );
}

function* decodedAt<T>(time: Json, path: string, decode: (objects: readonly Json[]) => Incremental<T>): Incremental<T> {
  const objects: readonly Json[] = Array.isArray(time) ? time : [time];
  try {
    return yield* decode(objects);
  } catch (error) {
    const place = error instanceof AllocationError ? placeOfError(error) : undefined;
    if (place === undefined || typeof place.origin !== 'number') throw error;
    const object = Array.isArray(time) ? `${path}[${place.origin}]` : path;
    const inside = formatPath(place.path);
    const { code, message } = error as AllocationError;
    throw new AllocationError(code, `${object}: ${message}`, { path: inside === '' ? object : `${object}.${inside}` });
  }
}
