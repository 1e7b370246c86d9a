// Inputs with more items than the engine lets a call have arguments.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith, runProgram } from '../run-program.js';

const LONG = 130_000;

test('a trace of 130,000 events is played', async () => {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };
  const events = Array.from({ length: LONG }, () => ({ at: 1, cordon: [] }));
  const trace = { apiVersion: 'simulate.dra-allocator/v1alpha1', kind: 'Trace', events };
  const directory = directoryWith({ 'node.json': JSON.stringify(node), 'trace.json': JSON.stringify(trace) });
  const { code, out } = await runProgram(['simulate', '-f', directory, '-o', 'json']);
  expect([code, JSON.parse(out).runs?.[0]?.report?.kind ?? JSON.parse(out).kind]).toEqual([0, 'complete']);
});

test('130,000 documents of a classic cluster are read', async () => {
  const namespaces = Array.from({ length: LONG }, (_, index) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `n${index}` } }));
  const directory = directoryWith({ 'many.json': namespaces.map((namespace) => JSON.stringify(namespace)).join('\n') });
  const { code, err } = await runProgram(['migrate', '-f', join(directory, 'many.json')]);
  expect([code, err]).toEqual([0, '']);
});
