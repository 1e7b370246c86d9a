// Interprets the options of `simulate` as settings.

import { millisecondsOf } from '../../../core/base/duration.js';
import { AllocationError } from '../../../core/base/errors.js';
import { parseVariant, type Variant } from '../../../planning/compare.js';
import { NODE_CHOICES, QUEUE_ORDERS } from '../../../planning/input.js';
import type { ShardPlace } from '../../../planning/shard.js';
import { MOST_CELLS } from '../../../planning/sweep.js';
import { type OptionSpec, type ParsedArguments, UsageError } from '../arguments.js';
import { NO_HEADERS, OUTPUT, RECURSIVE, TIMEOUT } from '../option-specs.js';
import { filesOf, oneOf, readSettings, type Settings } from '../options.js';
import { TimeLimit } from '../time-limit.js';
import {
  AGAINST,
  CHECKPOINT,
  CHOOSE,
  CLONE_NODE,
  CORDON,
  DRAIN,
  IGNORE_BUDGETS,
  LOAD_SEED,
  MERGE_FORMATS,
  MERGE_OUTPUT,
  NODE_TEMPLATE,
  QUEUE_ORDER,
  RESUME,
  ROOM,
  SHARD,
  SIMULATE_FORMATS,
  SIMULATE_OUTPUT,
  UNTIL,
  WRITE,
} from './specs.js';

/** A node or template, and the number of nodes to make from it. */
export interface Several {
  readonly of: string;
  readonly count: number;
}

/** The settings of `simulate`. */
export interface SimulateSettings extends Omit<Settings, 'output' | 'node' | 'devicesOnly' | 'podOrder' | 'environment' | 'limits'> {
  readonly output: (typeof SIMULATE_FORMATS)[number];
  readonly clones: readonly Several[];
  readonly nodeTemplates: readonly Several[];
  readonly drain: readonly string[];
  readonly ignoresBudgets: boolean;
  readonly cordon: readonly string[];
  /** In milliseconds. */
  readonly until?: number;
  readonly order: (typeof QUEUE_ORDERS)[number];
  readonly choose: (typeof NODE_CHOICES)[number];
  readonly seed?: number;
  readonly room: number;
  /** True if the user set the option. */
  readonly asksForRoom: boolean;
  readonly against: readonly Variant[];
  readonly checkpoint?: string;
  readonly resumes: boolean;
  /** The cells of a sweep to run. Absent: all. */
  readonly shard?: ShardPlace;
  /** The file of the shard. Absent: standard output. */
  readonly write?: string;
  /** `milliseconds` limits the whole run. */
  readonly limits: Settings['limits'];
}

const DEFAULT_MILLISECONDS = 600_000;
const DEFAULT_ROOM = 100;

/** Reads the options of `simulate`. Throws {@link UsageError}. */
export function readSimulateSettings(parsedArguments: ParsedArguments): SimulateSettings {
  const { options } = parsedArguments;
  const one = (spec: OptionSpec): string | undefined => options.get(spec.name)?.[0];
  const all = (spec: OptionSpec): readonly string[] => options.get(spec.name) ?? [];
  // Formats and orders differ from the formats and orders of the commands that share the other options.
  const rest = new Map([...options].filter(([name]) => name !== OUTPUT.name && name !== QUEUE_ORDER.name));
  const settings = readSettings({ ...parsedArguments, options: rest });
  const until = one(UNTIL);
  const seed = one(LOAD_SEED);
  const checkpoint = one(CHECKPOINT);
  if (options.has(RESUME.name) && checkpoint === undefined) throw new UsageError('option --resume needs --checkpoint FILE');
  if (all(AGAINST).length > 0 && checkpoint !== undefined)
    throw new UsageError('options --against and --checkpoint exclude each other: a checkpoint holds one run');
  const shard = one(SHARD);
  const write = one(WRITE);
  if (write !== undefined && shard === undefined) throw new UsageError('option --write needs --shard I/N');
  if (shard !== undefined && (one(OUTPUT) ?? 'json') !== 'json')
    throw new UsageError('option --shard prints only JSON: use merge for other formats');
  const { milliseconds: _perPod, ...limits } = settings.limits;
  const milliseconds = one(TIMEOUT) === undefined ? DEFAULT_MILLISECONDS : settings.limits.milliseconds;
  return {
    ...settings,
    output: oneOf(SIMULATE_OUTPUT, one(OUTPUT) ?? 'table', SIMULATE_FORMATS),
    clones: all(CLONE_NODE).map((text) => severalOf(CLONE_NODE, text, true)),
    nodeTemplates: all(NODE_TEMPLATE).map((text) => severalOf(NODE_TEMPLATE, text, false)),
    drain: all(DRAIN),
    ignoresBudgets: options.has(IGNORE_BUDGETS.name),
    cordon: all(CORDON),
    ...(until === undefined ? {} : { until: durationOf(UNTIL, until) }),
    order: oneOf(QUEUE_ORDER, one(QUEUE_ORDER) ?? 'priority', QUEUE_ORDERS),
    choose: oneOf(CHOOSE, one(CHOOSE) ?? 'best', NODE_CHOICES),
    ...(seed === undefined ? {} : { seed: wholeNumber(LOAD_SEED, seed) }),
    room: one(ROOM) === undefined ? DEFAULT_ROOM : wholeNumber(ROOM, one(ROOM) as string),
    asksForRoom: one(ROOM) !== undefined,
    against: variantsOf(all(AGAINST)),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    resumes: options.has(RESUME.name),
    ...(shard === undefined ? {} : { shard: shardPlaceOf(shard) }),
    ...(write === undefined ? {} : { write }),
    limits: { ...limits, ...(milliseconds === undefined ? {} : { milliseconds }) },
    time: new TimeLimit(milliseconds),
  };
}

function severalOf(spec: OptionSpec, text: string, needsCount: boolean): Several {
  const equals = text.lastIndexOf('=');
  if (equals < 0 && !needsCount) return { of: text, count: 1 };
  const [of, count] = [text.slice(0, Math.max(0, equals)), Number(text.slice(equals + 1))];
  if (of !== '' && Number.isInteger(count) && count > 0 && count <= 10_000) return { of, count };
  throw new UsageError(`option ${spec.name} accepts ${spec.value}, with N from 1 to 10000, not "${text}"`);
}

function shardPlaceOf(text: string): ShardPlace {
  const [, shard, of] = /^(\d{1,9})\/(\d{1,9})$/.exec(text)?.map(Number) ?? [];
  if (shard !== undefined && of !== undefined && shard < of && of <= MOST_CELLS) return { shard, of };
  throw new UsageError(`option --shard accepts I/N, from 0/N to N-1/N with N up to ${MOST_CELLS}, not "${text}"`);
}

/** The settings of `merge`. */
export interface MergeSettings {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: (typeof MERGE_FORMATS)[number];
  readonly headings: boolean;
}

/** Reads the options of `merge`, which also accepts files as arguments. Throws {@link UsageError}. */
export function readMergeSettings({ options }: ParsedArguments, files: readonly string[]): MergeSettings {
  return {
    files: filesOf(options, files),
    recursive: options.has(RECURSIVE.name),
    output: oneOf(MERGE_OUTPUT, options.get(OUTPUT.name)?.[0] ?? 'table', MERGE_FORMATS),
    headings: !options.has(NO_HEADERS.name),
  };
}

function durationOf({ name }: OptionSpec, text: string): number {
  const milliseconds = millisecondsOf(text);
  if (milliseconds === undefined) throw new UsageError(`option ${name} accepts a duration such as 90s or 1h30m, not "${text}"`);
  return milliseconds;
}

function wholeNumber({ name }: OptionSpec, text: string): number {
  const number = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new UsageError(`option ${name} accepts an integer, not "${text}"`);
}

function variantsOf(texts: readonly string[]): readonly Variant[] {
  const again = texts.find((text, index) => texts.indexOf(text) < index);
  if (again !== undefined) throw new UsageError(`option --against occurs twice with ${again}: each run needs a different value`);
  return texts.map(variantOf);
}

function variantOf(text: string): Variant {
  try {
    return parseVariant(text);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    throw new UsageError(`option --against: ${error.message}`);
  }
}
