// The program of the page for those who begin prints what the page says.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { expect, it, vi } from 'vitest';
import { root } from '../../scripts/fresh.mjs';

it('prints the devices of the example', async () => {
  const page = readFileSync(join(root, 'docs/tutorials/first-embedding.md'), 'utf8');
  const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const [, printed = ''] = /^```text\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void lines.push(format(...values)));
  const folder = join(root, 'build/getting-started');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'first.mjs'),
    program.replace('node_modules/dra-allocator/examples', join(root, 'examples')).replace('milliseconds: 1000', 'milliseconds: 600_000'),
  );
  try {
    await import(join(folder, 'first.mjs'));
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  }
  expect(lines).toEqual(printed.trimEnd().split('\n'));
});
