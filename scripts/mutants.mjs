// Breaks the code on purpose, one place at a time, and looks whether the stored answers of the reference notice:
// `npm run mutants [-- WORD...]` (only the mutants whose name has all words). test/differential/mutants.json lists the places; one that is
// known to survive has the reason beside it. Works on the last commit, in build/mutants/. Takes about half a minute for each.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

const tree = join(root, 'build/mutants');
const SUITES = ['test/vectors.test.ts', 'test/differential/vectors.test.ts', 'test/regress', 'test/kernel', 'test/encode', 'test/decode'];

/**
 * @typedef {{ name: string, file: string, from: string, to: string, survives?: string }} Mutant
 */

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

function isGreen() {
  return spawnSync('npx', ['vitest', 'run', '--bail', '1', ...SUITES], { cwd: tree, stdio: 'ignore' }).status === 0;
}

/**
 * Tells whether the suites notice the mutant.
 * @param {Mutant} mutant
 */
function isNoticed({ file, from, to }) {
  const path = join(tree, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} has ${text.split(from).length - 1} places like '${from}', not one`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return !isGreen();
  } finally {
    writeFileSync(path, text);
  }
}

const words = process.argv.slice(2);
/** @type {Mutant[]} */
const mutants = JSON.parse(readFileSync(join(root, 'test/differential/mutants.json'), 'utf8'));
if (existsSync(tree)) git('worktree', 'remove', '--force', tree);
git('worktree', 'add', '--detach', tree, 'HEAD');
symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
if (!isGreen()) throw new Error('the suites fail without any mutant');
let wrong = 0;
for (const mutant of mutants.filter(({ name }) => words.every((word) => name.includes(word)))) {
  const noticed = isNoticed(mutant);
  const expected = mutant.survives === undefined;
  if (noticed !== expected) wrong++;
  console.log(
    `${noticed ? 'noticed ' : 'survives'} ${noticed === expected ? ' ' : '!'} ${mutant.name}${noticed || expected ? '' : `: ${mutant.survives}`}`,
  );
}
git('worktree', 'remove', '--force', tree);
console.log(wrong === 0 ? 'as listed' : `${wrong} not as listed`);
process.exitCode = wrong === 0 ? 0 : 1;
