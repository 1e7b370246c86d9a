// Builds the package: the solver, the bundles, the declarations. With `--if-stale` it builds only targets whose inputs changed.

import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildBundles } from './bundles.mjs';
import { buildDeclarations } from './declarations.mjs';
import { make, root } from './fresh.mjs';
import { playground, printPlaygroundSizes } from './playground.mjs';
import { makeSolver } from './solver.mjs';

const tools = [
  'build',
  'bundles',
  'declarations',
  'fresh',
  're2-syntax',
  're2-tables',
  're2-unpack',
  'rule-examples',
  'search-worker',
  'solver',
].map((name) => `scripts/${name}.mjs`);

const library = {
  name: 'library',
  inputs: ['src', 'assembly', 'asconfig.json', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...tools],
  outputs: [
    'dist/solver.wasm',
    'dist/index.node.js',
    'dist/index.browser.js',
    'dist/index.workerd.js',
    'dist/bench.node.js',
    'dist/bench.browser.js',
    'dist/bench.workerd.js',
    'dist/cel.node.js',
    'dist/cel.browser.js',
    'dist/cel.workerd.js',
    'dist/check.node.js',
    'dist/check.browser.js',
    'dist/check.workerd.js',
    'dist/classic.node.js',
    'dist/classic.browser.js',
    'dist/classic.workerd.js',
    'dist/pods.node.js',
    'dist/pods.browser.js',
    'dist/pods.workerd.js',
    'dist/read.node.js',
    'dist/read.browser.js',
    'dist/read.workerd.js',
    'dist/simulate.node.js',
    'dist/simulate.browser.js',
    'dist/simulate.workerd.js',
    'dist/validate.node.js',
    'dist/validate.browser.js',
    'dist/validate.workerd.js',
    'dist/cli.js',
    'dist/kubectl-complete.js',
    'dist/types/index.d.ts',
    'dist/types/cel/index.d.ts',
    'dist/types/check/check.d.ts',
    'dist/types/classic/index.d.ts',
    'dist/types/harness/index.d.ts',
    'dist/types/pods/index.d.ts',
    'dist/types/read/index.d.ts',
    'dist/types/simulate/index.d.ts',
    'dist/types/validate/index.d.ts',
  ],
  build: async () => {
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    await buildBundles();
    copyFileSync(join(root, 'build/solver.wasm'), join(root, 'dist/solver.wasm'));
    buildDeclarations();
  },
};

/** Prints the sizes of all built files. */
function printSizes() {
  for (const name of readdirSync(join(root, 'dist')).filter((entry) => /\.(js|wasm)$/.test(entry))) {
    const content = readFileSync(join(root, 'dist', name));
    console.error(
      `dist/${name.padEnd(24)} ${String(content.length).padStart(8)} bytes ${String(gzipSync(content).length).padStart(8)} gzip`,
    );
  }
}

const ifStale = process.argv.includes('--if-stale');
try {
  await makeSolver({ ifStale });
  if (await make(library, { ifStale })) printSizes();
  if (await make(playground, { ifStale })) printPlaygroundSizes();
} catch (error) {
  console.error(`build failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
