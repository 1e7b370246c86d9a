// The input of a simulation, decoded before anything is played.

import { type AsyncLimits, checkLimits } from '../allocator/evaluate/limits.js';
import { DecodeContext } from '../core/api/context.js';
import type { KubernetesObjectJson, PodInputJson } from '../core/api/kinds.js';
import type { ObjectSet } from '../core/api/objects.js';
import type { OwnGates } from '../core/api/own-gates.js';
import type { Pod } from '../core/api/pod.js';
import { builtInPodTemplates, type PodTemplateTable } from '../core/api/pod-template-table.js';
import { checkFields, checkFunction, integer, oneOf, optional, wrongArgument } from '../core/base/arguments.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json } from '../core/base/json.js';
import { mappingEach } from '../core/base/lists-in-increments.js';
import type { Program } from '../core/base/program.js';
import { decodedPod, type PreparedPod } from '../placement/prepared-pod.js';
import type { CheckpointJson } from './answers.js';
import type { Clock } from './clock.js';
import { type DecodedEvent, decodedEvent, decodedObjects, decodedQueues } from './decoded-event.js';
import { DEVICE_ORDERS } from './device-order.js';
import { type DurationJson, decodingTrace, duration, type EventJson, MOST_EVENTS, type TraceJson } from './events.js';
import { type KueueObject, namesQueues } from './kueue/objects.js';
import { arrivalsOf, decodeLoad, type LoadJson } from './load.js';

/**
 * The orders in which pending pods come. `priority`: as the scheduler's queue has them. `input`: in the order in which they were created alone.
 * @example
 * ```ts
 * // Goes on from the example of simulate.
 * import { QUEUE_ORDERS } from 'dra-allocator/simulate';
 *
 * for (const order of QUEUE_ORDERS) console.log(order, simulate(cluster, { trace, order }).waits?.longest);
 * // priority 50
 * // input 50
 * ```
 */
export const QUEUE_ORDERS = ['priority', 'input'] as const;

/**
 * The ways to choose among the nodes that will do: the best score, as the scheduler; the first by name; the one with the most pods already.
 * @example
 * ```ts
 * // Goes on from the example of simulate.
 * import { NODE_CHOICES } from 'dra-allocator/simulate';
 *
 * for (const nodes of NODE_CHOICES) console.log(nodes, simulate(cluster, { trace, nodes }).totals.placed);
 * // best 2
 * // first 2
 * // most-packed 2
 * ```
 */
export const NODE_CHOICES = ['best', 'first', 'most-packed'] as const;

/** Returns how far a simulation is. */
export interface Progress {
  /** Seconds from the start that were played. */
  readonly seconds: number;
  /** The number of events that happened, and of all of them. */
  readonly events: number;
  readonly of: number;
  readonly placed: number;
  readonly pending: number;
  /** All that is known so far, for `resume`. */
  readonly checkpoint: () => CheckpointJson;
}

/** The pod for which room is looked for. */
export interface RoomInput {
  /** Default: of all pods that are there or come the one with the most devices, the first of several. */
  readonly pod?: PodInputJson | PreparedPod;
  /** Counts no further. Default: 100. */
  readonly most?: number;
}

/** The input of {@link simulate}. */
export interface SimulateInput {
  /** Objects that are there from the start, next to those of the cluster: owners of pods above all, and Kueue's, neither of which a cluster keeps. */
  readonly objects?: readonly KubernetesObjectJson[];
  /** The things that happen. */
  readonly trace?: TraceJson | readonly EventJson[];
  /** Pods that arrive at random, next to the trace. */
  readonly load?: LoadJson | readonly LoadJson[];
  /** Takes the place of the seeds of the loads. */
  readonly seed?: number;
  /** The end. Default: when nothing more happens. */
  readonly until?: DurationJson;
  /** Default: `priority`. */
  readonly order?: (typeof QUEUE_ORDERS)[number];
  /** Default: `best`. */
  readonly nodes?: (typeof NODE_CHOICES)[number];
  /** The order of the devices of each slice, which decides what is selected first. Default: `given`. */
  readonly devices?: (typeof DEVICE_ORDERS)[number];
  /** Counts now and then for how many more of a pod there is room. `false`, the default: no. */
  readonly room?: boolean | RoomInput;
  /** `milliseconds` counts for the whole call, `steps` for the search of each node. */
  readonly limits?: AsyncLimits;
  /** Gets told how far it is, several times a second, and once finally. An error that it throws ends the call. */
  readonly onProgress?: (progress: Progress) => void;
  /** A checkpoint of the same simulation: what it knows is not searched again, and the report is that of a run which was never interrupted. */
  readonly resume?: CheckpointJson;
}

/** A simulation, decoded. */
export interface Plan extends Required<Pick<SimulateInput, 'order' | 'nodes' | 'devices'>>, Pick<SimulateInput, 'onProgress'> {
  readonly objects: ObjectSet;
  /** Objects of Kueue that are there from the start. */
  readonly queues?: readonly KueueObject[];
  /** In the order of their times. */
  readonly events: readonly DecodedEvent[];
  /** Milliseconds. */
  readonly until: number | undefined;
  readonly room: { readonly pod: Pod | undefined; readonly most: number } | undefined;
  readonly limits: AsyncLimits;
  readonly resume: Json | undefined;
  /** Tells the input from others, where the caller knows. */
  readonly fingerprint: string;
  /** The time between two calls of `onProgress`. */
  readonly progressMilliseconds: number;
}

const FIELDS = ['objects', 'trace', 'load', 'seed', 'until', 'order', 'nodes', 'devices', 'room', 'limits', 'onProgress', 'resume'];

/** The most replicas that room is counted to. */
const MOST_ROOM = 100;

/** The part of a plan that takes no time to decode. */
type PlanSettings = Omit<Plan, 'objects' | 'queues' | 'events'>;

/** Decodes the options of an input. Throws AllocationError with the path of what is wrong. */
export function settingsOf(input: SimulateInput): PlanSettings {
  checkFields(input, 'simulate(input)', FIELDS);
  const { until, order = 'priority', nodes = 'best', devices = 'given', limits, onProgress, seed } = input;
  optional(integer(0))(seed, 'seed');
  optional(checkFunction)(onProgress, 'onProgress');
  return {
    until: until === undefined ? undefined : duration.decode(until, new DecodeContext(['until'])),
    order: wordOf('order', order, QUEUE_ORDERS),
    nodes: wordOf('nodes', nodes, NODE_CHOICES),
    devices: wordOf('devices', devices, DEVICE_ORDERS),
    room: roomOf(input.room),
    limits: checkLimits(limits),
    ...(onProgress === undefined ? {} : { onProgress }),
    resume: input.resume as Json | undefined,
    fingerprint: '',
    progressMilliseconds: 200,
  };
}

/** Decodes the objects and events of an input. Throws AllocationError with the path of what is wrong, and {@link Ended}. */
export function* planOf(
  input: SimulateInput,
  settings: PlanSettings,
  gates: OwnGates,
  clock: Clock,
  podTemplates: PodTemplateTable = builtInPodTemplates(),
): Program<Plan> {
  const { objects = [], trace = [], load = [], seed } = input;
  if (!Array.isArray(objects)) throw wrongArgument('objects', 'a list of objects', objects);
  const given = objects as readonly Json[];
  const queues = yield* clock.work((checkpoint) => decodedQueues(given, 'objects', checkpoint));
  const options = { ownGates: gates, podTemplates, resumes: namesQueues(given) };
  const traced = yield* clock.work(function* (checkpoint) {
    const context = new DecodeContext(['trace'], undefined, checkpoint);
    const events = yield* decodingTrace((Array.isArray(trace) ? { events: trace } : trace) as Json, context);
    return yield* mappingEach(events, (event) => decodedEvent(event, options, checkpoint), checkpoint);
  });
  const events = [...traced];
  const loads = Array.isArray(load) ? load.map((one, index) => ({ one, path: ['load', index] })) : [{ one: load, path: ['load'] }];
  for (const [index, { one, path }] of loads.entries()) {
    const decoded = yield* clock.work((checkpoint) => decodeLoad(one as Json, options, new DecodeContext(path, undefined, checkpoint)));
    for (const event of arrivalsOf(decoded, seedOf(seed, index, decoded.load.seed))) {
      yield* clock.check();
      events.push(event);
      checkCount(events);
    }
  }
  return {
    ...settings,
    objects: yield* clock.work((checkpoint) => decodedObjects(given, 'objects', options, checkpoint)),
    queues,
    events: yield* clock.sort(events, byTime),
  };
}

/** @internal A plan in which nothing happens: pending pods are placed. */
export function placingAlone(objects: ObjectSet): Plan {
  return {
    objects,
    events: [],
    until: undefined,
    order: 'priority',
    nodes: 'best',
    devices: 'given',
    room: undefined,
    limits: {},
    resume: undefined,
    fingerprint: '',
    progressMilliseconds: 200,
  };
}

/** Each load draws numbers of its own, also where one seed takes the place of all, or none has one: with the same ones they would arrive at the same times. */
export function seedOf(given: number | undefined, index: number, own: number | undefined): number {
  return given === undefined && own !== undefined ? own : (given ?? 1) + Math.imul(index, 0x27d4eb2f);
}

/** Events in the order of their times; those of one time stay as they are. Throws `input-too-large`. */
export function inOrder(events: readonly DecodedEvent[]): readonly DecodedEvent[] {
  checkCount(events);
  return [...events].sort(byTime);
}

/** Throws `input-too-large` for more events than a simulation has. */
export function checkCount({ length }: readonly DecodedEvent[]): void {
  if (length > MOST_EVENTS) throw new AllocationError('input-too-large', `more than ${MOST_EVENTS} events`, { path: 'trace' });
}

function byTime(left: DecodedEvent, right: DecodedEvent): number {
  return left.at - right.at;
}

function roomOf(given: SimulateInput['room']): Plan['room'] {
  if (given === undefined || given === false) return undefined;
  if (given === true) return { pod: undefined, most: MOST_ROOM };
  if (typeof given !== 'object' || given === null) throw wrongArgument('room', 'true, false or an object', given);
  checkFields(given, 'room', ['pod', 'most']);
  const { pod, most = MOST_ROOM } = given;
  integer(1)(most, 'room.most');
  return { pod: pod === undefined ? undefined : decodedPod(pod), most };
}

function wordOf<T extends string>(name: string, value: unknown, words: readonly T[]): T {
  oneOf(words)(value, name);
  return value as T;
}
