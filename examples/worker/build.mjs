// Bundles the Worker as one module, with the solver next to it. workerd compiles the solver at startup.

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
  // The service is a link to the neighboring folder, and its imports are installed here.
  preserveSymlinks: true,
  minify: true,
});
copyFileSync(fileURLToPath(import.meta.resolve('dra-allocator/solver.wasm')), 'dist/solver.wasm');
