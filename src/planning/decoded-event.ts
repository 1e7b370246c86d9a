// Events with their objects decoded: what is wrong with an object is told before anything is played.

import { decodingAllObjects } from '../core/api/all-objects.js';
import { DecodeContext, placeOfError } from '../core/api/context.js';
import { decodeObjects, type ObjectSet } from '../core/api/objects.js';
import type { OwnGates } from '../core/api/own-gates.js';
import type { PodTemplateTable } from '../core/api/pod-template-table.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { formatPath, type Json } from '../core/base/json.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { Action, SimulationEvent } from './events.js';
import { decodeKueueObjects, type KueueObject, resumed } from './kueue/objects.js';

/** Something that happens, with its objects decoded. */
export type DecodedAction =
  | Exclude<Action, { kind: 'apply' }>
  | {
      readonly kind: 'apply';
      readonly set: ObjectSet;
      readonly queues?: readonly KueueObject[];
      readonly lifetime?: number;
      /** They are other ones than those that are there, whatever these are called. */
      readonly arrives?: true;
    };

/** An event with its objects decoded. */
export interface DecodedEvent extends Omit<SimulationEvent, 'action'> {
  readonly action: DecodedAction;
}

/** The gates and kinds by which objects are decoded. */
export interface ObjectOptions {
  readonly ownGates: OwnGates;
  readonly podTemplates: PodTemplateTable;
  /** There are queues of Kueue, which resume what they suspended. */
  readonly resumes?: boolean;
}

export const NO_OBJECTS: ObjectSet = decodeObjects([]);

/** Objects that are applied at once. */
const PORTION = 64;

/** The objects of a set in portions, in the order in which a cluster applies them. */
export function* portionsOf(set: ObjectSet): Generator<ObjectSet> {
  const lists = LISTS.filter((list) => set[list].length > 0);
  if (lists.every((list) => set[list].length <= PORTION)) {
    yield set;
    return;
  }
  for (const list of lists)
    for (let from = 0; from < set[list].length; from += PORTION) yield { ...NO_OBJECTS, [list]: set[list].slice(from, from + PORTION) };
}

/** The lists of objects that a cluster has, those that others are about first. */
const LISTS = [
  'nodes',
  'deviceClasses',
  'deviceTaintRules',
  'resourceSlices',
  'resourceClaims',
  'resourceClaimTemplates',
  'podGroups',
  'priorityClasses',
  'runtimeClasses',
  'limitRanges',
  'resourceQuotas',
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

/** Decodes an object, or a list of them. Throws `invalid-object` and others with the path of what is wrong. */
export function* decodedObjects(
  given: Json,
  path: string,
  { resumes = false, ...options }: ObjectOptions,
  checkpoint: Checkpoint,
): Incremental<ObjectSet> {
  return yield* decodedAt(given, path, function* (objects) {
    const sources = yield* mapping(objects, (value, origin) => ({ value: resumes ? resumed(value) : value, origin }), checkpoint);
    return yield* decodingAllObjects(sources, { ...options, requireNames: true }, checkpoint);
  });
}

/** Decodes the objects of Kueue among others. Throws `invalid-object` with the path of what is wrong. */
export function decodedQueues(given: Json, path: string, checkpoint: Checkpoint): Incremental<readonly KueueObject[]> {
  return decodedAt(given, path, (objects) =>
    decodeKueueObjects(objects, (origin) => new DecodeContext([], origin, checkpoint), checkpoint),
  );
}

function* decodedAt<T>(given: Json, path: string, decode: (objects: readonly Json[]) => Incremental<T>): Incremental<T> {
  const objects: readonly Json[] = Array.isArray(given) ? given : [given];
  try {
    return yield* decode(objects);
  } catch (error) {
    const place = error instanceof AllocationError ? placeOfError(error) : undefined;
    if (place === undefined || typeof place.origin !== 'number') throw error;
    const object = Array.isArray(given) ? `${path}[${place.origin}]` : path;
    const inside = formatPath(place.path);
    const { code, message } = error as AllocationError;
    throw new AllocationError(code, `${object}: ${message}`, { path: inside === '' ? object : `${object}.${inside}` });
  }
}
