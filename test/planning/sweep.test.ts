import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../src/core/read/read.js';
import { AllocationError, type Cluster, createAllocator } from '../../src/index.js';
import {
  type CellSources,
  type LoadJson,
  type MergedShards,
  MOST_CELLS,
  mergeShards,
  runCell,
  runShard,
  type ShardJson,
  type SweepJson,
  sweepCells,
} from '../../src/planning/index.js';
import { withNewChecksum } from '../support/with-checksum.js';

const SWEEP: SweepJson = {
  clusters: [{ name: 'two' }, { name: 'three' }],
  workloads: [{ name: 'steady' }, { name: 'bursts' }],
  releases: ['1.36', '1.37'],
  seeds: { from: 3, count: 2 },
};

const documents = (name: string) => readText(readFileSync(`examples/sweep/${name}.yaml`, 'utf8'), name).documents.map(({ value }) => value);
const clusters = new Map<string, Promise<Cluster>>();

async function clusterOf(name: string, release: string | undefined): Promise<Cluster> {
  const allocator = await createAllocator(release === undefined ? {} : { kubernetesVersion: release });
  const cluster = allocator.cluster();
  const objects = [...documents('cluster'), ...(name === 'three' ? documents('third-node') : [])];
  cluster.apply(objects as Parameters<Cluster['apply']>[0]);
  return cluster;
}

const sources: CellSources = {
  cluster: (name, release) => {
    const known = clusters.get(`${name} ${release}`) ?? clusterOf(name, release);
    clusters.set(`${name} ${release}`, known);
    return known;
  },
  workload: (name) => ({ load: { ...(documents(name)[0] as unknown as LoadJson), count: 12 } }),
};

const whole = async (of: number, input = 'a'): Promise<readonly ShardJson[]> =>
  Promise.all(
    Array.from({ length: of }, async (_, shard) => {
      const outcome = await runShard(SWEEP, { ...sources, shard, of, input });
      if (outcome.kind !== 'complete') throw new Error();
      return JSON.parse(JSON.stringify(outcome.shard)) as ShardJson;
    }),
  );

let one: MergedShards;
let five: readonly ShardJson[];

beforeAll(async () => {
  one = mergeShards(await whole(1));
  five = await whole(5);
}, 240_000);

const codeOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (error instanceof AllocationError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
};

describe('sweepCells', () => {
  it('counts clusters slowest, then workloads, releases and seeds', () => {
    const cells = sweepCells(SWEEP);
    expect(cells).toHaveLength(16);
    expect(cells[0]).toEqual({ index: 0, cluster: 'two', workload: 'steady', release: '1.36', seed: 3 });
    expect(cells[1]).toEqual({ index: 1, cluster: 'two', workload: 'steady', release: '1.36', seed: 4 });
    expect(cells[2]).toMatchObject({ release: '1.37', seed: 3 });
    expect(cells[4]).toMatchObject({ cluster: 'two', workload: 'bursts' });
    expect(cells[8]).toMatchObject({ cluster: 'three', workload: 'steady' });
    expect(new Set(cells.map(({ index: _, ...rest }) => JSON.stringify(rest))).size).toBe(16);
  });

  it('has one release and the seeds of the loads where none are given', () => {
    expect(sweepCells({ clusters: [{ name: 'c' }], workloads: [{ name: 'w' }] })).toEqual([{ index: 0, cluster: 'c', workload: 'w' }]);
  });

  it.each<[string, unknown, string]>([
    ['no cluster', { ...SWEEP, clusters: [] }, 'invalid-object: sweep.clusters: expected at least one'],
    ['a name that comes twice', { ...SWEEP, workloads: [{ name: 'w' }, { name: 'w' }] }, 'sweep.workloads[1]: w occurs twice'],
    ['a release that is none', { ...SWEEP, releases: ['1.12'] }, 'sweep.releases[0]: expected one of'],
    ['a seed that comes twice', { ...SWEEP, seeds: [1, 2, 1] }, 'sweep.seeds[2]: 1 occurs twice'],
    ['a seed below 0', { ...SWEEP, seeds: [-1] }, 'sweep.seeds[0]: expected an integer between 0 and 2147483647'],
    ['seeds without end', { ...SWEEP, seeds: { from: 0, count: 2_000_000_000 } }, `expected a number from 1 to ${MOST_CELLS}`],
    ['too many cells', { ...SWEEP, seeds: { from: 0, count: MOST_CELLS } }, 'input-too-large: sweep: the sweep has 1600000 cells'],
    ['another field', { ...SWEEP, seed: 3 }, 'did you mean'],
  ])('refuses %s', (_, sweep, message) => {
    expect(codeOf(() => sweepCells(sweep as SweepJson))).toContain(message);
  });
});

describe('mergeShards', () => {
  it('gives what one process gives, in whatever order and however often shards come', () => {
    expect(one.kind).toBe('complete');
    expect(mergeShards(five)).toEqual(one);
    expect(JSON.stringify(mergeShards([...five].reverse()))).toBe(JSON.stringify(one));
    expect(JSON.stringify(mergeShards([...five, ...five, five[3] as ShardJson]))).toBe(JSON.stringify(one));
  });

  it('has cells that are runs by themselves', async () => {
    const cell = sweepCells(SWEEP)[13];
    if (cell === undefined || one.kind !== 'complete') throw new Error();
    const outcome = await runCell(cell, sources);
    expect(outcome).toEqual({ kind: 'complete', result: one.report.cells[13] });
    expect(new Set(one.report.cells.map(({ waits }) => JSON.stringify(waits))).size).toBeGreaterThan(4);
  });

  it('does without shards that have no cell', async () => {
    const many = await whole(20);
    expect(many[17]?.results).toEqual([]);
    expect(mergeShards(many.slice(0, 16))).toEqual(one);
  });

  it('names shards that are missing', () => {
    expect(mergeShards([five[0], five[3]] as ShardJson[])).toEqual({ kind: 'incomplete', of: 5, missing: [1, 2, 4] });
  });

  it('rejects shards of other sweeps, and results that differ', async () => {
    const [first, second] = five as [ShardJson, ShardJson];
    const [result] = second.results;
    const other = withNewChecksum({ ...second, results: [{ ...result, seconds: 1 }, ...second.results.slice(1)] } as ShardJson);
    expect(codeOf(() => mergeShards([first, withNewChecksum({ ...second, input: 'b' })]))).toContain(
      'invalid-input: shards[1]: it belongs to another sweep',
    );
    expect(codeOf(() => mergeShards([first, second, other]))).toContain('shards[2]: cell 1 has a different result in an earlier shard');
    expect(codeOf(() => mergeShards([...five.slice(0, 2), one.kind === 'complete' ? one.report : first] as ShardJson[]))).toContain(
      'invalid-object',
    );
    expect(codeOf(() => mergeShards([]))).toContain('the input has no shard to merge');
    const three = await whole(3);
    expect(codeOf(() => mergeShards([first, three[1] as ShardJson]))).toContain('it is one of 3 shards, not of 5');
  });

  it.each<[string, (shard: ShardJson) => unknown, string]>([
    ['nothing', () => null, 'expected a SweepShard'],
    ['a list', () => [], 'expected a SweepShard'],
    ['an object without a kind', ({ kind: _, ...rest }) => rest, 'expected a SweepShard'],
    ['another kind', (shard) => ({ ...shard, kind: 'Sweep' }), 'shards[0].kind: expected SweepShard'],
    ['no digest', ({ input: _, ...rest }) => rest, 'shards[0].input: expected the digest of an input, found nothing'],
    ['a shard beyond the last', (shard) => ({ ...shard, shard: 5 }), 'shards[0].shard: expected a number from 0 to 4'],
    ['no shards at all', (shard) => ({ ...shard, of: 0 }), 'shards[0].of: expected a number from 1'],
    ['more cells than a sweep has', (shard) => ({ ...shard, cells: 2_000_000_000 }), 'shards[0].cells: expected a number from 1'],
    [
      'a cell too few',
      (shard) => ({ ...shard, results: shard.results.slice(1) }),
      'shards[0].results: expected 4 results, one per cell, found 3',
    ],
    [
      'a cell twice',
      (shard) => ({ ...shard, results: [0, 0, 1, 2].map((at) => shard.results[at]) }),
      'results[1]: expected cell 5, found 0',
    ],
    [
      'a number that is none',
      (shard) => ({ ...shard, results: [{ ...shard.results[0], seconds: Number.NaN }, ...shard.results.slice(1)] }),
      'results[0].seconds: expected a number of at least 0',
    ],
    [
      'a field of somebody else',
      (shard) => ({ ...shard, results: [{ ...shard.results[0], constructor: 1 }, ...shard.results.slice(1)] }),
      'results[0].constructor: unknown field',
    ],
    [
      'another result than was written',
      (shard) => ({ ...shard, results: [{ ...shard.results[0], mostPending: 999 }, ...shard.results.slice(1)] }),
      'shards[0].checksum: the file is damaged or was edited',
    ],
    ['another place than was written', (shard) => ({ ...shard, input: 'b' }), 'shards[0].checksum: the file is damaged or was edited'],
    [
      'no checksum',
      ({ checksum: _checksum, ...rest }) => rest,
      'shards[0].checksum: the checksum is missing: an earlier version wrote this file',
    ],
  ])('refuses %s', (_, change, message) => {
    expect(codeOf(() => mergeShards([change(five[0] as ShardJson)] as ShardJson[]))).toContain(message);
  });

  it('takes names of drivers as they are', () => {
    const [shard] = five as [ShardJson];
    const named = JSON.parse(JSON.stringify(shard).replaceAll('gpu.example.com', '__proto__')) as ShardJson;
    const merged = mergeShards([withNewChecksum({ ...named, of: 1, shard: 0, cells: 1, results: named.results.slice(0, 1) })]);
    if (merged.kind !== 'complete') throw new Error();
    expect(Object.keys(merged.report.cells[0]?.devices ?? {})).toEqual(['__proto__']);
  });
});

describe('runShard', () => {
  it('has no result where a limit comes first', async () => {
    const place = { shard: 1, of: 5, input: 'a' };
    expect(await runShard(SWEEP, { ...sources, ...place, limits: { milliseconds: 0 } })).toMatchObject({
      kind: 'interrupted',
      by: 'milliseconds',
      cell: { index: 1 },
    });
    expect(await runShard(SWEEP, { ...sources, ...place, limits: { signal: AbortSignal.abort() } })).toMatchObject({ by: 'signal' });
  });

  it.each<[string, object, string]>([
    ['a shard beyond the last', { shard: 5 }, 'shard: expected an integer from 0 to 4'],
    ['no shards', { of: 0 }, 'of: expected an integer from 1'],
    ['nothing that tells the sweep from others', { input: '' }, 'input: expected a text'],
  ])('refuses %s', async (_, change, message) => {
    await expect(runShard(SWEEP, { ...sources, shard: 0, of: 5, input: 'a', ...change })).rejects.toThrow(message);
  });
});
