import { describe, expect, it } from 'vitest';
import { checkMocks, checkTests } from '../../scripts/test-rules.mjs';

const CODE = 'export function f(): void {}\n';
const LIST = 'scripts/tested-elsewhere.mjs';

interface Entry {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly why: string;
}

/** The files that findings are about, with the beginning of each message. */
function found(sources: Readonly<Record<string, string>>, tests: readonly string[], elsewhere: readonly Entry[] = []): readonly string[] {
  return checkTests(new Map(Object.entries(sources)), new Set(tests), elsewhere).map(
    ({ file, message }) => `${file}: ${message.split(/[;:]/)[0]}`,
  );
}

it('a file has its tests at its path, whatever it takes to run them', () => {
  const sources = { 'src/a/b.ts': CODE, 'src/c.ts': CODE, 'assembly/d.ts': CODE };
  expect(found(sources, ['test/a/b.test.ts', 'test/c.long.ts', 'test/assembly/d.test.ts'])).toEqual([]);
  expect(found(sources, ['test/b.test.ts', 'test/c.ts', 'test/d.test.ts'])).toEqual([
    'src/a/b.ts: has no tests at test/a/b.test.ts',
    'src/c.ts: has no tests at test/c.test.ts',
    'assembly/d.ts: has no tests at test/assembly/d.test.ts',
  ]);
});

it.each([
  ['types', 'export interface A {\n  readonly call: () => void;\n}\nexport type B = (a: A) => void;\ntype C =\n  | (() => void)\n  | A;\n'],
  ['constants', 'export const A = 1;\nexport const B = [1, 2];\n'],
  ['words about functions', '// function\n/** a => b */\nexport const A = 1;\n'],
  ['exports of others', "export { a } from './a.js';\n"],
])('a file with %s alone needs none', (_, text) => {
  expect(found({ 'src/a.ts': text }, [])).toEqual([]);
});

it.each(['const f = () => 1;\n', 'class A {\n  get a() {\n    return 1;\n  }\n}\n', 'interface A {\n  b: 1;\n}\nfunction f() {}\n'])(
  'a file with %j needs some',
  (text) => {
    expect(found({ 'src/a.ts': text }, [])).toHaveLength(1);
  },
);

describe('the list of files with tests elsewhere', () => {
  const entry = { files: ['src/a.ts'], tests: ['test/b/'], why: 'It is part of b.' };

  it('says where they are', () => {
    expect(found({ 'src/a.ts': CODE }, ['test/b/c.test.ts'], [entry])).toEqual([]);
  });

  it('has no place that is gone', () => {
    expect(found({ 'src/a.ts': CODE }, ['test/c.test.ts'], [entry])).toEqual([`${LIST}: there are no tests at test/b/`]);
    expect(found({ 'src/a.ts': CODE }, ['test/b/c.test.ts'], [{ ...entry, tests: ['test/b/d.test.ts'] }])).toHaveLength(1);
  });

  it('has no file that has tests at its path, or is gone', () => {
    const useless = [`${LIST}: src/a.ts has tests at its path, or nothing to test`];
    expect(found({ 'src/a.ts': CODE }, ['test/a.test.ts', 'test/b/c.test.ts'], [entry])).toEqual(useless);
    expect(found({}, ['test/b/c.test.ts'], [entry])).toEqual(useless);
  });
});

it('tests that share modules replace none', () => {
  const mock = "import { vi } from 'vitest';\nvi.mock('./a.js', () => ({}));\n";
  const tests: readonly (readonly [string, string])[] = [
    ['test/a.test.ts', mock],
    ['test/b.test.ts', "vi.spyOn(a, 'b');\n"],
  ];
  expect(checkMocks(tests)).toEqual([
    { file: 'test/a.test.ts', line: 2, message: 'replaces a module: call the test *.long.ts, or do without' },
  ]);
});
