// Builds the package when npm installs it from git or from a folder: npm runs this as `prepare`. In the repository itself `npm ci` stays quick.
// There `npm start` and `npm test` build stale targets, and `npm pack` builds them as `prepack`.

import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { root } from './fresh.mjs';

/** Variables in which npm passes its options on. With `npm install -g` they would also install the tools globally, and some settings omit the tools. */
const OPTION = /^npm_config_(global|location|omit|production|only|prefix|local_prefix|dry_run|install_links)$/i;

/** The folder in which npm was called. */
const caller = process.env['INIT_CWD'] ?? root;
const path = relative(realpathSync(root), realpathSync(caller));
if (/^\.\.($|[/\\])/.test(path) || isAbsolute(path)) {
  if (!existsSync(join(root, 'node_modules/esbuild'))) installTools();
  process.argv.push('--if-stale');
  await import('./build.mjs');
}

/** Installs the tools of the build, because npm does not when it installs a package globally. */
function installTools() {
  const { npm_execpath: npm = '' } = process.env;
  const parameters = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OPTION.test(name) && name !== 'NODE_ENV'));
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const options = { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] };
  if (/npm-cli\.c?js$/.test(npm)) execFileSync(process.execPath, [npm, ...parameters], options);
  else execFileSync('npm', parameters, { ...options, shell: process.platform === 'win32' });
}
