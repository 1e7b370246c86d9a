// The bundles of the package, one set for each runtime, and the licenses of what they contain.

import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './fresh.mjs';
import { buildSearchWorker } from './search-worker.mjs';

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** Writes every bundle into dist/. Throws when one does not build, or imports what its runtime does not have. */
export async function buildBundles() {
  await buildNodeLibrary();
  const cli = await buildCommandLine();
  await buildSearchWorker('dist/search-worker.js');
  const browser = await buildWhole('src/index.ts', 'dist/index.browser.js', 'browser', []);
  const workerd = await buildWhole('src/index.ts', 'dist/index.workerd.js', 'workerd', ['./solver.wasm']);
  // Selectors alone need nothing of any platform: browsers and workerd get the same file.
  const cel = await buildWhole('src/cel/index.ts', 'dist/cel.browser.js', 'browser', []);
  writeFileSync(
    join(root, 'dist/third-party-licenses.txt'),
    licensesOf({ ...cli.inputs, ...browser.inputs, ...workerd.inputs, ...cel.inputs }),
  );
}

/** @type {Omit<import('esbuild').BuildOptions, 'metafile'>} */
const node = {
  platform: 'node',
  target: 'node20.19',
  splitting: true,
  outdir: 'dist',
  define: { SOLVER_FILE: '"./solver.wasm"', SEARCH_WORKER_FILE: '"./search-worker.js"' },
};

/** For Node: the modules of the library share their code; dependencies stay outside, the solver is read from beside it. */
async function buildNodeLibrary() {
  await build({
    ...common,
    ...node,
    packages: 'external',
    entryPoints: { 'index.node': 'src/index.ts', 'cel.node': 'src/cel/index.ts' },
    chunkNames: 'shared-[hash]',
  });
}

/** The command, with everything in it: a start takes time for each file, and most of it for those of `yaml`. */
async function buildCommandLine() {
  const { metafile } = await build({
    ...common,
    ...node,
    alias: { yaml: join(root, 'node_modules/yaml/browser/dist/index.js') },
    entryPoints: { cli: 'src/cli/main.ts' },
    chunkNames: 'cli-[hash]',
  });
  const cli = join(root, 'dist/cli.js');
  if (!readFileSync(cli, 'utf8').startsWith('#!/usr/bin/env node\n'))
    throw new Error('src/cli/main.ts must begin with "#!/usr/bin/env node"');
  chmodSync(cli, 0o755);
  return metafile;
}

/**
 * For other runtimes: one file with everything in it.
 * @param {string} entry
 * @param {string} outfile
 * @param {'browser' | 'workerd'} runtime
 * @param {readonly string[]} allowed what it may import
 */
async function buildWhole(entry, outfile, runtime, allowed) {
  const { metafile } = await build({
    ...common,
    platform: 'browser',
    conditions: [runtime],
    minify: true,
    entryPoints: [entry],
    outfile,
    plugins: [solverImports],
  });
  for (const output of Object.values(metafile.outputs)) {
    for (const { path } of output.imports) {
      if (!allowed.includes(path)) throw new Error(`${outfile} imports '${path}', which this runtime does not have`);
    }
  }
  return metafile;
}

/**
 * What src/platform/ imports: '#solver-bytes' puts the solver into the bundle, '#solver-module' is for the runtime to load.
 * @type {import('esbuild').Plugin}
 */
const solverImports = {
  name: 'solver',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#solver-module$/ }, () => ({ path: './solver.wasm', external: true }));
    onResolve({ filter: /^#solver-bytes$/ }, () => ({ path: 'solver.wasm', namespace: 'solver' }));
    onLoad({ filter: /.*/, namespace: 'solver' }, () => ({ contents: readFileSync(join(root, 'build/solver.wasm')), loader: 'binary' }));
  },
};

/**
 * The license text of every package among the inputs of a bundle. Throws when a package has none: it could not be passed on.
 * @param {Readonly<Record<string, unknown>>} inputs
 */
function licensesOf(inputs) {
  const folders = new Set(Object.keys(inputs).flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
  let text = 'The command, and the bundles for browsers and workerd, contain these packages.\n';
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(basename(entry)));
    if (file === undefined) throw new Error(`${folder} has no license file`);
    text += `\n--- ${name} ${version} (${license})\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`;
  }
  return text;
}
