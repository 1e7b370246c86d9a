// Generates loads: pods that arrive at random times and run for random times, reproducibly for each seed on every machine.

import { DecodeContext } from '../core/api/context.js';
import { count32, type DecodedBy, type Decoder, decoding, isJsonObject, list, object, optional, transform } from '../core/api/decoder.js';
import type { KubernetesObjectJson } from '../core/api/kinds.js';
import type { ObjectSet } from '../core/api/objects.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { describe } from '../core/base/describe.js';
import { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { formatPath, type Json } from '../core/base/json.js';
import { lowerBound } from '../core/base/lower-bound.js';
import { Random } from '../core/base/random.js';
import { type DecodedEvent, decodedObjects, NO_OBJECTS, type ObjectOptions } from './decoded-event.js';
import { exponential, fraction, uniform } from './draws.js';
import { type DurationJson, duration, header, MOST_EVENTS } from './events.js';

/**
 * The distributions of times between arrivals. `poisson`: independent arrivals. `uniform`: from 0 to twice the mean.
 * @example
 * ```ts
 * // Goes on from the example of simulate.
 * import { ARRIVALS, type LoadJson } from 'dra-allocator/simulate';
 *
 * for (const times of ARRIVALS) {
 *   const load: LoadJson = { count: 3, arrivals: { every: '30s', times }, lifetime: '20s', templates: [{ object: pods[0]! }] };
 *   console.log(times, simulate(cluster, { load, seed: 7 }).log.filter(({ what }) => what === 'created').map(({ at }) => at));
 *   // poisson [ 22.947, 33.138, 47.185 ]
 *   // uniform [ 27.923, 70.642, 108.208 ]
 *   // fixed [ 30, 60, 90 ]
 * }
 * ```
 */
export const ARRIVALS = ['poisson', 'uniform', 'fixed'] as const;

/** The time that pods run once they have a node: a duration, or a distribution. */
export type LifetimeJson =
  | DurationJson
  | { readonly exponential: DurationJson; readonly atMost?: DurationJson }
  | { readonly uniform: { readonly from: DurationJson; readonly to: DurationJson } };

/** A pod or an owner that arrives. */
export interface LoadTemplateJson {
  /**
   * A Pod, or an owner of pods such as a Job. Arriving objects have the name of the object with a number appended. The number
   * skips existing names.
   */
  readonly object: KubernetesObjectJson;
  /** Templates are drawn in proportion to their weights. Default: 1. */
  readonly weight?: number;
  /** Default: the lifetime of the load. */
  readonly lifetime?: LifetimeJson;
}

/** A file that describes a load. It ends after `count` arrivals or after the time `for`, whichever comes first; one of them is required. */
export interface LoadJson {
  readonly apiVersion?: string;
  readonly kind?: 'Load';
  readonly metadata?: object;
  /** Default: 1 for the first load, other seeds for later loads. */
  readonly seed?: number;
  /** The time of the start of arrivals. Default: 0. */
  readonly from?: DurationJson;
  readonly for?: DurationJson;
  readonly count?: number;
  readonly arrivals: {
    /** The mean time between arrivals. */
    readonly every: DurationJson;
    /** Default: `poisson`. */
    readonly times?: (typeof ARRIVALS)[number];
    /** The number of simultaneous arrivals. Default: 1. */
    readonly burst?: number;
  };
  /** Default: pods stay. */
  readonly lifetime?: LifetimeJson;
  readonly templates: readonly LoadTemplateJson[];
}

/** A distribution of times, in milliseconds. */
type Lifetime =
  | { readonly kind: 'fixed'; readonly at: number }
  | { readonly kind: 'exponential'; readonly mean: number; readonly most: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number };

const exponentialFields = object({ exponential: duration, atMost: optional(duration) });
const uniformFields = object({ uniform: object({ from: duration, to: duration }) });

const lifetime: Decoder<Lifetime> = {
  decode(value, context) {
    if (!isJsonObject(value)) return { kind: 'fixed', at: duration.decode(value, context) };
    if (Object.hasOwn(value, 'uniform')) {
      const { from, to } = uniformFields.decode(value, context).uniform;
      return from <= to
        ? { kind: 'uniform', from, to }
        : context.within('uniform', () => context.fail('expected at least the value of `from`'));
    }
    const { exponential: mean, atMost = Number.POSITIVE_INFINITY } = exponentialFields.decode(value, context);
    return { kind: 'exponential', mean, most: atMost };
  },
};

const weight: Decoder<number> = {
  absent: { value: 1 },
  decode(value, context) {
    if (value === undefined) return 1;
    if (typeof value === 'number' && value >= 0 && value <= 1e9) return value;
    return context.fail(`expected a number from 0 to 1e9, found ${describe(value)}`);
  },
};

const template = object({
  object: {
    decode: (value: Json | undefined, context: DecodeContext): Json =>
      isJsonObject(value) ? value : context.fail('expected a Pod, or an owner of pods'),
  } satisfies Decoder<Json>,
  weight,
  lifetime: optional(lifetime),
});

const times: Decoder<(typeof ARRIVALS)[number]> = {
  absent: { value: 'poisson' },
  decode(value, context) {
    return (
      ARRIVALS.find((word) => word === (value ?? 'poisson')) ??
      context.fail(`expected one of ${ARRIVALS.join(', ')}, found ${describe(value)}`)
    );
  },
};

const fields = object({
  ...header('Load'),
  metadata: object({}, { lenient: true }),
  seed: optional(count32),
  from: optional(duration),
  for: optional(duration),
  count: optional(count32),
  arrivals: object({ every: duration, times, burst: optional(count32) }),
  lifetime: optional(lifetime),
  templates: list(template),
});

interface Load extends DecodedBy<typeof fields> {}

const load: Decoder<Load> = transform(fields, (loadFields, context) => {
  if (loadFields.for === undefined && loadFields.count === undefined)
    return context.fail('expected `count` or `for`: without one of them, the load never ends');
  if (loadFields.templates.length === 0) return context.within('templates', () => context.fail('expected at least one template'));
  const sum = loadFields.templates.reduce((all, each) => all + each.weight, 0);
  if (sum <= 0) return context.within('templates', () => context.fail('expected a weight above 0'));
  if (loadFields.arrivals.burst === 0) {
    return context.within('arrivals', () => context.within('burst', () => context.fail('expected a number above 0')));
  }
  if (loadFields.arrivals.every === 0 && loadFields.count === undefined) {
    return context.within('arrivals', () =>
      context.within('every', () => context.fail('expected a time above 0, because no `count` limits the load')),
    );
  }
  return loadFields;
});

/** The decoded object of a template. */
interface Made {
  readonly set: ObjectSet;
  readonly upTo: number;
  readonly lifetime: Lifetime | undefined;
}

/** A decoded load, with its objects. */
export interface DecodedLoad {
  readonly load: Load;
  readonly made: readonly Made[];
  readonly path: string;
}

/** Decodes a load. Throws AllocationError with the path of the error. */
export function* decodeLoad(
  value: Json,
  options: ObjectOptions,
  context = new DecodeContext(['load'], undefined, UNLIMITED),
): Incremental<DecodedLoad> {
  const { checkpoint } = context;
  context.startObject(load, 'v1');
  const path = formatPath(context.path);
  const decoded = yield* decoding(load, value, context);
  const made: Made[] = [];
  let weights = 0;
  for (const [index, each] of decoded.templates.entries()) {
    const where = `${path}.templates[${index}].object`;
    const set = yield* decodedObjects(each.object, where, options, checkpoint);
    if (set.pods.length + set.workloads.length !== 1)
      throw new AllocationError('invalid-object', `${where}: expected a Pod, or an owner of pods`, { path: where });
    weights += each.weight;
    made.push({ set, upTo: weights, lifetime: each.lifetime ?? decoded.lifetime });
    if (checkpoint.due()) yield;
  }
  return { load: decoded, made, path };
}

/** The independent random streams of one seed. Drawing from one stream does not affect the others. */
const STREAMS = { arrivals: 0x9e3779b9, templates: 0x85ebca6b, lifetimes: 0xc2b2ae35 } as const;

/** Returns the events of a load. `seed` replaces its seed. Throws `input-too-large` for more events than a simulation accepts. */
export function eventsOf(decoded: DecodedLoad, seed?: number): readonly DecodedEvent[] {
  return [...arrivalsOf(decoded, seed)];
}

/** Yields the events of a load, as {@link eventsOf}. */
export function* arrivalsOf(
  { load: { arrivals, from = 0, count = Number.POSITIVE_INFINITY, ...load }, made, path }: DecodedLoad,
  seed = load.seed ?? 1,
): Generator<DecodedEvent> {
  const [ofArrivals, ofTemplates, ofLifetimes] = [STREAMS.arrivals, STREAMS.templates, STREAMS.lifetimes].map(
    (stream) => new Random(Math.imul(seed, 0x2545f491) ^ stream),
  ) as [Random, Random, Random];
  const end = load.for === undefined ? Number.POSITIVE_INFINITY : from + load.for;
  const { every, burst = 1 } = arrivals;
  const tooMany = (): AllocationError =>
    new AllocationError('input-too-large', `${path === '' ? '' : `${path}: `}more than ${MOST_EVENTS} arrivals`, { path });
  if (count > MOST_EVENTS && end === Number.POSITIVE_INFINITY) throw tooMany();
  for (
    let at = from + gap(arrivals.times, every, ofArrivals), number = 0;
    at < end && number < count;
    at += gap(arrivals.times, every, ofArrivals)
  ) {
    for (let one = 0; one < burst && number < count; one++, number++) {
      if (number === MOST_EVENTS) throw tooMany();
      const { set, lifetime: templateLifetime } = drawObject(made, ofTemplates);
      const time = templateLifetime === undefined ? undefined : draw(templateLifetime, ofLifetimes);
      const action = {
        kind: 'apply' as const,
        arrives: true as const,
        set: named(set, number),
        ...(time === undefined ? {} : { lifetime: time }),
      };
      yield { at: Math.round(at), action, path };
    }
  }
}

function gap(times: (typeof ARRIVALS)[number], every: number, random: Random): number {
  if (times === 'fixed') return every;
  return times === 'poisson' ? exponential(random, every) : uniform(random, 0, 2 * every);
}

function drawObject(made: readonly Made[], random: Random): Made {
  const last = made.at(-1) as Made;
  const drawn = fraction(random) * last.upTo;
  return made[lowerBound(made.length, (place) => drawn < (made[place] as Made).upTo)] ?? last;
}

function draw(one: Lifetime, random: Random): number {
  switch (one.kind) {
    case 'fixed':
      return one.at;
    case 'uniform':
      return Math.round(uniform(random, one.from, one.to));
    case 'exponential':
      return Math.round(Math.min(one.most, exponential(random, one.mean)));
  }
}

/** Returns the object with a number appended to its name. */
function named({ pods: [pod], workloads: [workload] }: ObjectSet, number: number): ObjectSet {
  const withName = <T extends { readonly metadata: { readonly name: string } }>(object: T): T => ({
    ...object,
    metadata: { ...object.metadata, name: `${object.metadata.name}-${number}` },
  });
  if (pod !== undefined) return { ...NO_OBJECTS, pods: [withName(pod)] };
  return workload === undefined ? NO_OBJECTS : { ...NO_OBJECTS, workloads: [withName(workload)] };
}
