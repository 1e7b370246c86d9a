// Builds the bundles of the package, one set for each runtime, and collects the licenses of their contents.

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

/** Writes every bundle into dist/. Throws if one does not build, or imports something that its runtime lacks. */
export async function buildBundles() {
  await buildNodeLibrary();
  const cli = await buildCommandLine();
  const browser = await buildWhole('browser', []);
  const workerd = await buildWhole('workerd', ['./solver.wasm']);
  writeFileSync(join(root, 'dist/third-party-licenses.txt'), licensesOf({ ...cli.inputs, ...browser.inputs, ...workerd.inputs }));
}

/** Returns the entries of the library for a runtime. They share their code, so an error class of one is also that of the others. @param {string} runtime */
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

/**
 * Modules that esbuild writes to separate files. An app whose code does not name their exports drops them: bundlers drop whole files, but keep
 * calls that may have side effects.
 */
const APART = { 'error-codes': 'src/core/base/error-codes.ts' };

/**
 * Builds the entries of a runtime. Modules of APART are entries for esbuild, so that no other file contains them. Their entry files
 * are useless and are deleted.
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

/** The library for Node finds these dependencies where they are installed. Bundles contain all other packages, like the command. */
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Builds the library for Node. Dependencies stay outside; the solver and the program of the threads are inside, for users who bundle the library. */
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

/**
 * Without blanks and long names, V8 checks the program faster. That check is a quarter of the time that `allocate` needs beyond Node's
 * startup. Source maps translate stack traces.
 */
const compact = /** @type {const} */ ({ minify: true, sourcemap: 'external', sourcesContent: false });

/**
 * Builds the command with all of its code inside, because each file slows the start. Only regular expressions, a fifth of the code, are read on demand.
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
 * Builds the library for another runtime, with all of its code inside.
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
 * Resolves the imports of src/platform/: '#solver-text' puts the compressed solver into the bundle, and the runtime loads '#solver-module'.
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

/** Puts the regular expressions of the command into another file. @type {import('esbuild').Plugin} */
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
 * Resolves '#node-files', an import of Node's platform, to the contents of the files. Decoding is faster than reading a file.
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
 * Returns the license texts of all packages among the inputs of a bundle. Throws if a package has no license: it must not be distributed.
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
