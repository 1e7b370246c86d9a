import * as fc from 'fast-check';
import { CORE_SCHEMA, load, YAML11_SCHEMA } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { formatYaml } from '../../../../src/apps/cli/print/yaml.js';
import { type Json, NumberLiteral } from '../../../../src/core/base/json.js';
import { readText } from '../../../../src/core/read/read.js';

test('objects and lists as kubectl writes them', () => {
  const value = {
    kind: 'List',
    items: [{ metadata: { name: 'a', labels: {} }, spec: { requests: ['gpu', 'nic'], empty: [] } }, [1, [2]], null, true],
  };
  expect(formatYaml(value)).toBe(
    [
      'kind: List',
      'items:',
      '- metadata:',
      '    name: a',
      '    labels: {}',
      '  spec:',
      '    requests:',
      '    - gpu',
      '    - nic',
      '    empty: []',
      '- - 1',
      '  - - 2',
      '- null',
      '- true',
      '',
    ].join('\n'),
  );
});

describe('strings', () => {
  test.each([
    'on',
    'Off',
    'y',
    'N',
    'yes',
    'NO',
    'true',
    'null',
    '~',
    '',
    '0777',
    '0o17',
    '1e3',
    '1E5',
    '123',
    '-1',
    '+1',
    '.5',
    '.inf',
    '.NaN',
    '1_000',
    '-_1',
    '12:30:45',
    '2026-01-01',
    '0x1f',
    '0b1',
    '=',
    '<<',
    '- a',
    'a: b',
    'a #b',
    '#a',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '"',
    "'",
    '{',
    '[',
    ',',
    '?',
    ' a',
    'a ',
    '10Gi',
    '1.0.0',
  ])('%j is quoted', (text) => {
    expect(formatYaml(text)).toBe(`${JSON.stringify(text)}\n`);
  });

  test.each(['a', 'gpu-0', 'resource.k8s.io/v1', 'NVIDIA A100-SXM4-40GB', 'GPU-8a10b6f7'])('%j is plain', (text) => {
    expect(formatYaml(text)).toBe(`${text}\n`);
  });

  test('control characters and what nobody can see are escaped', () => {
    expect(formatYaml('\u001b[31m\u0085\u2028\ufeff\u200b')).toBe('"\\u001b[31m\\u0085\\u2028\\ufeff\\u200b"\n');
  });

  test('lines become a block literal', () => {
    expect(formatYaml({ cel: [{ expression: 'a &&\n  b\n', other: 'x\n\ny' }] })).toBe(
      'cel:\n- expression: |\n    a &&\n      b\n  other: |-\n    x\n\n    y\n',
    );
  });

  test.each([' a\nb', '\na', 'a \nb', 'a\n\n', 'a\nb ', 'a\r\nb', '\ta\nb'])(
    'lines that a block literal would not keep are quoted: %j',
    (text) => {
      expect(formatYaml(text)).toBe(`${JSON.stringify(text)}\n`);
    },
  );
});

test('numbers are printed as they were read', () => {
  const value = { a: 12345678901234567890n, b: new NumberLiteral('1.00000000000000000001'), c: 1.5, d: -3 };
  expect(formatYaml(value)).toBe('a: 12345678901234567890\nb: 1.00000000000000000001\nc: 1.5\nd: -3\n');
});

test('a key called __proto__ is printed', () => {
  expect(formatYaml(JSON.parse('{"__proto__": 1}') as Json)).toBe('"__proto__": 1\n');
});

test('very long keys can be read', () => {
  const key = 'k'.repeat(5000);
  expect(load(formatYaml({ a: { [key]: { b: 1 } } }))).toEqual({ a: { [key]: { b: 1 } } });
});

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('a', 'y', '0', '1', '-', ':', ' ', '\n', '\t', '#', '"', "'", '_', '.', 'e', '\u0085', '|') }),
);
const { tree } = fc.letrec<{ tree: Json; leaf: Json }>((tie) => ({
  leaf: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(text, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test.each([
  ['1.1', YAML11_SCHEMA],
  ['1.2', CORE_SCHEMA],
])('readers of YAML %s get back what was written', (_, schema) => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(load(formatYaml(value), { schema })).toEqual(value);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('our own reader gets it back too, without a warning', () => {
  fc.assert(
    fc.property(fc.dictionary(text, tree, { minKeys: 1, maxKeys: 3, noNullPrototype: true }), (value) => {
      const { documents, warnings } = readText(formatYaml(value), 'out.yaml');
      expect(warnings).toEqual([]);
      expect(JSON.parse(JSON.stringify(documents[0]?.value))).toEqual(value);
    }),
    { numRuns: 300, seed: 2 },
  );
});
