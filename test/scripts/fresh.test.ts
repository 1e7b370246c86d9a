import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listFiles, make, root } from '../../scripts/fresh.mjs';

let folder: string;
let target: { name: string; inputs: string[]; outputs: string[]; build: () => Promise<void> };
let builds: number;

beforeEach(() => {
  mkdirSync(join(root, 'build'), { recursive: true });
  folder = mkdtempSync(join(root, 'build/fresh-'));
  mkdirSync(join(folder, 'in/deep'), { recursive: true });
  writeFileSync(join(folder, 'in/deep/a'), '1');
  const path = relative(root, folder).replaceAll('\\', '/');
  builds = 0;
  const build = async (): Promise<void> => {
    builds += 1;
    writeFileSync(join(folder, 'out'), 'built');
  };
  target = { name: `${path.slice('build/'.length)}/stamp`, inputs: [`${path}/in`, `${path}/missing`], outputs: [`${path}/out`], build };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('builds what was never built, and not again while nothing changes', async () => {
  expect(await make(target, { ifStale: true })).toBe(true);
  expect(await make(target, { ifStale: true })).toBe(false);
  expect(builds).toBe(1);
});

it('builds again when an input changes, appears or goes, or when an output is gone', async () => {
  await make(target, { ifStale: true });
  const changes = [
    () => writeFileSync(join(folder, 'in/deep/a'), '2'),
    () => writeFileSync(join(folder, 'in/b'), ''),
    () => rmSync(join(folder, 'in/b')),
    () => rmSync(join(folder, 'out')),
  ];
  for (const change of changes) {
    change();
    expect(await make(target, { ifStale: true })).toBe(true);
  }
});

it('builds whatever holds when not asked to look', async () => {
  await make(target, { ifStale: true });
  expect(await make(target, { ifStale: false })).toBe(true);
});

it('tries again after a build that failed', async () => {
  await make(target, { ifStale: true });
  const failing = { ...target, build: () => Promise.reject(new Error('no')) };
  await expect(make(failing, { ifStale: false })).rejects.toThrow('no');
  expect(await make(target, { ifStale: true })).toBe(true);
});

it('lists files in folders, sorted, and nothing for what does not exist', () => {
  expect(listFiles(target.inputs)).toEqual([`${target.inputs[0]}/deep/a`]);
});
