// Removes the script `prepare` from package.json while npm packs, and restores the file. npm would warn users who install the tarball about it.
// npm runs this as `prepack` and `postpack`.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

const MANIFEST = join(root, 'package.json');
const ORIGINAL = join(root, 'build/package.json');

if (process.argv[2] === 'restore') renameSync(ORIGINAL, MANIFEST);
else {
  const text = readFileSync(MANIFEST, 'utf8');
  const { scripts, ...rest } = JSON.parse(text);
  const { prepare, ...others } = scripts;
  if (prepare !== undefined) {
    mkdirSync(join(root, 'build'), { recursive: true });
    renameSync(MANIFEST, ORIGINAL);
    writeFileSync(MANIFEST, `${JSON.stringify({ ...rest, scripts: others }, undefined, 2)}\n`);
  }
}
