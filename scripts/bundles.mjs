// The bundles of the package, one set for each runtime, and the licenses of what they contain.

import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './fresh.mjs';
import { re2Syntax } from './re2-syntax.mjs';
import { withoutRuleExamples } from './rule-examples.mjs';
import { makeSearchWorker, SEARCH_WORKER } from './search-worker.mjs';

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
  const browser = await buildWhole('browser', []);
  const workerd = await buildWhole('workerd', ['./solver.wasm']);
  writeFileSync(join(root, 'dist/third-party-licenses.txt'), licensesOf({ ...cli.inputs, ...browser.inputs, ...workerd.inputs }));
}

/** The entries of the library, which share their code: an error of one is an error of the other. @param {string} runtime */
function entriesFor(runtime) {
  const entries = {
    index: 'src/index.ts',
    bench: 'src/harness/index.ts',
    cel: 'src/cel/index.ts',
    check: 'src/explain/check/check.ts',
    classic: 'src/classic/index.ts',
    pods: 'src/library/pods/index.ts',
    read: 'src/core/read/index.ts',
    simulate: 'src/planning/index.ts',
    validate: 'src/validate/index.ts',
  };
  return Object.fromEntries(Object.entries(entries).map(([name, source]) => [`${name}.${runtime}`, source]));
}

/** A file of its own for each of these, which an app does without that does not name what it has: bundlers leave out whole files, but no call of which they do not know that it has no effect. */
const APART = { 'error-codes': 'src/core/base/error-codes.ts' };

/**
 * Builds the entries of a runtime. What is apart is an entry for esbuild, so that no other file has it; the entry itself is of no use to anybody.
 * @param {string} runtime
 * @param {import('esbuild').BuildOptions & { readonly metafile: true }} options
 */
async function buildEntries(runtime, options) {
  const apart = Object.fromEntries(Object.entries(APART).map(([name, source]) => [`${name}.${runtime}`, source]));
  const { metafile } = await build({ ...options, entryPoints: { ...entriesFor(runtime), ...apart } });
  for (const name of Object.keys(apart)) rmSync(join(root, `dist/${name}.js`));
  return metafile;
}

/** @type {Omit<import('esbuild').BuildOptions, 'metafile'>} */
const node = {
  platform: 'node',
  target: 'node20.19',
  splitting: true,
  outdir: 'dist',
};

/** The library of Node finds the dependencies where they are installed. Other packages are inside, as in the command. */
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** For Node: dependencies stay outside; the solver and the program of threads are inside, for those who bundle it with their own code. */
async function buildNodeLibrary() {
  await makeSearchWorker({ ifStale: true });
  await buildEntries('node', {
    ...common,
    ...node,
    external: Object.keys(dependencies),
    chunkNames: 'shared-[hash]',
    plugins: [nodeFiles, withoutRuleExamples],
  });
}

/** A quarter of what `allocate` takes beyond Node itself is V8's check the program: without blanks and long names it is less. The maps say where in the sources a trace of a defect goes. */
const compact = /** @type {const} */ ({ minify: true, sourcemap: 'external', sourcesContent: false });

/**
 * The command, with everything in it: a start takes time for each file. Only regular expressions, a fifth of it, are read when there is one.
 * @param {string} outdir
 * @param {{ readonly [option: string]: unknown }} form the package has it compact; with blanks it says before each module where it is from
 */
export async function buildCommandLine(outdir = 'dist', form = compact) {
  const expressions = await build({
    ...common,
    ...node,
    ...form,
    sourcemap: false,
    outdir,
    format: 'cjs',
    splitting: false,
    entryPoints: { 'cli-re2js': 're2js' },
    outExtension: { '.js': '.cjs' },
    plugins: [re2Syntax],
  });
  const { metafile } = await build({
    ...common,
    ...node,
    ...form,
    outdir,
    entryPoints: { cli: 'src/apps/cli/main.ts', 'kubectl-complete': 'src/apps/cli/kubectl-complete.ts' },
    define: { SOLVER_FILE: '"./solver.wasm"' },
    chunkNames: 'cli-[hash]',
    plugins: [laterExpressions],
  });
  for (const program of ['cli.js', 'kubectl-complete.js'].map((file) => join(root, outdir, file))) {
    if (!readFileSync(program, 'utf8').startsWith('#!/usr/bin/env node\n'))
      throw new Error(`${program} must begin with "#!/usr/bin/env node"`);
    chmodSync(program, 0o755);
  }
  return { ...metafile, inputs: { ...metafile.inputs, ...expressions.metafile.inputs } };
}

/**
 * For other runtimes: with everything in it.
 * @param {'browser' | 'workerd'} runtime
 * @param {readonly string[]} allowed what it may import next to its own parts
 */
async function buildWhole(runtime, allowed) {
  const metafile = await buildEntries(runtime, {
    ...common,
    platform: 'browser',
    conditions: [runtime],
    minify: true,
    splitting: true,
    outdir: 'dist',
    chunkNames: `${runtime}-[hash]`,
    plugins: [solverImports, re2Syntax, withoutRuleExamples],
  });
  for (const [file, output] of Object.entries(metafile.outputs)) {
    for (const { path, external } of output.imports) {
      if (external === true && !allowed.includes(path)) throw new Error(`${file} imports '${path}', which this runtime does not have`);
    }
  }
  return metafile;
}

/**
 * Resolves the imports of src/platform/: '#solver-text' puts the solver into the bundle, compressed, '#solver-module' is for the runtime to load.
 * @type {import('esbuild').Plugin}
 */
export const solverImports = {
  name: 'solver',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#solver-module$/ }, () => ({ path: './solver.wasm', external: true }));
    onResolve({ filter: /^#solver-text$/ }, () => ({ path: 'solver.wasm', namespace: 'solver' }));
    onLoad({ filter: /.*/, namespace: 'solver' }, () => ({
      contents: gzipSync(readFileSync(join(root, 'build/solver.wasm')), { level: 9 }),
      loader: 'base64',
    }));
  },
};

/** Regular expressions of the command, from a file of their own. @type {import('esbuild').Plugin} */
const laterExpressions = {
  name: 'later-expressions',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^re2js$/ }, () => ({ path: 're2js', namespace: 'later-expressions' }));
    onLoad({ filter: /.*/, namespace: 'later-expressions' }, () => ({
      contents:
        "import { createRequire } from 'node:module';" +
        'const load = createRequire(import.meta.url);' +
        "export const RE2JS = { compile: (pattern) => load('./cli-re2js.cjs').RE2JS.compile(pattern) };",
    }));
  },
};

/**
 * Resolves '#node-files', which the platform of Node imports, to the contents of the files. Decoding takes less than reading a file.
 * @type {import('esbuild').Plugin}
 */
const nodeFiles = {
  name: 'node-files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#node-files$/ }, () => ({ path: 'node-files', namespace: 'node-files' }));
    onResolve({ filter: /^solver$/, namespace: 'node-files' }, () => ({ path: 'solver', namespace: 'node-files-solver' }));
    onResolve({ filter: /^program$/, namespace: 'node-files' }, () => ({ path: 'program', namespace: 'node-files-program' }));
    onLoad({ filter: /.*/, namespace: 'node-files' }, () => ({
      contents:
        "export const solverBytes = async () => (await import('solver')).default;" +
        "export const searchProgram = async () => (await import('program')).default;",
    }));
    onLoad({ filter: /.*/, namespace: 'node-files-solver' }, () => ({
      contents: readFileSync(join(root, 'build/solver.wasm')),
      loader: 'binary',
    }));
    onLoad({ filter: /.*/, namespace: 'node-files-program' }, () => ({
      contents: readFileSync(join(root, SEARCH_WORKER)),
      loader: 'text',
    }));
  },
};

/**
 * The license text of every package among the inputs of a bundle. Throws when a package has none: it could not be passed on.
 * @param {Readonly<Record<string, unknown>>} inputs
 */
export function licensesOf(
  inputs,
  title = 'The command, the entry `read`, and the bundles for browsers and workerd contain these packages.',
) {
  const folders = new Set(Object.keys(inputs).flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
  let text = `${title}\n`;
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(basename(entry)));
    if (file === undefined) throw new Error(`${folder} has no license file`);
    text += `\n--- ${name} ${version} (${license})\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`;
  }
  return text;
}
