// Builds the package if npm installs it from git or from a folder: npm runs this as `prepare`. In the repository itself, `npm ci` stays quick: `npm start` and
// `npm test` build what is stale, and `npm pack` does so as `prepack`.

import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './fresh.mjs';

/** The folder in which somebody called npm. */
const caller = process.env['INIT_CWD'] ?? root;
const isOutside = /^\.\.($|[/\\])/.test(relative(realpathSync(root), realpathSync(caller)));
if (isOutside) {
  process.argv.push('--if-stale');
  await import('./build.mjs');
}
