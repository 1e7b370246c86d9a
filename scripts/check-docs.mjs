// Fails where an export of the library has no docstring, or a page of docs/ is not what the sources give.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkExports } from './doc-rules.mjs';
import { ERROR_PAGE, errorPage } from './error-table.mjs';
import { root } from './fresh.mjs';

/** @param {string} file */
function read(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
}

const findings = ['src/index.ts', 'src/cel/index.ts'].flatMap((entry) => checkExports(entry, read));
if (read(ERROR_PAGE) !== (await errorPage())) {
  findings.push({ file: ERROR_PAGE, line: 1, message: 'does not fit src/errors.ts; run `npm run docs` and commit the page' });
}
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
console.error(`docs: ${findings.length} problems`);
if (findings.length > 0) process.exitCode = 1;
