// Builds the type declarations of the package: only declarations that its entries reach.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './fresh.mjs';

/** Writes dist/types/. Throws if the sources have type errors, which tsc prints. */
export function buildDeclarations() {
  rmSync(join(root, 'build/types'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the sources of the library have type errors (see above)');
  const seen = new Set();
  for (const [path, source] of Object.entries(ENTRIES)) {
    copyReached(`${source}.d.ts`, seen);
    if (path !== source) writeEntry(path, source);
  }
}

/**
 * The declarations of the entries: the file of src/ by the public path in dist/types/.
 * @type {Readonly<Record<string, string>>}
 */
export const ENTRIES = {
  index: 'index',
  'cel/index': 'cel/index',
  'check/check': 'explain/check/check',
  'classic/index': 'classic/index',
  'harness/index': 'harness/index',
  'pods/index': 'library/pods/index',
  'read/index': 'core/read/index',
  'simulate/index': 'planning/index',
  'validate/index': 'validate/index',
};

/**
 * Writes the declarations of an entry whose public path differs from the path of its source.
 * @param {string} path
 * @param {string} source
 */
function writeEntry(path, source) {
  const target = join(root, 'dist/types', `${path}.d.ts`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `export * from '${posix.relative(posix.dirname(path), source)}.js';\n`);
}

/**
 * Copies a declaration file and all files that it imports, from build/types/src/ to dist/types/.
 * @param {string} file relative to src/
 * @param {Set<string>} seen
 */
function copyReached(file, seen) {
  if (seen.has(file)) return;
  seen.add(file);
  if (file.startsWith('..')) throw new Error(`the public types reach ${file}, outside of src/`);
  const text = readFileSync(join(root, 'build/types/src', file), 'utf8');
  const target = join(root, 'dist/types', file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  for (const [, specifier] of text.matchAll(/\b(?:from|import\()\s*['"](\.[^'"]*)\.js['"]/g)) {
    copyReached(posix.join(posix.dirname(file), `${specifier}.d.ts`), seen);
  }
}
