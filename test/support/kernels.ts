// Every implementation of the search, for suites that run over all of them.

import { readFileSync } from 'node:fs';
import type { Kernel } from '../../src/kernel/problem.js';
import { referenceKernel } from '../../src/kernel/reference.js';
import { WasmKernel } from '../../src/kernel/solver.js';

function load(name: string): Promise<WasmKernel> {
  return WasmKernel.create(new WebAssembly.Module(readFileSync(new URL(`../../build/${name}`, import.meta.url))));
}

/** The Wasm solver as it is released, and with its assertions. */
export const release = await load('solver.wasm');
export const debug = await load('solver.debug.wasm');

/** Name and implementation, plain search first. */
export const kernels: readonly (readonly [string, Kernel])[] = [
  ['reference', referenceKernel],
  ['wasm', release],
  ['wasm with assertions', debug],
];
