// The page on caches lists every cache with its bound.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/internals/caches.md'), 'utf8');

/** A table that a module begins with empty, or something weak, or a cache with bounds. */
const KEEPER =
  /^(?:export )?(?:const|let) \w+(?:: (?:Map|Set)<.*>)? = new (?:Map|Set|LargeMap)(?:<.*>)?\(\);|new WeakMap\b|new LruCache\b/m;

/** The modules that hold data beyond a call. Constant tables, which never grow, are left out. */
const keepers = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && file !== 'src/core/base/lru-cache.ts')
  .filter((file) => KEEPER.test(readFileSync(join(ROOT, file), 'utf8')));

it('lists every file that keeps something beyond a call', () => {
  expect(keepers.length).toBeGreaterThan(20);
  expect(keepers.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
});

it('lists no file that is gone', () => {
  const files = [...page.matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, file]) => file as string);
  expect(files.filter((file) => !readdirSync(join(ROOT, file, '..')).includes(file.slice(file.lastIndexOf('/') + 1)))).toEqual([]);
});
