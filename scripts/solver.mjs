// Compiles the solver, assembly/, into build/solver.wasm and build/solver.debug.wasm. The build and vitest call this.

import { make, root } from './fresh.mjs';
import { WatchedMemory } from './watched-memory.mjs';

const solver = {
  name: 'solver',
  inputs: ['assembly', 'asconfig.json', 'package-lock.json', 'scripts/solver.mjs', 'scripts/watched-memory.mjs'],
  outputs: ['build/solver.wasm', 'build/solver.debug.wasm'],
  build: async () => {
    await compile('release');
    await compile('debug');
  },
};

/**
 * Compiles both targets of asconfig.json. Throws the compiler's message if it fails.
 * @param {{ ifStale: boolean }} options
 */
export function makeSolver(options) {
  return make(solver, options);
}

/** @param {'release' | 'debug'} target */
async function compile(target) {
  // Loaded only on demand: loading lasts seconds.
  const { default: asc } = await import('assemblyscript/asc');
  const { error, stderr } = await asc.main(['--config', 'asconfig.json', '--baseDir', root, '--target', target, '--noColors'], {
    transforms: target === 'debug' ? [/** @type {any} */ (WatchedMemory)] : [],
  });
  if (error) throw new Error(`the solver (${target}) does not compile\n${stderr}`);
  process.stderr.write(stderr.toString());
}
