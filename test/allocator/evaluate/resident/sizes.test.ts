// Tests nodes with sizes at and around each limit of the resident memory, with assertions: no load or store leaves its memory range.
// Answers equal the results of searching every node by itself. SIZES_SEED and SIZES_COUNT configure long runs.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL } from '../../../../src/allocator/kernel/layout.js';
import { WasmKernel } from '../../../../src/allocator/kernel/solver.js';
import { SelectorCache } from '../../../../src/cel/cache.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { Cluster } from '../../../../src/library/cluster.js';
import { Random } from '../../../differential/generate/random.js';
import { cases } from '../../../support/extent.js';
import { memoryGuard } from '../../../support/memory-guard.js';
import { claim, deviceClass, node, request, selectors, slice } from '../../../support/objects.js';
import { describe as said } from './comparison.js';

const SEED = Number(process.env['SIZES_SEED'] ?? 1);
const COUNT = Number(process.env['SIZES_COUNT'] ?? cases(1, 12));
const NODES = ['n1', 'n2', 'n3'];

/** Sizes around a limit, and around the ends of words. */
const around = (...limits: readonly number[]): readonly number[] => limits.flatMap((limit) => [limit - 1, limit, limit + 1]);

/** Sizes of a node: its devices, all their values together, and the values of one device. */
const DEVICES = [1, 3, ...around(32, 64, 256)];
const MANY_DEVICES = around(1024, 4096);
const VALUES = [1, 2, ...around(64)];
const MANY_VALUES = around(1024, 4096);

const module = new WebAssembly.Module(readFileSync(new URL('../../../../build/solver.debug.wasm', import.meta.url)));
const kernel = await WasmKernel.create(module, { plainSteps: 256, bounds: BOUND_ALL }, memoryGuard);
/** It has no resident memory. */
const plain: Kernel = { plainSteps: 256, start: (problem, limit) => kernel.start(problem, limit) };

/** A node whose devices have values, in lists or one for each device. */
function nodeOf(random: Random, name: string): object[] {
  const large = random.pick(['devices', 'values', 'nothing']);
  const deviceCount = random.pick(large === 'devices' ? MANY_DEVICES : DEVICES);
  const valueCount = random.pick(large === 'values' ? MANY_VALUES : VALUES);
  const perDevice = large === 'values' ? Math.ceil(valueCount / Math.min(deviceCount, 32)) : random.pick([0, 1, 2]);
  const devices = Array.from({ length: deviceCount }, (_, index) => {
    const first = (index * perDevice) % valueCount;
    const values = Array.from({ length: perDevice }, (_, place) => Math.min(first + place, valueCount - 1));
    const groups = perDevice === 0 ? { int: index % valueCount } : { ints: random.chance(0.9) ? [...new Set(values)] : [0] };
    return { name: `d${index}`, attributes: { groups, odd: { bool: index % 2 === 1 } } };
  });
  return [node(name), slice(`s-${name}`, devices, { nodeName: name, pool: { name } })];
}

/** Requests for devices that have a value in common, or have no value in common. */
function claimOf(random: Random): object {
  const odd = selectors('device.attributes["d.example.com"].odd');
  const requests = ['r', 'q'].map((name) => request(name, { count: random.pick([1, 2, 31]), ...(random.chance(0.3) ? odd : {}) }));
  const constraint = random.pick(['matchAttribute', 'distinctAttribute']);
  return claim('c', requests.slice(0, random.integer(1, 2)), { constraints: [{ [constraint]: 'd.example.com/groups' }] });
}

/** Returns the answers of clusters to which one node after another is added and removed. */
function answersOf(own: Kernel, objects: readonly (readonly object[])[], asked: object): string[] {
  const cluster = new Cluster({
    features: resolveFeatures(),
    corrections: false,
    selectors: new SelectorCache(),
    kernel: own,
    yieldNow: () => Promise.resolve(),
    newShareID: () => 'share',
  });
  cluster.apply([deviceClass('any')]);
  const limits = { steps: 2000 };
  const answers = objects.map((one) => {
    cluster.apply(one);
    return said(cluster.filter({ claims: [asked], limits }), NODES);
  });
  cluster.remove(objects[0] as readonly object[]);
  return [...answers, said(cluster.filter({ claims: [asked], limits }), NODES)];
}

it('assertions hold, and answers are those of a search of every node', { timeout: 60_000 + COUNT * 20_000 }, () => {
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const random = new Random(seed, 11);
    const objects = NODES.map((name) => nodeOf(random, name));
    const asked = claimOf(random);
    expect({ seed, said: answersOf(kernel, objects, asked) }).toEqual({ seed, said: answersOf(plain, objects, asked) });
  }
});
