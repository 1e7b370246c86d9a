// Tests a cluster whose memory cannot grow at some moment: it gives its
// usual answer or an out-of-memory error, and works as usual afterwards.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL } from '../../../../src/allocator/kernel/layout.js';
import { ResidentMemory } from '../../../../src/allocator/kernel/resident.js';
import { WasmKernel } from '../../../../src/allocator/kernel/solver.js';
import { SelectorCache } from '../../../../src/cel/cache.js';
import type { FilterResult } from '../../../../src/cluster/filter-result.js';
import { AllocationError } from '../../../../src/core/base/errors.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { Cluster } from '../../../../src/library/cluster.js';
import { claim, deviceClass, node, request, selectors, slice } from '../../../support/objects.js';
import { describe as said, same } from './comparison.js';

const solver = readFileSync(new URL('../../../../build/solver.wasm', import.meta.url));
const NAMES = Array.from({ length: 7 }, (_, index) => `n${index}`);

/**
 * Returns a solver with no memory yet, since kernels of one module share it. Its searches compute bounds early: bounds need more memory.
 */
function newKernel(): Promise<WasmKernel> {
  return WasmKernel.create(new WebAssembly.Module(solver), { plainSteps: 4, bounds: BOUND_ALL });
}

function newCluster(kernel: Kernel, yieldNow = (): Promise<void> => Promise.resolve()): Cluster {
  const features = resolveFeatures();
  let shares = 0;
  const newShareID = (): string => `share-${shares++}`;
  return new Cluster({
    features,
    corrections: false,
    selectors: new SelectorCache(),
    kernel,
    yieldNow,
    newShareID,
  });
}

const lists = (index: number, many = false): object => ({
  place: { int: index },
  kind: many ? { strings: [`k${index % 2}`, `k${index % 3}`, 'all'] } : { string: `k${index % 3}` },
});

function on(name: string, count: number, many = false): object {
  const devices = Array.from({ length: count }, (_, index) => ({ name: `d${index}`, attributes: lists(index, many) }));
  return slice(`s-${name}`, devices, { nodeName: name, pool: { name, resourceSliceCount: 1 } });
}

const SHARED = [
  slice('counted', [], {
    nodeName: 'n1',
    pool: { name: 'counted', resourceSliceCount: 2 },
    sharedCounters: [{ name: 'card', counters: { memory: { value: '10' } } }],
  }),
  slice(
    'parts',
    [1, 2, 3, 4].map((index) => ({
      name: `p${index}`,
      consumesCounters: [{ counterSet: 'card', counters: { memory: { value: `${index}` } } }],
    })),
    { nodeName: 'n1', pool: { name: 'counted', resourceSliceCount: 2 } },
  ),
];

const match = { constraints: [{ matchAttribute: 'd.example.com/kind' }] };
const distinct = { constraints: [{ distinctAttribute: 'd.example.com/place' }] };
const late = selectors('device.attributes["d.example.com"].place >= 2');

/** The steps on a cluster, in order. Their results are compared. */
const STEPS: readonly ((cluster: Cluster) => unknown)[] = [
  (cluster) => cluster.apply([deviceClass('any'), ...NAMES.slice(0, 4).flatMap((name) => [node(name), on(name, 4)])]),
  (cluster) => ask(cluster, claim('first', [request('r')])),
  (cluster) => take(cluster, claim('first', [request('r')]), 'n0'),
  (cluster) => ask(cluster, claim('alike', [request('r', { count: 2 })], match)),
  (cluster) => cluster.apply(NAMES.slice(4).flatMap((name, index) => [node(name), on(name, 12 + index)])),
  (cluster) => ask(cluster, claim('alike', [request('r', { count: 2 })], match)),
  (cluster) => ask(cluster, claim('late', [request('r', { ...late, count: 3 }), request('q')], distinct)),
  (cluster) => take(cluster, claim('late', [request('r', { ...late, count: 3 }), request('q')], distinct), 'n5'),
  (cluster) => cluster.apply([on('n2', 9, true), on('n6', 70), ...SHARED]),
  (cluster) => ask(cluster, claim('lists', [request('r', { count: 3 })], match)),
  (cluster) => ask(cluster, claim('all', [request('r', { allocationMode: 'All', count: undefined })])),
  (cluster) => ask(cluster, claim('hopeless', [request('r', { count: 5 }), request('q', { count: 27 }), request('p')], distinct)),
  (cluster) => cluster.release([claim('first', [])]),
  (cluster) => ask(cluster, claim('first', [request('r')])),
  (cluster) => cluster.remove([node('n3'), on('n2', 0)]),
  (cluster) => cluster.apply([node('n3'), on('n2', 1100)]),
  (cluster) => ask(cluster, claim('lists', [request('r', { count: 3 })], match)),
  (cluster) => one(cluster, claim('one', [request('r', { ...late, count: 2 })]), 'n2'),
  (cluster) => take(cluster, claim('lists', [request('r', { count: 3 })], match), 'n2'),
  (cluster) => ask(cluster, claim('late', [request('r', { ...late, count: 3 }), request('q')], distinct)),
];

function ask(cluster: Cluster, asked: object): string {
  const result: FilterResult = cluster.filter({ claims: [asked] });
  return said(result, NAMES);
}

function one(cluster: Cluster, asked: object, name: string): string {
  return JSON.stringify(cluster.allocate({ claims: [asked], node: name }), (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

function take(cluster: Cluster, asked: object, name: string): string {
  const outcome = cluster.allocate({ claims: [asked], node: name });
  cluster.commit([asked], outcome);
  return outcome.kind;
}

/** Reports no memory from one call to another, and counts its calls. */
const memory = { calls: 0, from: Number.POSITIVE_INFINITY, until: 0 };

function isThere(): boolean {
  memory.calls++;
  return memory.calls < memory.from || memory.calls >= memory.until;
}

const WAYS = {
  /** The memory of the cluster rejects every piece. */
  pieces(): void {
    const { take: takePiece } = ResidentMemory.prototype;
    vi.spyOn(ResidentMemory.prototype, 'take').mockImplementation(function (this: ResidentMemory, bytes) {
      if (!isThere()) throw new AllocationError('out-of-memory', 'no memory in this test');
      return takePiece.call(this, bytes);
    });
  },
  /** No memory of WebAssembly grows. */
  growth(): void {
    const { grow } = WebAssembly.Memory.prototype;
    vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(function (this: WebAssembly.Memory, pages) {
      if (!isThere()) throw new RangeError('no memory in this test');
      return grow.call(this, pages);
    });
  },
  /** No new memory can be created. */
  memories(): void {
    const { Memory } = WebAssembly;
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(function (this: unknown, descriptor) {
      if (!isThere()) throw new RangeError('no memory in this test');
      return new Memory(descriptor);
    } as (descriptor: WebAssembly.MemoryDescriptor) => WebAssembly.Memory);
  },
};

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the result of a step; undefined if there was no memory for it. */
function orNoMemory(step: (cluster: Cluster) => unknown, cluster: Cluster): unknown {
  try {
    const given = step(cluster);
    return typeof given === 'string' && given.includes('out-of-memory') ? undefined : (given ?? 'done');
  } catch (error) {
    if (error instanceof AllocationError && error.code === 'out-of-memory') return undefined;
    throw error;
  }
}

/** Removes the counts of steps: a search without memory for its bounds needs more steps. */
function withoutSteps(given: unknown): string {
  return String(given).replaceAll(/\\*"steps\\*":\d+/g, '"steps"');
}

const search = await newKernel();
const plain = newCluster({ plainSteps: 4, start: (problem, limit) => search.start(problem, limit) });
const expected = STEPS.map((step) => step(plain) ?? 'done');

it.each([
  ['pieces', 1],
  ['pieces', 5],
  ['growth', 2],
  ['growth', 6],
  ['memories', 1],
] as const)('%s that cannot be had, %i in a row, from any one on', async (way, inARow) => {
  const kernels = await Promise.all(Array.from({ length: 150 }, newKernel));
  WAYS[way]();
  for (const [index, kernel] of kernels.entries()) {
    const from = index + 1;
    Object.assign(memory, { calls: 0, from, until: from + inARow });
    const cluster = newCluster(kernel);
    const given = STEPS.map((step) => {
      const once = orNoMemory(step, cluster);
      if (once !== undefined) return once;
      memory.until = 0;
      return step(cluster) ?? 'done';
    });
    given.forEach((text, step) => same(`step ${step}, ${way} from ${from} on`, withoutSteps(text), withoutSteps(expected[step])));
    if (memory.calls < from) return expect(from).toBeGreaterThan(way === 'memories' ? 1 : 5);
  }
  throw new Error('there are more calls than were made to fail');
});

const EVERYWHERE = slice('everywhere', [{ name: 'e0' }, { name: 'e1' }], { allNodes: true, pool: { name: 'everywhere' } });
const HOLDER = {
  ...claim('holder', [request('r')]),
  status: {
    allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'everywhere', device: 'e0' }] } },
  },
};

/** Changes for which a running call needs additional memory, and changes for which it needs none. */
const CHANGES: Readonly<Record<string, (cluster: Cluster) => void>> = {
  'a device that all nodes see comes into use': (cluster) => cluster.apply([HOLDER]),
  'a class is another one': (cluster) => cluster.apply([deviceClass('any', 'false')]),
  'a node comes': (cluster) => cluster.apply([node('n5'), on('n5', 3)]),
};

/** Returns the answer of a call whose cluster changes while it yields for the first time, and the answer of the next call. */
async function askedMeanwhile(kernel: Kernel, change: (cluster: Cluster) => void): Promise<readonly string[]> {
  let turns = -1;
  const cluster: Cluster = newCluster(kernel, async () => {
    if (turns++ === 0) change(cluster);
  });
  cluster.apply([deviceClass('any'), ...NAMES.slice(0, 4).flatMap((name) => [node(name), on(name, 4)]), EVERYWHERE]);
  ask(cluster, claim('first', [request('r')]));
  const asked = claim('late', [request('r', { count: 5 }), request('q')], distinct);
  turns = 0;
  const first = said(await cluster.filterAsync({ claims: [asked] }), NAMES);
  expect(turns).toBeGreaterThan(0);
  memory.until = 0;
  return [first, ask(cluster, asked)];
}

describe.each(Object.entries(CHANGES))('%s while a call yields', (_, change) => {
  it.each(['pieces', 'growth', 'memories'] as const)('and %s cannot be had', async (way) => {
    const before = await askedMeanwhile({ plainSteps: 4, start: (problem, limit) => search.start(problem, limit) }, change);
    WAYS[way]();
    for (let from = 1; from < 150; from++) {
      Object.assign(memory, { calls: 0, from: Number.POSITIVE_INFINITY, until: 0 });
      const kernel = await newKernel();
      Object.assign(memory, { calls: 0, from, until: Number.POSITIVE_INFINITY });
      const given = await askedMeanwhile(kernel, change);
      given.forEach((text, index) => {
        if (!text.includes('out-of-memory')) same(`call ${index}, ${way} from ${from} on`, withoutSteps(text), withoutSteps(before[index]));
      });
      expect(given[1]).not.toContain('out-of-memory');
      if (memory.calls < from) return expect(from).toBeGreaterThan(1);
    }
    throw new Error('there are more calls than were made to fail');
  });
});
