import { afterEach, expect, test, vi } from 'vitest';
import { NO_COLORS, runProgram } from '../run-program.js';

afterEach(() => vi.restoreAllMocks());

const PODS = Array.from({ length: 100 }, (_, index) => `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p${index}"}}`).join('\n');

/** The lines of a run in which the clock goes on by some milliseconds with each look at it. */
async function linesOf(milliseconds: number): Promise<string[]> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
  const lines: string[] = [];
  await runProgram(['validate', '-f', '-', '--rule', 'wrong-type'], PODS, {
    showsData: false,
    progress: (line) => lines.push(line),
    colors: NO_COLORS,
  });
  return lines;
}

test('a long run tells how far it is, and takes the line away at its end', async () => {
  const lines = await linesOf(400);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.slice(0, -1).every((line) => /^validate: \d+ of 100 objects$/.test(line))).toBe(true);
  expect(lines.at(-1)).toBe('');
});

test('a short run tells nothing', async () => {
  expect(await linesOf(1)).toEqual([]);
});
