// Ends commands with --timeout at each reading of the clock, from reading the input to the end of the answer.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMAND_OPTIONS, COMMANDS } from '../../../src/apps/cli/help.js';
import { run } from '../../../src/apps/cli/program.js';
import { TimeLimit } from '../../../src/apps/cli/time-limit.js';
import { createAllocator } from '../../../src/index.js';
import { cases } from '../../support/extent.js';
import {
  directoryWith,
  documents,
  firstInterrupted,
  GPU_CLASS,
  GPU_TEMPLATE,
  gpuClaim,
  gpuSlice,
  runProgram,
  runWithTimeUpAfter,
} from './run-program.js';

const pod = (name: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {containers: [{name: c, image: i}], resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]}}\n`;
const node = (name: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: "8", pods: "9", example.com/gpu: "1"}}}\n`;
const CLUSTER = documents(
  node('node-a'),
  node('node-b'),
  GPU_CLASS,
  GPU_TEMPLATE,
  gpuSlice('node-a', 2),
  gpuSlice('node-b', 40),
  ...Array.from({ length: 3 }, (_, index) => pod(`p${index}`)),
  gpuClaim('c', 50),
);
const CLASSIC = ['cluster', 'split'].map((name) => readFileSync(`examples/classic-dra/${name}.yaml`, 'utf8')).join('---\n');

const LIMITED = COMMANDS.filter((command) => COMMAND_OPTIONS[command].some(({ name }) => name === '--timeout'));
const READING = 'interrupted by --timeout before the input was read and checked';

function callOf(command: string): readonly string[] {
  const directory = directoryWith({ 'a.yaml': command === 'classic' ? CLASSIC : CLUSTER, 'b.yaml': gpuSlice('node-b', 3) });
  return [command, '-f', `${directory}/a.yaml`, ...(command === 'diff' ? ['--with', `${directory}/b.yaml`] : [])];
}

describe.each(LIMITED)('%s', (command) => {
  it('ends at each check of the clock with what is documented', async () => {
    const argv = callOf(command);
    const whole = await runProgram(argv);
    const codes = new Set<number>();
    for (let looks = 0; ; looks += cases(9, 1) + Math.floor(looks / cases(2, 20))) {
      const { code, err, out, isUp } = await runWithTimeUpAfter(looks, argv);
      codes.add(code);
      if (!isUp) {
        expect(code).toBe(whole.code);
        break;
      }
      const saysSo = /interrupted|time limit was reached/.test(`${err}${out}`);
      // After the last check the limit changes nothing. An invalid claim is an error even without its explanation or advice.
      if (code === 4) expect(saysSo).toBe(true);
      else if (command === 'explain') expect(code).toBe(whole.code);
      else expect({ code, out }).toEqual({ code: whole.code, out: whole.out });
    }
    expect(codes).toContain(4);
  });

  it('ends while it reads the input', async () => {
    const { code, out } = await firstInterrupted(READING, callOf(command));
    expect({ code, out }).toEqual({ code: 4, out: '' });
  });
});

describe('a command that is over', () => {
  const template = (name: string): string => documents(node(name), gpuSlice(name, 2));
  const files = { 'a.yaml': CLUSTER, 'one.yaml': template('one'), 'two.yaml': template('two'), 'three.yaml': template('three') };
  const templates = (directory: string): readonly string[] =>
    ['one', 'two', 'three'].flatMap((name) => ['--node-template', `${directory}/${name}.yaml`]);

  it.each<[command: string, rest: (directory: string) => readonly string[]]>([
    ['allocate', () => []],
    ['nodes', () => []],
    ['fit', () => []],
    ['fit', templates],
    ['explain', () => ['pod/p0', 'pod/p1', 'pod/p2']],
  ])('%s begins nothing more, and says what it did not consider', async (command, rest) => {
    const directory = directoryWith(files);
    const argv = [command, '-f', `${directory}/a.yaml`, ...rest(directory)];
    const left = new Set<string>();
    for (let looks = 0; ; looks += cases(2, 1) + Math.floor(looks / cases(8, 20))) {
      const { code, err, isUp } = await runWithTimeUpAfter(looks, argv);
      if (!isUp) break;
      const ended = err.split('\n').filter((line) => /interrupted by (--timeout 1s|milliseconds)/.test(line));
      // One was interrupted, and one line is about what comes after it.
      expect(ended.length).toBeLessThanOrEqual(2);
      if (ended.length > 0) expect(code).toBe(4);
      for (const line of ended) if (line.includes('not considered')) left.add(line);
    }
    expect([...left]).toContainEqual(
      expect.stringMatching(/^error: .+ and \d others? after it not considered: interrupted by --timeout 1s$/),
    );
    expect([...left]).toContainEqual(expect.stringMatching(/^error: [^:]+ not considered: interrupted by --timeout 1s$/));
  });
});

it.each([
  ['JSON', (items: string) => `{"apiVersion": "v1", "kind": "List", "items": [${items}]}`],
  ['YAML', (items: string) => `apiVersion: v1\nkind: List\nitems: [${items}]\n`],
])('ends within one document of %s', async (_, textOf) => {
  const item = (index: number): string => `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c${index}"}}`;
  const input = textOf(Array.from({ length: 3000 }, (_, index) => item(index)).join(','));
  const looks = async (argv: readonly string[]): Promise<number> => {
    for (let count = cases(4, 0); ; count++) {
      const { err, isUp } = await runWithTimeUpAfter(count, argv, input);
      if (!isUp || !err.includes(READING)) return count;
    }
  };
  // 12,000 values. The reader checks the limit every few thousand; decoding and validation follow.
  expect(await looks(['allocate', '-f', '-', '--no-validate'])).toBeGreaterThan(4);
});

it('ends while standard input sends nothing', async () => {
  let isDestroyed = false;
  const stdin = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
    destroy: () => {
      isDestroyed = true;
    },
  };
  const err: string[] = [];
  const streams = { stdin, out: () => undefined, err: (text: string) => void err.push(text), terminal: undefined };
  const parts = { version: '1.2.3', createCluster: async (options: object) => (await createAllocator(options)).cluster() };
  expect(await run(['allocate', '-f', '-', '--timeout', '10ms'], streams, parts)).toBe(4);
  expect(err.join('')).toContain(READING);
  expect(isDestroyed).toBe(true);
});

it('a limit of 0 is none', () => {
  expect(new TimeLimit(0).left()).toEqual({});
  expect(new TimeLimit().left()).toEqual({});
  expect(new TimeLimit(1e9).left().milliseconds).toBeGreaterThan(0);
});
