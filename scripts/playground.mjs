// Builds the playground into dist/playground: a static page, its worker, and the texts of its examples.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { licensesOf, solverImports } from './bundles.mjs';
import { root } from './fresh.mjs';
import { buildPlaygroundDocs } from './playground-docs.mjs';
import { playgroundExamples } from './playground-examples.mjs';
import { re2Syntax } from './re2-syntax.mjs';
import { withoutRuleExamples } from './rule-examples.mjs';

const page = 'src/apps/playground/page';
const out = 'dist/playground';

/** The target of the build. @type {import('./fresh.mjs').Target} */
export const playground = {
  name: 'playground',
  inputs: [
    'src',
    'examples',
    'test/manifests',
    'assembly',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'scripts/bundles.mjs',
    'docs',
    'scripts/playground.mjs',
    'scripts/playground-docs.mjs',
    'scripts/playground-examples.mjs',
    'scripts/re2-syntax.mjs',
    'scripts/re2-tables.mjs',
    'scripts/re2-unpack.mjs',
    'scripts/rule-examples.mjs',
  ],
  outputs: [
    `${out}/index.html`,
    `${out}/main.js`,
    `${out}/draw.js`,
    `${out}/worker.js`,
    `${out}/style.css`,
    `${out}/examples/eks.yaml`,
    `${out}/docs/index.html`,
  ],
  build: buildPlayground,
};

async function buildPlayground() {
  rmSync(join(root, out), { recursive: true, force: true });
  mkdirSync(join(root, out, 'examples'), { recursive: true });
  /** @type {import('esbuild').BuildOptions & { metafile: true }} */
  const common = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['browser'],
    target: 'es2022',
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    outdir: out,
  };
  const own = await build({
    ...common,
    splitting: true,
    entryPoints: { main: `${page}/main.ts`, draw: `${page}/draw.tsx` },
    chunkNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  // The worker is a single file: the browser reads it once, and starts it again when a search is aborted.
  const plugins = [solverImports, re2Syntax, withoutRuleExamples];
  const worker = await build({ ...common, entryPoints: { worker: 'src/apps/playground/worker.ts' }, plugins });
  await build({ ...common, entryPoints: { style: `${page}/style.css` } });
  writeFileSync(join(root, out, 'index.html'), withPreloads(readFileSync(join(root, page, 'index.html'), 'utf8'), own.metafile));
  for (const [id, text] of playgroundExamples()) writeFileSync(join(root, out, 'examples', `${id}.yaml`), text);
  buildPlaygroundDocs(join(root, out, 'docs'));
  const inputs = { ...own.metafile.inputs, ...worker.metafile.inputs };
  writeFileSync(join(root, out, 'third-party-licenses.txt'), licensesOf(inputs, 'The playground contains these packages.'));
}

/**
 * Adds links that make the browser load all static imports of the program at once, instead of one after the other.
 * @param {string} html @param {import('esbuild').Metafile} metafile
 */
function withPreloads(html, { outputs }) {
  const files = new Set([`${out}/main.js`, `${out}/draw.js`]);
  for (const file of files) for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') files.add(path);
  const links = Array.from(files, (file) => `    <link rel="modulepreload" href="${basename(file)}">\n`).join('');
  const place = html.indexOf('    <link rel="stylesheet"');
  if (place < 0) throw new Error('the page has no style sheet before which its modules could be named');
  return html.slice(0, place) + links + html.slice(place);
}

/** Prints the sizes of the files that the page loads. */
export function printPlaygroundSizes() {
  for (const name of readdirSync(join(root, out)).filter((file) => /\.(js|css|html)$/.test(file))) {
    const content = readFileSync(join(root, out, name));
    console.error(
      `${out}/${name.padEnd(24)} ${String(statSync(join(root, out, name)).size).padStart(8)} bytes ${String(gzipSync(content).length).padStart(8)} gzip`,
    );
  }
}
