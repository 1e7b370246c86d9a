// Builds apps from the program and the package with bundlers, for browsers and for Node. The results run in another folder, without any
// file of the package next to them.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';
import webpack from 'webpack';
import { installedChromium } from './binaries.mjs';
import { writeProgram } from './program.mjs';
import { printedBy, servePage } from './runners.mjs';

/** @typedef {import('./runners.mjs').Report} Report */

/** An app: the folder of its source, the folder of its bundles, and its target. @typedef {{ folder: string, out: string, target: 'browser' | 'node' }} App */

/** Each bundler, with only the options that the app needs. @type {Readonly<Record<string, (app: App) => Promise<unknown>>>} */
const BUNDLERS = {
  esbuild: ({ folder, out, target }) =>
    buildWithEsbuild({
      entryPoints: [join(folder, 'main.mjs')],
      outdir: out,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      platform: target,
      logLevel: 'error',
    }),
  vite: ({ folder, out, target }) =>
    buildWithVite({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: out,
        target: 'es2022',
        emptyOutDir: true,
        modulePreload: false,
        ssr: target === 'node',
        rolldownOptions: { input: join(folder, 'main.mjs'), output: { entryFileNames: 'main.js' } },
      },
      ...(target === 'node' ? { ssr: { noExternal: true } } : {}),
    }),
  webpack: ({ folder, out, target }) =>
    new Promise((resolve, reject) => {
      const compiler = webpack({
        context: folder,
        mode: 'production',
        target: target === 'node' ? 'node20.19' : 'web',
        entry: './main.mjs',
        experiments: { outputModule: true },
        output: { path: out, filename: 'main.js', module: true, chunkFormat: 'module' },
        performance: false,
      });
      compiler.run((error, stats) => {
        if (error !== null) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
        else compiler.close(resolve);
      });
    }),
};

export const BUNDLER_NAMES = Object.keys(BUNDLERS);

/**
 * Builds both apps with a bundler, and joins their reports.
 * @param {string} name
 * @param {string} folder the one with the package
 * @returns {Promise<Report>}
 */
export async function runBundled(name, folder) {
  const away = mkdtempSync(join(tmpdir(), `dra-allocator-${name}-`));
  const at = (/** @type {string} */ entry) => (entry === 'index' ? 'dra-allocator' : `dra-allocator/${entry}`);
  const make = /** @type {(app: App) => Promise<unknown>} */ (BUNDLERS[name]);
  try {
    const [forNode, forPage] = [join(away, 'node'), join(away, 'page')];
    for (const out of [forNode, forPage]) mkdirSync(out);
    await writeProgram(folder, 'printed', at);
    await make({ folder, out: forNode, target: 'node' });
    writeFileSync(join(forNode, 'package.json'), '{ "type": "module" }\n');
    const inNode = await printedBy(process.execPath, ['main.js'], forNode);
    await writeProgram(folder, 'posted', at);
    await make({ folder, out: forPage, target: 'browser' });
    const onPage = await openPage(forPage);
    if (onPage.where['runsText'] !== false) onPage.failures.push('the page runs text, whatever its policy says');
    const where = { node: inNode.where['node'], userAgent: onPage.where['userAgent'], hasDocument: onPage.where['hasDocument'] };
    const differs = inNode.steps.join() === onPage.steps.join() ? [] : ['other numbers of steps in the page than in Node'];
    const failures = [...inNode.failures, ...onPage.failures, ...differs];
    return { where, passed: inNode.passed + onPage.passed, failures, steps: onPage.steps };
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}

/** @param {string} folder @returns {Promise<Report>} */
function openPage(folder) {
  const files = new Set(readdirSync(folder, { recursive: true }).map((file) => `/${file}`));
  return servePage(installedChromium(), (path) => {
    if (path === '/') return '<!doctype html><title>dra-allocator</title><script type="module" src="/main.js"></script>';
    return files.has(path) ? readFileSync(join(folder, path)) : undefined;
  });
}
