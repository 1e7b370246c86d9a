// Shards of a sweep: the results of every n-th cell, and their merge to the report that one process would write.

import { DecodeContext } from '../core/api/context.js';
import { count32, type Decoder, list, object, string, transform } from '../core/api/decoder.js';
import { wrongArgument } from '../core/base/arguments.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { describe } from '../core/base/describe.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json } from '../core/base/json.js';
import { count, some } from '../core/base/words.js';
import { type CellResult, cellResultDecoder } from './cell.js';
import { checkChecksum, withChecksum } from './checksum.js';
import { header, SIMULATION_VERSION } from './events.js';
import { MOST_CELLS } from './sweep.js';

/** The number of a shard: `shard` of `of`, from 0. It has the cells `shard`, `shard + of`, `shard + 2 of`, ... */
export interface ShardPlace {
  readonly shard: number;
  readonly of: number;
}

/** The results of a shard, as plain JSON. */
export interface ShardJson extends ShardPlace {
  readonly apiVersion: typeof SIMULATION_VERSION;
  readonly kind: 'SweepShard';
  /** Identifies the inputs of the sweep: a digest of its file, all files that it names, options and the version of the program. */
  readonly input: string;
  /** The number of cells of the whole sweep. */
  readonly cells: number;
  /** Sorted by index. */
  readonly results: readonly CellResult[];
  /** The checksum of all other fields: a changed shard is rejected. */
  readonly checksum: string;
}

/** The results of a whole sweep. */
export interface SweepReport {
  readonly apiVersion: typeof SIMULATION_VERSION;
  readonly kind: 'SweepReport';
  readonly input: string;
  /** Sorted by index. */
  readonly cells: readonly CellResult[];
}

/** The merged shards; `incomplete`: some are missing. */
export type MergedShards =
  | { readonly kind: 'complete'; readonly report: SweepReport }
  | { readonly kind: 'incomplete'; readonly of: number; readonly missing: readonly number[] };

/** Returns the indices of the cells of a shard. */
export function cellsOfShard({ shard, of }: ShardPlace, cells: number): readonly number[] {
  return shard >= cells ? [] : Array.from({ length: Math.ceil((cells - shard) / of) }, (_, place) => shard + place * of);
}

/** @internal Returns a shard with its results. */
export function shardOf({ shard, of }: ShardPlace, input: string, cells: number, results: readonly CellResult[]): ShardJson {
  return withChecksum({ apiVersion: SIMULATION_VERSION, kind: 'SweepShard' as const, input, shard, of, cells, results });
}

const digest: Decoder<string> = {
  decode: (value, context) =>
    typeof value === 'string' && value !== '' ? value : context.fail(`expected the digest of an input, found ${describe(value)}`),
};

const shardFields = transform(
  object({
    ...header('SweepShard'),
    input: digest,
    shard: count32,
    of: count32,
    cells: count32,
    results: list(cellResultDecoder),
    checksum: string,
  }),
  (shardFields, context) => {
    const { shard, of, cells, results } = shardFields;
    if (cells === 0 || cells > MOST_CELLS) context.within('cells', () => context.fail(`expected a number from 1 to ${MOST_CELLS}`));
    if (of === 0 || of > MOST_CELLS) context.within('of', () => context.fail(`expected a number from 1 to ${MOST_CELLS}`));
    if (shard >= of) context.within('shard', () => context.fail(`expected a number from 0 to ${of - 1}`));
    const expected = cellsOfShard({ shard, of }, cells);
    if (results.length !== expected.length)
      context.within('results', () => context.fail(`expected ${count(expected.length, 'result')}, one per cell, found ${results.length}`));
    for (const [place, { index }] of results.entries())
      if (index !== expected[place])
        context.within('results', () => context.within(place, () => context.fail(`expected cell ${expected[place]}, found ${index}`)));
    checkChecksum(shardFields, context);
    return shardFields;
  },
);

/** Decodes a shard. Throws AllocationError with the path of the error. */
export function decodeShard(value: Json, context = new DecodeContext(['shard'], undefined, UNLIMITED)): ShardJson {
  // `kind` is required, since another object would decode as an empty shard.
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, 'kind'))
    return context.fail(`expected a SweepShard, found ${describe(value)}`);
  context.startObject(shardFields, 'v1');
  return shardFields.decode(value, context) as ShardJson;
}

/** Merges shards of one sweep, one by one in any order. */
export class Merging {
  readonly #byShard: (string | undefined)[] = [];
  readonly #results: (CellResult | undefined)[] = [];
  #first: ShardJson | undefined;

  /**
   * Adds a decoded shard. A repeated shard counts once. Throws `invalid-input` for a shard of another sweep, or with another result for a cell
   * than an earlier shard. `called`: the name of the shard in messages.
   */
  add(shard: ShardJson, called: string): void {
    this.#first ??= shard;
    const first = this.#first;
    if (shard.input !== first.input)
      throw refused(called, `it belongs to another sweep, input or version: ${shard.input}, not ${first.input}`);
    if (shard.cells !== first.cells) throw refused(called, `it belongs to a sweep of ${count(shard.cells, 'cell')}, not of ${first.cells}`);
    if (shard.of !== first.of) throw refused(called, `it is one of ${count(shard.of, 'shard')}, not of ${first.of}`);
    const text = JSON.stringify(shard.results);
    const sameShard = this.#byShard[shard.shard];
    if (sameShard === text) return;
    if (sameShard !== undefined) throw refused(called, `cell ${this.#differing(shard)} has a different result in an earlier shard`);
    this.#byShard[shard.shard] = text;
    for (const result of shard.results) this.#results[result.index] = result;
  }

  #differing({ results }: ShardJson): number | undefined {
    return results.find((result) => JSON.stringify(result) !== JSON.stringify(this.#results[result.index]))?.index;
  }

  /** Returns the report, or the missing shards. Throws `invalid-input` without any shard. */
  finish(): MergedShards {
    if (this.#first === undefined) throw new AllocationError('invalid-input', 'the input has no shard to merge');
    const { of, cells, input } = this.#first;
    // Shards beyond the last cell are empty.
    const needed = Math.min(of, cells);
    const missing = Array.from({ length: needed }, (_, shard) => shard).filter((shard) => this.#byShard[shard] === undefined);
    if (missing.length > 0) return { kind: 'incomplete', of, missing };
    return {
      kind: 'complete',
      report: { apiVersion: SIMULATION_VERSION, kind: 'SweepReport', input, cells: this.#results as CellResult[] },
    };
  }
}

function refused(called: string, why: string): AllocationError {
  return new AllocationError('invalid-input', `${called}: ${why}`, { path: called });
}

/**
 * Merges shards of one sweep, in any order; a repeated shard counts once. The report equals the report of a single process. Throws
 * AllocationError: `invalid-object` for an invalid shard, and `invalid-input` for shards of different sweeps, inputs or versions, or with
 * different results for a cell.
 * @example
 * ```ts
 * // Goes on from the example of runShard.
 * import { mergeShards } from 'dra-allocator/simulate';
 *
 * const shards = outcome.kind === 'complete' ? [outcome.shard, outcome.shard] : [];
 * console.log(mergeShards(shards)); // { kind: 'incomplete', of: 2, missing: [ 1 ] }
 * ```
 */
export function mergeShards(shards: readonly ShardJson[]): MergedShards {
  if (!Array.isArray(shards)) throw wrongArgument('mergeShards(shards)', 'a list', shards);
  const merging = new Merging();
  for (const [index, shard] of shards.entries())
    merging.add(decodeShard(shard as unknown as Json, new DecodeContext(['shards', index], undefined, UNLIMITED)), `shards[${index}]`);
  return merging.finish();
}

/** Lists the missing shards, in words. */
export function nameMissing({ of, missing }: MergedShards & { readonly kind: 'incomplete' }): string {
  const names = missing.map((shard) => `${shard}/${of}`);
  return `${missing.length} of ${of} shards ${missing.length === 1 ? 'is' : 'are'} missing: ${some(names, 20)}`;
}
