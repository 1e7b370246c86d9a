import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const packages = Object.entries(
  (
    JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
      packages: Readonly<Record<string, LockedPackage>>;
    }
  ).packages,
).filter(([path]) => path !== '');

it('locks packages by their contents, and names no registry', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});

it('locks the binaries of tools for every platform, not only for the one that wrote the lock', () => {
  const locked = new Set(packages.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)));
  const missing = packages.flatMap(([, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !locked.has(name)),
  );
  expect(missing).toEqual([]);
});
