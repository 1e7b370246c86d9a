import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkImports, foldersImportedBy, importsOf, LAYERS, layerOf } from '../../scripts/import-rules.mjs';

function check(sources: Readonly<Record<string, string>>): string[] {
  return checkImports(new Map(Object.entries(sources))).map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

describe('directions', () => {
  it('accepts an import of the same layer and of one that the table lists', () => {
    const sources = {
      'src/core/base/errors.ts': '',
      'src/core/api/meta.ts': "import { x } from '../base/errors.js';\n",
      'src/core/api/node.ts': "import type { Meta } from './meta.js';\nimport { y } from '../quantity/quantity.js';\n",
      'src/core/quantity/quantity.ts': '',
    };
    expect(check(sources)).toEqual([]);
  });

  it('rejects an import of a layer that the table does not list, and says what may be imported', () => {
    const found = check({ 'src/core/quantity/a.ts': "// about\nimport { x } from '../api/b.js';\n", 'src/core/api/b.ts': '' });
    expect(found).toEqual([
      "src/core/quantity/a.ts:2: core/quantity imports '../api/b.js' of core/api, but may import core/base; move what is shared to a layer below both",
    ]);
  });

  it('rejects the direction for types, re-exports and dynamic imports too', () => {
    const lines = [
      "import type { X } from '../cluster/b.js';",
      "export * from '../cluster/b.js';",
      "const b = await import('../cluster/b.js');",
    ];
    const found = check({ 'src/cel/a.ts': lines.join('\n'), 'src/cluster/b.ts': '' });
    expect(found.map((text) => text.slice(0, 14))).toEqual(['src/cel/a.ts:1', 'src/cel/a.ts:2', 'src/cel/a.ts:3']);
  });

  it('rejects imports that leave src/ for tests, scripts or the solver, the layout excepted', () => {
    expect(check({ 'src/allocator/kernel/layout.ts': "export * from '../../../assembly/layout.js';", 'assembly/layout.ts': '' })).toEqual(
      [],
    );
    expect(check({ 'src/allocator/kernel/a.ts': "import '../../../assembly/search.js';", 'assembly/search.ts': '' })).toHaveLength(1);
    expect(check({ 'src/core/api/a.ts': "import '../../../test/support/b.js';" })).toHaveLength(1);
  });

  it('hides the evaluators from each other, from the cluster and from the facade, but for their factory', () => {
    const folder = 'src/allocator/evaluate';
    const evaluators = { [`${folder}/one-node/a.ts`]: '', [`${folder}/resident/b.ts`]: '', [`${folder}/evaluators.ts`]: '' };
    const importer = (path: string, to: string): string[] => check({ ...evaluators, [path]: `import { x } from '${to}';` });
    expect(importer(`${folder}/evaluators.ts`, './resident/b.js')).toEqual([]);
    expect(importer('src/library/cluster.ts', '../allocator/evaluate/evaluators.js')).toEqual([]);
    expect(importer('src/library/cluster.ts', '../allocator/evaluate/resident/b.js')).toHaveLength(1);
    expect(importer('src/library/allocator.ts', '../allocator/evaluate/one-node/a.js')).toHaveLength(1);
    expect(importer('src/cluster/c.ts', '../allocator/evaluate/resident/b.js')).toHaveLength(1);
    expect(importer(`${folder}/one-node/c.ts`, '../resident/b.js')).toHaveLength(1);
    expect(importer(`${folder}/resident/c.ts`, '../one-node/a.js')).toHaveLength(1);
  });

  it('rejects a file in a folder that the table does not know', () => {
    expect(check({ 'src/utils/a.ts': '' })).toEqual([expect.stringContaining('src/utils/a.ts:1: no layer for this file')]);
  });
});

describe('packages', () => {
  it('takes a package where the table lists it, its subpaths too', () => {
    expect(
      check({ 'src/core/read/a.ts': "import { load } from 'js-yaml';", 'src/cel/b.ts': "import { RE2JS } from 're2js/build/index.js';" }),
    ).toEqual([]);
  });

  it('rejects a package elsewhere and names the layers that may use it', () => {
    expect(check({ 'src/core/api/a.ts': "import { load } from 'js-yaml';" })).toEqual([
      "src/core/api/a.ts:1: core/api imports the package 'js-yaml'; only core/read may: go through it",
    ]);
    expect(check({ 'src/core/api/a.ts': "import { x } from 'left-pad';" })).toEqual([expect.stringContaining('no layer may')]);
  });

  it('allows modules of Node in the command and in the platform file of Node alone', () => {
    const source = "import { readFile } from 'node:fs/promises';";
    expect(check({ 'src/platform/node.ts': source, 'src/apps/cli/input/input.ts': source })).toEqual([]);
    expect(check({ 'src/platform/browser.ts': source })).toEqual([expect.stringContaining("'node:fs/promises' is Node's")]);
    expect(check({ 'src/core/read/a.ts': source })).toHaveLength(1);
  });

  it('lets the entry alone, and the command, choose the platform', () => {
    const source = "import { loadSolver } from '#platform';";
    expect(check({ 'src/index.ts': source })).toEqual([]);
    expect(check({ 'src/allocator/kernel/a.ts': source })).toHaveLength(1);
  });
});

describe('cycles', () => {
  it('rejects a cycle between files of one layer, once', () => {
    const found = check({
      'src/core/api/a.ts': "import { b } from './b.js';",
      'src/core/api/b.ts': "import { c } from './c.js';",
      'src/core/api/c.ts': "\nimport { a } from './a.js';",
    });
    expect(found).toEqual([
      'src/core/api/c.ts:2: imports form a cycle: src/core/api/a.ts -> src/core/api/b.ts -> src/core/api/c.ts -> src/core/api/a.ts; move what both need to a file of its own',
    ]);
  });

  it('rejects a cycle of types', () => {
    expect(
      check({ 'src/core/api/a.ts': "import { b } from './b.js';", 'src/core/api/b.ts': "import type { A } from './a.js';" }),
    ).toHaveLength(1);
  });

  it('sees cycles in the solver, whose imports have no extension', () => {
    expect(check({ 'assembly/a.ts': "import { b } from './b';", 'assembly/b.ts': "import { a } from './a';" })).toHaveLength(1);
  });
});

describe('reading imports', () => {
  it('gives the line of the module name of an import over several lines', () => {
    expect(importsOf("import {\n  a,\n  b,\n} from './c.js';\n")).toEqual([{ specifier: './c.js', line: 4 }]);
  });

  it('ignores comments and strings that look like imports', () => {
    const text =
      "// import { a } from './a.js';\n/** See import('./b.js'). */\nconst text = \"from './c.js'\";\nexport const x = './d.js';\n";
    expect(importsOf(text)).toEqual([]);
  });
});

describe('the longest path of the table names the layer of a file', () => {
  it.each([
    ['src/index.ts', 'index.ts'],
    ['src/cluster/claims.ts', 'cluster'],
    ['src/allocator/evaluate/evaluators.ts', 'allocator/evaluate/evaluators.ts'],
    ['src/allocator/evaluate/resident/query/pass.ts', 'allocator/evaluate/resident'],
    ['src/platform/browser.ts', 'platform'],
    ['src/platform/node-files.ts', 'platform/node*'],
    ['assembly/pass-layout.ts', 'assembly/*layout'],
    ['assembly/search.ts', 'assembly'],
    ['src/core/new/a.ts', undefined],
    ['test/core/base/a.ts', undefined],
  ])('%s is in %s', (file, layer) => {
    expect(layerOf(file)).toBe(layer);
  });

  it('every layer that the table lists is one of its rows', () => {
    const listed = Object.values(LAYERS).flatMap(({ layers }) => layers);
    expect(listed.filter((layer) => !Object.hasOwn(LAYERS, layer))).toEqual([]);
  });
});

describe('folders', () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const inside = (path: string): string[] =>
    readdirSync(new URL(`../../src/${path}`, import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${path}${name}`);
  const folders = [...inside('').filter((name) => name !== 'apps'), ...inside('apps/')].sort();

  it('import each other in one direction', () => {
    /** The folders that a walk along the imports meets before it is back at the first one. */
    const circle = (folder: string, path: readonly string[] = []): readonly string[] | undefined => {
      if (path.includes(folder)) return [...path, folder];
      for (const next of foldersImportedBy(folder)) {
        const found = circle(next, [...path, folder]);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    expect(folders.map((folder) => circle(folder)).filter((found) => found !== undefined)).toEqual([]);
  });

  it('stand in ARCHITECTURE.md, with what they may import', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| \[`src\/([a-z/]+)\/`\]\([^)]*\) \|[^|]*\| ([^|]*) \|$/gm)];
    expect(rows.map(([, folder]) => folder).sort()).toEqual(folders);
    for (const [, folder = '', imports = ''] of rows) expect([folder, imports]).toEqual([folder, importsInWords(folder)]);
  });

  it('the walks of ARCHITECTURE.md visit files that exist, 25 at most', () => {
    const walks = read('ARCHITECTURE.md').split('## Three walks')[1]?.split('\n## ')[0]?.split('\n### ').slice(1) ?? [];
    expect(walks).toHaveLength(3);
    for (const walk of walks) {
      const rows = [...walk.matchAll(/^\| `((?:src|assembly)\/[a-z/]*)` \| (.*?) \|/gm)];
      const files = rows.flatMap(([, folder, names]) => [...(names ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => `${folder}${name}`));
      expect(files.length).toBeLessThanOrEqual(25);
      expect(walk).toContain(`\n${files.length} files, `);
      for (const file of files) expect(read(file)).not.toBe('');
    }
  });

  it.each(folders)('%s has a README of at most 20 lines with its purpose, its entry, its imports and where to start', (folder) => {
    const page = read(`src/${folder}/README.md`);
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
    expect(page.split('\n')[0]).toBe(`# src/${folder}`);
    expect(page).toContain(`**May import**: ${importsInWords(folder)}.`);
    for (const heading of ['**Entry point**: ', '**Start reading**: ']) expect(page).toContain(heading);
    const named = [...page.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file as string).filter((file) => !file.startsWith('src/'));
    expect(named.length).toBeGreaterThan(0);
    for (const file of named) expect(read(`src/${folder}/${file}`)).not.toBe('');
  });
});

function importsInWords(folder: string): string {
  const imports = foldersImportedBy(folder);
  return imports.length === 0 ? 'nothing' : imports.join(', ');
}
