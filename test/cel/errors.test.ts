import { describe, expect, it } from 'vitest';
import { BEFORE_TEXT, CelCompileError, CelRuntimeError, compileError, NOWHERE } from '../../src/cel/errors.js';
import { threadMilliseconds } from '../support/clock.js';

describe('compileError', () => {
  it.each([
    ['the first character', 'ab', 0, '1:1: m\n | ab\n | ^'],
    ['a later one', 'a\tb', 2, '1:3: m\n | a b\n | ..^'],
    ['the end', 'ab', 2, '1:3: m\n | ab\n | ..^'],
    ['a later line', 'a\nbc', 3, '2:2: m\n | bc\n | .^'],
    ['what is no ASCII character', 'aé', 1, '1:2: m\n | aé\n | .\uff3e'],
    ['what comes after such characters', 'a\u{1f600}éb', 4, '1:4: m\n | a\u{1f600}éb\n | .\uff0e\uff0e^'],
    ['half a character', '\ud83da', 1, '1:2: m\n | \ud83da\n | \uff0e^'],
    ['something missing in the text', 'ab', BEFORE_TEXT, '1:0: m\n | ab\n | ^'],
    ['something missing before what is no ASCII character', 'é', BEFORE_TEXT, '1:0: m\n | é\n | \uff3e'],
    ['the whole', 'ab', NOWHERE, '-1:0: m'],
    ['an empty text', '', BEFORE_TEXT, '1:0: m'],
  ])('shows %s', (_what, expression, at, shown) => {
    expect(compileError(expression, [{ at, message: 'm' }]).message).toBe(`compilation failed: ERROR: <input>:${shown}`);
  });

  it('sorts issues by their places, and shows the first hundred', () => {
    const issues = Array.from({ length: 103 }, (_, at) => ({ at: at < 100 ? 99 - at : at, message: `m${at}` }));
    const lines = compileError('x'.repeat(103), issues).message.split('\n');
    expect(lines[0]).toBe('compilation failed: ERROR: <input>:1:1: m99');
    expect(lines.at(-1)).toBe('3 more errors were truncated');
  });

  it('is soon made for many issues in a long text', () => {
    const text = 'é a'.repeat(2_500);
    const issues = Array.from({ length: 400 }, (_, at) => ({ at: 7_000 + at, message: 'm' }));
    const started = threadMilliseconds();
    compileError(text, issues);
    expect(threadMilliseconds() - started).toBeLessThan(500);
  });
});

it('errors of selectors have their message in JSON', () => {
  expect(JSON.parse(JSON.stringify(new CelCompileError('m', 1, 2, ['do this'])))).toEqual({
    name: 'CelCompileError',
    message: 'm\nhelp: do this',
    plainMessage: 'm',
    line: 1,
    column: 2,
    help: ['do this'],
    isOwnLimit: false,
  });
  expect(JSON.parse(JSON.stringify(new CelRuntimeError('m')))).toEqual({
    name: 'CelRuntimeError',
    message: 'm',
    plainMessage: 'm',
    isOwnLimit: false,
  });
});
