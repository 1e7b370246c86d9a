// Events with their objects decoded: what is wrong with an object is told before anything is played.

import { decodeAllObjects } from '../api/all-objects.js';
import { DecodeContext, placeOfError } from '../api/context.js';
import { decodeObjects, type ObjectSet } from '../api/objects.js';
import type { OwnGates } from '../api/own-gates.js';
import type { PodTemplateTable } from '../api/pod-template-table.js';
import { AllocationError } from '../base/errors.js';
import { formatPath, type Json } from '../base/json.js';
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

/** Decodes the objects of an event. */
export function decodedEvent(event: SimulationEvent, options: ObjectOptions): DecodedEvent {
  const { action, path } = event;
  if (action.kind !== 'apply') return { ...event, action };
  const { objects, lifetime } = action;
  const set = decodedObjects(objects, `${path}.apply`, options);
  const queues = decodedQueues(objects, `${path}.apply`);
  return {
    ...event,
    action: { kind: 'apply', set, ...(queues.length === 0 ? {} : { queues }), ...(lifetime === undefined ? {} : { lifetime }) },
  };
}

/** Decodes an object, or a list of them. Throws `invalid-object` and others with the path of what is wrong. */
export function decodedObjects(given: Json, path: string, { resumes = false, ...options }: ObjectOptions): ObjectSet {
  return decodedAt(given, path, (objects) => {
    const sources = objects.map((value, origin) => ({ value: resumes ? resumed(value) : value, origin }));
    return decodeAllObjects(sources, { ...options, requireNames: true });
  });
}

/** Decodes the objects of Kueue among others. Throws `invalid-object` with the path of what is wrong. */
export function decodedQueues(given: Json, path: string): readonly KueueObject[] {
  return decodedAt(given, path, (objects) => decodeKueueObjects(objects, (origin) => new DecodeContext([], origin)));
}

function decodedAt<T>(given: Json, path: string, decode: (objects: readonly Json[]) => T): T {
  const objects: readonly Json[] = Array.isArray(given) ? given : [given];
  try {
    return decode(objects);
  } catch (error) {
    const place = error instanceof AllocationError ? placeOfError(error) : undefined;
    if (place === undefined || typeof place.origin !== 'number') throw error;
    const object = Array.isArray(given) ? `${path}[${place.origin}]` : path;
    const inside = formatPath(place.path);
    const { code, message } = error as AllocationError;
    throw new AllocationError(code, `${object}: ${message}`, { path: inside === '' ? object : `${object}.${inside}` });
  }
}
