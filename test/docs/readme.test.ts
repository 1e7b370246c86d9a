import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
/** The examples that read files of the package alone. */
const EXAMPLES = [...README.matchAll(/```console\n\$ dra-allocator (\w+ -f examples\/.*)\n([^`]*)```/g)].map(
  ([, args = '', output = '']) => [args, output],
);

it('has examples that can be tried', () => {
  expect(EXAMPLES).toHaveLength(2);
});

it.each(EXAMPLES)('shows what %s really prints', (args, output) => {
  const command = `"${process.execPath}" dist/cli.js ${args}`;
  expect(execFileSync('/bin/sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' })).toBe(output);
});
