// Search threads with the objects of a cluster: the answers are the same as without threads, whatever happens to a thread.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { inTurns, runInSlices } from '../../src/allocator/evaluate/limits.js';
import type { Search } from '../../src/allocator/kernel/problem.js';
import { type BoundsPolicy, ESCALATE, PLAIN, WasmKernel } from '../../src/allocator/kernel/solver.js';
import { SelectorCache } from '../../src/cel/cache.js';
import type { FilterResult } from '../../src/cluster/filter-result.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import { createAllocator } from '../../src/index.js';
import { Allocator } from '../../src/library/allocator.js';
import type { Cluster } from '../../src/library/cluster.js';
import { platform } from '../../src/platform/node.js';
import { searchProgram } from '../../src/platform/node-files.js';
import { NodeSearchWorkers } from '../../src/platform/node-workers.js';
import { FAMILIES, type Family } from '../support/families.js';
import { complete, interrupted, listsOf } from '../support/filtered.js';
import { hardClaim, hardNode } from '../support/hard-nodes.js';
import { claim, device, deviceClass, firstAvailable, node, request, slice } from '../support/objects.js';
import { RETRIED } from '../support/retried.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../build/solver.wasm', import.meta.url)));

/** Returns an allocator with its threads. Share IDs are numbered in the order of their creation. */
async function allocatorWith(count: number, policy: BoundsPolicy = ESCALATE) {
  const workers = count === 0 ? undefined : new NodeSearchWorkers(count, module, await searchProgram());
  let shares = 0;
  const allocator = new Allocator({
    features: resolveFeatures({}),
    corrections: false,
    selectors: new SelectorCache(),
    kernel: await WasmKernel.create(module, policy),
    yieldNow: inTurns(() => platform.yieldNow()),
    workers,
    newShareID: () => `00000000-0000-4000-8000-${String(++shares).padStart(12, '0')}`,
  });
  return { allocator, workers: workers as NodeSearchWorkers };
}

const alone = await allocatorWith(0);
const two = await allocatorWith(2);
const plain = await allocatorWith(2, PLAIN);
afterAll(() => Promise.all([two, plain].map(({ allocator }) => allocator.close())));

const hardObjects = (nodes: number, size = { count: 16, percent: 40 }): object[] => [
  deviceClass('any'),
  ...Array.from({ length: nodes }, (_, index) => hardNode(`n${String(index).padStart(2, '0')}`, index, size)).flat(),
];

const plainJson = (objects: readonly object[]): object[] => JSON.parse(JSON.stringify(objects));

function clusterOf(allocator: Allocator, objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply(plainJson(objects));
  return cluster;
}

/** All that a result says. */
function contentOf(result: FilterResult, names: readonly string[]): unknown {
  const outcomes = names.map((name) => {
    try {
      return result.outcome(name);
    } catch (error) {
      return (error as Error).message;
    }
  });
  const { scores, ...lists } = listsOf(result);
  const best = result.kind === 'complete' ? result.best : undefined;
  return plainJson([{ ...lists, best, scores: [...scores], errors: [...result.errors.keys()], outcomes }]);
}

/** Resolves when all threads can accept a search. A long search starts them. */
async function warm({ allocator, workers }: Awaited<ReturnType<typeof allocatorWith>>): Promise<void> {
  const cluster = clusterOf(allocator, hardObjects(4, { count: 24, percent: 42 }));
  while (workers.threads.length < workers.count) await cluster.filterAsync({ claims: [hardClaim(12)], limits: { milliseconds: 100 } });
}

/** Counts the searches that move to threads from now on. */
function movesOf(workers: NodeSearchWorkers): { count: number } {
  vi.restoreAllMocks();
  const moves = { count: 0 };
  const take = workers.take.bind(workers);
  vi.spyOn(workers, 'take').mockImplementation((...parameters) => {
    const taken = take(...parameters);
    if (taken !== undefined) moves.count++;
    return taken;
  });
  return moves;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('filterAsync with threads', RETRIED, () => {
  it('answers as without, in the same order, with as many steps', async () => {
    const objects = hardObjects(16);
    const names = objects.flatMap((object) => ((object as { kind: string }).kind === 'Node' ? nameOf(object) : []));
    await warm(two);
    const moves = movesOf(two.workers);
    const result = await clusterOf(two.allocator, objects).filterAsync({ claims: [hardClaim(8)] });
    // The load of the machine decides how many searches find an idle thread.
    expect(moves.count).toBeGreaterThan(0);
    const expected = complete(await clusterOf(alone.allocator, objects).filterAsync({ claims: [hardClaim(8)] }));
    expect(contentOf(result, names)).toEqual(contentOf(expected, names));
    expect(contentOf(expected, names)).toEqual(contentOf(clusterOf(alone.allocator, objects).filter({ claims: [hardClaim(8)] }), names));
    expect(expected.feasible.length).toBeGreaterThan(0);
    expect(expected.feasible.length).toBeLessThan(16);
  });

  it('makes share IDs in the order of the nodes', async () => {
    const shared = (name: string): object[] => [
      node(name),
      slice(
        name,
        Array.from({ length: 8 }, (_, index) =>
          device(`d${index}`, {}, { allowMultipleAllocations: true, capacity: { m: { value: '4' } } }),
        ),
        { nodeName: name, pool: { name } },
      ),
    ];
    const objects = [deviceClass('any'), ...Array.from({ length: 12 }, (_, index) => shared(`n${10 + index}`)).flat()];
    const claims = [claim('c', [request('r', { count: 3, capacity: { requests: { m: '1' } } })])];
    const names = Array.from({ length: 12 }, (_, index) => `n${10 + index}`);
    const contents = await Promise.all(
      [await allocatorWith(0), await allocatorWith(2)].map(async ({ allocator }) => {
        const content = contentOf(await clusterOf(allocator, objects).filterAsync({ claims }), names);
        await allocator.close();
        return content;
      }),
    );
    expect(JSON.stringify(contents[0])).toContain('00000000-0000-4000-8000-000000000012');
    expect(contents[1]).toEqual(contents[0]);
  });

  it('answers as without on random clusters, with errors and alternatives among them', async () => {
    for (let round = 0; round < 8; round++) {
      const { objects, claims, names } = randomCluster(round);
      const limits = round % 2 === 0 ? { steps: 40_000 } : { steps: 3000 };
      const [expected, found] = await Promise.all(
        [plain.allocator, alonePlain.allocator].map((allocator) => clusterOf(allocator, objects).filterAsync({ claims, limits })),
      );
      expect(contentOf(found as FilterResult, names)).toEqual(contentOf(expected as FilterResult, names));
    }
  });

  it('ends by steps, by time and by signal, wherever the search is', async () => {
    const cluster = clusterOf(plain.allocator, hardObjects(3, { count: 40, percent: 30 }));
    const claims = [hardClaim(20)];
    await warm(plain);
    const moves = movesOf(plain.workers);
    const start = performance.now();
    const byTime = interrupted(await cluster.filterAsync({ claims, limits: { milliseconds: 150 } }));
    expect(byTime.interrupted).toEqual(['n00', 'n01', 'n02']);
    expect(byTime.outcome('n00')).toMatchObject({ by: 'milliseconds' });
    expect(performance.now() - start).toBeGreaterThan(149);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 150);
    const bySignal = await cluster.filterAsync({ claims, limits: { signal: controller.signal } });
    expect(bySignal.outcome('n00')).toMatchObject({ kind: 'interrupted', by: 'signal' });
    expect(bySignal.outcome('n02')).toMatchObject({ kind: 'interrupted', by: 'signal' });
    const bySteps = await cluster.filterAsync({ claims, limits: { steps: 200_000 } });
    for (const name of byTime.interrupted) expect(bySteps.outcome(name)).toEqual({ kind: 'interrupted', by: 'steps', steps: 200_000 });
    expect(moves.count).toBeGreaterThan(0);
  });
});

const alonePlain = await allocatorWith(0, PLAIN);

function nameOf(object: object): string {
  return (object as { metadata: { name: string } }).metadata.name;
}

/** Nodes of several kinds: counters that hardly suffice, matches that nearly exist, selectors that fail. */
function randomCluster(seed: number): { objects: object[]; claims: object[]; names: string[] } {
  const names = Array.from({ length: 9 }, (_, index) => `n${index}`);
  const nodes = names.flatMap((name, index) => {
    if (index % 3 === 0) return hardNode(name, seed * 16 + index, { count: 14, percent: 35 + ((seed + index) % 12) });
    const values = 2 + ((seed + index) % 3);
    const list = Array.from({ length: 12 }, (_, at) => {
      return index % 3 === 2 && at === 11 ? device(`d${at}`) : device(`d${at}`, { k: (at * 7 + seed) % values });
    });
    return [node(name), slice(`s-${name}`, list, { nodeName: name, pool: { name } })];
  });
  const last = seed % 2 === 0 ? request('last', { count: 2 }) : firstAvailable('last', { a: { count: 4 }, b: { count: 1 } });
  const failing = { selectors: [{ cel: { expression: 'device.attributes["d.example.com"].k >= 0' } }] };
  const requests = [request('a', { count: 3 }), request('b', { count: 2 }), last, ...(seed % 4 === 3 ? [request('f', failing)] : [])];
  const constraints = seed % 2 === 0 ? [] : [{ matchAttribute: 'd.example.com/k', requests: ['a', 'b'] }];
  return { objects: [deviceClass('any'), ...nodes], claims: [claim('c', requests, { constraints })], names };
}

const endless = { objects: hardObjects(1, { count: 40, percent: 30 }), claims: [hardClaim(20)] };

/** A search of so many steps that a thread continues it. */
async function movedSearch(
  { allocator, workers }: Awaited<ReturnType<typeof allocatorWith>>,
  steps: number,
): Promise<() => Promise<unknown>> {
  const moves = movesOf(workers);
  const cluster = clusterOf(allocator, endless.objects);
  const asked = cluster.allocateAsync({ claims: endless.claims, node: 'n00', limits: { steps } });
  while (moves.count === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  return () => asked;
}

describe('a thread that ends in the middle of a search', RETRIED, () => {
  const steps = 400_000;
  const wanted = { kind: 'interrupted', by: 'steps', steps };

  it('leaves it to the event loop, where it goes on, and others get a new thread', async () => {
    const own = await allocatorWith(1, PLAIN);
    for (let round = 0; round < 2; round++) {
      await warm(own);
      const asked = await movedSearch(own, steps);
      await own.workers.threads[0]?.terminate();
      expect(own.workers.threads).toEqual([]);
      expect(await asked()).toEqual(wanted);
    }
    await own.allocator.close();
  });

  it('leaves it also when all are closed, and none is started any more', async () => {
    const own = await allocatorWith(2, PLAIN);
    await warm(own);
    const asked = await movedSearch(own, steps);
    await own.allocator.close();
    await own.allocator.close();
    expect(own.workers.threads).toEqual([]);
    expect(await asked()).toEqual(wanted);
    const cluster = clusterOf(own.allocator, endless.objects);
    const later = await cluster.allocateAsync({ claims: endless.claims, node: 'n00', limits: { steps } });
    expect(later).toEqual(wanted);
    expect(own.workers.threads).toEqual([]);
  });

  it('leaves it when there was no memory for it', async () => {
    const own = await allocatorWith(1, PLAIN);
    await warm(own);
    const moves = movesOf(own.workers);
    const copied = vi.fn();
    const kernel = await WasmKernel.create(module, PLAIN);
    const search = inOneGo(kernel.start((FAMILIES.find(({ answer }) => answer === 'failed') as Family).problem, steps));
    const tooLarge: Search = {
      steps: 0,
      ended: [],
      run: (work) => search.run(work),
      copy: () => {
        copied();
        const moved = search.copy?.();
        return moved && { ...moved, end: 2 ** 40 };
      },
      end: () => search.end(),
    };
    const answer = await runInSlices(tooLarge, Number.POSITIVE_INFINITY, undefined, {
      yieldNow: () => platform.yieldNow(),
      workers: own.workers,
    });
    expect(answer).toEqual(wanted);
    expect([moves.count, copied.mock.calls.length]).toEqual([1, 1]);
    expect(own.workers.threads.length).toBe(1);
    search.end();
    await own.allocator.close();
  });
});

describe('createAllocator({ workers })', RETRIED, () => {
  it('rejects what is no number of threads', async () => {
    for (const workers of [-1, 1.5, '2', Number.NaN, 5000, null]) {
      await expect(createAllocator({ workers: workers as number })).rejects.toThrow(/^workers: expected an integer from 0 to 1024, found /);
    }
  });

  it('starts nothing before a search is long, and nothing at all for 0', async () => {
    const allocator = await createAllocator({ workers: 2 });
    const input = {
      claims: [hardClaim(1)],
      node: node('n'),
      deviceClasses: [deviceClass('any')],
      resourceSlices: [slice('s', [device('d')])],
    };
    const outcome = await allocator.allocateAsync(input);
    expect(outcome.kind).toBe('allocated');
    expect(outcome).toEqual(await (await createAllocator({ workers: 0 })).allocateAsync(input));
    await allocator.close();
    await (await createAllocator()).close();
  });
});

describe('a process', RETRIED, () => {
  const objects = hardObjects(4, { count: 40, percent: 42 });
  const script = (body: string): string =>
    `const { createAllocator } = await import(${JSON.stringify(new URL('../../dist/index.node.js', import.meta.url).href)});` +
    `const objects = ${JSON.stringify(objects)}; const claims = ${JSON.stringify([hardClaim(20)])};` +
    `const allocator = await createAllocator({ workers: 2 }); const cluster = allocator.cluster(); cluster.apply(objects); ${body}`;
  const run = (body: string) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', script(body)], { encoding: 'utf8', timeout: 60_000 });

  it('ends by itself although its threads were never closed, with what the package has', () => {
    const { status, stdout, stderr } = run(`
      const { interrupted } = await cluster.filterAsync({ claims, limits: { milliseconds: 2000 } });
      const { threadId } = new (await import('node:worker_threads')).Worker('', { eval: true });
      console.log(interrupted.length > 0, threadId > 1);
    `);
    expect(stderr).toBe('');
    // Some thread was started before this one.
    expect(stdout.trim()).toBe('true true');
    expect(status).toBe(0);
  });

  it('ends by itself while threads are still starting', () => {
    const { status, stdout } = run(`
      console.log((await cluster.allocateAsync({ claims, node: 'n00', limits: { milliseconds: 10 } })).by);
    `);
    expect([status, stdout.trim()]).toEqual([0, 'milliseconds']);
  });

  it('does not end before an answer that it waits for', () => {
    const { status, stdout } = run(`
      cluster.allocateAsync({ claims, node: 'n00', limits: { milliseconds: 700 } }).then(({ by }) => console.log(by));
    `);
    expect([status, stdout.trim()]).toEqual([0, 'milliseconds']);
  });
});
