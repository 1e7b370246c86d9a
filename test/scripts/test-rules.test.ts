import { describe, expect, it } from 'vitest';
import { checkMocks, checkTests } from '../../scripts/test-rules.mjs';

const CODE = 'export function f(): void {}\n';
const LIST = 'scripts/tested-elsewhere.mjs';

interface Entry {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly why: string;
}

interface FolderEntry {
  readonly folder: string;
  readonly files?: string;
  readonly tests: readonly string[];
  readonly why: string;
}

/** The files that findings are about, with the beginning of each message. */
function found(
  sources: Readonly<Record<string, string>>,
  tests: readonly string[],
  elsewhere: readonly Entry[] = [],
  together: readonly FolderEntry[] = [],
): readonly string[] {
  return checkTests(new Map(Object.entries(sources)), new Set(tests), { elsewhere, together }).map(
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

it('a file of a folder that a tested list joins needs none', () => {
  const list = "import { b } from './a/b.js';\nexport const ALL = [b];\n";
  const sources = { 'src/x/a.ts': list, 'src/x/a/b.ts': CODE, 'src/x/a/c.ts': CODE };
  expect(found(sources, ['test/x/a.test.ts'])).toEqual(['src/x/a/c.ts: has no tests at test/x/a/c.test.ts']);
  expect(found(sources, [])).toHaveLength(2);
});

it('a part is tested with a file of its module that imports it, from its folder or from above', () => {
  const user = (...parts: string[]): string => parts.map((part) => `import { f } from './${part}.js';\n`).join('') + CODE;
  const sources = { 'src/a.ts': user('a/b', 'c'), 'src/a/b.ts': user('d'), 'src/a/d.ts': CODE, 'src/c.ts': CODE };
  expect(found(sources, ['test/a.test.ts'])).toEqual([]);
  expect(found(sources, [])).toHaveLength(4);
  const shared = { ...sources, 'src/e.ts': user('c') };
  expect(found(shared, ['test/a.test.ts'])).toEqual(['src/e.ts: has no tests at test/e.test.ts']);
  expect(found({ 'src/a.ts': user('b'), 'src/b.ts': user('a') }, [])).toHaveLength(2);
});

it.each([
  ['from below its folder', 'src/a/b.ts', "import { f } from '../c.js';\n"],
  ['for its types alone', 'src/a.ts', "import type { F } from './c.js';\n"],
  ['for its types alone, over several lines', 'src/a.ts', "import type {\n  F,\n} from './c.js';\n"],
])('a part is not tested with a file that imports it %s', (_, file, text) => {
  const tests = [file.replace(/^src/, 'test').replace(/ts$/, 'test.ts')];
  expect(found({ [file]: text + CODE, 'src/c.ts': CODE }, tests)).toEqual(['src/c.ts: has no tests at test/c.test.ts']);
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

describe('the list of folders whose files are tested together', () => {
  const entry = { folder: 'src/a/b/', tests: ['test/a/b/c.test.ts'], why: 'They are parts of c.' };

  it.each(['test/a/b/c.test.ts', 'test/a/b/other/c.long.ts', 'test/a/b.test.ts', 'test/a/'])(
    'has tests in the folder or above it: %s',
    (test) => {
      expect(found({ 'src/a/b/d.ts': CODE }, [test.replace(/\/$/, '/c.test.ts')], [], [{ ...entry, tests: [test] }])).toEqual([]);
    },
  );

  it('is about the files directly in the folder, and with ** about those below it', () => {
    const sources = { 'src/a/b/d.ts': CODE, 'src/a/b/e/f.ts': CODE };
    expect(found(sources, entry.tests, [], [entry])).toEqual(['src/a/b/e/f.ts: has no tests at test/a/b/e/f.test.ts']);
    expect(found(sources, entry.tests, [], [{ ...entry, folder: 'src/a/b/**' }])).toEqual([]);
  });

  it('is about its files alone where it names some: a new one needs tests, or a place in the list', () => {
    const sources = { 'src/a/b/d.ts': CODE, 'src/a/b/e/f.ts': CODE, 'src/a/b/new.ts': CODE };
    const named = { ...entry, folder: 'src/a/b/**', files: 'd e/f' };
    expect(found(sources, entry.tests, [], [named])).toEqual(['src/a/b/new.ts: has no tests at test/a/b/new.test.ts']);
    const useless = [`${LIST}: src/a/b/gone.ts has tests at its path, or nothing to test`];
    expect(found({ 'src/a/b/d.ts': CODE }, entry.tests, [], [{ ...entry, files: 'd gone' }])).toEqual(useless);
  });

  it('has no tests of another folder', () => {
    const findings = found({ 'src/a/b/d.ts': CODE }, ['test/c/b.test.ts'], [], [{ ...entry, tests: ['test/c/b.test.ts'] }]);
    expect(findings).toEqual([`${LIST}: test/c/b.test.ts is not in the folder of the tests of src/a/b/, or in one above it`]);
  });

  it('has tests anywhere in the layer of the folder', () => {
    const parts = { folder: 'src/apps/cli/print/', tests: ['test/apps/cli/commands/a.test.ts'], why: 'Commands print.' };
    expect(found({ 'src/apps/cli/print/b.ts': CODE }, parts.tests, [], [parts])).toEqual([]);
    const astray = { ...parts, tests: ['test/apps/playground/a.test.ts'] };
    expect(found({ 'src/apps/cli/print/b.ts': CODE }, astray.tests, [], [astray])).toHaveLength(1);
  });

  it('has no folder without such files, and no tests that are gone', () => {
    const useless = [`${LIST}: src/a/b/ has tests at its path, or nothing to test`];
    expect(found({ 'src/a/d.ts': '' }, entry.tests, [], [entry])).toEqual(useless);
    expect(found({ 'src/a/b/d.ts': CODE }, [], [], [entry])).toEqual([`${LIST}: there are no tests at test/a/b/c.test.ts`]);
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
