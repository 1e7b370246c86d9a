// Patches in texts of all layouts: what changes, what stays, and what is rejected.

import { describe, expect, it } from 'vitest';
import { applyPatches } from '../../../../src/apps/cli/edit/apply-patches.js';
import { readText } from '../../../../src/core/read/read.js';
import type { JsonPatchOperation } from '../../../../src/explain/explanation.js';
import { applyJsonPatch } from '../../../support/json-patch.js';
import { expectSameLineEnds } from './same-line-ends.js';

const OBJECT = { kind: 'ResourceClaim', name: 'c' };
const HEAD = 'kind: ResourceClaim\nmetadata:\n  name: c # mine\n';

/** The text with a patch made, which reads as the patch says. */
function applied(text: string, ...patch: JsonPatchOperation[]): string {
  const { text: result, rejectedPatches: refused } = applyPatches(text, 'f', [{ object: OBJECT, patch }]);
  expect(refused).toEqual([]);
  const [before, after] = [text, result].map((one) => plain(readText(one, 'f').documents.at(-1)?.value));
  expect(after).toEqual(applyJsonPatch(before, patch));
  expectSameLineEnds(text, result, (other) => applyPatches(other, 'f', [{ object: OBJECT, patch }]).text);
  return result;
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** The text below the head. */
function body(text: string, ...patch: JsonPatchOperation[]): string {
  const result = applied(HEAD + text, ...patch);
  expect(result.startsWith(HEAD)).toBe(true);
  return result.slice(HEAD.length);
}

const LIST =
  'spec:\n  # all of them\n  list:\n  # the first\n  - a: 1 # one\n    b: 2\n  - a: 3\n\n  # the last\n  - {a: 5}   # five\n  other: x # behind\n';

describe('a scalar', () => {
  it.each([
    ['plain', 'spec:\n  count: 4 # why\n  b: 1\n', 'spec:\n  count: 2 # why\n  b: 1\n', 2],
    ['plain text', 'spec: {count: a b, c: 1}\n', 'spec: {count: c d, c: 1}\n', 'c d'],
    ['plain text that needs quotes then', 'spec:\n  count: a # why\n', "spec:\n  count: 'true' # why\n", 'true'],
    ['single quotes', "spec:\n  count: 'a' # why\n", "spec:\n  count: 'it''s' # why\n", "it's"],
    ['double quotes', 'spec:\n  count: "a" # why\n', 'spec:\n  count: "x\\"y" # why\n', 'x"y'],
    [
      'a literal block',
      'spec:\n  count: | # why\n    a &&\n    b\n\n  d: 1\n',
      'spec:\n  count: | # why\n    a &&\n    c\n\n  d: 1\n',
      'a &&\nc\n',
    ],
    ['a folded block with a comment', 'spec:\n  count: >- # why\n    a\n    b\n  d: 1\n', 'spec:\n  count: c # why\n  d: 1\n', 'c'],
    ['a stripped literal block', 'spec:\n  count: |-\n    a\n# end\n', 'spec:\n  count: |-\n    c\n# end\n', 'c'],
    ['a folded block', 'spec:\n  count: >-\n    a\n    b\n  d: 1\n', 'spec:\n  count: c\n  d: 1\n', 'c'],
    ['lines', 'spec:\n  count:\n    a\n    b\n  d: 1\n', 'spec:\n  count:\n    c\n  d: 1\n', 'c'],
    ['an anchor', 'spec:\n  count: &n 4\n  d: 1\n', 'spec:\n  count: &n 2\n  d: 1\n', 2],
    ['null', 'spec:\n  count:\n  d: 1\n', 'spec:\n  count: 2\n  d: 1\n', 2],
  ])('in %s', (_, text, expected, value) => {
    expect(body(text, { op: 'replace', path: '/spec/count', value })).toBe(expected);
  });

  it('in JSON', () => {
    const text = '{"kind": "ResourceClaim", "metadata": {"name": "c"},\n  "spec": { "count" : 4, "b": "x" } }\n';
    expect(applied(text, { op: 'replace', path: '/spec/count', value: 2 })).toBe(text.replace('4', '2'));
    expect(applied(text, { op: 'replace', path: '/spec/b', value: 'true' })).toBe(text.replace('"x"', '"true"'));
  });
});

it('comes beside numbers that no double holds', () => {
  const text =
    '{"kind": "ResourceClaim", "metadata": {"name": "c"}, "spec": {"count": 4, "limit": 1e999, "exact": 0.12345678901234567890}}\n';
  const patch: JsonPatchOperation = { op: 'replace', path: '/spec/count', value: 2 };
  const { text: result, rejectedPatches: refused } = applyPatches(text, 'f.json', [{ object: OBJECT, patch: [patch] }]);
  expect([result, refused]).toEqual([text.replace('4', '2'), []]);
});

describe('an expression', () => {
  const change = (text: string, from: string, to: string): string => {
    const value = (readText(HEAD + text, 'f').documents[0] as { value: unknown } as { value: { spec: { expression: string } } }).value.spec
      .expression;
    return body(text, { op: 'replace', path: '/spec/expression', value: value.replace(from, to) });
  };

  it.each([
    ['plain', 'spec:\n  expression: a.b == 1 && c == "x" # why\n', 'c == "x"', 'c == "y"'],
    ['plain on lines', 'spec:\n  expression:\n    a.b == 1 &&\n    c == "x"\n', '"x"', '"y"'],
    ['single quotes', `spec:\n  expression: 'a.b == 1 && c == "x"'\n`, '"x"', '"y"'],
    ['a literal block', 'spec:\n  expression: |\n    // first\n    a.b == 1 &&\n      c == "x"\n', '"x"', '"y"'],
    ['a folded block', 'spec:\n  expression: >-\n    a.b == 1 &&\n    c == "x"\n  d: 1\n', '"x"', '"y"'],
  ])('keeps its lines and comments in %s', (_, text, from, to) => {
    expect(change(text, from, to)).toBe(text.replace(from, to));
  });

  it('loses a condition in every style', () => {
    expect(change('spec:\n  expression: a == 1 && b == 2 # why\n', ' && b == 2', '')).toBe('spec:\n  expression: a == 1 # why\n');
    expect(change(`spec:\n  expression: "a == 1 && b == 'x'"\n`, " && b == 'x'", '')).toBe(`spec:\n  expression: "a == 1"\n`);
    expect(change('spec:\n  expression: |-\n    a == 1 &&\n    b == 2\n', 'a == 1 &&\n', '')).toBe('spec:\n  expression: |-\n    b == 2\n');
    expect(change('spec:\n  expression: |\n    a == 1\n    && b == 2\n  d: 1\n', '\n&& b == 2', '')).toBe(
      'spec:\n  expression: |\n    a == 1\n  d: 1\n',
    );
  });
});

describe('an item or an entry that goes', () => {
  it.each([
    ['the first item', '/spec/list/0', LIST.replace('  - a: 1 # one\n    b: 2\n', '')],
    ['an item between', '/spec/list/1', LIST.replace('  - a: 3\n', '')],
    ['the last item', '/spec/list/2', LIST.replace('  - {a: 5}   # five\n', '')],
    ['an entry behind the sign of an item', '/spec/list/0/a', LIST.replace('a: 1 # one\n    b', 'b').replace('- a: 1', '-')],
    ['an entry of an item', '/spec/list/0/b', LIST.replace('    b: 2\n', '')],
    ['the only entry in braces', '/spec/list/2/a', LIST.replace('{a: 5}', '{}')],
    ['the only entry of an item', '/spec/list/1/a', LIST.replace('a: 3', '{}')],
    ['an entry with all that is in it', '/spec/list', 'spec:\n  # all of them\n  other: x # behind\n'],
    ['the last entry', '/spec/other', LIST.replace('  other: x # behind\n', '')],
  ])('%s', (_, path, expected) => {
    const result = body(LIST, { op: 'remove', path });
    // An edit may keep or remove a comment on a removed line.
    expect(result.replace(/ *# one| *# five/g, '')).toBe(expected.replace(/ *# one| *# five/g, ''));
  });

  it('leaves an empty list behind its key', () => {
    expect(body('spec:\n  list: # these\n  - a: 1\n    b: 2\n  c: 1\n', { op: 'remove', path: '/spec/list/0' })).toBe(
      'spec:\n  list: [] # these\n  c: 1\n',
    );
    expect(body('spec:\n  list: [ {a: 1} ] # x\n', { op: 'remove', path: '/spec/list/0' })).toBe('spec:\n  list: [  ] # x\n');
  });

  it('keeps comments between an entry behind the sign of an item and the next one', () => {
    const text = 'spec:\n- a: 1\n  # of b\n  b: 2\n';
    expect(body(text, { op: 'remove', path: '/spec/0/a' })).toContain('# of b\n  b: 2\n');
  });

  it.each([
    ['[1, 2, 3]', '/spec/0', '[2, 3]'],
    ['[1, 2, 3]', '/spec/2', '[1, 2]'],
    ['[ 1, 2 , 3 ]', '/spec/1', '[ 1, 3 ]'],
    ['{a: [1], "b": 2}', '/spec/a', '{"b": 2}'],
    ['{a: [1], "b": 2}', '/spec/b', '{a: [1]}'],
  ])('in brackets: %s without %s', (text, path, expected) => {
    expect(body(`spec: ${text} # c\n`, { op: 'remove', path })).toBe(`spec: ${expected} # c\n`);
    expect(
      applied(`{"kind": "ResourceClaim", "metadata": {"name": "c"}, "spec": ${text.replace('{a', '{"a"')}}`, { op: 'remove', path }),
    ).toContain(`"spec": ${expected.replace('{a', '{"a"')}}`);
  });
});

describe('an item or an entry that comes', () => {
  const toleration = { key: 'k', operator: 'Exists', effect: 'NoSchedule' };

  it.each([
    ['a block', 'spec:\n  a: 1 # one\n  # end\n', '/spec/count', 2, 'spec:\n  a: 1 # one\n  count: 2\n  # end\n'],
    ['a block without a line end', 'spec:\n  a: 1', '/spec/count', 2, 'spec:\n  a: 1\n  count: 2'],
    ['a block in an item', 'spec:\n- a: 1\n- a: 2\n', '/spec/0/b', 'x', 'spec:\n- a: 1\n  b: x\n- a: 2\n'],
    ['braces', 'spec: {a: 1} # x\n', '/spec/b', 2, 'spec: {a: 1, b: 2} # x\n'],
    ['empty braces', 'spec: {}\n', '/spec/b', 2, 'spec: {b: 2}\n'],
    [
      'a block, with what is in it',
      'spec:\n  a: 1\nz: 1\n',
      '/spec/tolerations',
      [toleration],
      'spec:\n  a: 1\n  tolerations:\n  - key: k\n    operator: Exists\n    effect: NoSchedule\nz: 1\n',
    ],
    ['a list', 'spec:\n  - a # x\n  # y\nz: 1\n', '/spec/-', 'b', 'spec:\n  - a # x\n  - b\n  # y\nz: 1\n'],
    [
      'a list that is not indented',
      'spec:\n- a: 1\n  b: |\n    text\nz: 1\n',
      '/spec/-',
      'b',
      'spec:\n- a: 1\n  b: |\n    text\n- b\nz: 1\n',
    ],
    ['brackets', 'spec: [a]\n', '/spec/-', 'b', 'spec: [a, b]\n'],
    ['brackets on lines', 'spec: [\n  a,\n  b\n]\n', '/spec/-', 'c', 'spec: [\n  a,\n  b,\n  c\n]\n'],
    ['an empty list', 'spec: {list: []}\n', '/spec/list/-', 'c', 'spec: {list: [c]}\n'],
    ['a field that is null', 'spec:\n  list:\n  z: 1\n', '/spec/list', ['c'], 'spec:\n  list: ["c"]\n  z: 1\n'],
  ])('in %s', (_, text, path, value, expected) => {
    expect(body(text, { op: 'add', path, value })).toBe(expected);
  });

  it('in JSON, on lines of their own where others are', () => {
    const text = '{\n  "kind": "ResourceClaim",\n  "metadata": {"name": "c"},\n  "spec": {\n    "a": 1\n  }\n}\n';
    expect(applied(text, { op: 'add', path: '/spec/b', value: 'x' })).toBe(text.replace('"a": 1', '"a": 1,\n    "b": "x"'));
  });

  it('as the copy of another one, under another name', () => {
    const text = 'spec:\n  devices:\n  - name: a # first\n    attributes: {x: {int: 1}}\n';
    const patch: JsonPatchOperation[] = [
      { op: 'copy', from: '/spec/devices/0', path: '/spec/devices/-' },
      { op: 'replace', path: '/spec/devices/1/name', value: 'a-2' },
    ];
    expect(body(text, ...patch)).toBe(`${text}  - name: a-2\n    attributes:\n      x:\n        int: 1\n`);
  });
});

describe('patches', () => {
  it('find their objects in several documents and in lists', () => {
    const other = 'kind: ResourceClaim\nmetadata: {name: d}\nspec: {count: 1}\n';
    const listed = `kind: List\nitems:\n- kind: ResourceClaim\n  metadata: {name: c, namespace: default}\n  spec: {count: 4} # here\n`;
    const { text, made } = applyPatches(`# top\n---\n${other}---\n---\n${listed}`, 'f', [
      { object: OBJECT, patch: [{ op: 'replace', path: '/spec/count', value: 2 }] },
      { object: { kind: 'ResourceSlice', name: 's' }, patch: [{ op: 'remove', path: '/spec' }] },
    ]);
    expect(text).toBe(`# top\n---\n${other}---\n---\n${listed.replace('count: 4', 'count: 2')}`);
    expect(made).toEqual([OBJECT]);
  });

  it.each([
    [
      'a new object',
      { kind: 'ResourceSlice', name: 's' },
      [{ op: 'add', path: '', value: { kind: 'ResourceSlice', spec: { list: ['a', 'b'] } } }],
    ],
    ['an object that goes', OBJECT, [{ op: 'remove', path: '' }]],
  ] as const)('keep the mark of byte order and the line ends of a text with %s', (_, object, patch) => {
    const change = (text: string): string => {
      const { text: result, rejectedPatches: refused } = applyPatches(text, 'f', [{ object, patch }]);
      expect([refused, result === text]).toEqual([[], false]);
      return result;
    };
    for (const text of [`${HEAD}---\nkind: Other\n`, `kind: Other\n---\n${HEAD}`]) expectSameLineEnds(text, change(text), change);
  });

  it('win over a merge', () => {
    expect(body('base: &b {count: 4}\nspec: {<<: *b}\n', { op: 'replace', path: '/spec/count', value: 2 })).toBe(
      'base: &b {count: 4}\nspec: {<<: *b, count: 2}\n',
    );
  });

  it('are rejected where an alias stands, and the text stays', () => {
    const text = 'base: &b {count: 4}\nspec: *b\n';
    const patches = [{ object: OBJECT, patch: [{ op: 'replace', path: '/spec/count', value: 2 }] }] as const;
    const { text: result, made, rejectedPatches: refused } = applyPatches(HEAD + text, 'f', patches);
    expect([result, made, refused.length]).toEqual([HEAD + text, [], 1]);
  });

  it('find objects that name no namespace in the one that is given', () => {
    const object = { kind: 'ResourceClaim', namespace: 'team', name: 'c' };
    const patches = [{ object, patch: [{ op: 'replace', path: '/spec/count', value: 2 }] }] as const;
    const text = `${HEAD}spec: {count: 4} # four\n`;
    expect(applyPatches(text, 'f', patches, 'team').text).toBe(text.replace('4', '2'));
    expect(applyPatches(text, 'f', patches).made).toEqual([]);
  });

  it('find the only object whose name was made of the beginning that it gives', () => {
    const object = { kind: 'Pod', namespace: 'default', name: 'notebook-0' };
    const patches = [{ object, patch: [{ op: 'replace', path: '/spec/count', value: 2 }] }] as const;
    const [one, other] = ['notebook-', 'note-'].map((start) => `kind: Pod\nmetadata: {generateName: ${start}}\nspec: {count: 4}\n`);
    const text = `${other}---\n${one}`;
    expect(applyPatches(text, 'f', patches).text).toBe(`${other}---\n${one?.replace('4', '2')}`);
    expect(applyPatches(`${text}---\n${one}`, 'f', patches).made).toEqual([]);
  });

  it.each([
    ['there is nothing around', '/spec/requests/1/exactly/count'],
    ['there is text around', '/spec/requests/0/count'],
  ])('are refused where they add something and %s', (_, path) => {
    const patches = [{ object: OBJECT, patch: [{ op: 'add', path, value: 2 }] }] as const;
    expect(applyPatches(`${HEAD}spec: {requests: [text]}\n`, 'f', patches).rejectedPatches).toHaveLength(1);
  });

  it('are rejected where their place is not there', () => {
    const patches = [{ object: OBJECT, patch: [{ op: 'remove', path: '/spec/nothing' }] }] as const;
    expect(applyPatches(`${HEAD}spec: {}\n`, 'f', patches).rejectedPatches).toHaveLength(1);
  });
});

describe('an alternative', () => {
  const request = 'spec:\n  requests:\n  - name: r # why\n    exactly:\n      deviceClassName: gpu\n      count: 2\n  - name: q\n';
  const patch: readonly JsonPatchOperation[] = [
    { op: 'add', path: '/spec/requests/0/firstAvailable', value: [] },
    { op: 'move', from: '/spec/requests/0/exactly', path: '/spec/requests/0/firstAvailable/0' },
    { op: 'add', path: '/spec/requests/0/firstAvailable/0/name', value: 'first' },
    { op: 'add', path: '/spec/requests/0/firstAvailable/-', value: { name: 'other', deviceClassName: 'nic' } },
  ];

  it('takes what a request requests with it', () => {
    expect(body(request, ...patch)).toBe(
      'spec:\n  requests:\n  - name: r # why\n    firstAvailable:\n    - deviceClassName: gpu\n      count: 2\n      name: first\n    - name: other\n      deviceClassName: nic\n  - name: q\n',
    );
  });

  it('is rejected where there is nothing to take', () => {
    const { text, rejectedPatches: refused } = applyPatches(`${HEAD}${request.replace('exactly', 'other')}`, 'f', [
      { object: OBJECT, patch },
    ]);
    expect(refused).toHaveLength(1);
    expect(text).toContain('other:');
  });
});

describe('a new object', () => {
  const made = {
    object: { kind: 'ResourceSlice', name: 's' },
    patch: [
      { op: 'add', path: '', value: { kind: 'ResourceSlice', metadata: { name: 's' }, spec: { devices: [] } } },
      { op: 'add', path: '/spec/devices', value: [{ name: 'a' }] },
    ],
  } as const;
  const document = 'kind: ResourceSlice\nmetadata:\n  name: s\nspec:\n  devices:\n  - name: a\n';

  it.each([
    ['behind others', HEAD, `${HEAD}---\n${document}`],
    ['behind a line that does not end', HEAD.trimEnd(), `${HEAD}---\n${document}`.trimEnd()],
    ['by itself', '', document],
  ])('comes %s', (_, text, expected) => {
    expect(applyPatches(text, 'f', [made])).toEqual({ text: expected, made: [made.object], rejectedPatches: [] });
  });

  it('is rejected in JSON', () => {
    expect(applyPatches('{"kind": "ResourceClaim"}', 'f.json', [made]).rejectedPatches).toHaveLength(1);
  });
});

describe('an object that goes', () => {
  const deletion = (text: string): string | undefined => {
    const { text: result, rejectedPatches: refused } = applyPatches(text, 'f', [{ object: OBJECT, patch: [{ op: 'remove', path: '' }] }]);
    return refused.length > 0 ? undefined : result;
  };
  const other = 'kind: Node # n\nmetadata: {name: n}\n';

  it.each([
    ['the last document', `${other}---\n${HEAD}`, other],
    ['the first document, under what stands above it', `# of all\n${HEAD}---\n${other}`, `# of all\n${other}`],
    ['one between others', `${other}---\n# mine\n${HEAD}---\n${other}`, `${other}---\n${other}`],
    [
      'an item of a list',
      'kind: List\nitems:\n- {kind: ResourceClaim, metadata: {name: c}}\n- {kind: Node}\n',
      'kind: List\nitems:\n- {kind: Node}\n',
    ],
  ])('is %s', (_, before, after) => {
    expect(deletion(before)).toBe(after);
  });
});
