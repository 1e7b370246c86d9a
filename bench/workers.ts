// Long searches on many nodes with and without threads, the cost of moving a search, and the longest turns of asynchronous calls.

import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { platform } from '#platform';
import { BOUND_TOO_FEW } from '../src/allocator/kernel/layout.js';
import type { Problem, Search } from '../src/allocator/kernel/problem.js';
import { WasmKernel } from '../src/allocator/kernel/solver.js';
import { inOneGo } from '../src/core/base/incremental.js';
import { accelerators, claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { createAllocator } from '../src/index.js';
import type { Cluster } from '../src/library/cluster.js';
import { searchProgram } from '../src/platform/node-files.js';
import { NodeSearchWorkers } from '../src/platform/node-workers.js';
import { complete } from '../test/support/filtered.js';
import { hardClaim, hardNode } from '../test/support/hard-nodes.js';
import { deviceClass } from '../test/support/objects.js';
import { randomHard } from '../test/support/random-hard.js';
import { collectGarbage, digits, processorSeconds, showSpread, showTime, spreadOf, thousands } from './measure.js';
import { publish, table } from './page.js';

const HARD_NODES = 64;
const ROUNDS = 5;
const HARD = [hardClaim(8)];

/** The times during which an action blocked the event loop, in nanoseconds. If other programs share the machine, only CPU times are ours alone. */
interface Waits {
  readonly time: number;
  readonly longest: number;
  /** The longest in CPU time, of all threads of the process, including the garbage collector. */
  readonly longestOfProcessor: number;
  /** The longest pause of the collector, the longest wait without such pauses, and the number of waits without them of more than a millisecond. */
  readonly pause: number;
  readonly own: number;
  readonly long: number;
  readonly p99: number;
}

/** Shorter waits, in milliseconds, are ignored. */
const SHORT = 0.3;

/** Runs an action next to an immediate that records its turns. */
async function watch(action: () => Promise<unknown>): Promise<Waits> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const pauses: PerformanceEntry[] = [];
  const collector = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  collector.observe({ entryTypes: ['gc'] });
  const waits: { readonly start: number; readonly end: number }[] = [];
  let [longest, longestOfProcessor, isOver] = [0, 0, false];
  let [last, lastOfProcessor] = [performance.now(), processorSeconds()];
  const turn = (): void => {
    const [now, nowOfProcessor] = [performance.now(), processorSeconds()];
    longest = Math.max(longest, now - last);
    longestOfProcessor = Math.max(longestOfProcessor, nowOfProcessor - lastOfProcessor);
    if (now - last > SHORT) waits.push({ start: last, end: now });
    [last, lastOfProcessor] = [now, nowOfProcessor];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  delay.enable();
  const start = performance.now();
  await action();
  const time = performance.now() - start;
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  delay.disable();
  // The observer is notified later.
  await new Promise((resolve) => setTimeout(resolve, 20));
  collector.disconnect();
  const own = waits.map(({ start, end }) => end - start - pausedBetween(pauses, start, end));
  return {
    time: time * 1e6,
    longest: longest * 1e6,
    longestOfProcessor: longestOfProcessor * 1e9,
    pause: Math.max(0, ...pauses.filter(({ startTime }) => startTime < start + time).map(({ duration }) => duration)) * 1e6,
    own: Math.max(longest < SHORT ? longest : 0, ...own) * 1e6,
    long: own.filter((wait) => wait > 1).length,
    p99: delay.percentile(99),
  };
}

/** Sums the pauses of the collector between two times. */
function pausedBetween(pauses: readonly PerformanceEntry[], start: number, end: number): number {
  return pauses.reduce((sum, { startTime, duration }) => {
    return sum + Math.max(0, Math.min(end, startTime + duration) - Math.max(start, startTime));
  }, 0);
}

/** The CPU seconds of the event loop's thread so far. NaN: the system does not report them. */
function eventLoopSeconds(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch {
    return Number.NaN;
  }
}

const plainJson = (objects: readonly object[]): object[] => JSON.parse(JSON.stringify(objects));

/** The hard nodes with some threads, or in one call that does not yield. */
async function hardNodes(): Promise<string> {
  const objects = plainJson([
    deviceClass('any'),
    ...Array.from({ length: HARD_NODES }, (_, index) => hardNode(`n${index}`, index, { count: 17, percent: 40 })).flat(),
  ]);
  const rows: string[][] = [];
  const alone = (await createAllocator()).cluster();
  alone.apply(objects);
  const one = Array.from({ length: HARD_NODES }, (_, index) => {
    const start = performance.now();
    alone.allocate({ claims: HARD, node: `n${index}` });
    return (performance.now() - start) * 1e6;
  });
  let wanted = '';
  for (const workers of [0, 1, 2]) {
    const allocator = await createAllocator({ workers });
    const cluster = allocator.cluster();
    cluster.apply(objects);
    const claims = cluster.prepare(HARD);
    const rounds: (Waits & { readonly loop: number; readonly all: number })[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      let feasible: readonly string[] = [];
      // Applying the objects again clears the caches of the cluster.
      cluster.apply(objects);
      const [loop, all] = [eventLoopSeconds(), processorSeconds()];
      const waits = await watch(async () => {
        ({ feasible } = complete(await cluster.filterAsync({ claims })));
      });
      // The first round starts the threads.
      if (round >= 0) rounds.push({ ...waits, loop: (eventLoopSeconds() - loop) * 1e9, all: (processorSeconds() - all) * 1e9 });
      wanted ||= feasible.join();
      if (feasible.join() !== wanted) throw new Error('threads changed the answer');
    }
    const spread = (of: (round: (typeof rounds)[number]) => number): string => showSpread(spreadOf(rounds.map(of)));
    rows.push([
      workers === 0 ? 'no thread' : workers === 1 ? '1 thread' : `${workers} threads`,
      spread(({ time }) => time),
      spread(({ loop }) => loop),
      spread(({ all }) => all),
      showTime(spreadOf(rounds.map(({ longest }) => longest)).median),
      showTime(spreadOf(rounds.map(({ p99 }) => p99)).median),
    ]);
    console.log(rows.at(-1)?.join(' | '));
    await allocator.close();
  }
  return table(
    [
      `filterAsync, ${HARD_NODES} nodes, a search of ${showTime(spreadOf(one).median)} on each`,
      'time',
      'processor, event loop',
      'processor, all threads',
      'longest wait',
      'a timer of 1 ms, 99 of 100',
    ],
    rows,
  );
}

/** Few bounds, as hardly any search of this size is long with all of them. The memory of a search is the same. */
const LASTING = { plainSteps: 256, bounds: BOUND_TOO_FEW };

/** The first random problem of a kind that needs more than some milliseconds, with its search after that time. */
function longSearch(kernel: WasmKernel, kind: string, size: number): { readonly problem: Problem; readonly search: Search } {
  for (let seed = 0; seed < 2000; seed++) {
    const problem = randomHard(kind, seed, size);
    const search = inOneGo(kernel.start(problem));
    const start = performance.now();
    while (performance.now() - start < 5 && search.run(512) === undefined);
    if (search.run(512) === undefined && search.copy?.() !== undefined) return { problem, search };
    search.end();
  }
  throw new Error(`no problem of ${kind} is hard`);
}

/** Measures the cost of moving a search. */
async function moving(): Promise<string> {
  const module = await platform.loadSolver();
  const kernel = await WasmKernel.create(module, LASTING);
  const rows: string[][] = [];
  for (const [name, kind, size] of [
    ['counters', 'counters', 12],
    ['match and distinct', 'match and distinct', 30],
    ['cards with partitions', 'partitions', 24],
  ] as const) {
    const { problem, search } = longSearch(kernel, kind, size);
    let bytes = 0;
    const copies = Array.from({ length: 50 }, () => {
      const start = performance.now();
      bytes = search.copy?.()?.memory.length ?? 0;
      return (performance.now() - start) * 1e6;
    });
    const moved = search.copy?.();
    if (moved === undefined) throw new Error('the search does not move');
    const resumes = Array.from({ length: 50 }, () => {
      const start = performance.now();
      kernel.resume(moved).end();
      return (performance.now() - start) * 1e6;
    });
    const clones = Array.from({ length: 50 }, () => {
      const start = performance.now();
      structuredClone(problem);
      return (performance.now() - start) * 1e6;
    });
    search.end();
    rows.push([
      `${problem.deviceCount} devices, ${name}`,
      `${thousands(bytes / 1000)} kB`,
      showSpread(spreadOf(copies)),
      showSpread(spreadOf(resumes)),
      showSpread(spreadOf(clones)),
    ]);
    console.log(rows.at(-1)?.join(' | '));
  }
  return table(
    ['a search that moves', 'memory', 'copy, on the event loop', 'taking it up, in the thread', 'instead: clone of the problem'],
    rows,
  );
}

/** Measures the cost of a thread. */
async function thread(): Promise<string> {
  const program = await searchProgram();
  const module = await platform.loadSolver();
  const kernel = await WasmKernel.create(module, LASTING);
  const problem = randomHard('counters', 1, 12);
  const [starts, readies, trips]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const workers = new NodeSearchWorkers(1, module, program);
    const search = inOneGo(kernel.start(problem));
    while (search.copy?.() === undefined) search.run(512);
    const start = performance.now();
    workers.take(search, { deadline: Number.POSITIVE_INFINITY });
    starts.push((performance.now() - start) * 1e6);
    while (workers.threads.length === 0) await platform.yieldNow();
    readies.push((performance.now() - start) * 1e6);
    for (let trip = 0; trip < 20; trip++) {
      const before = performance.now();
      await workers.take(search, { deadline: 0 });
      trips.push((performance.now() - before) * 1e6);
    }
    search.end();
    await workers.close();
  }
  const before = process.memoryUsage().rss;
  const many = Array.from({ length: 8 }, () => new NodeSearchWorkers(1, module, program));
  const search = inOneGo(kernel.start(problem));
  while (search.copy?.() === undefined) search.run(512);
  for (const workers of many) workers.take(search, { deadline: 0 });
  while (many.some(({ threads }) => threads.length === 0)) await platform.yieldNow();
  const each = (process.memoryUsage().rss - before) / many.length;
  search.end();
  await Promise.all(many.map((workers) => workers.close()));
  return table(
    ['a thread', ''],
    [
      ['starting it, on the event loop', showSpread(spreadOf(starts))],
      ['until it is ready', showSpread(spreadOf(readies))],
      ['a search there and back, called off at once', showSpread(spreadOf(trips))],
      ['memory', `${digits(each / 1e6)} MB`],
    ],
  );
}

const SELECTOR = {
  count: 2,
  selectors: [{ cel: { expression: 'device.attributes["test-driver.cdi.k8s.io"].numa >= 0' } }],
};

/** Measures how long filterAsync blocks the event loop, from the first pass on. */
async function slices(): Promise<string> {
  const rows: string[][] = [];
  for (const nodes of [5000, 50_000]) {
    const cluster: Cluster = (await createAllocator()).cluster();
    const names = Array.from({ length: nodes }, (_, index) => `node-${index}`);
    cluster.apply([testClass]);
    for (let first = 0; first < nodes; first += 500) {
      const all = nodesWithDevices(first + 500, (node) => (node < first ? [] : accelerators(8)));
      cluster.apply(plainJson(all.slice(2 * first)));
    }
    const one = cluster.prepare([claimFor({})]);
    const two = cluster.prepare([claimFor(SELECTOR, [{ matchAttribute: 'test-driver.cdi.k8s.io/numa' }])]);
    const holder = (node: number): object[] => [{ ...claimFor({}), metadata: { namespace: 'default', name: `holder-${node}` } }];
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['first pass of all', () => cluster.filterAsync({ claims: one })],
      ['first pass of a claim with a selector and a match of 2', () => cluster.filterAsync({ claims: two })],
      ['nothing changed', () => cluster.filterAsync({ claims: one })],
      ['the nodes named', () => cluster.filterAsync({ claims: one, nodes: names })],
    ];
    const run = async (name: string, action: () => Promise<unknown>): Promise<void> => {
      collectGarbage();
      // Other threads of this process sweep the heap for a while.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { time, longest, longestOfProcessor, pause, own, long } = await watch(action);
      const times = [time, longest, longestOfProcessor, pause, own].map(showTime);
      rows.push([`${thousands(nodes)} nodes, ${name}`, ...times, thousands(long)]);
      console.log(rows.at(-1)?.join(' | '));
    };
    for (const [name, action] of steps) await run(name, action);
    for (let node = 0; node < 100; node++) {
      const claims = cluster.prepare(holder(node));
      cluster.commit(claims, cluster.allocate({ claims, node: `node-${node}` }));
    }
    await run('100 nodes changed', () => cluster.filterAsync({ claims: one }));
    cluster.apply([testClass]);
    await run('a class changed', () => cluster.filterAsync({ claims: one }));
    cluster.apply(plainJson(nodesWithDevices(nodes, () => accelerators(8))));
    await run('every node changed', () => cluster.filterAsync({ claims: one }));
  }
  const head = [
    'time',
    'longest wait',
    'longest, processor',
    'longest pause of the collector',
    'longest wait without it',
    'of these above 1 ms',
  ];
  return table(['filterAsync, 8 devices a node', ...head], rows);
}

// The first threads of a new process take longer to start.
await new Promise((resolve) => new Worker('', { eval: true }).once('exit', resolve));
const sections = process.argv.includes('--slices') ? [await slices()] : [await hardNodes(), await moving(), await thread(), await slices()];
publish('workers', sections.join('\n\n'));
