import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { ResidentMemory } from '../../../src/allocator/kernel/resident.js';
import { type PassExports, ResidentSpace } from '../../../src/allocator/kernel/resident-space.js';
import { WasmKernel } from '../../../src/allocator/kernel/solver.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import { createAllocator } from '../../../src/index.js';
import { cases } from '../../support/extent.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const bytes = readFileSync(new URL('../../../build/solver.wasm', import.meta.url));
const apiVersion = 'resource.k8s.io/v1';
const claim = {
  apiVersion,
  kind: 'ResourceClaim',
  metadata: { name: 'mine' },
  spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }] } },
};

/** Objects of a cluster of some nodes, of which the odd ones have a device. */
function objectsOf(nodes: number): object[] {
  const names = Array.from({ length: nodes }, (_, index) => `n${index}`);
  return [
    { apiVersion, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} },
    ...names.map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } })),
    ...names
      .filter((_, index) => index % 2 === 1)
      .map((name) => ({
        apiVersion,
        kind: 'ResourceSlice',
        metadata: { name },
        spec: {
          driver: 'gpu.example.com',
          nodeName: name,
          pool: { name, generation: 1, resourceSliceCount: 1 },
          devices: [{ name: 'gpu-0' }],
        },
      })),
  ];
}

/** Counts the memories that are created from now on. */
function countMemories(most = Number.POSITIVE_INFINITY): () => number {
  const { Memory } = WebAssembly;
  let made = 0;
  vi.spyOn(WebAssembly, 'Memory').mockImplementation(function (this: unknown, type: WebAssembly.MemoryDescriptor) {
    if (++made > most) throw new RangeError('could not allocate memory');
    return new Memory(type);
  } as never);
  return () => made;
}

function newSpace(pages: number, isShared = true): ResidentSpace {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: pages });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return new ResidentSpace(memory, exports as unknown as PassExports, undefined, isShared);
}

it('clusters that stay share memories, and so do allocators', async () => {
  const made = countMemories();
  const kept: unknown[] = [];
  for (let round = 0; round < cases(3, 10); round++) {
    const allocator = await createAllocator({ featureGates: { DRAPrioritizedList: round % 2 === 0 } });
    for (let number = 0; number < 64; number++) {
      const cluster = allocator.cluster();
      cluster.apply(objectsOf(1 + (number % 3)) as never);
      const found = cluster.filter({ claims: [claim] as never });
      expect(found).toMatchObject({ kind: 'complete', feasible: number % 3 === 0 ? [] : ['n1'] });
      kept.push(allocator, cluster);
    }
  }
  expect(made()).toBeLessThanOrEqual(12);
  vi.restoreAllMocks();
});

it('clusters that share a memory do not see each other, whichever of them grows', async () => {
  const allocator = await createAllocator();
  const clusters = [3, 40, 2, 250].map((nodes) => {
    const cluster = allocator.cluster();
    cluster.apply(objectsOf(nodes) as never);
    return { cluster, nodes };
  });
  for (let round = 0; round < 6; round++) {
    for (const one of clusters) {
      const feasible = Math.floor(one.nodes / 2);
      const found = one.cluster.filter({ claims: [{ ...claim, metadata: { name: `of-${round}` } }] as never });
      expect(found.kind === 'complete' && found.feasible.length).toBe(feasible);
      one.nodes += 30;
      one.cluster.apply(objectsOf(one.nodes) as never);
    }
  }
});

it('a cluster without memory of the solver is searched node by node, and an allocator says what is missing', async () => {
  const allocator = await createAllocator();
  countMemories(0);
  const cluster = allocator.cluster();
  cluster.apply(objectsOf(300) as never);
  expect(cluster.filter({ claims: [claim] as never })).toMatchObject({ kind: 'complete', feasible: { length: 150 } });
  const error = await WasmKernel.create(new WebAssembly.Module(bytes)).catch((reason) => reason);
  vi.restoreAllMocks();
  expect(error).toBeInstanceOf(AllocationError);
  expect(error).toMatchObject({ code: 'out-of-memory', message: expect.stringMatching(/memor/) });
});

it('the pieces of a cluster that is collected serve the next one', async () => {
  const space = newSpace(64);
  const stays = new ResidentMemory(space);
  stays.take(1000);
  const take = (): number => {
    const memory = new ResidentMemory(space);
    return Math.max(...Array.from({ length: 10 }, () => memory.take(40_000)));
  };
  const first = take();
  for (let round = 0; round < cases(2, 8); round++) {
    await setTimeout(1);
    collectGarbage();
    await setTimeout(1);
    expect(take()).toBeLessThanOrEqual(first + 10 * 65_544);
  }
  expect(stays.u8.length).toBeGreaterThan(0);
});

it('a cluster that has become too large to share moves to a memory of its own', async () => {
  const cluster = (await createAllocator()).cluster();
  cluster.apply(objectsOf(4) as never);
  const ask = (): unknown => cluster.filter({ claims: [claim] as never });
  const first = ask();
  const made = countMemories();
  vi.spyOn(ResidentMemory.prototype, 'isTooLargeToShare', 'get').mockReturnValueOnce(true);
  for (let round = 0; round < 3; round++) expect(JSON.stringify(ask())).toBe(JSON.stringify(first));
  expect(made()).toBe(1);
  vi.restoreAllMocks();
});

it('a space accepts a number of clusters, and a cluster that is too large for it says so', () => {
  const space = newSpace(1024);
  const all = Array.from({ length: 63 }, () => new ResidentMemory(space));
  expect(space.hasRoom).toBe(true);
  const last = new ResidentMemory(space);
  expect(space.hasRoom).toBe(false);
  expect(all[0]?.isTooLargeToShare).toBe(false);
  last.take(5 << 20);
  expect(last.isTooLargeToShare).toBe(true);
  const own = new ResidentMemory(newSpace(1024, false));
  own.take(5 << 20);
  expect(own.isTooLargeToShare).toBe(false);
});
