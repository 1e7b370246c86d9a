// Writes the program that runtimes run: the check of test/runtimes/. The package stays outside, so that each runtime resolves it by its own conditions.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../fresh.mjs';
import { bundleProgram } from '../program.mjs';
import { npm } from './binaries.mjs';

const ENTRIES = ['cel', 'check', 'classic', 'pods', 'simulate', 'validate'];

/** Imports every entry of the package, and defines `report`. `at` returns the address of an entry. @param {(entry: string) => string} at where an entry is */
const program = (at) => `
import * as library from '${at('index')}';
${ENTRIES.map((name) => `import * as ${name} from '${at(name)}';`).join('\n')}
import { questions } from './questions.mjs';
import { checkRuntime } from ${JSON.stringify(join(root, 'test/runtimes/check.ts'))};
const report = () => checkRuntime({ library, ${ENTRIES.join(', ')} }, questions);
`;

/** The ways in which a program delivers its report. */
const ENDS = {
  printed: 'console.log(JSON.stringify(await report()));',
  posted: "await fetch('/report', { method: 'POST', body: JSON.stringify(await report()) });",
  served: 'export default { fetch: async () => Response.json(await report()) };',
};

/**
 * Writes the program into a folder, as `main.mjs`.
 * @param {string} folder
 * @param {keyof typeof ENDS} end
 * @param {(entry: string) => string} at
 */
export async function writeProgram(folder, end, at) {
  await build({
    stdin: { contents: program(at) + ENDS[end], resolveDir: root },
    outfile: join(folder, 'main.mjs'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    external: ['./questions.mjs', 'dra-allocator', 'dra-allocator/*', './dist/*'],
  });
}

/** Returns the stored vectors as the text of a module. */
export async function questionsText() {
  const folder = join(root, 'build/runtimes');
  mkdirSync(folder, { recursive: true });
  const asker = join(folder, 'questions-program.mjs');
  const here = JSON.stringify(pathToFileURL(join(root, 'test/support/cases.ts')));
  await bundleProgram('test/runtimes/questions.ts', asker, { logLevel: 'error', define: { 'import.meta.url': here } });
  return execFileSync(process.execPath, [asker], { encoding: 'utf8', maxBuffer: 64 << 20 });
}

/** Packs the package, installs the tarball into a new folder like a user, and returns the folder. */
export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'dra-allocator-runtimes-'));
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(['install', '--ignore-scripts', '--prefer-offline', `./${packed.filename}`], folder);
  return folder;
}
