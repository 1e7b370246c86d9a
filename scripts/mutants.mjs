// Breaks the code on purpose, one place at a time, and checks that the tests named for the place fail. It works on the last commit, in build/mutants/.
// `npm run mutants [-- WORD...]` runs only mutants whose name has all words. test/mutants.json lists the places, and a test fails
// when one of them disappears.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

const tree = join(root, 'build/mutants');

/**
 * A place in a file whose text `from` becomes `to`, and the tests that must then fail.
 * @typedef {{ name: string, file: string, from: string, to: string, tests: string[] }} Mutant
 */

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

/** @param {readonly string[]} tests */
function isGreen(tests) {
  return spawnSync('npx', ['vitest', 'run', '--bail', '1', ...tests], { cwd: tree, stdio: 'ignore' }).status === 0;
}

/**
 * Returns whether the tests notice the mutant.
 * @param {Mutant} mutant
 */
function isNoticed({ file, from, to, tests }) {
  const path = join(tree, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return tests.every((test) => !isGreen([test]));
  } finally {
    writeFileSync(path, text);
  }
}

const words = process.argv.slice(2);
/** @type {Mutant[]} */
const all = JSON.parse(readFileSync(join(root, 'test/mutants.json'), 'utf8'));
const mutants = all.filter(({ name }) => words.every((word) => name.includes(word)));
if (existsSync(tree)) git('worktree', 'remove', '--force', tree);
git('worktree', 'add', '--detach', tree, 'HEAD');
try {
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  if (!isGreen([...new Set(mutants.flatMap(({ tests }) => tests))])) throw new Error('the tests fail without any mutant');
  const survivors = mutants.filter((mutant) => {
    const noticed = isNoticed(mutant);
    console.log(`${noticed ? 'noticed ' : 'survives'} ${mutant.name}`);
    return !noticed;
  });
  console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants are noticed by each test that is named for them`);
  if (survivors.length > 0) process.exitCode = 1;
} finally {
  git('worktree', 'remove', '--force', tree);
}
