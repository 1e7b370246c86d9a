// Every implementation of the search, for suites that run over all of them.

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

/** The Wasm solver, and with its assertions, also for each load and store: plain search, step for step. */
export const release = await load('solver.wasm', PLAIN);
export const debug = await load('solver.debug.wasm', PLAIN, memoryGuard);

/** The Wasm solver as users have it: bounds come after some steps. */
export const escalating = await load('solver.wasm', ESCALATE);

/** Bounds from some step on, all of them or only some (BOUND_* bits), with assertions. */
export function bounded(bounds: number = BOUND_ALL, plainSteps = 0): Promise<WasmKernel> {
  return load('solver.debug.wasm', { plainSteps, bounds }, memoryGuard);
}

/** Bounds as {@link bounded} has them, without assertions: for tests of what is made of their answers. */
export function boundedRelease(bounds: number): Promise<WasmKernel> {
  return load('solver.wasm', { plainSteps: 0, bounds });
}

/** Name and implementation, plain search first. */
export const kernels: readonly (readonly [string, Kernel])[] = [
  ['reference', referenceKernel],
  ['wasm', release],
  ['wasm with assertions', debug],
];
