// Fixes in texts of all styles: what changes, what stays, and what is rejected.

import { describe, expect, it } from 'vitest';
import { applyFixes, type DocumentFix } from '../../../../src/apps/cli/edit/fixes.js';
import { edited, scalarUsesIn } from '../../../../src/cel/rewrite/list-reads.js';
import type { PathStep } from '../../../../src/core/base/json.js';
import { readText } from '../../../../src/core/read/read.js';
import { expectSameLineEnds } from './same-line-ends.js';

/** A fix for the expression at a path: `A.x` is a list. */
function fixOf(text: string, steps: readonly PathStep[], document = 0): DocumentFix {
  let value: unknown = readText(text, 'f').documents[document]?.value;
  for (const step of steps) value = (value as Record<PathStep, unknown>)[step];
  const from = value as string;
  const edits = scalarUsesIn(from, (_, name) => (name === 'x' ? 'lists' : undefined)).flatMap(({ edit }) =>
    edit === undefined ? [] : [edit],
  );
  return { document, steps, fix: { from, edits } };
}

function fixed(text: string, ...paths: readonly (readonly PathStep[])[]): string {
  const fixes = (paths.length === 0 ? [['expression']] : paths).map((steps) => fixOf(text, steps));
  const { text: result, rejectedFixes: refused } = applyFixes(text, 'f', fixes);
  expect(refused).toEqual([]);
  const [document] = readText(result, 'f').documents;
  for (const { steps, fix } of fixes) {
    let value: unknown = document?.value;
    for (const step of steps) value = (value as Record<PathStep, unknown>)[step];
    expect(value).toBe(edited(fix.from, fix.edits));
  }
  const steps = fixes.map((fix) => fix.steps);
  expectSameLineEnds(
    text,
    result,
    (other) =>
      applyFixes(
        other,
        'f',
        steps.map((each) => fixOf(other, each)),
      ).text,
  );
  return result;
}

const X = 'device.attributes["d.io"].x';

describe('a fix', () => {
  it.each([
    ['plain', `expression: ${X} == "a" # why\nother: 1\n`, `expression: ${X}.includes("a") # why\nother: 1\n`],
    ['plain that needs quotes then', `expression: ${X} != "a" # why\n`, `expression: '!${X}.includes("a")' # why\n`],
    [
      'plain on lines',
      `expression:\n  device.driver == "d" &&\n  ${X} == "a"\nb: 1\n`,
      `expression:\n  device.driver == "d" &&\n  ${X}.includes("a")\nb: 1\n`,
    ],
    ['single quotes', `expression: '${X} == ''a'''\n`, `expression: '${X}.includes(''a'')'\n`],
    [
      'double quotes',
      `"expression":   "device.attributes['d.io'].x == \\"a\\""   \n`,
      `"expression":   "device.attributes['d.io'].x.includes(\\"a\\")"   \n`,
    ],
    [
      'double quotes on lines',
      `expression: "device.driver == 'd' &&\n    device.attributes['d.io'].x == 'a'"\n`,
      `expression: "device.driver == 'd' &&\n    device.attributes['d.io'].x.includes('a')"\n`,
    ],
    [
      'a literal block',
      `expression: | # block\n  device.driver == "d" &&\n    ${X} == "a"   \n\n# end\nb: 1\n`,
      `expression: | # block\n  device.driver == "d" &&\n    ${X}.includes("a")   \n\n# end\nb: 1\n`,
    ],
    ['a literal block with the use on lines', `expression: |-\n  ${X}\n    == "a"\nb: 1\n`, `expression: |-\n  ${X}.includes("a")\nb: 1\n`],
    [
      'a folded block',
      `expression: >-\n  device.driver == "d"\n  && ${X} == "a"\n`,
      `expression: >-\n  device.driver == "d"\n  && ${X}.includes("a")\n`,
    ],
    ['brackets', `{expression: '${X} == "a"', b: [1, 2]}\n`, `{expression: '${X}.includes("a")', b: [1, 2]}\n`],
    [
      'JSON',
      `{ "expression": "device.attributes['d.io'].x\\n== 'a'", "b": 1.50 }`,
      `{ "expression": "device.attributes['d.io'].x.includes('a')", "b": 1.50 }`,
    ],
    ['a tag and an anchor', `expression: !!str &e ${X} == "a"\n`, `expression: !!str &e ${X}.includes("a")\n`],
    ['the same text before it', `a: ${X} == "a"\nexpression: ${X} == "a"\n`, `a: ${X} == "a"\nexpression: ${X}.includes("a")\n`],
  ])('keeps everything else: %s', (_, text, expected) => {
    expect(fixed(text)).toBe(expected);
  });

  it('is made with others of the text', () => {
    const text = `a:\n- expression: ${X} == "a"\n- expression: >\n    ${X} == "b"\n  # c\n`;
    expect(fixed(text, ['a', 0, 'expression'], ['a', 1, 'expression'])).toBe(
      `a:\n- expression: ${X}.includes("a")\n- expression: >\n    ${X}.includes("b")\n  # c\n`,
    );
  });

  it('is made in the document that it is for', () => {
    const text = `expression: ${X} == "a"\n---\n# second\nexpression: ${X} == "a"\n`;
    expect(applyFixes(text, 'f', [fixOf(text, ['expression'], 1)]).text).toBe(
      `expression: ${X} == "a"\n---\n# second\nexpression: ${X}.includes("a")\n`,
    );
  });

  it('is made once for a value that an alias repeats, where both are to change', () => {
    const text = `a: &e\n  expression: ${X} == "a"\nb: *e\n`;
    expect(fixed(text, ['a', 'expression'], ['b', 'expression'])).toBe(`a: &e\n  expression: ${X}.includes("a")\nb: *e\n`);
  });
});

describe('a fix is rejected', () => {
  it.each([
    ['where another value would change with it', `a: &e\n  expression: ${X} == "a"\nb: *e\n`, ['a', 'expression']],
    ['behind an alias', `a: &e ${X} == "a"\nexpression: *e\n`, ['expression']],
    ['where an escape stands within a name', `expression: "dev\\x69ce.attributes['d.io'].x == 'a'"\n`, ['expression']],
    ['where a text within it goes on in the next line', `expression: ${X} == "a\n  b"\n`, ['expression']],
  ])('%s', (_, text, steps) => {
    const { text: result, made, rejectedFixes: refused } = applyFixes(text, 'f', [fixOf(text, steps)]);
    expect(result).toBe(text);
    expect(made).toEqual([]);
    expect(refused.map(({ why }) => why)).toEqual([expect.stringContaining('change it by hand')]);
  });

  it('and the others are made', () => {
    const text = `a: &e ${X} == "a"\nb: *e\nexpression: ${X} == "b"\n`;
    const { text: result, made, rejectedFixes: refused } = applyFixes(text, 'f', [fixOf(text, ['b']), fixOf(text, ['expression'])]);
    expect(result).toBe(`a: &e ${X} == "a"\nb: *e\nexpression: ${X}.includes("b")\n`);
    expect([made.length, refused.length]).toEqual([1, 1]);
  });
});
