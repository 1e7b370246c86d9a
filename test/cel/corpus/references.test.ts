import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMPTY_DEVICE, type Release } from './question.js';
import { References } from './references.js';

let folder: string;

/**
 * A program that rejects the expression `refuse NAME` with its name, and
 * otherwise answers with its cost and its name as the error of each device.
 */
const program = (name: string, cost: number): string => `#!/usr/bin/env node
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { expression, devices } = JSON.parse(line);
  const answer = expression === 'refuse ${name}' ? { compileError: 'no' } : { maxCost: '${cost}', results: devices.map(() => ({ error: '${name}' })) };
  process.stdout.write(JSON.stringify(answer) + '\\n');
});
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cel-'));
  for (const [name, cost] of [
    ['cel', 37],
    ['cel-v0.36', 36],
  ] as const) {
    writeFileSync(join(folder, name), program(name, cost));
    chmodSync(join(folder, name), 0o755);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const release = (version: string): Release => ({ version, consumableCapacity: false, listTypeAttributes: false });

it('asks earlier releases whether they take what is new in them and what it costs at worst, and the newest for the rest', async () => {
  const references = new References(folder);
  const ask = (expression: string, version?: string) =>
    references.ask({ expression, kind: 'selector', ...(version === undefined ? {} : { new: release(version) }), devices: [EMPTY_DEVICE] });
  const results = [{ error: 'cel' }];
  expect(await ask('x')).toEqual({ maxCost: '37', results });
  expect(await ask('x', '1.37')).toEqual({ maxCost: '37', results });
  expect(await ask('x', '1.36')).toEqual({ maxCost: '36', results });
  expect(await ask('refuse cel-v0.36', '1.36')).toEqual({ refused: 'no' });
  expect(await ask('refuse cel', '1.36')).toEqual({ maxCost: '36' });
  expect(await ask('refuse cel', '1.37')).toEqual({ refused: 'no' });
  references.end();
});
