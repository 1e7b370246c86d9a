import { describe, expect, it } from 'vitest';
import { answerOf } from '../answer.js';

const refusal = (expression: string): string | undefined => answerOf(expression).refused;

describe('an expression whose types are right is rejected', () => {
  it.each([
    ["'a'.matches('(')", 'ERROR: <input>:1:13: invalid matches argument'],
    ["matches('(', 'a')", 'ERROR: <input>:1:9: invalid matches argument'],
    ["duration('1')", 'ERROR: <input>:1:10: invalid duration argument'],
    ["timestamp('2020')", 'ERROR: <input>:1:11: invalid timestamp argument'],
    ['timestamp(253402300800)', 'ERROR: <input>:1:11: invalid timestamp argument'],
    ["[1, 'a']", "ERROR: <input>:1:5: expected type 'int' but found 'string'"],
    ["[dyn(1), 'a']", "ERROR: <input>:1:10: expected type 'dyn' but found 'string'"],
    ["{'a': 1, 'b': 'c'}", "ERROR: <input>:1:15: expected type 'int' but found 'string'"],
    ["'%d'.format(['a'])", 'ERROR: <input>:1:14: error during formatting: decimal clause can only be used on integers, was given string'],
    ["'%s'.format([1, 2])", 'ERROR: <input>:1:12: too many arguments supplied to string.format (expected 1, got 2)'],
    ['[?dyn(1)]', 'runtime error: index out of range [0] with length 0'],
  ])('%s', (expression, message) => {
    expect(refusal(expression)).toBe(message);
  });
});

describe('it is taken', () => {
  it.each(["'%s %d'.format(['a', 1])", "'%s'.format([[1, 'a']])", '[1, 2]', "matches('a', 'b' + '(') || true"])('%s', (expression) => {
    expect(refusal(expression)).toBeUndefined();
  });
});
