// Bundles the Worker: one module, and the solver next to it, which workerd compiles when it starts.

import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  entryPoints: ['src/worker.ts'],
  outfile: 'dist/worker.js',
  bundle: true,
  format: 'esm',
  platform: 'browser',
  conditions: ['workerd'],
  external: ['./solver.wasm'],
  // The service is a link to the folder next to this one; what it imports is installed here.
  preserveSymlinks: true,
  minify: true,
});
copyFileSync(fileURLToPath(import.meta.resolve('dra-allocator/solver.wasm')), 'dist/solver.wasm');
