// Tests the colors of the commands: on a terminal, and on request.

import { describe, expect, test } from 'vitest';
import type { Terminal } from '../../../src/apps/cli/streams.js';
import { documents, GPU_CLASS, gpuClaim, gpuSlice, NO_COLORS, runProgram, withoutColors } from './run-program.js';

const INPUT = documents(GPU_CLASS, gpuSlice('node-a', 2), gpuClaim('a'), gpuClaim('b', 3));
const SHOWS: Terminal = { showsData: true, progress: undefined, colors: { data: true, diagnostics: true } };
const ESCAPE = '\u001b';

const COMMANDS: readonly string[][] = [
  ['allocate', '-f', '-'],
  ['nodes', '-f', '-'],
  ['inventory', '-f', '-'],
  ['inventory', '-f', '-', '-o', 'wide'],
  ['cel', 'true', '-f', '-'],
  ['validate', '-f', '-'],
  ['rules'],
];

describe.each(COMMANDS)('%s %s %s %s %s', (...words) => {
  test('has colours on a terminal, and without them the same text', async () => {
    const plain = await runProgram(words, INPUT);
    expect(plain.out + plain.err).not.toContain(ESCAPE);
    const shown = await runProgram(words, INPUT, SHOWS);
    expect(shown.out + shown.err).toContain(ESCAPE);
    if (words[0] !== 'validate') expect(withoutColors(shown.out)).toBe(plain.out);
    expect(withoutColors(shown.err)).toBe(plain.err);
    const never = await runProgram([...words, '--color=never'], INPUT, SHOWS);
    expect(never.out + never.err).not.toContain(ESCAPE);
    const always = await runProgram([...words, '--color', 'always'], INPUT, { ...SHOWS, colors: NO_COLORS });
    expect(always).toEqual(shown);
  });
});

test('data and diagnostics have colours each by itself', async () => {
  const { out, err } = await runProgram(['allocate', '-f', '-'], INPUT, { ...SHOWS, colors: { data: false, diagnostics: true } });
  expect(out).not.toContain(ESCAPE);
  expect(err).toContain('\u001b[1m\u001b[31merror:\u001b[39m\u001b[22m claim default/b');
});

test.each(['json', 'yaml', 'name', 'jsonpath={.items[*].metadata.name}'])('data for programs has no colours: -o %s', async (output) => {
  const { out } = await runProgram(['allocate', '-f', '-', '--color', 'always', '-o', output], INPUT, SHOWS);
  expect(out).not.toContain(ESCAPE);
  expect(out).not.toBe('');
});

test('messages about the command line have colours, too, and another choice is rejected', async () => {
  expect((await runProgram(['allocate', '--color=always'])).err).toContain('\u001b[31merror:');
  const { code, err } = await runProgram(['inventory', '-f', '-', '--color', 'nver']);
  expect(err).toContain('option --color accepts one of auto, always, never, not "nver", did you mean never?');
  expect(code).toBe(2);
});
