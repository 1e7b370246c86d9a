// The calls of an allocator and of a cluster in their two forms, and what they take: in one go, how far they overrun a limit of time; giving way, how long they hold
// the event loop in one go. As CPU time of the thread.

import { readFileSync } from 'node:fs';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { AllocationError, type Cluster, createAllocator, type ResourceClaimJson } from '../src/index.js';
import { type Call, FURTHER } from './limits-cases.js';

/** The limit of calls in one go. */
export const MILLISECONDS = 50;
/** After so long a call that gives way is called off. */
const MILLISECONDS_IN_TURNS = 1000;

/** A call in its two forms, ready to be made with limits; a form that there is not is undefined. */
export interface Forms {
  readonly inOneGo?: (limits: { readonly milliseconds: number }) => unknown;
  readonly inTurns?: (limits: { readonly milliseconds: number }) => Promise<unknown>;
}

type Objects = Parameters<Cluster['apply']>[0];

function objectsOf({ node, deviceClasses, resourceSlices, deviceTaintRules = [], allocated, [FURTHER]: further = [] }: Call): Objects {
  return [node, ...deviceClasses, ...resourceSlices, ...deviceTaintRules, ...(allocated?.claims ?? []), ...further] as unknown as Objects;
}

/** A cluster with the objects of a call, of which nobody asked anything yet. */
async function clusterOf(call: Call, objects = objectsOf(call)): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  await cluster.applyAsync(objects);
  return cluster;
}

/** Makes calls with an allocator or cluster of its own each time, that remembers nothing. */
export const CALLS: Readonly<Record<string, (call: Call) => Promise<Forms>>> = {
  allocate: async (call) => {
    const allocator = await createAllocator();
    return {
      inOneGo: (limits) => allocator.allocate({ ...call, limits }),
      inTurns: (limits) => allocator.allocateAsync({ ...call, limits }),
    };
  },
  explain: async (call) => {
    const allocator = await createAllocator();
    return {
      inOneGo: (limits) => allocator.explain({ ...call, limits }),
      inTurns: (limits) => allocator.explainAsync({ ...call, limits }),
    };
  },
  'cluster.allocate': async (call) => {
    const [cluster, input] = [await clusterOf(call), { claims: call.claims, node: 'n' }];
    return {
      inOneGo: (limits) => cluster.allocate({ ...input, limits }),
      inTurns: (limits) => cluster.allocateAsync({ ...input, limits }),
    };
  },
  'cluster.filter': async (call) => {
    const [cluster, { claims }] = [await clusterOf(call), call];
    return { inOneGo: (limits) => cluster.filter({ claims, limits }), inTurns: (limits) => cluster.filterAsync({ claims, limits }) };
  },
  'cluster.explain': async (call) => {
    const [cluster, { claims }] = [await clusterOf(call), call];
    return { inOneGo: (limits) => cluster.explain({ claims, limits }), inTurns: (limits) => cluster.explainAsync({ claims, limits }) };
  },
  // A node of the caller's own, claims that were prepared, and devices that come into use during the call.
  'cluster.filter, prepared, busy': async (call) => {
    const cluster = await clusterOf(call);
    const claims = cluster.prepare(call.claims as readonly ResourceClaimJson[]);
    const other = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'other' } };
    return {
      inOneGo: (limits) => cluster.filter({ claims, nodes: ['n'], limits }),
      inTurns: async (limits) => {
        let isOver = false;
        const change = (): void => {
          if (isOver) return;
          cluster.apply([other]);
          cluster.remove([other]);
          setTimeout(change, 5);
        };
        setTimeout(change, 1);
        try {
          return await cluster.filterAsync({ claims, limits });
        } finally {
          isOver = true;
        }
      },
    };
  },
  'cluster.allocate, own node': async (call) => {
    const cluster = await clusterOf(call);
    const [claims, node] = [cluster.prepare(call.claims as readonly ResourceClaimJson[]), call.node as never];
    return {
      inOneGo: (limits) => cluster.allocate({ claims, node, limits }),
      inTurns: (limits) => cluster.allocateAsync({ claims, node, limits }),
    };
  },
  'cluster.apply': async (call) => {
    const [cluster, objects] = [(await createAllocator()).cluster(), objectsOf(call)];
    return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
  },
  'cluster.apply, anew': async (call) => {
    const [cluster, objects] = [await clusterOf(call), objectsOf(call)];
    cluster.filter({ claims: [], limits: { milliseconds: 1 } });
    return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
  },
};

/** CPU time of this thread in milliseconds, where the system tells it; else of the process, with its helpers. */
export function cpuTime(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** Refusals count as answers, and calls that were called off. */
function settled(error: unknown): void {
  if (!(error instanceof AllocationError) && !(error instanceof DOMException)) throw error;
}

/** A stretch of time by the clock, in milliseconds of `performance.now()`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A turn of a call that gives way, with its CPU time. */
interface Turn extends Span {
  readonly cpu: number;
}

/** The longest times in which nothing else had its turn: with collections of garbage, which also clear up what callers made, and without. */
export interface Hold {
  readonly whole: number;
  readonly withoutGarbage: number;
}

/** The longest times in which nothing else had its turn. */
export async function longestHold({ inTurns }: Forms): Promise<Hold | undefined> {
  if (inTurns === undefined) return undefined;
  const collections: Span[] = [];
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { startTime: start, duration } of entries) collections.push({ start, end: start + duration });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const turns: Turn[] = [];
  let [isOver, cpu, start] = [false, cpuTime(), performance.now()];
  const turn = (): void => {
    const [now, end] = [cpuTime(), performance.now()];
    turns.push({ start, end, cpu: now - cpu });
    [cpu, start] = [now, end];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await inTurns({ milliseconds: MILLISECONDS_IN_TURNS }).catch(settled);
  turn();
  isOver = true;
  // Collections are told some turns later.
  await new Promise((resolve) => setTimeout(resolve, 10));
  note(observer.takeRecords());
  observer.disconnect();
  return holdOf(turns, collections);
}

function holdOf(turns: readonly Turn[], collections: readonly Span[]): Hold {
  let [whole, withoutGarbage] = [0, 0];
  for (const { start, end, cpu } of turns) {
    const collected = collections.reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0);
    // Linux tells CPU time up to a tick of some milliseconds late: a turn takes no more than passes by the clock.
    whole = Math.max(whole, Math.min(cpu, end - start));
    withoutGarbage = Math.max(withoutGarbage, Math.min(cpu, end - start - collected));
  }
  return { whole, withoutGarbage };
}

/** Tells how far a call goes on after its limit. */
export function overrun({ inOneGo }: Forms): number | undefined {
  if (inOneGo === undefined) return undefined;
  const start = cpuTime();
  try {
    inOneGo({ milliseconds: MILLISECONDS });
  } catch (error) {
    settled(error);
  }
  return Math.max(0, cpuTime() - start - MILLISECONDS);
}
