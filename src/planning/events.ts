// Defines and decodes traces: the timed events of a simulation.

import { DecodeContext } from '../core/api/context.js';
import { checkItems, count32, type Decoder, decoding, list, object, optional, prepared, string, transform } from '../core/api/decoder.js';
import type { KubernetesObjectJson } from '../core/api/kinds.js';
import { type Taint, taint } from '../core/api/toleration.js';
import { SIMULATION_GROUP } from '../core/api/version.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { millisecondsOf } from '../core/base/duration.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { formatPath, type Json } from '../core/base/json.js';
import { sorting } from '../core/base/sorting.js';
import { shorten } from '../core/base/words.js';

/**
 * The API version of simulation files: Trace and Load.
 * @example
 * ```ts
 * // Goes on from the example of simulate.
 * import { SIMULATION_VERSION, type TraceJson } from 'dra-allocator/simulate';
 *
 * const file: TraceJson = { apiVersion: SIMULATION_VERSION, kind: 'Trace', events: trace };
 * console.log(file.apiVersion, simulate(cluster, { trace: file }).totals.placed); // simulate.dra-allocator/v1alpha1 2
 * ```
 */
export const SIMULATION_VERSION = `${SIMULATION_GROUP}/v1alpha1` as const;

/**
 * The most events of a trace, and of an expanded load.
 * @example
 * ```ts
 * import { MOST_EVENTS } from 'dra-allocator/simulate';
 *
 * console.log(MOST_EVENTS); // 200000
 * ```
 */
export const MOST_EVENTS = 200_000;

/** A time from the start, or a period: a duration in the format of Go (`90s`, `1h30m`), or a number of seconds. */
export type DurationJson = string | number;

/** A reference to an object by kind and name. */
export interface ReferenceJson {
  readonly kind: string;
  readonly name: string;
  /** Default: `default`. */
  readonly namespace?: string;
}

/** The requested number of replicas of an owner. */
export interface ScaleJson extends ReferenceJson {
  readonly replicas: number;
}

/** A taint of a node. Removal compares key and effect; without an effect it removes every effect. */
export interface NodeTaintJson {
  readonly node: string;
  readonly key: string;
  readonly value?: string;
  readonly effect?: string;
}

/** Copies of an existing node. */
export interface CloneJson {
  readonly node: string;
  /** Default: 1. */
  readonly count?: number;
}

/** An event at a time. Events at the same time happen in the order of the trace, before the scheduler considers pending pods. */
export interface EventJson {
  readonly at: DurationJson;
  /** Creates or replaces objects: any object that `cluster.apply` accepts, and owners of pods. */
  readonly apply?: KubernetesObjectJson | readonly KubernetesObjectJson[];
  /** The time that the pods made by `apply` run after their placement. The pods are not replaced afterwards. */
  readonly lifetime?: DurationJson;
  /** Deletes objects. If an owner is deleted, its pods are deleted too. If a deleted pod has an owner, the owner replaces it. */
  readonly delete?: ReferenceJson | readonly ReferenceJson[];
  readonly scale?: ScaleJson | readonly ScaleJson[];
  /** Nodes by name. */
  readonly cordon?: string | readonly string[];
  readonly uncordon?: string | readonly string[];
  /**
   * Cordons nodes and evicts their pods, except DaemonSet pods, as far as PodDisruptionBudgets allow. Owners replace the evicted pods; pods
   * without an owner are lost.
   */
  readonly drain?: string | readonly string[];
  readonly taint?: NodeTaintJson | readonly NodeTaintJson[];
  readonly untaint?: NodeTaintJson | readonly NodeTaintJson[];
  /** Adds copies of existing nodes, with copies of their slices, named `NAME-clone-1`, ... */
  readonly clone?: CloneJson | readonly CloneJson[];
}

/** A file of events. */
export interface TraceJson {
  readonly apiVersion?: string;
  readonly kind?: 'Trace';
  readonly metadata?: object;
  readonly events: readonly EventJson[];
}

/** A decoded reference to an object by kind and name. */
export interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** A taint of a node. */
export type NodeTaint = Taint & { readonly node: string };

/** A decoded action. */
export type Action =
  | { readonly kind: 'apply'; readonly objects: readonly Json[]; readonly lifetime?: number }
  | { readonly kind: 'delete'; readonly references: readonly Reference[] }
  | { readonly kind: 'scale'; readonly scales: readonly (Reference & { readonly replicas: number })[] }
  | { readonly kind: 'cordon' | 'uncordon' | 'drain'; readonly nodes: readonly string[] }
  | { readonly kind: 'clone'; readonly clones: readonly { readonly node: string; readonly count: number }[] }
  | { readonly kind: 'taint' | 'untaint'; readonly taints: readonly NodeTaint[] };

/** A decoded event. */
export interface SimulationEvent {
  /** Milliseconds from the start. */
  readonly at: number;
  readonly action: Action;
  /** The path of the event in the input, for messages: `trace.events[3]`. */
  readonly path: string;
}

/** Decodes a duration into milliseconds. */
export const duration: Decoder<number> = {
  decode(value, context) {
    const milliseconds = typeof value === 'string' ? millisecondsOf(value) : typeof value === 'number' ? value * 1000 : undefined;
    if (milliseconds !== undefined && milliseconds >= 0 && milliseconds <= MOST_MILLISECONDS) return Math.round(milliseconds);
    const found = value === undefined || value === null ? 'nothing' : shorten(JSON.stringify(value, withBigints) ?? typeof value, 40);
    return context.fail(
      `expected a duration such as 90s or 1h30m, or a number of seconds, not below 0 and at most 100 years, found ${found}`,
    );
  },
};

/** A hundred years. */
const MOST_MILLISECONDS = 100 * 365 * 24 * 3600 * 1000;

/** JSON.stringify replacer for bigints. */
export function withBigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Decodes a list, or a single item as a list. */
export function oneOrMore<T>(item: Decoder<T>): Decoder<readonly T[]> {
  const many = list(item);
  return { items: item, decode: (value, context) => (Array.isArray(value) ? many.decode(value, context) : [item.decode(value, context)]) };
}

/** Decodes a string that is not empty. */
export const name: Decoder<string> = {
  decode(value, context) {
    const text = string.decode(value, context);
    return text === '' ? context.fail('expected a name, found nothing') : text;
  },
};

/** Accepts any object: objects are decoded later, with the gates of the cluster. */
const anyObject: Decoder<Json> = {
  decode(value, context) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return context.fail('expected a Kubernetes object');
  },
};

const inNamespace = transform(optional(string), (namespace) => (namespace === undefined || namespace === '' ? 'default' : namespace));
const reference = object({ kind: name, name, namespace: inNamespace });
/** An absent number is an error: the default 0 would remove all replicas. */
const replicas: Decoder<number> = {
  decode: (value, context) =>
    value === undefined || value === null ? context.fail('expected a number of replicas') : count32.decode(value, context),
};
const scale = object({ kind: name, name, namespace: inNamespace, replicas });
const nodeTaint = transform(
  object({ node: name, key: name, value: string, effect: string }),
  (taintFields, context): Taint & { node: string } => {
    const { node, key, value, effect } = taintFields;
    return { ...taint.decode({ key, value, effect }, context), node };
  },
);

/** The effects of taints. */
export const EFFECTS: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** A new taint needs an effect. */
const newTaint = transform(nodeTaint, (taintOfNode, context) =>
  EFFECTS.includes(taintOfNode.effect)
    ? taintOfNode
    : context.within('effect', () => context.fail(`expected one of ${EFFECTS.join(', ')}`)),
);

/** The most copies of a node in one event. */
const MOST_CLONES = 10_000;

const clone = transform(object({ node: name, count: optional(count32) }), ({ node, count = 1 }, context) =>
  count <= MOST_CLONES ? { node, count } : context.within('count', () => context.fail(`expected at most ${MOST_CLONES}`)),
);

const ACTIONS = {
  apply: transform(oneOrMore(anyObject), (objects): Action => ({ kind: 'apply', objects })),
  delete: transform(oneOrMore(reference), (references): Action => ({ kind: 'delete', references })),
  scale: transform(oneOrMore(scale), (scales): Action => ({ kind: 'scale', scales })),
  cordon: transform(oneOrMore(name), (nodes): Action => ({ kind: 'cordon', nodes })),
  uncordon: transform(oneOrMore(name), (nodes): Action => ({ kind: 'uncordon', nodes })),
  drain: transform(oneOrMore(name), (nodes): Action => ({ kind: 'drain', nodes })),
  taint: transform(oneOrMore(newTaint), (taints): Action => ({ kind: 'taint', taints })),
  untaint: transform(oneOrMore(nodeTaint), (taints): Action => ({ kind: 'untaint', taints })),
  clone: transform(oneOrMore(clone), (clones): Action => ({ kind: 'clone', clones })),
} as const;

const NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

const event = transform(
  object({
    at: duration,
    lifetime: optional(duration),
    apply: optional(ACTIONS.apply),
    delete: optional(ACTIONS.delete),
    scale: optional(ACTIONS.scale),
    cordon: optional(ACTIONS.cordon),
    uncordon: optional(ACTIONS.uncordon),
    drain: optional(ACTIONS.drain),
    taint: optional(ACTIONS.taint),
    untaint: optional(ACTIONS.untaint),
    clone: optional(ACTIONS.clone),
  }),
  ({ at, lifetime, ...actionFields }, context): { readonly at: number; readonly action: Action } => {
    const [first, ...others] = NAMES.filter((each) => actionFields[each] !== undefined);
    if (first === undefined || others.length > 0) return context.fail(`expected one of ${NAMES.join(', ')} next to at`);
    const action = actionFields[first] as Action;
    if (lifetime === undefined) return { at, action };
    if (action.kind !== 'apply') return context.within('lifetime', () => context.fail('only apply accepts a lifetime'));
    return { at, action: { ...action, lifetime } };
  },
);

/** Returns decoders for the type of a simulation file. Files without apiVersion and kind have the expected type. */
export function header(kind: string): { readonly apiVersion: Decoder<string>; readonly kind: Decoder<string> } {
  const exactly = (expected: string): Decoder<string> => ({
    absent: { value: expected },
    decode(value, context) {
      return value === undefined || value === expected ? expected : context.fail(`expected ${expected}`);
    },
  });
  return { apiVersion: exactly(SIMULATION_VERSION), kind: exactly(kind) };
}

const placedEvent = transform(event, (fields, context): SimulationEvent => ({ ...fields, path: formatPath(context.path) }));

const eventList = prepared(list(placedEvent), (value, context) => {
  if (!Array.isArray(value)) return context.fail('expected a list of events');
  checkItems(value, MOST_EVENTS, context);
  return value;
});

const trace = object({
  ...header('Trace'),
  metadata: object({}, { lenient: true }),
  // A trace without events is an error.
  events: transform(eventList, (events) => events),
});

/**
 * Decodes a trace and sorts its events by time; the sort is stable. Throws AllocationError: `invalid-object` with the path of the error, or
 * `input-too-large`. Applied objects are decoded later.
 */
export function decodeTrace(value: Json, context = new DecodeContext(['trace'], undefined, UNLIMITED)): readonly SimulationEvent[] {
  return inOneGo(decodingTrace(value, context));
}

/** Like `decodeTrace`, in increments. */
export function* decodingTrace(value: Json, context: DecodeContext): Incremental<readonly SimulationEvent[]> {
  context.startObject(trace, 'v1');
  const { events } = yield* decoding(trace, value, context);
  return yield* sorting(events, (left, right) => left.at - right.at, context.checkpoint);
}
