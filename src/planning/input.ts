// Decodes the input of a simulation before it starts.

import { type AsyncLimits, checkLimits } from '../allocator/evaluate/limits.js';
import { DecodeContext } from '../core/api/context.js';
import type { KubernetesObjectJson, PodInputJson } from '../core/api/kinds.js';
import type { LibraryGates } from '../core/api/library-gates.js';
import type { ObjectSet } from '../core/api/objects.js';
import type { Pod } from '../core/api/pod.js';
import { builtInPodTemplates, type PodTemplateTable } from '../core/api/pod-template-table.js';
import { checkFields, checkFlag, checkFunction, integer, oneOf, optional, wrongArgument } from '../core/base/arguments.js';
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
 * The orders of pending pods. `priority`: as in the scheduler's queue. `input`: only by creation.
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
 * The strategies to select a feasible node: the best score, as in the scheduler; the first node by name; or the node with the
 * most pods.
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

/** The progress of a simulation. */
export interface Progress {
  /** The simulated seconds from the start. */
  readonly seconds: number;
  /** The number of events so far, and the number of all events. */
  readonly events: number;
  readonly of: number;
  readonly placed: number;
  readonly pending: number;
  /** Returns the results so far, for `resume`. */
  readonly checkpoint: () => CheckpointJson;
}

/** The pod whose remaining replicas are counted. */
export interface RoomInput {
  /** Default: the pod with the most devices among all existing and future pods. On a tie, the first such pod. */
  readonly pod?: PodInputJson | PreparedPod;
  /** Counts up to this number. Default: 100. */
  readonly most?: number;
}

/** The input of {@link simulate}. */
export interface SimulateInput {
  /** Initial objects in addition to the cluster, such as owners of pods and Kueue objects, which a cluster does not store. */
  readonly objects?: readonly KubernetesObjectJson[];
  /** The events. */
  readonly trace?: TraceJson | readonly EventJson[];
  /** Pods that arrive at random, in addition to the trace. */
  readonly load?: LoadJson | readonly LoadJson[];
  /** Replaces the seeds of the loads. */
  readonly seed?: number;
  /** The end of the simulation. Default: when no event or timer is left. */
  readonly until?: DurationJson;
  /** Default: `priority`. */
  readonly order?: (typeof QUEUE_ORDERS)[number];
  /** Default: `best`. */
  readonly nodes?: (typeof NODE_CHOICES)[number];
  /** The order of the devices of each slice, which decides which devices are selected first. Default: `given`. */
  readonly devices?: (typeof DEVICE_ORDERS)[number];
  /** True: drains evict pods although their PodDisruptionBudgets do not allow it. Default: false. */
  readonly ignoresBudgets?: boolean;
  /** Counts at intervals how many more replicas of a pod fit. Default: false. */
  readonly room?: boolean | RoomInput;
  /** `milliseconds` applies to the whole call, `steps` to the search of each node. */
  readonly limits?: AsyncLimits;
  /** Called with the progress several times a second, and at the end. An error that it throws ends the call. */
  readonly onProgress?: (progress: Progress) => void;
  /** A checkpoint of the same simulation: recorded results are not searched again. The report equals the report of an uninterrupted run. */
  readonly resume?: CheckpointJson;
}

/** A decoded simulation. */
export interface Plan
  extends Required<Pick<SimulateInput, 'order' | 'nodes' | 'devices'>>,
    Pick<SimulateInput, 'onProgress' | 'ignoresBudgets'> {
  readonly objects: ObjectSet;
  /** Initial objects of Kueue. */
  readonly queues?: readonly KueueObject[];
  /** Sorted by time. */
  readonly events: readonly DecodedEvent[];
  /** Milliseconds. */
  readonly until: number | undefined;
  readonly room: { readonly pod: Pod | undefined; readonly most: number } | undefined;
  readonly limits: AsyncLimits;
  readonly resume: Json | undefined;
  /** Identifies the input, if the caller named it. */
  readonly fingerprint: string;
  /** The time between two calls of `onProgress`. */
  readonly progressMilliseconds: number;
}

const FIELDS = [
  'objects',
  'trace',
  'load',
  'seed',
  'until',
  'order',
  'nodes',
  'devices',
  'ignoresBudgets',
  'room',
  'limits',
  'onProgress',
  'resume',
];

/** The most replicas counted. */
const MOST_ROOM = 100;

/** The part of a plan that is decoded in one go. */
type PlanSettings = Omit<Plan, 'objects' | 'queues' | 'events'>;

/** Decodes the options of an input. Throws AllocationError with the path of the error. */
export function settingsOf(input: SimulateInput): PlanSettings {
  checkFields(input, 'simulate(input)', FIELDS);
  const { until, order = 'priority', nodes = 'best', devices = 'given', ignoresBudgets = false, limits, onProgress, seed } = input;
  optional(integer(0))(seed, 'seed');
  optional(checkFunction)(onProgress, 'onProgress');
  checkFlag(ignoresBudgets, 'ignoresBudgets');
  return {
    until: until === undefined ? undefined : duration.decode(until, new DecodeContext(['until'])),
    order: wordOf('order', order, QUEUE_ORDERS),
    nodes: wordOf('nodes', nodes, NODE_CHOICES),
    devices: wordOf('devices', devices, DEVICE_ORDERS),
    ignoresBudgets,
    room: roomOf(input.room),
    limits: checkLimits(limits),
    ...(onProgress === undefined ? {} : { onProgress }),
    resume: input.resume as Json | undefined,
    fingerprint: '',
    progressMilliseconds: 200,
  };
}

/** Decodes the objects and events of an input. Throws AllocationError with the path of the error, and {@link Ended}. */
export function* planOf(
  input: SimulateInput,
  settings: PlanSettings,
  gates: LibraryGates,
  clock: Clock,
  podTemplates: PodTemplateTable = builtInPodTemplates(),
): Program<Plan> {
  const { objects = [], trace = [], load = [], seed } = input;
  if (!Array.isArray(objects)) throw wrongArgument('objects', 'a list of objects', objects);
  const inputObjects = objects as readonly Json[];
  const queues = yield* clock.work((checkpoint) => decodedQueues(inputObjects, 'objects', checkpoint));
  const options = { libraryGates: gates, podTemplates, resumes: namesQueues(inputObjects) };
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
    objects: yield* clock.work((checkpoint) => decodedObjects(inputObjects, 'objects', options, checkpoint)),
    queues,
    events: yield* clock.sort(events, byTime),
  };
}

/** @internal Returns a plan without events, which only places pending pods. */
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

/**
 * Returns the seed of a load. Loads have different seeds, even if one seed replaces all or no seed is set. With equal seeds,
 * their pods would arrive simultaneously.
 */
export function seedOf(inputSeed: number | undefined, index: number, planSeed: number | undefined): number {
  return inputSeed === undefined && planSeed !== undefined ? planSeed : (inputSeed ?? 1) + Math.imul(index, 0x27d4eb2f);
}

/** Returns events sorted by time; the sort is stable. Throws `input-too-large`. */
export function inOrder(events: readonly DecodedEvent[]): readonly DecodedEvent[] {
  checkCount(events);
  return [...events].sort(byTime);
}

/** Throws `input-too-large` for more events than a simulation accepts. */
export function checkCount({ length }: readonly DecodedEvent[]): void {
  if (length > MOST_EVENTS) throw new AllocationError('input-too-large', `more than ${MOST_EVENTS} events`, { path: 'trace' });
}

function byTime(left: DecodedEvent, right: DecodedEvent): number {
  return left.at - right.at;
}

function roomOf(room: SimulateInput['room']): Plan['room'] {
  if (room === undefined || room === false) return undefined;
  if (room === true) return { pod: undefined, most: MOST_ROOM };
  if (typeof room !== 'object' || room === null) throw wrongArgument('room', 'true, false or an object', room);
  checkFields(room, 'room', ['pod', 'most']);
  const { pod, most = MOST_ROOM } = room;
  integer(1)(most, 'room.most');
  return { pod: pod === undefined ? undefined : decodedPod(pod), most };
}

function wordOf<T extends string>(name: string, value: unknown, words: readonly T[]): T {
  oneOf(words)(value, name);
  return value as T;
}
