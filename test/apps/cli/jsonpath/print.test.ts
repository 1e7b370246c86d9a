import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Evaluation } from '../../../../src/apps/cli/jsonpath/evaluate.js';
import { JsonPathError, parseJsonPath } from '../../../../src/apps/cli/jsonpath/parse.js';
import { formatCell, formatTemplate } from '../../../../src/apps/cli/jsonpath/print.js';
import type { Json } from '../../../../src/core/base/json.js';

interface Case {
  readonly name: string;
  readonly template: string;
  readonly input?: string;
  readonly value?: Json;
  readonly allowsMissing?: true;
  readonly expect?: string;
  /** The message, or true for any. */
  readonly error?: string | true;
  /** Go goes through maps in any order. */
  readonly sorted?: true;
}

const { inputs, cases, refused } = JSON.parse(readFileSync(new URL('upstream-cases.json', import.meta.url), 'utf8')) as {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly cases: readonly Case[];
  readonly refused: readonly { readonly name: string; readonly template: string; readonly error: string }[];
};

/** Go prints the fields of structs in the order of their declaration; objects have theirs sorted. */
const OF_OBJECTS: ReadonlyMap<string, string> = new Map([
  ['{"Color":"red","Price":19.95,"IsNew":true}', '{"Color":"red","IsNew":true,"Price":19.95}'],
  ['{"Color":"green","Price":20.01,"IsNew":false}', '{"Color":"green","IsNew":false,"Price":20.01}'],
  [
    '{"Category":"fiction","Author":"Herman Melville","Title":"Moby Dick","Price":8.99}',
    '{"Author":"Herman Melville","Category":"fiction","Price":8.99,"Title":"Moby Dick"}',
  ],
  ...[
    'one","value":1,"type":"integer"',
    'two","value":2.002,"type":"float"',
    'three","value":3,"type":"integer"',
    'four","value":4.004,"type":"float"',
  ].map((text): [string, string] => {
    const [name = '', value = '', type = ''] = text.split(/,"value":|,"type":/);
    return [`{"name":"${text}}`, `{"name":"${name},"type":${type},"value":${value}}`];
  }),
]);

function ofObjects(text: string): string {
  return [...OF_OBJECTS].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

/** Messages that name a type of Go. */
const MESSAGES: ReadonlyMap<string, string> = new Map([['map[string]int is not array or slice', 'an object is not array or slice']]);

/** The text of a template where fields that are not there are an error. */
function strictText(template: string, value: Json): string {
  new Evaluation(parseJsonPath(template), false).run(value);
  return formatTemplate(parseJsonPath(template), value);
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof JsonPathError) return error.message;
    throw error;
  }
  return 'no error';
}

function words(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .sort();
}

describe("upstream's cases", () => {
  it('are all there', () => {
    expect([cases.length, refused.length]).toEqual([124, 6]);
  });

  it.each(cases.map((each, index) => [`${index} ${each.name}`, each] as const))(
    '%s',
    (_, { template, input, value, allowsMissing, ...rest }) => {
      const data = (input === undefined ? value : inputs[input]) ?? null;
      const text = (): string => (allowsMissing === true ? formatTemplate(parseJsonPath(template), data) : strictText(template, data));
      const { error, expect: expected = '', sorted } = rest;
      if (error === true) expect(text).toThrow(JsonPathError);
      else if (error !== undefined) expect(messageOf(text)).toBe(MESSAGES.get(error) ?? error);
      else if (sorted === true) expect(words(text())).toEqual(words(expected));
      else expect(text()).toBe(ofObjects(expected));
    },
  );

  it.each(refused.map(({ template, error }) => [template, error]))('%s is rejected: %s', (template, error) => {
    expect(messageOf(() => parseJsonPath(template))).toBe(error);
  });
});

const text = (template: string, value: Json): string => formatTemplate(parseJsonPath(template), value);

describe('text', () => {
  it('has values as Go prints them', () => {
    expect(text('{.a}', { a: { z: [1.5, null, '<&>'], b: true } })).toBe('{"b":true,"z":[1.5,null,"\\u003c\\u0026\\u003e"]}');
    expect(text('{.a} {.b} {.c}', { a: 0.00005, b: 12n, c: null })).toBe('5e-05 12 null');
  });

  it('has control characters of values escaped, and those of the template as they are', () => {
    expect(text('{.a}{"\\t"}{.b}\n', { a: 'x\u001b[31m', b: ['y\u0007\n'] })).toBe('x\\u001b[31m\t["y\\u0007\\n"]\n');
  });

  it('reads quotes as Go does', () => {
    expect(text(String.raw`{"\x41\u00e9\101\\\""}{'\''}`, null)).toBe('AéA\\"\'');
    expect(() => parseJsonPath(String.raw`{"\q"}`)).toThrow('invalid syntax');
  });
});

describe('a cell', () => {
  const cell = (path: string, value: Json): string => formatCell(parseJsonPath(path), value);
  it.each<[string, Json, string]>([
    ['{.metadata.name}', { metadata: { name: 'a' } }, 'a'],
    ['{.missing.name}', {}, '<none>'],
    ['{.list[*].x}', { list: [{ x: 1 }, { x: 'b' }] }, '1,b'],
    ['{.list}', { list: [1, 'b', null] }, '[1 b <nil>]'],
    ['{.map}', { map: { b: 1, a: { c: true } } }, 'map[a:map[c:true] b:1]'],
    ['{.nothing}', { nothing: null }, '<nil>'],
  ])('%s of %j is %s', (path, value, expected) => {
    expect(cell(path, value)).toBe(expected);
  });
});

describe('what a template may do is bounded', () => {
  const deep = (levels: number): Json => (levels === 0 ? 1 : { a: deep(levels - 1), b: [deep(levels - 1)] });

  it.each([
    ['values found', `{..${'*..'.repeat(12)}*}`],
    ['ranges within each other', '{range @}'.repeat(200)],
    ['ranges over many values', `${'{range ..*}'.repeat(20)}{end}`],
  ])('in %s', (_, template) => {
    expect(() => text(template, deep(9))).toThrow(JsonPathError);
  });

  it.each([
    ['its length', '{.a}'.repeat(20_000)],
    ['levels of filters', `${'{[?(@'}${'[?(@'.repeat(5000)}`],
    ['levels of filters that close', `{${'[?(@'.repeat(80)}${')]'.repeat(80)}}`],
  ])('in %s', (_, template) => {
    expect(() => parseJsonPath(template)).toThrow(JsonPathError);
  });

  it('reaches no prototype', () => {
    expect(text('{.constructor}{.__proto__}{.a.constructor.constructor}{..constructor}', { a: 'x' })).toBe('');
  });
});
