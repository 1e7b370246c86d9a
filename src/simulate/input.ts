// The input of a simulation, and the program of what happens that is made of it.

import { DecodeContext, placeOfError } from '../api/context.js';
import type { KubernetesObjectJson } from '../api/kinds.js';
import { decodeObjects, type ObjectSet } from '../api/objects.js';
import type { OwnGates } from '../api/own-gates.js';
import { builtInPodTemplates, type PodTemplateTable } from '../api/pod-template-table.js';
import { checkFields } from '../base/arguments.js';
import { UNLIMITED } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import { formatPath, type Json } from '../base/json.js';
import { type AsyncLimits, checkLimits } from '../evaluate/limits.js';
import {
  type Action,
  type DurationJson,
  decodeTrace,
  duration,
  type EventJson,
  inOrderOfTime,
  type SimulationEvent,
  type TraceJson,
} from './events.js';

/** The orders in which pods that wait come. `priority`: as the scheduler's queue has them. `input`: in the order in which they were created alone. */
export const QUEUE_ORDERS = ['priority', 'input'] as const;

/** The ways to choose among the nodes that will do: the best score, as the scheduler; the first by name; the one with the most pods already. */
export const NODE_CHOICES = ['best', 'first', 'most-packed'] as const;

/** The input of {@link simulate}. */
export interface SimulateInput {
  /** Objects that are there from the start, beside those of the cluster: owners of pods above all, which a cluster does not keep. */
  readonly objects?: readonly KubernetesObjectJson[];
  /** The things that happen. */
  readonly trace?: TraceJson | readonly EventJson[];
  /** The end. Default: when nothing more happens. */
  readonly until?: DurationJson;
  /** Default: `priority`. */
  readonly order?: (typeof QUEUE_ORDERS)[number];
  /** Default: `best`. */
  readonly nodes?: (typeof NODE_CHOICES)[number];
  /** `milliseconds` counts for the whole call, `steps` for the search of each node. */
  readonly limits?: AsyncLimits;
}

/** Something that happens, with its objects decoded. */
export type DecodedAction =
  | Exclude<Action, { kind: 'apply' }>
  | { readonly kind: 'apply'; readonly set: ObjectSet; readonly lifetime?: number };

/** An event with its objects decoded. */
export interface DecodedEvent extends Omit<SimulationEvent, 'action'> {
  readonly action: DecodedAction;
}

/** A simulation, decoded. */
export interface Plan {
  readonly objects: ObjectSet;
  readonly events: readonly DecodedEvent[];
  readonly until: number | undefined;
  readonly order: (typeof QUEUE_ORDERS)[number];
  readonly nodes: (typeof NODE_CHOICES)[number];
  readonly limits: AsyncLimits;
}

const FIELDS = ['objects', 'trace', 'until', 'order', 'nodes', 'limits'];

/** Decodes the input. Throws AllocationError with the path of what is wrong. */
export function planOf(input: SimulateInput, gates: OwnGates, podTemplates: PodTemplateTable = builtInPodTemplates()): Plan {
  checkFields(input, '', FIELDS);
  const options = { ownGates: gates, podTemplates };
  const { objects = [], trace = [], until, order = 'priority', nodes = 'best', limits } = input;
  if (!Array.isArray(objects)) throw invalid('objects', 'expected a list of objects');
  const events = decodeTrace((Array.isArray(trace) ? { events: trace } : trace) as Json);
  return {
    objects: decodedObjects(objects as readonly Json[], 'objects', options),
    events: inOrderOfTime(events).map((event) => ({ ...event, action: decodedAction(event, options) })),
    until: until === undefined ? undefined : duration.decode(until, new DecodeContext(['until'])),
    order: oneOf('order', order, QUEUE_ORDERS),
    nodes: oneOf('nodes', nodes, NODE_CHOICES),
    limits: checkLimits(limits),
  };
}

type ObjectOptions = { readonly ownGates: OwnGates; readonly podTemplates: PodTemplateTable };

function decodedAction({ action, path }: SimulationEvent, options: ObjectOptions): DecodedAction {
  if (action.kind !== 'apply') return action;
  const { objects, lifetime } = action;
  const set = decodedObjects(objects, `${path}.apply`, options);
  return { kind: 'apply', set, ...(lifetime === undefined ? {} : { lifetime }) };
}

/** Decodes objects of the input. Throws `invalid-object` with their path, also for objects of no use. */
export function decodedObjects(objects: readonly Json[], path: string, options: ObjectOptions): ObjectSet {
  try {
    return decodeObjects(
      objects.map((value, origin) => ({ value, origin })),
      { ...options, requireNames: true },
      UNLIMITED,
    );
  } catch (error) {
    const place = error instanceof AllocationError ? placeOfError(error) : undefined;
    if (place === undefined || typeof place.origin !== 'number') throw error;
    const inside = formatPath(place.path);
    const where = `${path}[${place.origin}]${inside === '' ? '' : `.${inside}`}`;
    throw new AllocationError((error as AllocationError).code, `${path}[${place.origin}]: ${(error as AllocationError).message}`, {
      path: where,
    });
  }
}

function oneOf<T extends string>(name: string, value: unknown, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  return found ?? fail(name, `expected one of ${words.join(', ')}`);
}

function fail(path: string, message: string): never {
  throw invalid(path, message);
}

function invalid(path: string, message: string): AllocationError {
  return new AllocationError('invalid-input', `${path}: ${message}`, { path });
}
