import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Case } from '../support/cases.js';
import { Oracle } from './oracle.js';

let folder: string;
let program: string;

// A program that answers a line with its id, in two pieces, and ends at a case without nodes.
const PROGRAM = `#!/usr/bin/env node
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, nodes } = JSON.parse(line);
  if (nodes.length === 0) {
    require('node:fs').writeSync(2, 'stack overflow\\nmore\\n');
    process.exit(2);
  }
  process.stdout.write('{"reference":');
  process.stdout.write(JSON.stringify(id) + ',"nodes":{}}\\n');
});
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  program = join(folder, 'program.cjs');
  writeFileSync(program, PROGRAM);
  chmodSync(program, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function named(id: string, nodes = 1): Case {
  return { id, nodes: Array.from({ length: nodes }, () => ({ metadata: { name: 'n' } })), claims: [] };
}

it('answers many cases at once, each with its own answer', async () => {
  const oracle = new Oracle(program);
  const answers = await Promise.all(['a', 'b', 'c'].map((id) => oracle.ask(named(id))));
  expect(answers.map(({ reference }) => reference)).toEqual(['a', 'b', 'c']);
  oracle.end();
});

it('says which case ended the process, and asks the others again', async () => {
  const oracle = new Oracle(program);
  const answers = await Promise.all([oracle.ask(named('a')), oracle.ask(named('bad', 0)), oracle.ask(named('c')), oracle.ask(named('d'))]);
  expect(answers).toEqual([
    { reference: 'a', nodes: {} },
    { error: 'the oracle ended: stack overflow' },
    { reference: 'c', nodes: {} },
    { reference: 'd', nodes: {} },
  ]);
  expect(await oracle.ask(named('e'))).toEqual({ reference: 'e', nodes: {} });
  oracle.end();
});

it('gives up on a program that cannot be started, instead of trying for ever', async () => {
  const oracle = new Oracle(join(folder, 'missing'));
  const lost = { error: expect.stringContaining('ENOENT') };
  expect(await Promise.all([oracle.ask(named('a')), oracle.ask(named('b'))])).toEqual([lost, lost]);
  oracle.end();
});
