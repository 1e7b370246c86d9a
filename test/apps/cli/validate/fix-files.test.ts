// Fixes in files: content, mode and links.

import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixFile } from '../../../../src/apps/cli/validate/fix-files.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fix-'));
});

afterEach(() => rm(folder, { recursive: true }));

const FIX = { document: 0, steps: ['expression'], fix: { from: 'x == "a"', edits: [{ start: 0, end: 8, text: 'x.includes("a")' }] } };

describe('fixFile', () => {
  it('changes the file, keeps its mode and what it links to, and leaves nothing beside it', async () => {
    const file = join(folder, 'claim.yaml');
    const link = join(folder, 'link.yaml');
    await writeFile(file, '\ufeff# ü\nexpression: x == "a"\n');
    await chmod(file, 0o640);
    await symlink(file, link);
    const { made, rejectedFixes: refused } = await fixFile(link, [FIX], [link]);
    expect([made.length, refused.length]).toEqual([1, 0]);
    expect(await readFile(file, 'utf8')).toBe('\ufeff# ü\nexpression: x.includes("a")\n');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(['claim.yaml', 'link.yaml']);
  });

  it('does not write a file that says something else by now', async () => {
    const file = join(folder, 'claim.yaml');
    await writeFile(file, 'expression: y == "a"\n');
    const { made, rejectedFixes: refused } = await fixFile(file, [FIX], [folder]);
    expect([made.length, refused.length]).toEqual([0, 1]);
    expect(await readFile(file, 'utf8')).toBe('expression: y == "a"\n');
  });
});
