// The shelves of docs/: the sidebar of the site and the index name every page, and old addresses lead to pages that exist.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOVED_PAGES, redirectHtml, SHELVES } from '../../docs/site/shelves.mjs';
import { root } from '../../scripts/fresh.mjs';

const DOCS = join(root, 'docs');
const INDEX = readFileSync(join(DOCS, 'README.md'), 'utf8');

describe.each(SHELVES)('the shelf $folder', ({ folder, pages }) => {
  const files = readdirSync(join(DOCS, folder)).filter((name) => name.endsWith('.md'));

  it('is in the sidebar', () => {
    expect(pages.map(([name]) => `${name}.md`).sort()).toEqual(files.sort());
  });

  it('is in the index', () => {
    expect(files.filter((name) => !INDEX.includes(`](${folder}/${name})`))).toEqual([]);
  });
});

it('old addresses lead to pages', () => {
  const pages = SHELVES.flatMap(({ folder, pages }) => pages.map(([name]) => `${folder}/${name}`));
  expect(Object.values(MOVED_PAGES).filter((target) => !pages.includes(target))).toEqual([]);
});

it('a redirect names its target as canonical link and refreshes to it', () => {
  const html = redirectHtml('guides/what-if');
  expect(html).toContain('<link rel="canonical" href="./guides/what-if">');
  expect(html).toContain('<meta http-equiv="refresh" content="0; url=./guides/what-if">');
});

it('pages are on shelves', () => {
  expect(readdirSync(DOCS).sort()).toEqual(['README.md', 'guides', 'internals', 'pictures', 'reference', 'site', 'spec', 'tutorials']);
});

// docs/user/ is a folder of the CPU driver.
it('sources and help name pages that exist', () => {
  const files = ['src', 'assembly', 'bench', 'examples', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs|md)$/.test(name) && !/node_modules/.test(name))
      .map((name) => join(folder, name)),
  );
  const missing = files.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(/(?<![\w./-])docs\/[\w/-]+\.md\b/g), ([page]) => page)
      .filter((page) => !page.startsWith('docs/user/') && !existsSync(join(root, page)))
      .map((page) => `${file}: ${page}`),
  );
  expect(missing).toEqual([]);
});
