import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/json.js';
import { ReadError } from '../../src/read/read.js';
import { SourceText } from '../../src/read/source-text.js';
import { readPlainYaml } from '../../src/read/yaml-plain.js';
import { Random } from '../differential/generate/random.js';
import { readBoth } from './both.js';

/** The values of the documents, or the line and column at which the reader gives up. */
function plain(text: string): Json[] | string {
  const source = new SourceText(text, 'f');
  const found = readPlainYaml(source, () => {});
  if (!('offset' in found)) return found.map(({ value }) => value);
  const { line, column } = source.positionAt(found.offset);
  return `${line}:${column}`;
}

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
  ])('%j', (text, values) => {
    expect(plain(text)).toEqual(values);
    readBoth(text);
  });

  test('what JSON members cannot spoil', () => {
    expect(plain('__proto__:\n  a: 1\nconstructor: 2\n')).toEqual([readBoth('__proto__: {a: 1}\nconstructor: 2').documents[0]?.value]);
  });

  test('every manifest of the examples and of the scenarios', () => {
    const folders = ['examples/aws-eks-gpu-efa', 'test/cluster/real/scenarios'];
    const texts = folders.flatMap((folder) => readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8')));
    expect(texts.length).toBeGreaterThan(100);
    const unread = texts.filter((text) => typeof plain(text) === 'string');
    // Some scenarios have lists in brackets over several lines.
    expect(unread.length).toBeLessThan(texts.length / 20);
    for (const text of texts) readBoth(text);
  });
});

describe('gives up', () => {
  test.each([
    ['at anchors, aliases, tags and merges', 'a: &x 1', '1:4'],
    ['at aliases', 'a: 1\nb: *x', '2:4'],
    ['at tags', 'a: !!str 1', '1:4'],
    ['at merges', 'a: 1\n<<: {}', '2:1'],
    ['at explicit keys', '? a\n: b', '1:1'],
    ['at directives', '%YAML 1.1\n---\na: 1', '1:1'],
    ['at ends of documents', 'a: 1\n...\n', '2:1'],
    ['at content beside a document mark', '--- a: 1', '1:1'],
    ['at duplicate keys', 'a: 1\na: 2', '2:3'],
    ['at keys of brackets that occur twice', 'a: {b: 1, b: 2}', '1:12'],
    ['at scalars for a document', 'word', '1:1'],
    ['at tabs', 'a:\tb', '1:3'],
    ['at carriage returns', 'a: b\r\n', '1:5'],
    ['at line separators', 'a: b\u2028c', '1:5'],
    ['at keys in quotes over several lines', '"a\n  b": c', '1:1'],
    ['at document marks within them', '"\'\n---\ne\': "', '1:1'],
    ['at wrong indentation', 'a:\n    b: 1\n  c: 2', '3:3'],
    ['at deeper indentation', 'a: 1\n  b: 2', '2:3'],
    ['at nested mappings in a line', 'a: b: c', '1:4'],
    ['at quotes without an end', 'a: "b', '1:4'],
    ['at text behind quotes', 'a: "b" c', '1:8'],
    ['at rare escapes', 'a: "\\x41"', '1:4'],
    ['at empty lines in a text', 'a: b\n\n  c', '3:3'],
    ['at indentation in folded text', 'a: >\n  b\n   c', '1:4'],
    ['at kept ends of lines', 'a: |+\n  b\n\n', '1:4'],
    ['at brackets over several lines', 'a: [1,\n  2]', '1:7'],
    ['at pairs in lists', 'a: [b: c]', '1:6'],
    ['at infinity', 'a: .inf', '1:8'],
    ['at null as a key', '~: a', '1:3'],
    ['at more than 100 levels', '- '.repeat(101), '1:201'],
  ])('%s', (_, text, place) => {
    expect(plain(text)).toBe(place);
    // The other reader decides; it may well read them.
    try {
      readBoth(text);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
    }
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

  test('are read alike by both readers, or left to the other', () => {
    const random = new Random(20, 0);
    const below = (end: number): number => random.integer(0, end - 1);
    const lines = text.split('\n');
    let read = 0;
    for (let round = 0; round < 4000; round++) {
      const from = below(lines.length);
      let changed = lines.slice(from, from + 1 + below(12)).join('\n');
      for (let change = below(4); change > 0; change--) {
        const at = below(changed.length + 1);
        const piece = below(3) === 0 ? '' : ([...PIECES, ...MORE][below(PIECES.length + MORE.length)] ?? '');
        changed = changed.slice(0, at) + piece + changed.slice(piece === '' ? at + 1 + below(3) : at);
      }
      if (typeof plain(changed) === 'string') continue;
      read++;
      readBoth(changed);
    }
    expect(read).toBeGreaterThan(1000);
  });
});
