import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, EMPTY_DEVICE } from './question.js';
import { isLost, Reference } from './reference.js';

let folder: string;
let program: string;

// A program that repeats the expression as an error or rejects it, and ends at an empty one.
const PROGRAM = `#!/usr/bin/env node
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { expression, repeat } = JSON.parse(line);
  if (expression === '') {
    require('node:fs').writeSync(2, 'stack overflow\\nmore\\n');
    process.exit(2);
  }
  const answer = expression === 'x' ? { compileError: 'no x' } : { maxCost: '18446744073709551615', results: [{ error: expression + repeat }] };
  process.stdout.write(JSON.stringify(answer) + '\\n');
});
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cel-'));
  program = join(folder, 'program.cjs');
  writeFileSync(program, PROGRAM);
  chmodSync(program, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const askAll = (reference: Reference, expressions: readonly string[]): Promise<Answer[]> =>
  Promise.all(expressions.map((expression) => reference.ask({ expression, kind: 'selector', devices: [EMPTY_DEVICE] })));

it('answers many questions at once, those that look into maps repeated', async () => {
  const reference = new Reference(program);
  expect(await askAll(reference, ['a', 'x', '{}.map(k, k)'])).toEqual([
    { maxCost: '18446744073709551615', results: [{ error: 'a0' }] },
    { refused: 'no x' },
    { maxCost: '18446744073709551615', results: [{ error: '{}.map(k, k)15' }] },
  ]);
  reference.end();
});

it('says which question ended the process, and asks the others again', async () => {
  const reference = new Reference(program);
  const answers = await askAll(reference, ['a', '', 'b']);
  expect(answers.map(isLost)).toEqual([false, true, false]);
  expect(answers[1]?.refused).toBe('the reference ended: stack overflow');
  reference.end();
});

it('gives up on a program that cannot be started, instead of trying for ever', async () => {
  const reference = new Reference(join(folder, 'missing'));
  expect((await askAll(reference, ['a', 'b'])).map(isLost)).toEqual([true, true]);
  expect(() => reference.versions()).toThrow('does not run');
});
