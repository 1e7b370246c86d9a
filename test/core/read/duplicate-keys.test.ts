import { describe, expect, test } from 'vitest';
import { readText } from '../../../src/core/read/read.js';

const duplicatesOf = (text: string): string[] =>
  readText(text, 'f', { collectDuplicates: true }).documents.flatMap(({ duplicates }) =>
    duplicates.map(({ path, line, column }) => `${path.join('.')} ${line}:${column}`),
  );

describe('keys that stand twice', () => {
  test.each([
    ['a: 1\nb:\n  - c: 1\n    d: 2\n    c: 3\n', ['b.0.c 5:5']],
    ['{"a": 1,\n "b": [{"c": 1, "c": 2}],\n "a": 3}', ['b.0.c 2:17', 'a 3:2']],
    ['a: 1\na: 2\na: 3\n', ['a 2:1', 'a 3:1']],
    ['a: 1\n---\nb: 1\nb: 2\n', ['b 4:1']],
    ['{"a": 1}\n{"b": 1, "b": 2}', ['b 2:10']],
    // The object with the duplicate is replaced itself.
    ['{"a": {"x": 1, "x": 2}, "a": 3}', ['a 1:25']],
    ['{"__proto__": 1, "__proto__": 2}', ['__proto__ 1:18']],
    ['base: &base\n  k: 1\n  k: 2\nmore: *base\n', ['base.k 3:3']],
    ['a: 1\nb: 2\n', []],
  ])('in %j are collected with their places', (text, found) => {
    expect(duplicatesOf(text)).toEqual(found);
  });

  test('have the value of the last one, whose place is that of the path', () => {
    for (const text of ['a: 1\nb: 2\na:\n  c: 3\n', '{"a": 1, "b": 2,\n\n"a": {"c": 3}}']) {
      const [document] = readText(text, 'f', { collectDuplicates: true }).documents;
      expect(document?.value).toMatchObject({ a: { c: 3 }, b: 2 });
      expect(document?.locate(['a'])).toEqual({ line: 3, column: 1 });
    }
  });

  test('are an error where nobody collects them', () => {
    for (const text of ['a: 1\na: 2\n', '{"a": 1, "a": 2}'])
      expect(() => readText(text, 'f')).toThrow("duplicate key 'a', first at line 1");
    expect(readText('a: 1\n', 'f').documents[0]?.duplicates).toEqual([]);
  });

  test('may be many: each document lists the first ones', () => {
    const members = Array.from({ length: 100_000 }, () => '"last": 1').join(', ');
    expect(duplicatesOf(`{${members}}`)).toHaveLength(1000);
    expect(duplicatesOf('- {a: 1, a: 2}\n'.repeat(10_000))).toHaveLength(1000);
    expect(duplicatesOf(`${'a: 1\n'.repeat(3000)}---\nb: 1\nb: 2\n`).at(-1)).toBe('b 3003:1');
  });
});
