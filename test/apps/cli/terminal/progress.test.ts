import { afterEach, describe, expect, test, vi } from 'vitest';
import { Progress } from '../../../../src/apps/cli/terminal/progress.js';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, NO_COLORS, runProgram } from '../run-program.js';

afterEach(() => vi.restoreAllMocks());

/** Lets the clock go on by some milliseconds with each check of it. */
function lookEvery(milliseconds: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
}

/** The lines of a run. */
async function linesOf(words: readonly string[], input: string): Promise<string[]> {
  const lines: string[] = [];
  await runProgram(words, input, { showsData: false, progress: (line) => lines.push(line), colors: NO_COLORS });
  return lines;
}

describe('validate', () => {
  const pods = Array.from({ length: 100 }, (_, index) => `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p${index}"}}`).join('\n');
  const words = ['validate', '-f', '-', '--rule', 'wrong-type'];

  test('reports how far a long run is, and takes the line away at its end', async () => {
    lookEvery(400);
    const lines = await linesOf(words, pods);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.slice(0, -1).every((line) => /^validate: \d+ of 100 objects$/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe('');
  });

  test('tells nothing of a short run', async () => {
    lookEvery(1);
    expect(await linesOf(words, pods)).toEqual([]);
  });
});

describe('pods', () => {
  const hostile = '\u001b[2J';
  const pod = (name: string): string =>
    `${JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { resourceClaims: [{ name: 'g', resourceClaimTemplateName: 'one-gpu' }], containers: [{ name: 'm', image: 'x' }] } })}\n`;
  const input = documents(
    GPU_CLASS,
    GPU_TEMPLATE,
    gpuSlice('node-a', 4),
    ...['a', 'b', `c${hostile.repeat(20)}`, 'd'.repeat(200)].map(pod),
  );
  const options = ['-f', '-', '--no-validate', '--timeout', '0'];

  test.each([
    ['allocate', /^allocate: \d+ tried, now pod default\//],
    ['nodes', /^nodes: \d+ checked, now pod default\//],
  ])('%s tells which one it is at, in a line that fits and steers nothing', async (command, words) => {
    lookEvery(1000);
    const lines = await linesOf([command, ...options], input);
    expect(lines[0]).toBe(`${command}: reading <stdin>`);
    expect(lines.at(-1)).toBe('');
    expect(lines.filter((line) => words.test(line))).toHaveLength(4);
    expect(lines.join('')).not.toContain('\u001b');
    expect(lines.join('')).toContain('c\\u001b[2J');
    for (const line of lines) expect(line.length).toBeLessThan(80);
  });

  test('cel and inventory tell of their input', async () => {
    lookEvery(1000);
    expect(await linesOf(['cel', 'true', '-f', '-', '--no-validate'], input)).toEqual([
      'cel: reading <stdin>',
      'cel: checking the input',
      '',
    ]);
    expect(await linesOf(['inventory', '-f', '-', '--no-validate'], input)).toContain('inventory: checking 1 node');
  });
});

test('words are made only where somebody sees them', () => {
  const progress = new Progress('x', undefined);
  expect(progress.isSeen).toBe(false);
  progress.update(() => {
    throw new Error('asked for');
  });
  progress.end();
});
