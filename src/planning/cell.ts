// The result of the simulation of one cell, which a sweep writes and reads as plain JSON.

import { bool, count32, type Decoder, list, map, object, optional, string, transform } from '../core/api/decoder.js';
import { describe } from '../core/base/describe.js';
import { recordOf } from './recorder.js';
import type { Report, Totals, Use, Waits } from './report.js';
import { type DriverUse, type RoomSummary, type Summary, summaryOf } from './summary.js';
import type { SweepCell } from './sweep.js';

/** The result of a cell. */
export interface CellResult extends SweepCell, Summary {
  /** The seconds from the start to the last event, or to the end. */
  readonly seconds: number;
  readonly totals: Totals;
  readonly waits?: Waits;
  /** The number of pods that are pending at the end, by cause. */
  readonly causes: Readonly<Record<string, number>>;
  /** The checks of a scheduler that apply to the pods and that this library does not do, in words. */
  readonly notLookedAt: readonly string[];
}

/** Returns the result of a cell from the report of its simulation. */
export function cellResult({ index, cluster, workload, release, seed }: SweepCell, report: Report): CellResult {
  const { seconds, totals, waits, samples, notLookedAt } = report;
  const { mostPending, mostPendingAt, devices, room } = summaryOf(report);
  return {
    index,
    cluster,
    workload,
    ...(release === undefined ? {} : { release }),
    ...(seed === undefined ? {} : { seed }),
    seconds,
    totals,
    ...(waits === undefined ? {} : { waits }),
    mostPending,
    mostPendingAt,
    devices,
    ...(room === undefined ? {} : { room }),
    causes: samples.at(-1)?.causes ?? {},
    notLookedAt,
  };
}

/** Decodes a number that is at least 0. */
const amount: Decoder<number> = {
  decode(value, context) {
    if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value;
    return context.fail(`expected a number of at least 0, found ${describe(value)}`);
  },
};

const text: Decoder<string> = {
  decode: (value, context) => (typeof value === 'string' ? value : context.fail(`expected a string, found ${describe(value)}`)),
};

/** Decodes an object with arbitrary keys; sorts its entries by name. */
function record<T>(item: Decoder<T>): Decoder<Readonly<Record<string, T>>> {
  return transform(map(item), (entries) => recordOf(entries));
}

const use: Decoder<Use> = object({ inUse: amount, of: amount });
const driverUse: Decoder<DriverUse> = object({ inUse: amount, of: amount, peak: use, mean: optional(amount) });
const room: Decoder<RoomSummary> = object({
  pod: text,
  most: amount,
  first: amount,
  last: amount,
  least: amount,
  leastAt: amount,
  isSingle: bool,
});
const totals: Decoder<Totals> = object({
  created: amount,
  placed: amount,
  ended: amount,
  deleted: amount,
  evicted: amount,
  running: amount,
  pending: amount,
});
const waits: Decoder<Waits> = object({ mean: amount, median: amount, p95: amount, longest: amount });

const fields = object({
  index: count32,
  cluster: text,
  workload: text,
  release: optional(text),
  seed: optional(count32),
  seconds: amount,
  totals,
  waits: optional(waits),
  mostPending: amount,
  mostPendingAt: amount,
  devices: record(driverUse),
  room: optional(room),
  causes: record(amount),
  notLookedAt: list(string),
});

/** Decodes the result of a cell. The fields have a fixed order, so that equal results have equal texts. */
export const cellResultDecoder: Decoder<CellResult> = transform(fields, (cell): CellResult => {
  const { index, cluster, workload, release, seed, seconds, totals: counted, waits: waited, ...rest } = cell;
  const { mostPending, mostPendingAt, devices, room: free, causes, notLookedAt } = rest;
  return {
    index,
    cluster,
    workload,
    ...(release === undefined ? {} : { release }),
    ...(seed === undefined ? {} : { seed }),
    seconds,
    totals: counted,
    ...(waited === undefined ? {} : { waits: waited }),
    mostPending,
    mostPendingAt,
    devices,
    ...(free === undefined ? {} : { room: free }),
    causes,
    notLookedAt,
  };
});
