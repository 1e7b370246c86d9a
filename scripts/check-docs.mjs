// Fails if an export of the library has no docstring, a comment is no sentence, or a page of docs/ differs from its sources. Fails also
// for citations of the specification that lead nowhere.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEHAVIOURS_PAGE, behavioursPage } from './behaviours-page.mjs';
import { Citations, SPECIFICATION } from './citations.mjs';
import { CODE_PAGE, codePage } from './code-page.mjs';
import { checkComments } from './comment-rules.mjs';
import { checkExports } from './doc-rules.mjs';
import { ERROR_PAGE, errorPage } from './error-table.mjs';
import { EXAMPLE_PICTURE, examplePicture } from './example-picture.mjs';
import { root } from './fresh.mjs';
import { RULES_PAGE, rulesPage } from './rules-page.mjs';
import { V1BETA1_PAGE, v1beta1Page } from './v1beta1-page.mjs';

/** @param {string} file */
function read(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
}

/** Returns the files that people write: sources, tests and pages. */
function writtenFiles() {
  const isWritten = (/** @type {string} */ name) => /\.(?:ts|mjs|md|go)$/.test(name);
  const inFolders = ['assembly', 'bench', 'docs', 'examples', 'scripts', 'src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => !/node_modules\/|^docs\/site\/pages\//.test(name)),
  );
  return [...readdirSync(root), ...inFolders].filter((name) => isWritten(name));
}

const findings = [
  'src/index.ts',
  'src/cel/index.ts',
  'src/explain/check/check.ts',
  'src/classic/index.ts',
  'src/harness/index.ts',
  'src/library/pods/index.ts',
  'src/core/read/index.ts',
  'src/planning/index.ts',
  'src/validate/index.ts',
].flatMap((entry) => checkExports(entry, read));
if (read(ERROR_PAGE) !== (await errorPage())) {
  findings.push({
    file: ERROR_PAGE,
    line: 1,
    message: 'does not fit src/core/base/error-codes.ts; run `npm run docs` and commit the page',
  });
}
if (read(BEHAVIOURS_PAGE) !== (await behavioursPage())) {
  findings.push({
    file: BEHAVIOURS_PAGE,
    line: 1,
    message: 'does not fit src/core/features/behaviours.ts; run `npm run docs` and commit the page',
  });
}
if (read(CODE_PAGE) !== (await codePage())) {
  findings.push({ file: CODE_PAGE, line: 1, message: 'does not fit the tables of codes in src; run `npm run docs` and commit the page' });
}
if (read(RULES_PAGE) !== (await rulesPage())) {
  findings.push({ file: RULES_PAGE, line: 1, message: 'does not fit src/validate; run `npm run docs` and commit the page' });
}
if (read(EXAMPLE_PICTURE) !== examplePicture()) {
  findings.push({
    file: EXAMPLE_PICTURE,
    line: 1,
    message: 'does not fit docs/tutorials/first-answer.md and the example; run `npm run docs` and commit the picture',
  });
}
const v1beta1 = await v1beta1Page().catch((/** @type {Error} */ error) => error);
if (v1beta1 instanceof Error) findings.push({ file: V1BETA1_PAGE, line: 1, message: v1beta1.message });
else if (read(V1BETA1_PAGE) !== v1beta1) {
  findings.push({
    file: V1BETA1_PAGE,
    line: 1,
    message: 'does not fit src/core/api and scripts/v1beta1-fields.mjs; run `npm run docs` and commit the page',
  });
}
const pages = new Map(readdirSync(join(root, SPECIFICATION)).map((page) => [page, read(SPECIFICATION + page) ?? '']));
const citations = new Citations(pages, (path) => existsSync(join(root, path)));
for (const file of writtenFiles()) {
  const text = read(file) ?? '';
  findings.push(...citations.check(file, text), ...checkComments(file, text));
}
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
console.error(`docs: ${findings.length} problems`);
if (findings.length > 0) process.exitCode = 1;
