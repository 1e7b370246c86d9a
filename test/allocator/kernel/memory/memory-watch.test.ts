import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { align, Region } from '../../../../src/allocator/kernel/memory/region.js';
import { ResidentMemory } from '../../../../src/allocator/kernel/resident.js';
import { type PassExports, ResidentSpace } from '../../../../src/allocator/kernel/resident-space.js';
import { memoryGuard } from '../../../support/memory-guard.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../../../build/solver.debug.wasm', import.meta.url)));
let memory: ResidentMemory;

beforeEach(() => {
  const place = new WebAssembly.Memory({ initial: 1 });
  const watch = memoryGuard.watch(place);
  const { exports } = new WebAssembly.Instance(module, { env: { memory: place, abort: () => undefined, ...watch.imports } });
  memory = new ResidentMemory(new ResidentSpace(place, exports as unknown as PassExports, watch));
});

describe('the solver with assertions', () => {
  const DEVICES = 64;
  const mark = (end: number, stages = memory.take(DEVICES)): void =>
    memory.markStages(memory.take(DEVICES * 4), memory.take(1), stages, memory.take(DEVICES / 8), 0, end);

  it('does what stays within the pieces of memory that were taken', () => {
    expect(() => mark(DEVICES)).not.toThrow();
  });

  it('is stopped where it reads beyond a piece', () => {
    expect(() => mark(2 * DEVICES)).toThrow(/reads \d+ bytes at \d+, which are not its own/);
  });

  it('is stopped where it writes to a piece that was given back', () => {
    const stages = memory.take(DEVICES);
    memory.give(stages, DEVICES);
    const others = [memory.take(DEVICES * 4), memory.take(1), memory.take(DEVICES / 8)] as const;
    expect(() => memory.markStages(others[0], others[1], stages, others[2], 0, DEVICES)).toThrow(/writes \d+ bytes/);
  });

  it('is asked before each load and store that its code has', () => {
    const imports = WebAssembly.Module.imports(module).map(({ name }) => name);
    expect(imports.toSorted()).toEqual(['abort', 'load_ptr', 'memory', 'store_ptr']);
    const release = new WebAssembly.Module(readFileSync(new URL('../../../../build/solver.wasm', import.meta.url)));
    expect(WebAssembly.Module.imports(release).map(({ name }) => name)).toEqual(['memory']);
  });
});

it('regions leave gaps between their pieces only where memory is watched', () => {
  const [close, apart] = [new Region(5), new Region(5, 64)];
  for (const bytes of [3, 8, 0, 1000]) {
    close.take(bytes);
    apart.take(bytes);
  }
  expect(close).toMatchObject({ size: 8 + 8 + 8 + 0 + 1000, pieces: [] });
  expect(apart.size).toBe(close.size + 5 * 64);
  expect(apart.pieces.map(({ bytes }) => bytes)).toEqual([5, 3, 8, 0, 1000]);
  apart.pieces.slice(1).forEach(({ start }, index) => {
    const before = apart.pieces[index] as (typeof apart.pieces)[number];
    expect(start).toBe(align(before.start + before.bytes) + 64);
  });
});
