// Browsers, and whatever else is neither Node nor workerd: the solver is part of the bundle.

import text from '#solver-text';
import { giveWayByMessage } from './channel.js';
import type { Platform } from './platform.js';

let solver: Promise<WebAssembly.Module> | undefined;

/** Compressed it is a third as long, and nothing is done with it before it is needed. */
async function loadSolver(): Promise<WebAssembly.Module> {
  const compressed = new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
  return WebAssembly.compile(await new Response(compressed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}

/** The platform of browsers. Where compiling from bytes is forbidden, hand `module` to createAllocator. */
export const platform: Platform = {
  loadSolver() {
    solver ??= loadSolver();
    // A failure is not for ever.
    solver.catch(() => {
      solver = undefined;
    });
    return solver;
  },
  giveWay: giveWayByMessage,
};
