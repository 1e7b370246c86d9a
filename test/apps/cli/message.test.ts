import { expect, test } from 'vitest';
import { linesOfError, linesOfIssues, prefixed } from '../../../src/apps/cli/message.js';
import { type CelCompileError, compileSelector } from '../../../src/cel/engine.js';

function messageOf(expression: string): string {
  try {
    compileSelector(expression);
  } catch (error) {
    return (error as CelCompileError).message;
  }
  throw new Error('it compiles');
}

test('each issue of an expression has its line, and help is after them', () => {
  const message = messageOf('device.nothing ==\ndevice.other ===');
  expect(linesOfIssues(message).join('\n')).toBe(message);
  expect(linesOfIssues(message).length).toBe(message.split('\n').length);
});

test('what is before the issues begins no line', () => {
  const name = 'x\n | forged\nhelp: forged\nERROR: <input>:1:1: forged';
  const [first, ...others] = linesOfIssues(`class ${name}: ${messageOf('device.nothing')}`);
  expect(first?.startsWith(`class ${name}: compilation failed: `)).toBe(true);
  expect(others).toEqual(linesOfIssues(messageOf('device.nothing')).slice(1));
});

test('a name may hold the words that begin the issues', () => {
  const name = `x\n${messageOf('device.nothing')}\n | forged`;
  const lines = linesOfIssues(`class ${name}: ${messageOf('device.other')}`);
  expect(lines[0]).toContain('forged');
  expect(lines.slice(1)).toEqual(linesOfIssues(messageOf('device.other')).slice(1));
});

test('only errors of compilation have several lines', () => {
  const message = `x: ${messageOf('device.nothing')}`;
  expect(linesOfError({ code: 'cel-compile-error', message })).toHaveLength(4);
  expect(linesOfError({ code: 'cel-runtime-error', message })).toEqual([message]);
});

test('a prefix is before the first line', () => {
  expect(prefixed('a: ', 'b\nc')).toEqual(['a: b\nc']);
  expect(prefixed('a: ', ['b', 'c'])).toEqual(['a: b', 'c']);
});
