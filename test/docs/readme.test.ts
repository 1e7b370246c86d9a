import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('shows what its example really prints', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, args, output] = /```console\n\$ dra-allocator (.*)\n([^`]*)```/.exec(readme) ?? [];
  expect(args).toBeDefined();
  expect(execFileSync(process.execPath, ['dist/cli.js', ...(args ?? '').split(' ')], { cwd: ROOT, encoding: 'utf8' })).toBe(output);
});
