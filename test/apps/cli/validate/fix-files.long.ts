// A file that must not be written: the superuser may write any file, so the answer of the system is replaced.

import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fixFile } from '../../../../src/apps/cli/validate/fix-files.js';

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return { ...original, open: vi.fn(original.open) };
});

const FIX = { document: 0, steps: ['expression'], fix: { from: 'x == "a"', edits: [{ start: 0, end: 8, text: 'x.includes("a")' }] } };

it('a file that must not be written is left as it is, although its folder may be written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fix-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'claim.yaml');
  await writeFile(file, 'expression: x == "a"\n');
  vi.mocked(open).mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'EACCES' }));
  await expect(fixFile(file, [FIX], [file])).rejects.toThrow(`${file}: permission denied`);
  expect(vi.mocked(open)).toHaveBeenCalledWith(file, 'r+');
  expect(await readFile(file, 'utf8')).toBe('expression: x == "a"\n');
  expect(await readdir(folder)).toEqual(['claim.yaml']);
});
