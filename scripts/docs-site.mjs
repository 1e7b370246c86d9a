// Builds the static site into build/site: installs the tools of docs/site/, and runs typedoc for the API reference and VitePress for the
// HTML. A dead link fails.
// The pages are copied to the tools, since the code that Vue generates for a page searches the folders above the page for Vue.

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
