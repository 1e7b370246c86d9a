// Checks the English of pages, messages and comments: listed words and long sentences. `npm run prose` prints figures by area,
// and `--list AREA` the findings.
// An area may have as many findings as scripts/prose-allowance.json allows. `--write` lowers that number, and it never rises.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';
import { checkPassage } from './prose-rules.mjs';
import { commentsOf, stringsOf, textsOfPage } from './prose-texts.mjs';

/** @typedef {import('./prose-rules.mjs').ProseCounts} ProseCounts */

/** Pages that are generated from other texts or quote them. The check covers their sources. */
const GENERATED = /(?:^|\/)(?:rules|errors|explanation-codes|v1beta1)\.md$|\.generated\.ts$|unicode-classes\.ts$|^test\/published\//;
const ALLOWANCE = join(root, 'scripts/prose-allowance.json');

/** Returns the files of a folder whose names match, relative to the repository. @param {string} folder @param {RegExp} name */
function filesIn(folder, name) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => name.test(file) && !/node_modules|docs\/site\/pages/.test(file) && !GENERATED.test(file));
}

const PAGES = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...filesIn('docs', /\.md$/)];
const NOTES = ['src', 'bench', 'examples', 'scripts', 'test', 'assembly'].flatMap((folder) => filesIn(folder, /\.md$/));

/** The areas: their files, and the function that extracts texts. */
const AREAS = {
  README: { files: PAGES.filter((name) => name === 'README.md'), texts: textsOfPage },
  docs: { files: PAGES.filter((name) => name !== 'README.md'), texts: textsOfPage },
  notes: { files: NOTES, texts: textsOfPage },
  messages: { files: filesIn('src', /\.ts$/), texts: stringsOf },
  comments: { files: ['src', 'assembly'].flatMap((folder) => filesIn(folder, /\.ts$/)), texts: commentsOf },
  'comments of tools': {
    files: ['bench', 'examples', 'scripts', 'test'].flatMap((folder) => filesIn(folder, /\.(?:ts|mjs)$/)),
    texts: commentsOf,
  },
};

/** @param {keyof typeof AREAS} area */
function checkArea(area) {
  const { files, texts } = AREAS[area];
  const counts = { words: 0, sentences: 0, long: 0, listed: 0 };
  const findings = files.flatMap((file) =>
    texts(readFileSync(join(root, file), 'utf8')).flatMap((passage) => {
      const result = checkPassage(passage);
      for (const key of /** @type {(keyof ProseCounts)[]} */ (Object.keys(counts))) counts[key] += result.counts[key];
      return result.findings.map(({ line, message }) => `${file}:${line}: ${message}`);
    }),
  );
  return { counts, findings };
}

/** @type {Record<string, number>} */
const allowance = JSON.parse(readFileSync(ALLOWANCE, 'utf8'));
const listed = process.argv.includes('--list') ? process.argv[process.argv.indexOf('--list') + 1] : undefined;
const rows = /** @type {(keyof typeof AREAS)[]} */ (Object.keys(AREAS)).map((area) => ({ area, ...checkArea(area) }));
for (const { area, counts, findings } of rows) {
  const { words, sentences, long, listed: uses } = counts;
  const share = (/** @type {number} */ part, /** @type {number} */ whole, /** @type {number} */ scale) =>
    ((scale * part) / Math.max(1, whole)).toFixed(1);
  console.log(
    `${area}: ${words} words, ${share(words, sentences, 1)} a sentence, ${share(long, sentences, 100)}% of sentences over 30, ${share(uses, words, 1000)} listed words in 1,000`,
  );
  const most = allowance[area] ?? 0;
  if (area === listed || most === 0) for (const finding of findings) console.error(finding);
  if (findings.length <= most) continue;
  console.error(`prose: ${area} has ${findings.length} findings, and ${most} are allowed; npm run prose -- --list '${area}'`);
  process.exitCode = 1;
}
if (process.argv.includes('--write')) {
  const next = Object.fromEntries(
    rows.map(({ area, findings }) => [area, Math.min(findings.length, allowance[area] ?? Number.POSITIVE_INFINITY)]),
  );
  writeFileSync(ALLOWANCE, `${JSON.stringify(next, undefined, 2)}\n`);
}
