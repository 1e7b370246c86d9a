import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, PathStep } from '../../../src/core/base/json.js';
import { type Position, ReadError, readText } from '../../../src/core/read/read.js';
import { cases } from '../../support/extent.js';

const values = (text: string): Json[] => readText(text, 'f').documents.map((document) => document.value);

function failure(text: string, limits = {}): ReadError {
  return failureOf(() => readText(text, 'f', limits));
}

function failureOf(read: () => unknown): ReadError {
  try {
    read();
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('documents', () => {
  test('of YAML are separated by lines of three dashes', () => {
    expect(values('a: 1\n---\nb: 2\n--- # comment\nc: 3\n...\n---\nd: 4')).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }]);
  });

  test.each(['', '\n', '# only a comment', '---', '---\n---\n', 'null', '~', '--- null\n...\n', '\ufeff'])(
    'without content are dropped: %j',
    (text) => {
      expect(values(text)).toEqual([]);
    },
  );

  test('may begin with a byte order mark and have CRLF', () => {
    expect(values('\ufeffa: 1\r\nb:\r\n  - |\r\n    x\r\n')).toEqual([{ a: 1, b: ['x\n'] }]);
    expect(values('\ufeff{"a": 1}\r\n')).toEqual([{ a: 1 }]);
  });

  test('of JSON follow each other', () => {
    expect(values('{"a": 1}\n{"b": 2}[3]')).toEqual([{ a: 1 }, { b: 2 }, [3]]);
  });

  test('in braces that are not JSON are read as YAML', () => {
    expect(values('{a: 1, b: [yes,], # comment\n c}')).toEqual([{ a: 1, b: [true], c: null }]);
    expect(values('{"a": 1}\n---\n{"b": 2}')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(values('{"a": 1}\n---\nb: 2')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test('keep the name of their file', () => {
    expect(readText('a: 1', '<stdin>').documents[0]?.file).toBe('<stdin>');
  });
});

describe('errors', () => {
  test('are those of JSON when braces are neither JSON nor YAML', () => {
    expect(failure('{"a": 1,\n "b" 2,\n "c": }}')).toMatchObject({ line: 2, column: 6, message: "expected ':' after the key, found '2'" });
  });

  test('name the file and not the place in the message', () => {
    const error = failure('a: 1\na: 2');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'ReadError', file: 'f', line: 2, column: 1 });
  });

  test.each(['name: {{.Index}}', '{{ .Values.a }}', 'a: 1\n{{- if .x }}\nb: 2\n{{- end }}', '{"a": {{ $x }}}', 'a: {{/* c */}}'])(
    'hint at templates: %s',
    (text) => {
      expect(failure(text).message).toContain('(this looks like a Go template: render it first)');
    },
  );

  test.each(['{a: {{b: 1}: 2}}', 'a: [', '{{}: 1}'])('do not hint at templates without one: %s', (text) => {
    expect(failure(text).message).not.toContain('template');
  });

  test.each([
    ['kind:\u00a0Node\nmetadata: {}', 1],
    ['kind: Node\nmetadata:\n\u00a0\u00a0name: a\n  b: c', 3],
    ['a:\n- b: c\n-\u00a0d: e\n  f: g', 3],
  ])('hint at spaces that are none: %j', (text, line) => {
    expect(failure(text).message).toContain(`(line ${line} has a no-break space (U+00A0) instead of a space)`);
  });

  test('do not hint at spaces that are right where they are', () => {
    expect(failure('a: b\u00a0c\nd: [').message).not.toContain('no-break');
    expect(failure(`${'- '.repeat(500_000)}-${'-'.repeat(500_000)}: [`).message).not.toContain('no-break');
  });

  test.each(['a: \u0000', 'a: \u001b[31m', '\u007f', 'a: \uffff'])('come at characters that YAML does not have: %j', (text) => {
    expect(failure(text).message).toMatch(/^YAML cannot contain U\+[0-9A-F]{4} unless/);
  });

  test('come above the limits', () => {
    expect(failure(`- ${'x'.repeat(100)}`, { yaml: 100 }).message).toBe(
      'the text has 102 characters, more than the limit of 100 for YAML; JSON may be longer (kubectl get -o json)',
    );
    expect(failure('null', { yaml: 0 }).message).toBe("expected '{' or '[', found 'null'");
    expect(failure('{a: b}', { yaml: 0 }).message).toBe("expected a key in double quotes, found 'a'");
    expect(readText(' \n', 'f', { yaml: 0 }).documents).toEqual([]);
    expect(failure(`["${'x'.repeat(100)}"]`, { json: 100, yaml: 50 }).message).toBe(
      'the text has 104 characters, more than the limit of 100 for JSON',
    );
    expect(readText('- a\n'.repeat(320_000).concat('---\n').repeat(2), 'f').documents).toHaveLength(2);
    expect(failureOf(() => readText('x'.repeat(32 * 1024 * 1024 + 1), 'f')).message).toContain('the limit of 33554432 for YAML');
  });
});

test.each([
  ['lines of items', '- a\n'.repeat(625_000), '- a'],
  ['empty lines, each an entry of one character', '\n'.repeat(1_250_000), '\n'],
])('a document may have 1,250,000 entries: %s', (_, most, more) => {
  expect(readText(most, 'f').documents.length).toBeLessThan(2);
  expect(failureOf(() => readText(most + more, 'f'))).toMatchObject({
    message: 'a document has more than 1250000 entries (lines, items and brackets); JSON may have more (kubectl get -o json)',
    line: most.split('\n').length,
  });
});

describe('locate', () => {
  const yaml = `# first\na: 1\n---\n# second\nbase: &base\n  k: v\nlist:\n  - x\n  - name: n\n    <<: *base\n  -\n    - deep\nalias: *base\n0777: octal\n`;
  const [first, second] = readText(yaml, 'f').documents;

  test.each<[PathStep[], Position]>([
    [[], { line: 5, column: 1 }],
    [['base'], { line: 5, column: 1 }],
    [['base', 'k'], { line: 6, column: 3 }],
    [['list', 0], { line: 8, column: 5 }],
    [['list', 1], { line: 9, column: 5 }],
    [['list', 1, 'name'], { line: 9, column: 5 }],
    [['list', 1, 'k'], { line: 6, column: 3 }],
    [['list', 2, 0], { line: 12, column: 7 }],
    [['alias', 'k'], { line: 6, column: 3 }],
    [['511'], { line: 14, column: 1 }],
    [['list', 7, 'x'], { line: 7, column: 1 }],
    [['base', 'k', 'x'], { line: 6, column: 3 }],
    [['__proto__'], { line: 5, column: 1 }],
  ])('finds %j in YAML', (path, position) => {
    expect(second?.locate(path)).toEqual(position);
  });

  test('stays within its document', () => {
    expect(first?.locate(['a'])).toEqual({ line: 2, column: 1 });
    expect(first?.locate(['base'])).toEqual({ line: 2, column: 1 });
  });

  test('needs the directives of its document', () => {
    const [document] = readText('--- 1\n...\n%TAG !e! tag:yaml.org,2002:\n---\n!e!str ~: 1\nb: 2\n', 'f').documents.slice(1);
    expect(document?.locate(['b'])).toEqual({ line: 6, column: 1 });
  });

  test('finds places in JSON, in each of several values', () => {
    const documents = readText('{"a": 1}\n{"b": [1,\n  {"c": 2}]}', 'f').documents;
    expect(documents[0]?.locate(['a'])).toEqual({ line: 1, column: 2 });
    expect(documents[1]?.locate(['b', 1, 'c'])).toEqual({ line: 3, column: 4 });
    expect(documents[1]?.locate([])).toEqual({ line: 2, column: 1 });
  });
});

/** The value with doubles in place of bigints, as JSON.parse has it. */
function rounded(value: Json | undefined): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}

describe('any text', () => {
  const json = fc.jsonValue({ maxDepth: 6 }).filter((value) => typeof value === 'object' && value !== null);

  test('that is JSON is read as JSON.parse would', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        expect(rounded(values(JSON.stringify(value, null, indent))[0])).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: cases(60, 300) },
    );
  });

  test('has the same value as JSON within YAML', () => {
    fc.assert(
      fc.property(json, (value) => {
        // Not all characters of JSON may stand in YAML.
        const text = JSON.stringify(value).replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
        expect(rounded(values(`- ${text}`)[0])).toEqual([rounded(values(text)[0])]);
      }),
      { numRuns: cases(60, 300) },
    );
  });

  test('gives a result or a ReadError', () => {
    const piece = fc.constantFrom(
      ...'-?:,[]{}#&*!|>\'"%@` \n\t\r\\a0.~',
      '---',
      '...',
      '<<',
      '{"',
      '": ',
      '&a ',
      '*a',
      '!!int ',
      '%TAG ',
      '\u0000',
      '\ufeff',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        try {
          for (const document of readText(text, 'f').documents) {
            for (const path of [[], ['a'], [0], [0, 'a', '']]) expect(document.locate(path)?.line).toBeGreaterThan(0);
          }
        } catch (error) {
          if (!(error instanceof ReadError)) throw error;
          expect(error.line).toBeGreaterThan(0);
          expect(error.column).toBeGreaterThan(0);
        }
      }),
      { numRuns: cases(300, 3000) },
    );
  });
});

describe('long texts that begin as JSON and are none', () => {
  const items = (count: number): string => Array.from({ length: count }, (_, index) => `{"name": "device-${index}"}`).join(',\n');
  const long = items(5_000);

  test.each([
    ['a value that is missing', `{"items": [${long},,]}`, "5000:25 expected a value, found ','"],
    ['a key without quotes and colon', `[{"a": 1, b 2: [}, ${long}]`, "1:11 expected a key in double quotes, found 'b'"],
    ['an end that is missing', `[${long}`, "5000:24 expected ',' or ']', found the end of the text"],
    ['a word behind the end', `[${long}]\nx`, "5001:1 expected '{', '[' or the end of the text, found 'x'"],
    ['brackets alone', `${'[1,'.repeat(40_000)}`, '1:301 the text nests deeper than 100 levels'],
  ])('are told what is wrong with the JSON: %s', (_, text, expected) => {
    const { line, column, message } = failure(text);
    expect(`${line}:${column} ${message}`).toBe(expected);
  });

  test('are YAML when they are that, as kubectl reads them', () => {
    expect(values(`{"items": [${items(2)},]}`)).toEqual([{ items: [{ name: 'device-0' }, { name: 'device-1' }] }]);
    expect(values(`{"items": [${long},]}`)).toHaveLength(1);
    const lines = Array.from({ length: 5_000 }, (_, index) => `- name: device-${index}\n`).join('');
    for (const first of ['{"kind": "a"}', '{kind: a}'])
      expect(readText(`${first}\n---\n${lines}- &anchor x\n`, 'f').documents).toHaveLength(2);
  });
});
