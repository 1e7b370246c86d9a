// Finds the commands with output in README.md and other pages, and writes the current output into the pages. Their files are in
// test/docs/readme/, or in the repository.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './fresh.mjs';

/**
 * An example: the line of the command, its arguments with files of this repository, and the output on the page.
 * @typedef {{ line: string, args: readonly string[], output: string }} Example
 */

const FOLDER = 'test/docs/readme/';

/** The folder of the package in a project that installed it. Here it stands for the root of the repository. */
const INSTALLED = 'node_modules/dra-allocator/';

const PROMPT = /^\$ (?:npx )?dra-allocator /;

/** The pages that have examples. */
export const PAGES = [
  'README.md',
  'docs/tutorials/first-answer.md',
  'docs/tutorials/first-lint-in-ci.md',
  'docs/guides/debug-a-pending-pod.md',
  'docs/guides/lint-manifests.md',
];

/**
 * Returns the examples in the blocks of a page that begin with a command.
 * @param {string} page
 * @returns {Example[]}
 */
export function examplesIn(page) {
  return [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .split(/^(?=\$ (?:npx )?dra-allocator )/m)
      .filter((part) => PROMPT.test(part))
      .map((part) => {
        const end = part.indexOf('\n') + 1;
        return { line: part.slice(0, end), args: argumentsOf(part.slice(0, end - 1).replace(PROMPT, '')), output: part.slice(end) };
      }),
  );
}

/** Splits a command line, which has quotes but no escapes, and replaces the names of files by their paths in the repository. @param {string} line */
function argumentsOf(line) {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  return words.map((word) => (existsSync(join(root, FOLDER, word)) ? `${FOLDER}${word}` : word.replace(INSTALLED, '')));
}

/** Returns the output of a command in the form of the pages, without notes. @param {{ out: string, err: string }} printed @param {string} line */
export function printedInReadme({ out, err }, line) {
  const errors = err.split('\n').filter((each) => !each.startsWith('note: '));
  const text = (out + errors.join('\n')).replaceAll(FOLDER, '');
  return line.includes(INSTALLED) ? text.replaceAll(/^examples\//gm, `${INSTALLED}examples/`) : text;
}

/** @param {string} name */
function write(name) {
  const file = join(root, name);
  let page = readFileSync(file, 'utf8');
  for (const { line, args, output } of examplesIn(page)) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join('dist', 'cli.js'), ...args], { cwd: root, encoding: 'utf8' });
    if (status === null || status > 1) throw new Error(`${line}${stderr}`);
    page = page.replace(line + output, () => line + printedInReadme({ out: stdout, err: stderr }, line));
  }
  writeFileSync(file, page);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) PAGES.forEach(write);
