// Installs the package from a clone by git, as pre-commit and `npm install git+...` do: npm builds it by its script `prepare`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/fresh.mjs';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'git-install-'));
const clone = join(folder, 'clone');
const MINUTES = 20 * 60_000;

/** npm as a person calls it: without what `npm run` hands down. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_ENV$|NODE_OPTIONS$|VITEST)/i.test(name)),
);
const run = (command: string, parameters: readonly string[], cwd: string): string =>
  execFileSync(command, parameters, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone], folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a dependency on the repository is built when it is installed', { timeout: MINUTES }, () => {
  const user = mkdtempSync(join(folder, 'user-'));
  run('npm', ['install', `git+file://${clone}`], user);
  const command = join(user, 'node_modules/.bin/dra-allocator');
  expect(run(command, ['--version'], user)).toMatch(/^\d+\.\d+\.\d+\n$/);
  run(process.execPath, ['--input-type=module', '-e', "await import('dra-allocator/simulate')"], user);
});

test('so is one that is installed globally, as pre-commit installs hooks', { timeout: MINUTES }, () => {
  const prefix = mkdtempSync(join(folder, 'prefix-'));
  run('npm', ['install', '--global', '--install-links', '--prefix', prefix, `git+file://${clone}`], clone);
  const command = join(prefix, 'bin/dra-allocator');
  expect(run(command, ['--version'], folder)).toMatch(/^\d+\.\d+\.\d+\n$/);
});
