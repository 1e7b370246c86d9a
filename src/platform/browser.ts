// The platform of browsers and of runtimes other than Node and workerd: the solver is part of the bundle.

import text from '#solver-text';
import { yieldByMessage } from './channel.js';
import type { Platform } from './platform.js';

let solver: Promise<WebAssembly.Module> | undefined;

/** Decompresses and compiles the solver on first use. Compressed, it has a third of its size. */
async function loadSolver(): Promise<WebAssembly.Module> {
  const compressed = new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
  return WebAssembly.compile(await new Response(compressed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}

/** The platform of browsers. If compiling from bytes is forbidden, pass `module` to createAllocator. */
export const platform: Platform = {
  loadSolver() {
    solver ??= loadSolver();
    // A failure must not be cached, so that the next call can succeed.
    solver.catch(() => {
      solver = undefined;
    });
    return solver;
  },
  yieldNow: yieldByMessage,
};
