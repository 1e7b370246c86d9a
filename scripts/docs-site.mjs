// Builds the static site into build/site: the tools of docs/site/ are installed there, typedoc writes the reference of the API next to the pages, VitePress makes HTML of all, and a dead link fails.
// The pages are brought to the tools, since what Vue makes of a page looks for Vue in the folders above it.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

const site = join(root, 'docs/site');

/** @param {string} command @param {readonly string[]} parameters */
function run(command, parameters) {
  execFileSync(command, parameters, { cwd: site, stdio: 'inherit', shell: process.platform === 'win32' });
}

try {
  if (!existsSync(join(site, 'node_modules')) || process.argv.includes('--install')) run('npm', ['ci', '--no-audit', '--no-fund']);
  const pages = join(site, 'pages');
  rmSync(pages, { recursive: true, force: true });
  for (const name of readdirSync(join(root, 'docs')).filter((each) => each !== 'site'))
    cpSync(join(root, 'docs', name), join(pages, name), { recursive: true });
  run(process.execPath, ['node_modules/typedoc/bin/typedoc']);
  run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build']);
  console.log('the site is in build/site');
} catch (error) {
  console.error(`docs:site: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
