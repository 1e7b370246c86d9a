import { expect, test } from 'vitest';
import { playgroundExamples } from '../../../../scripts/playground-examples.mjs';
import { DocumentReader } from '../../../../src/apps/playground/answer/read-documents.js';
import { ReadError, type ReadOptions, type ReadResult, readText } from '../../../../src/core/read/read.js';
import { cases } from '../../../support/extent.js';

const OPTIONS = { yaml: 8_000_000, json: 8_000_000, collectDuplicates: true };

/** Returns all values of a result, or the error. */
function told(read: () => ReadResult): unknown {
  try {
    const { text, documents, warnings, comments, lineText } = read();
    return {
      text,
      documents: documents.map(({ value, file, duplicates, locate }) => ({
        value,
        file,
        duplicates,
        places: [[], ['kind'], ['metadata', 'name'], ['spec', 'devices', 0, 'name']].map((path) => locate(path)),
      })),
      warnings,
      comments: comments('dra-allocator:'),
      lines: [1, 2, 7, 40].map(lineText),
    };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { message: error.message, line: error.line, column: error.column };
  }
}

/** Expects of a text, read after another one, what reading it alone gives. */
function expectTheSame(reader: DocumentReader, text: string, options: ReadOptions = OPTIONS): void {
  expect(told(() => reader.read(text))).toEqual(told(() => readText(text, 'input', options)));
}

test.each([...playgroundExamples()].filter(([id]) => id !== 'many-nodes'))('edits of example %s read as the whole text', (_, text) => {
  const reader = new DocumentReader('input', OPTIONS);
  expectTheSame(reader, text);
  for (let at = 0; at < text.length; at += Math.ceil(text.length / cases(2, 5))) {
    for (const written of ['', '\n', 'x: ', '- ', '"', '\n---\n', '# dra-allocator: ignore some-rule why\n']) {
      expectTheSame(reader, `${text.slice(0, at)}${written}${text.slice(at + 1)}`);
    }
  }
});

test.each([
  '',
  '---',
  '---\n---\n',
  'a: 1\n--- b: 2',
  'a: 1\n--- # comment\nb: on\n---\nc: 0777\nc: 1\n',
  'a: |\n  text\n---\nb: 1\n',
  'a: "text\n---\nb: 1"\n',
  'a: [1,\n---\n2]\n',
  'a: &x 1\nb: *x\n---\nc: *x\n',
  '%YAML 1.1\n---\na: 1\n',
  'a: 1\n...\n%YAML 1.1\n---\nb: 2\n',
  'a: 1\r\n---\r\nb: 2\r\n',
  '\ufeffa: 1\n---\nb: 2\n',
  '{"a": 1}\n{"b": 2}\n',
  '[1]\n---\n[2]\n',
  'a: 1\n---\na: 1\n---\na: 1\n',
  'a: 1\n----\nb: 2\n',
  'a: 1\n---x: 1\n',
  'a: {{ .Values.a }}\n---\nb: 1\n',
  'a: \u0001\n---\nb: 1\n',
])('text %j reads as a whole', (text) => {
  const reader = new DocumentReader('input', OPTIONS);
  expectTheSame(reader, 'a: 1\n---\nb: 2\n');
  expectTheSame(reader, text);
  expectTheSame(reader, text);
});

test('documents that have not changed are not read again, and those that are equal are objects of their own', () => {
  const reader = new DocumentReader('input', OPTIONS);
  const [first, second, third] = reader.read('a: {b: 1}\n---\nc: 1\n---\nc: 1\n').documents;
  expect(second?.value).not.toBe(third?.value);
  const [changed, same] = reader.read('a: {b: 2}\n---\nc: 1\n').documents;
  expect(changed?.value).not.toBe(first?.value);
  expect(same?.value).toBe(second?.value);
});

test('a text beyond the limit is rejected as a whole', () => {
  const short = { yaml: 20, json: 20 };
  expectTheSame(new DocumentReader('input', short), 'a: 1\n---\nb: 2\n---\nc: 3\n', short);
});
