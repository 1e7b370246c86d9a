// Traces of defects in the minified command.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { sourceTrace } from '../../../src/apps/cli/source-trace.js';

const folder = mkdtempSync(join(tmpdir(), 'source-trace-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCE = `class Searcher {
  search(depth) {
    if (depth > 1) throw new Error('out of order');
    return beginSearch(depth + 1);
  }
}
function beginSearch(depth) {
  return depth > 9 ? 0 : new Searcher().search(depth) + 1;
}
export const start = () => beginSearch(0) + 1;
`;

/** The trace of the program above, minified, with its map or without. */
async function traceOf(name: string, sourcemap: 'external' | false): Promise<string> {
  writeFileSync(join(folder, 'order.js'), SOURCE);
  const outfile = join(folder, `${name}.mjs`);
  await build({ entryPoints: [join(folder, 'order.js')], outfile, bundle: true, format: 'esm', minify: true, sourcemap });
  const { start } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as { readonly start: () => number };
  try {
    start();
  } catch (error) {
    return sourceTrace(error);
  }
  throw new Error('nothing was thrown');
}

it('names functions and places of the sources', async () => {
  const [message, ...frames] = (await traceOf('mapped', 'external')).split('\n');
  expect(message).toBe('Error: out of order');
  expect(frames.slice(0, 7)).toEqual([
    '    at search (order.js:3:26)',
    '    at beginSearch (order.js:8:41)',
    '    at search (order.js:4:12)',
    '    at beginSearch (order.js:8:41)',
    '    at search (order.js:4:12)',
    '    at beginSearch (order.js:8:41)',
    '    at order.js:10:28',
  ]);
});

it('is as it was without a map, and for what is no error', async () => {
  expect(await traceOf('unmapped', false)).toMatch(/^Error: out of order\n {4}at .*unmapped\.mjs:/);
  expect(sourceTrace('words')).toBe('words');
});
