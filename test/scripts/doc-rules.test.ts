import { expect, it } from 'vitest';
import { checkExports } from '../../scripts/doc-rules.mjs';

function check(sources: Readonly<Record<string, string>>): string[] {
  return checkExports('src/index.ts', (file) => sources[file]).map(({ file, line, message }) => `${file}:${line}: ${message.slice(0, 30)}`);
}

it('accepts exports that have a docstring, declared here or elsewhere', () => {
  const sources = {
    'src/index.ts': "export { a, type B } from './a.js';\nexport * from './c.js';\n/** Does it. */\nexport async function run() {}\n",
    'src/a.ts': '/** An a. */\nexport const a = 1;\n\n/**\n * A B.\n */\nexport interface B {}\nexport const hidden = 2;\n',
    'src/c.ts': '/** A class. */\nexport abstract class C {}\n',
  };
  expect(check(sources)).toEqual([]);
});

it('finds an export without a docstring where it is declared', () => {
  expect(check({ 'src/index.ts': "export type { B } from './a.js';\n", 'src/a.ts': '\nexport type B = 1;\n' })).toEqual([
    "src/a.ts:2: 'B' is exported by the library",
  ]);
});

it('takes neither a line comment nor the docstring of something before it', () => {
  const source =
    '/** The file. */\nexport const a = 1;\nexport const b = 2;\n// About c.\nexport const c = 3;\n/** */\nexport const d = 4;\n';
  expect(check({ 'src/index.ts': source })).toEqual([3, 5, 7].map((line) => expect.stringContaining(`src/index.ts:${line}:`)));
});

it('follows an export through several files, and lists over many lines', () => {
  const sources = {
    'src/index.ts': "export {\n  a,\n  b,\n} from './a.js';\n",
    'src/a.ts': "export { a } from './inner/b.js';\n/** B. */\nexport function b() {}\n",
    'src/inner/b.ts': 'export function a() {}\n',
  };
  expect(check(sources)).toEqual([expect.stringContaining("src/inner/b.ts:1: 'a'")]);
});

it('reports an export whose declaration it cannot find', () => {
  expect(check({ 'src/index.ts': "export { a } from './a.js';\n", 'src/a.ts': 'const a = 1;\nexport { a };\n' })).toHaveLength(1);
});
