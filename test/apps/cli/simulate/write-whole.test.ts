import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWhole } from '../../../../src/apps/cli/simulate/write-whole.js';
import { directoryWith } from '../run-program.js';

it('writes a file, and leaves nothing beside it', () => {
  const folder = directoryWith({ old: 'before' });
  for (const name of ['old', 'new']) writeWhole(join(folder, name), 'after', 'the checkpoint');
  expect(readdirSync(folder)).toEqual(['new', 'old']);
  for (const name of ['old', 'new']) expect(readFileSync(join(folder, name), 'utf8')).toBe('after');
});

it.skipIf(process.platform === 'win32')('does not put a file in the place of a pipe', () => {
  const folder = directoryWith({});
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => writeWhole(join(folder, 'pipe'), 'text', 'the checkpoint')).toThrow(
    /^cannot write the checkpoint .*pipe: not a regular file$/,
  );
  expect(statSync(join(folder, 'pipe')).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['pipe']);
});
