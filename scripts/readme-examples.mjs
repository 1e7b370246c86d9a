// The examples of README.md and of pages for those who begin, commands with what they print: finds them, and writes anew what the command says today. test/docs/readme/ has the files that they read, or the repository.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './fresh.mjs';

/** An example: the line with the command, its arguments with files that are there, and what the page says that it prints. @typedef {{ line: string, args: readonly string[], output: string }} Example */

const FOLDER = 'test/docs/readme/';

/** The pages that have examples. */
export const PAGES = ['README.md', 'docs/guides/debug-a-pending-pod.md', 'docs/guides/lint-manifests.md'];

/**
 * The examples in the blocks of a page that begin with a command.
 * @param {string} page
 * @returns {Example[]}
 */
export function examplesIn(page) {
  return [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .split(/^(?=\$ dra-allocator )/m)
      .filter((part) => part.startsWith('$ dra-allocator '))
      .map((part) => {
        const end = part.indexOf('\n') + 1;
        return { line: part.slice(0, end), args: argumentsOf(part.slice('$ dra-allocator '.length, end - 1)), output: part.slice(end) };
      }),
  );
}

/** The words of a command line, which has quotes but no escapes; files are those of the examples. @param {string} line */
function argumentsOf(line) {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  return words.map((word) => (existsSync(join(root, FOLDER, word)) ? `${FOLDER}${word}` : word));
}

/** The output of a command as the page has it: without notes. @param {{ out: string, err: string }} printed */
export function printedInReadme({ out, err }) {
  const told = err.split('\n').filter((line) => !line.startsWith('note: '));
  return (out + told.join('\n')).replaceAll(FOLDER, '');
}

/** @param {string} name */
function write(name) {
  const file = join(root, name);
  let page = readFileSync(file, 'utf8');
  for (const { line, args, output } of examplesIn(page)) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join('dist', 'cli.js'), ...args], { cwd: root, encoding: 'utf8' });
    if (status === null || status > 1) throw new Error(`${line}${stderr}`);
    page = page.replace(line + output, () => line + printedInReadme({ out: stdout, err: stderr }));
  }
  writeFileSync(file, page);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) PAGES.forEach(write);
