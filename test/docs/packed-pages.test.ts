// The pages in the package link only to files in the package, so every link works in the tarball.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/fresh.mjs';
import { packedText } from '../../scripts/packed-text.mjs';

const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: readonly string[] };

/** npm packs these whatever `files` says. */
const ALWAYS = ['LICENSE', 'README.md', 'package.json'];
const PACKED = [...ALWAYS, ...files.filter((each) => !each.startsWith('!'))];

function isPacked(path: string): boolean {
  return PACKED.some((each) => path === each || path.startsWith(`${each}/`));
}

const PAGES = PACKED.filter((each) => existsSync(join(root, each))).flatMap((each) => {
  const isFolder = statSync(join(root, each)).isDirectory();
  const all = isFolder
    ? readdirSync(join(root, each), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(each, name))
    : [each];
  return all.filter((name) => name.endsWith('.md') && !/\bnode_modules\b|^dist\//.test(name));
});

it.each(PAGES)('%s leads to what is in the package', (page) => {
  const text = packedText(page, readFileSync(join(root, page), 'utf8'));
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link.split('#')[0] ?? '').filter(
    (link) => link !== '' && !/^[a-z]+:/.test(link),
  );
  const named = page === 'README.md' ? Array.from(text.matchAll(/\bdocs\/[\w/-]+\.md\b/g), ([name]) => name) : [];
  const targets = [...links.map((link) => posix.join(posix.dirname(page), link)), ...named];
  expect(targets.filter((target) => !isPacked(target) || !existsSync(join(root, target)))).toEqual([]);
});
