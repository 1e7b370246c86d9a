// Provides the runtimes on this machine. Node, workerd, Deno and Bun are npm packages with the program itself, one for each platform,
// and need no install scripts.
// They stay in build/runtimes/, since they are large. The browser is the one on the machine.

import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../fresh.mjs';

/** The names of this platform in the packages of each runtime. */
const { platform, arch } = process;
const NAMES = {
  deno: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
  bun: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`,
  workerd: `@cloudflare/workerd-${platform}-${arch === 'x64' ? '64' : arch}`,
  node: `node-${platform}-${arch}`,
};

/**
 * A program in an npm package.
 * @typedef {{ readonly package: string, readonly version: string, readonly path: string }} Binary
 */

/** The oldest Node that the package supports, and the newest Node of each maintained release line. @type {Readonly<Record<string, Binary>>} */
export const BINARIES = {
  'node-20.19': { package: NAMES.node, version: '20.19.0', path: 'bin/node' },
  'node-22': { package: NAMES.node, version: '22.23.3', path: 'bin/node' },
  'node-24': { package: NAMES.node, version: '24.21.0', path: 'bin/node' },
  workerd: { package: NAMES.workerd, version: '1.20261117.1', path: 'bin/workerd' },
  deno: { package: NAMES.deno, version: '2.9.6', path: 'deno' },
  bun: { package: NAMES.bun, version: '1.4.5', path: 'bin/bun' },
};

/**
 * Returns the path of a runtime's program, and installs it first if it is missing. Throws npm's message if that fails.
 * @param {string} name
 */
export function installedBinary(name) {
  const { package: source, version, path } = /** @type {Binary} */ (BINARIES[name]);
  const folder = join(root, 'build/runtimes', `${name}-${version}`);
  const program = join(folder, 'node_modules/runtime', path);
  if (existsSync(program)) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(['install', '--ignore-scripts', `runtime@npm:${source}@${version}`], folder);
  return program;
}

/** Returns the path of this machine's browser. Throws if none exists. */
export function installedChromium() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const programs = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [process.env['CHROMIUM'] ?? '', ...programs].find(isProgram);
  if (found === undefined) throw new Error('no chromium on the PATH (apt-get install chromium), and none that CHROMIUM names');
  return found;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}

/**
 * Runs npm. Throws the end of its output if it fails.
 * @param {readonly string[]} parameters
 * @param {string} cwd
 */
export function npm(parameters, cwd) {
  try {
    return execFileSync('npm', [...parameters, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 300_000,
      shell: platform === 'win32',
    });
  } catch (error) {
    const { stderr } = /** @type {{ stderr?: string }} */ (error);
    const said = (stderr ?? '').trim().split('\n').slice(0, 3).join('; ');
    throw new Error(`npm ${parameters[0]}: ${said === '' ? /** @type {Error} */ (error).message : said}`);
  }
}
