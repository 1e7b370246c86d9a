import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/base/json.js';
import { ReadError, readText } from '../../../src/core/read/read.js';
import { Random } from '../../differential/generate/random.js';
import { cases } from '../../support/extent.js';

const values = (text: string): Json[] => readText(text, 'f').documents.map(({ value }) => value);

describe('reads', () => {
  test.each<[string, Json[]]>([
    ['a: b', [{ a: 'b' }]],
    ['a:\n  b:\n    c: 1\n  d: 2\ne: 3\n', [{ a: { b: { c: 1 }, d: 2 }, e: 3 }]],
    ['a:\n- 1\n- b: 2\n  c: 3\n-\n  d: 4\n- - 5\n  - 6\ne:\n  - 7\n', [{ a: [1, { b: 2, c: 3 }, { d: 4 }, [5, 6]], e: [7] }]],
    ['- a: 1\n-   b: 2\n    c: 3\n', [[{ a: 1 }, { b: 2, c: 3 }]]],
    ['a:\nb:\n  -\n  - # c\nc: ~\n', [{ a: null, b: [null, null], c: null }]],
    ['---\na: 1\n--- # c\n\n---\nb: 2\n---\n', [{ a: 1 }, { b: 2 }]],
    ['# c\na: 1 # c\n\n  # c\nb: # c\n  c: d#e\n', [{ a: 1, b: { c: 'd#e' } }]],
    ['a: b:c\n', [{ a: 'b:c' }]],
    ['a: one\n  two\n   three # c\nb: --x=y:z\n', [{ a: 'one two three', b: '--x=y:z' }]],
    ['a: "x \\"y\\" \\\\ \\n"\n"b c": \'it\'\'s\'\n\'d: e\': ""\n', [{ a: 'x "y" \\ \n', 'b c': "it's", 'd: e': '' }]],
    ['a: \'one\n  two: #\'\nb: "one\n  two\\\n  \\ three"\n', [{ a: 'one two: #', b: 'one two three' }]],
    ['a: |\n  x\n    y: z\n\n  # w\n\nb: |-\n  v\n\n', [{ a: 'x\n  y: z\n\n# w\n', b: 'v' }]],
    ['a: >-\n  x &&\n  y\nb: > # c\n  z\n', [{ a: 'x && y', b: 'z\n' }]],
    ['a: []\nb: {}\nc: [x, "y, z", \'\', [1], {d: e f, "g": []}, ]\n', [{ a: [], b: {}, c: ['x', 'y, z', '', [1], { d: 'e f', g: [] }] }]],
    ['{a: 1}\n---\n- {b: [2]}\n', [{ a: 1 }, [{ b: [2] }]]],
    ['f:m:\n  .: {}\n  k:{"type":"R"}:\n    f:x.y/z: {}\n', [{ 'f:m': { '.': {}, 'k:{"type":"R"}': { 'f:x.y/z': {} } } }]],
    ['a: 0777\nb: yes\nc: 1.5\nd: -1\ne: 18446744073709551615\nf: 1_0\n', [{ a: 511, b: true, c: 1.5, d: -1, e: 2n ** 64n - 1n, f: 10 }]],
    ['a: b\u00a0\nc: 3\u3000\n', [{ a: 'b\u00a0', c: '3\u3000' }]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test('every manifest of the examples and of the scenarios', () => {
    const folders = ['examples/aws-eks-gpu-efa', 'test/cluster/real/scenarios'];
    const texts = folders.flatMap((folder) => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
      return files.map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    });
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) expect(readText(text, 'f').documents.length).toBeGreaterThan(0);
  });
});

/** A closing bracket below its key is no YAML 1.2, but all that kubectl reads may have it. */
describe('lines within brackets and quotes may stand anywhere', () => {
  test.each<[string, Json[]]>([
    ['a: [\n  1,\n  2\n]\nb: 3\n', [{ a: [1, 2], b: 3 }]],
    ['a:\n  b: {\n    c: d\n  }\n  e: f\n', [{ a: { b: { c: 'd' }, e: 'f' } }]],
    ['- a:\n    - b: [x,\ny z\nw, # c\n{k: [\n]}]\n    - d\n', [[{ a: [{ b: ['x', 'y z w', { k: [] }] }, 'd'] }]]],
    ['a:\n  b: "x\ny"\n  c: \'z\n\nw\'\n', [{ a: { b: 'x y', c: 'z\nw' } }]],
    ['a: |\n  [\n  ]\nb: [\n\t]\n', [{ a: '[\n]\n', b: [] }]],
    ['a: [\n1\n]\n---\nb: [\n2\n]\n', [{ a: [1] }, { b: [2] }]],
  ])('%j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test('and places are those of the text', () => {
    const text = '# c\na: [\n]\nb:\n  c: [\nyes,\n    {d: e}\n  ]\n  f: 08\n';
    const { documents, warnings } = readText(text, 'f');
    const place = (...path: (string | number)[]): unknown => documents[0]?.locate(path);
    expect(place('a')).toEqual({ line: 2, column: 1 });
    expect(place('b', 'c', 0)).toEqual({ line: 6, column: 1 });
    expect(place('b', 'c', 1)).toEqual({ line: 7, column: 5 });
    expect(place('b', 'c', 1, 'd')).toEqual({ line: 7, column: 6 });
    expect(place('b', 'f')).toEqual({ line: 9, column: 3 });
    expect(warnings).toMatchObject([{ line: 6, column: 1 }]);
    expect(() => readText(`${text}  f: 1\n`, 'f')).toThrow(expect.objectContaining({ line: 10, column: 3 }));
  });

  test('a thousand times in a document, and not without end', () => {
    const item = '- a: [\n  ]\n';
    expect(values(item.repeat(1000))[0]).toHaveLength(1000);
    expect(() => readText(item.repeat(100_000), 'f')).toThrow('lines within brackets or quotes need a deeper indentation');
  });
});

describe('places of what has no text of its own', () => {
  test.each<[string, (string | number)[], number, number]>([
    ['- a\n-\n- [b, [c]]\n- # d\n-\n', [1], 2, 2],
    ['- a\n-\n- [b, [c]]\n- # d\n-\n', [3], 4, 2],
    ['- a\n-\n- [b, [c]]\n- # d\n-\n', [4], 5, 2],
    ['- |\n  x\n- # |\n  >-\n  y\n- - |2\n      z\n', [0], 1, 3],
    ['- |\n  x\n- # |\n  >-\n  y\n- - |2\n      z\n', [1], 4, 3],
    ['- |\n  x\n- # |\n  >-\n  y\n- - |2\n      z\n', [2, 0], 6, 5],
    ['- &a |\n  x\n- !!str\n- *a\n- "b"\n', [0], 1, 6],
    ['- &a |\n  x\n- !!str\n- *a\n- "b"\n', [1], 3, 8],
    ['- &a |\n  x\n- !!str\n- *a\n- "b"\n', [2], 4, 3],
    ['- &a |\n  x\n- !!str\n- *a\n- "b"\n', [3], 5, 3],
    ['- a:\n-\n', [1], 2, 2],
  ])('in %j at %j', (text, path, line, column) => {
    expect(readText(text, 'f').documents[0]?.locate(path)).toEqual({ line, column });
  });

  test('null as a key', () => {
    expect(() => readText('a: 1\n: 2', 'f')).toThrow(expect.objectContaining({ message: 'null cannot be a key', line: 2, column: 1 }));
  });
});

/** Long texts are read in chunks of whole documents. */
describe('documents behind many others', () => {
  const filler = `- ${'x'.repeat(70_000)}\n`;

  test.each<[string, Json]>([
    ['---\n&a a: *a\n', { a: 'a' }],
    ['# c\n---\na: "---"\n', { a: '---' }],
    ['...\n%TAG !e! tag:yaml.org,2002:\n# c\n---\n!e!str ~: 1\n', { '~': 1 }],
    ['...\n...\n--- a: 1\n', { a: 1 }],
    ['---\na: |\n  ---\n  b\n', { a: '---\nb\n' }],
  ])('are read as any: %j', (text, expected) => {
    if (text.includes('--- a: 1')) expect(() => values(filler + text)).toThrow(ReadError);
    else expect(values(`${filler}${text}---\n${filler}`)[1]).toEqual(expected);
  });

  test('have places of their own', () => {
    const { documents } = readText(`${filler}---\na: 1\n---\n${filler}--- # c\n  b: 2\n`, 'f');
    expect(documents.map((document) => document.locate(['a']))).toMatchObject([{ line: 1 }, { line: 3 }, { line: 5 }, { line: 7 }]);
    expect(documents[3]?.locate(['b'])).toEqual({ line: 7, column: 3 });
    expect(documents[2]?.locate([0])).toEqual({ line: 5, column: 3 });
  });

  test('do not see the anchors of others', () => {
    expect(() => readText('&a 1\n---\n*a\n', 'f')).toThrow("unknown anchor 'a'");
  });
});

describe('random changes', () => {
  const PIECES = [' ', '  ', '\n', ':', ': ', '- ', '#', ' #', '"', "'", '|', '>', '|-', '[', ']', '{', '}', ',', '&', '*', '!', '---\n'];
  const MORE = [
    '...\n',
    '~',
    'a',
    '0',
    '\\',
    '? ',
    '<<: ',
    '.',
    'yes',
    '\t',
    '\n\n',
    '\n  ',
    '\n#c\n',
    ', ',
    '"a"',
    "'b'",
    '@',
    'é',
    '\\n',
  ];
  const text = [
    "a: one\n  two\nb: \"x\\n y\"\nc: 'it''s\n  folded'\nd: |\n  l1\n    l2\n\n  l3\ne: >-\n  f1\n  f2\nf:\n- 1\n- - 2\n  - x: y\n    z: w\n-\n  k: v",
    'g: [a, "b", {d: 1, "e": [2, 3]}]\n"q k": on\n1: 0o7\nh: # c\n  i: j # d\nk: {}\nl: []\nm: "a\n  b\\\n  \\ c"\n---\nn: --flag=a:b',
    readFileSync('examples/aws-eks-gpu-efa/workload.yaml', 'utf8'),
  ].join('\n');

  test('give documents whose values can all be located, or an error with a place', () => {
    const random = new Random(20, 0);
    const below = (end: number): number => random.integer(0, end - 1);
    const lines = text.split('\n');
    let read = 0;
    for (let round = 0; round < cases(400, 4000); round++) {
      const from = below(lines.length);
      let changed = lines.slice(from, from + 1 + below(12)).join('\n');
      for (let change = below(4); change > 0; change--) {
        const at = below(changed.length + 1);
        const piece = below(3) === 0 ? '' : ([...PIECES, ...MORE][below(PIECES.length + MORE.length)] ?? '');
        changed = changed.slice(0, at) + piece + changed.slice(piece === '' ? at + 1 + below(3) : at);
      }
      read += checkPlaces(changed) ? 1 : 0;
    }
    expect(read).toBeGreaterThan(cases(100, 1000));
  });
});

/** Reads a text and makes sure that what stands at the places of its values is what they begin with. */
function checkPlaces(text: string): boolean {
  let documents: ReturnType<typeof readText>['documents'];
  try {
    documents = readText(text, 'f').documents;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return false;
  }
  const lines = text.replace(/^\ufeff/, '').split('\n');
  for (const { value, locate } of documents) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const key of Object.keys(value)) {
      const { line, column } = locate([key]) ?? { line: 0, column: 0 };
      const there = lines[line - 1]?.slice(column - 1) ?? '';
      // Keys may be read as other texts (numbers, escapes), and merged ones stand elsewhere.
      if (/^[a-m]$/.test(key)) expect(there, JSON.stringify(text)).toMatch(new RegExp(`^["']?(?:${key}|\\\\|[*&])`));
    }
  }
  return true;
}
