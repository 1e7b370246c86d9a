// Every implementation of the search, for suites that run with all of them.

import { readFileSync } from 'node:fs';
import type { Kernel } from '../../src/allocator/kernel/kernel.js';
import { BOUND_ALL } from '../../src/allocator/kernel/layout.js';
import type { MemoryWatcher } from '../../src/allocator/kernel/memory/memory-watch.js';
import { referenceKernel } from '../../src/allocator/kernel/reference.js';
import { type BoundsPolicy, ESCALATE, PLAIN, WasmKernel } from '../../src/allocator/kernel/solver.js';
import { memoryGuard } from './memory-guard.js';

function load(name: string, policy: BoundsPolicy, watcher?: MemoryWatcher): Promise<WasmKernel> {
  return WasmKernel.create(new WebAssembly.Module(readFileSync(new URL(`../../build/${name}`, import.meta.url))), policy, watcher);
}

/** The Wasm solver, and the one with assertions that also checks each load and store. Both run plain search, step for step. */
export const release = await load('solver.wasm', PLAIN);
export const debug = await load('solver.debug.wasm', PLAIN, memoryGuard);

/** The published Wasm solver: bounds start after some steps. */
export const escalating = await load('solver.wasm', ESCALATE);

/** A solver with assertions whose bounds start at some step: all bounds, or some of them (BOUND_* bits). */
export function bounded(bounds: number = BOUND_ALL, plainSteps = 0): Promise<WasmKernel> {
  return load('solver.debug.wasm', { plainSteps, bounds }, memoryGuard);
}

/** A solver with the bounds of {@link bounded}, without assertions: for tests of code that uses the answers of bounds. */
export function boundedRelease(bounds: number): Promise<WasmKernel> {
  return load('solver.wasm', { plainSteps: 0, bounds });
}

/** The name and implementation of each kernel, plain search first. */
export const kernels: readonly (readonly [string, Kernel])[] = [
  ['reference', referenceKernel],
  ['wasm', release],
  ['wasm with assertions', debug],
];
