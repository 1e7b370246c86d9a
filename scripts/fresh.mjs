// Decides whether a built target is current. It compares the contents of the inputs, so a fresh clone or a changed branch cannot deceive it.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..');

/**
 * A target of the build: its name, its input files and folders, and the outputs that must exist afterwards (all relative to the repository).
 * @typedef {{ name: string, inputs: readonly string[], outputs: readonly string[], build: () => Promise<void> }} Target
 */

/**
 * Builds a target, unless it is current and `ifStale` is set. Returns whether it was built. Throws the error of the build.
 * @param {Target} target
 * @param {{ ifStale: boolean }} options
 */
export async function make(target, { ifStale }) {
  const stamp = join(root, 'build', `${target.name}.stamp`);
  const hash = hashInputs(target.inputs);
  const built = target.outputs.every((output) => existsSync(join(root, output)));
  if (ifStale && built && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  rmSync(stamp, { force: true });
  mkdirSync(join(root, 'build'), { recursive: true });
  await target.build();
  writeFileSync(stamp, hash);
  return true;
}

/**
 * Returns every file below the given files and folders, sorted, relative to the repository. Missing paths are skipped.
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
export function listFiles(paths) {
  return paths
    .flatMap((path) => {
      if (!existsSync(join(root, path))) return [];
      if (!statSync(join(root, path)).isDirectory()) return [path];
      return listFiles(readdirSync(join(root, path)).map((name) => `${path}/${name}`));
    })
    .sort();
}

/** @param {readonly string[]} inputs */
function hashInputs(inputs) {
  const hash = createHash('sha256');
  for (const file of listFiles(inputs)) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
