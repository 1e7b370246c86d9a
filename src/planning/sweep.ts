// Defines sweeps: one simulation for many clusters, workloads, releases and seeds. A cell depends only on its index, so shards
// of a sweep may run anywhere, in any order and repeatedly. Their merged result equals the result of one process.

import { DecodeContext } from '../core/api/context.js';
import { count32, type Decoder, list, object, optional, transform } from '../core/api/decoder.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import type { Json } from '../core/base/json.js';
import { RELEASES } from '../core/features/releases.js';
import { header, name } from './events.js';

/** Named files. */
export interface SweepFilesJson {
  readonly name: string;
  /** Files and directories, relative to the file of the sweep. The library does not read them. */
  readonly files?: readonly string[];
}

/** Consecutive seeds. */
export interface SeedRangeJson {
  readonly from: number;
  readonly count: number;
}

/** A file that describes a sweep: each combination of its parts is a cell. */
export interface SweepJson {
  readonly apiVersion?: string;
  readonly kind?: 'Sweep';
  readonly metadata?: object;
  readonly clusters: readonly SweepFilesJson[];
  readonly workloads: readonly SweepFilesJson[];
  /** Kubernetes releases, whose gates apply. Default: every gate is on. */
  readonly releases?: readonly string[];
  /** Seeds that replace the seeds of the loads. Default: the seeds of the loads. */
  readonly seeds?: readonly number[] | SeedRangeJson;
}

/** One simulation of a sweep. */
export interface SweepCell {
  /** The number of the cell: clusters vary slowest, then workloads, releases and seeds. */
  readonly index: number;
  readonly cluster: string;
  readonly workload: string;
  readonly release?: string;
  readonly seed?: number;
}

/**
 * The most cells of a sweep.
 * @example
 * ```ts
 * import { MOST_CELLS } from 'dra-allocator/simulate';
 *
 * console.log(MOST_CELLS); // 200000
 * ```
 */
export const MOST_CELLS = 200_000;

const filesOfPart = object({ name, files: list(name) });

/** Decodes parts of a sweep, which must have unique names. */
const parts: Decoder<readonly { readonly name: string; readonly files: readonly string[] }[]> = transform(
  list(filesOfPart),
  (parts, context) => {
    if (parts.length === 0) context.fail('expected at least one');
    checkOnce(
      parts.map((each) => each.name),
      context,
    );
    return parts;
  },
);

const releases = transform(optional(list(name)), (names, context) => {
  if (names === undefined || names.length === 0) return undefined;
  checkOnce(names, context);
  for (const [index, release] of names.entries())
    if (!(RELEASES as readonly string[]).includes(release))
      context.within(index, () => context.fail(`expected one of ${RELEASES.join(', ')}, found ${release}`));
  return names;
});

const range = object({ from: count32, count: count32 });
const seedList = list(count32);

const seeds: Decoder<readonly number[] | undefined> = {
  absent: { value: undefined },
  decode(value, context) {
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value)) {
      const seeds = seedList.decode(value, context);
      checkOnce(seeds, context);
      return seeds.length === 0 ? undefined : seeds;
    }
    const { from, count } = range.decode(value, context);
    if (count === 0 || count > MOST_CELLS) context.within('count', () => context.fail(`expected a number from 1 to ${MOST_CELLS}`));
    if (from + count > 2 ** 31) context.within('count', () => context.fail('expected seeds of at most 2147483647'));
    return Array.from({ length: count }, (_, index) => from + index);
  },
};

function checkOnce(values: readonly (string | number)[], context: DecodeContext): void {
  const seen = new Set<string | number>();
  for (const [index, each] of values.entries()) {
    if (seen.has(each)) context.within(index, () => context.fail(`${each} occurs twice`));
    seen.add(each);
  }
}

const sweep = transform(
  object({ ...header('Sweep'), metadata: object({}, { lenient: true }), clusters: parts, workloads: parts, releases, seeds }),
  (sweepFields, context) => {
    const cells = cellCount(sweepFields);
    if (cells > MOST_CELLS) context.fail(`the sweep has ${cells} cells, more than the limit of ${MOST_CELLS}`, 'input-too-large');
    return sweepFields;
  },
);

/** Decoded named files. */
export interface SweepPart {
  readonly name: string;
  readonly files: readonly string[];
}

/** A decoded sweep. */
export interface Sweep {
  readonly clusters: readonly SweepPart[];
  readonly workloads: readonly SweepPart[];
  readonly releases?: readonly string[];
  readonly seeds?: readonly number[];
}

/** Decodes a sweep. Throws AllocationError: `invalid-object` with the path of the error, or `input-too-large`. */
export function decodeSweep(value: Json, context = new DecodeContext(['sweep'], undefined, UNLIMITED)): Sweep {
  context.startObject(sweep, 'v1');
  return sweep.decode(value, context);
}

export function cellCount({ clusters, workloads, releases: some, seeds: drawn }: Sweep): number {
  return clusters.length * workloads.length * (some?.length ?? 1) * (drawn?.length ?? 1);
}

/** Returns the cell with an index. */
export function cellAt({ clusters, workloads, releases: some, seeds: drawn }: Sweep, index: number): SweepCell {
  let rest = index;
  const digit = (base: number): number => {
    const place = rest % base;
    rest = Math.floor(rest / base);
    return place;
  };
  const seed = drawn?.[digit(drawn.length)];
  const release = some?.[digit(some.length)];
  const workload = workloads[digit(workloads.length)] as SweepPart;
  const cluster = clusters[rest] as SweepPart;
  return {
    index,
    cluster: cluster.name,
    workload: workload.name,
    ...(release === undefined ? {} : { release }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/**
 * Returns the cells of a sweep, sorted by index. Throws AllocationError: `invalid-object` with the path of the error, or `input-too-large` for
 * more than 200,000.
 * @example
 * ```ts
 * import { type SweepJson, sweepCells } from 'dra-allocator/simulate';
 *
 * const sweep: SweepJson = { clusters: [{ name: 'today' }], workloads: [{ name: 'web' }], seeds: { from: 1, count: 3 } };
 * const cells = sweepCells(sweep);
 * console.log(cells.length, cells[1]); // 3 { index: 1, cluster: 'today', workload: 'web', seed: 2 }
 * ```
 */
export function sweepCells(sweep: SweepJson): readonly SweepCell[] {
  const decoded = decodeSweep(sweep as unknown as Json);
  return Array.from({ length: cellCount(decoded) }, (_, index) => cellAt(decoded, index));
}
