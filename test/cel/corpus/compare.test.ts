import { describe, expect, it } from 'vitest';
import { compare, errorKind, refusalKind } from './compare.js';
import { type Answer, EMPTY_DEVICE, type Question } from './question.js';

const question: Question = { expression: 'true', kind: 'selector', devices: [EMPTY_DEVICE] };
const signatures = (ours: Answer, reference: Answer, messages = false): string[] =>
  compare(question, ours, reference, { messages }).differences.map(({ signature }) => signature);

describe('kinds', () => {
  it('of errors leave out names, numbers and what follows the first colon', () => {
    expect(errorKind('no such key: a')).toBe(errorKind('no such key: b'));
    expect(errorKind("type conversion error from 'x' to 'int'")).toBe('type conversion error from _ to _');
    expect(errorKind('cannot slice(-1, 2), negative indexes not supported')).toBe('cannot slice_, negative indexes not supported');
  });

  it('of rejections are those of the first error, without its place', () => {
    expect(refusalKind("compilation failed: ERROR: <input>:1:5: undeclared reference to 'x' (in container '')\n | x\n | ^")).toBe(
      'undeclared reference to _ _',
    );
    expect(refusalKind("compilation failed: ERROR: <input>:1:1: Syntax error: mismatched input ')'")).toBe('Syntax error');
  });
});

describe('compare', () => {
  it('finds nothing in equal answers', () => {
    expect(signatures({ results: [{ value: true, cost: 3 }] }, { results: [{ value: true, cost: 3 }] })).toEqual([]);
    expect(signatures({ refused: 'must be bool' }, { refused: 'must be bool' }, true)).toEqual([]);
  });

  it('finds what only one side rejects', () => {
    expect(signatures({ refused: 'must be bool' }, { results: [] })).toEqual(['acceptance: refused: must be bool']);
    expect(signatures({ results: [] }, { refused: 'must be bool' })).toEqual(['acceptance: taken, should be: must be bool']);
  });

  it('finds other values, other kinds of errors and other costs', () => {
    expect(signatures({ results: [{ value: true, cost: 2 }] }, { results: [{ value: false, cost: 3 }] })).toEqual([
      'value: a different boolean',
      'cost: too low',
    ]);
    expect(signatures({ results: [{ error: 'a: 1' }] }, { results: [{ error: 'b: 1' }] })).toEqual([
      `error: error 'a' instead of error 'b'`,
    ]);
    expect(signatures({ results: [{ value: true, cost: 1 }] }, { results: [{ error: 'b', cost: 1 }] })).toEqual([
      `value: boolean instead of error 'b'`,
    ]);
  });

  it('considers texts only when asked to', () => {
    const [ours, reference] = [{ results: [{ error: 'a: 1' }] }, { results: [{ error: 'a: 2' }] }];
    expect(signatures(ours, reference)).toEqual([]);
    expect(signatures(ours, reference, true)).toEqual([`message: text of the error 'a'`]);
  });

  it('passes over what the reference answers at random', () => {
    expect(signatures({ results: [{ value: true, cost: 2 }] }, { results: [{ value: false, cost: 3, random: true }] })).toEqual([]);
  });
});
