// The type declarations of the package: those that its entries reach, and no others.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './fresh.mjs';

/** Writes dist/types/. Throws when the sources have type errors (tsc prints them). */
export function buildDeclarations() {
  rmSync(join(root, 'build/types'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the sources of the library have type errors (see above)');
  const seen = new Set();
  const entries = [
    'index',
    'cel/index',
    'check/check',
    'classic/index',
    'harness/index',
    'pods/index',
    'read/index',
    'simulate/index',
    'validate/index',
  ];
  for (const entry of entries.map((name) => `${name}.d.ts`)) copyReached(entry, seen);
}

/**
 * Copies a declaration file and every one that it imports, from build/types/src/ to dist/types/.
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
