import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkImports, importsOf, LAYERS, layerOf } from '../../scripts/import-rules.mjs';

function check(sources: Readonly<Record<string, string>>): string[] {
  return checkImports(new Map(Object.entries(sources))).map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

describe('directions', () => {
  it('accepts an import of the same layer and of one that the table lists', () => {
    const sources = {
      'src/base/errors.ts': '',
      'src/api/meta.ts': "import { x } from '../base/errors.js';\n",
      'src/api/node.ts': "import type { Meta } from './meta.js';\nimport { y } from '../quantity/quantity.js';\n",
      'src/quantity/quantity.ts': '',
    };
    expect(check(sources)).toEqual([]);
  });

  it('refuses an import of a layer that the table does not list, and says what may be imported', () => {
    const found = check({ 'src/quantity/a.ts': "// about\nimport { x } from '../api/b.js';\n", 'src/api/b.ts': '' });
    expect(found).toEqual([
      "src/quantity/a.ts:2: quantity imports '../api/b.js' of api, but may import base; move what is shared to a layer below both",
    ]);
  });

  it('refuses the direction for types, re-exports and dynamic imports too', () => {
    const lines = [
      "import type { X } from '../cluster/b.js';",
      "export * from '../cluster/b.js';",
      "const b = await import('../cluster/b.js');",
    ];
    const found = check({ 'src/cel/a.ts': lines.join('\n'), 'src/cluster/b.ts': '' });
    expect(found.map((text) => text.slice(0, 14))).toEqual(['src/cel/a.ts:1', 'src/cel/a.ts:2', 'src/cel/a.ts:3']);
  });

  it('refuses imports that leave src/ for tests, scripts or the solver, the layout excepted', () => {
    expect(check({ 'src/kernel/layout.ts': "export * from '../../assembly/layout.js';", 'assembly/layout.ts': '' })).toEqual([]);
    expect(check({ 'src/kernel/a.ts': "import '../../assembly/search.js';", 'assembly/search.ts': '' })).toHaveLength(1);
    expect(check({ 'src/api/a.ts': "import '../../test/support/b.js';" })).toHaveLength(1);
  });

  it('hides the evaluators from each other, from the cluster and from the facade, but for their factory', () => {
    const evaluators = { 'src/evaluate/one-node/a.ts': '', 'src/evaluate/resident/b.ts': '', 'src/evaluate/evaluators.ts': '' };
    const importer = (path: string, to: string): string[] => check({ ...evaluators, [path]: `import { x } from '${to}';` });
    expect(importer('src/evaluate/evaluators.ts', './resident/b.js')).toEqual([]);
    expect(importer('src/cluster/c.ts', '../evaluate/evaluators.js')).toEqual([]);
    expect(importer('src/cluster/c.ts', '../evaluate/resident/b.js')).toHaveLength(1);
    expect(importer('src/allocator.ts', './evaluate/one-node/a.js')).toHaveLength(1);
    expect(importer('src/evaluate/one-node/c.ts', '../resident/b.js')).toHaveLength(1);
    expect(importer('src/evaluate/resident/c.ts', '../one-node/a.js')).toHaveLength(1);
  });

  it('refuses a file in a folder that the table does not know', () => {
    expect(check({ 'src/utils/a.ts': '' })).toEqual([expect.stringContaining('src/utils/a.ts:1: no layer for this file')]);
  });
});

describe('packages', () => {
  it('takes a package where the table lists it, its subpaths too', () => {
    expect(
      check({ 'src/read/a.ts': "import { load } from 'js-yaml';", 'src/cel/b.ts': "import { RE2JS } from 're2js/build/index.js';" }),
    ).toEqual([]);
  });

  it('refuses a package elsewhere and names the layers that may use it', () => {
    expect(check({ 'src/api/a.ts': "import { load } from 'js-yaml';" })).toEqual([
      "src/api/a.ts:1: api imports the package 'js-yaml'; only read may: go through it",
    ]);
    expect(check({ 'src/api/a.ts': "import { x } from 'left-pad';" })).toEqual([expect.stringContaining('no layer may')]);
  });

  it('allows modules of Node in the command and in the platform file of Node alone', () => {
    const source = "import { readFile } from 'node:fs/promises';";
    expect(check({ 'src/platform/node.ts': source, 'src/cli/input/input.ts': source })).toEqual([]);
    expect(check({ 'src/platform/browser.ts': source })).toEqual([expect.stringContaining("'node:fs/promises' is Node's")]);
    expect(check({ 'src/read/a.ts': source })).toHaveLength(1);
  });

  it('lets the entry alone, and the command, choose the platform', () => {
    const source = "import { loadSolver } from '#platform';";
    expect(check({ 'src/index.ts': source })).toEqual([]);
    expect(check({ 'src/kernel/a.ts': source })).toHaveLength(1);
  });
});

describe('cycles', () => {
  it('refuses a cycle between files of one layer, once', () => {
    const found = check({
      'src/api/a.ts': "import { b } from './b.js';",
      'src/api/b.ts': "import { c } from './c.js';",
      'src/api/c.ts': "\nimport { a } from './a.js';",
    });
    expect(found).toEqual([
      'src/api/c.ts:2: imports form a cycle: src/api/a.ts -> src/api/b.ts -> src/api/c.ts -> src/api/a.ts; move what both need to a file of its own',
    ]);
  });

  it('refuses a cycle of types', () => {
    expect(check({ 'src/api/a.ts': "import { b } from './b.js';", 'src/api/b.ts': "import type { A } from './a.js';" })).toHaveLength(1);
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

it('keeps the table and ARCHITECTURE.md together: every folder that the page lists is a layer with the imports that it names', () => {
  const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `src\/([a-z]+)\/` \|[^|]*\| ([^|]*) \|$/gm)].map(
    (match) => [match[1] as string, match[2] as string] as const,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const [folder, imports] of rows) {
    if (['all above', 'everything'].includes(imports)) continue;
    const allowed = LAYERS[folder]?.layers.filter((layer) => layer !== 'base' && layer !== 'layout').sort();
    const named = ['the same', 'base', 'nothing'].includes(imports) ? [] : imports.split(', ').sort();
    expect([folder, named]).toEqual([folder, allowed]);
  }
  expect(layerOf('src/platform/node.ts')).toBe('platform-node');
});
