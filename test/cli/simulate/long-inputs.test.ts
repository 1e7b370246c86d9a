// Inputs with more items than the engine lets a call have arguments.

import { expect, test } from 'vitest';
import { documents, runProgram } from '../run-program.js';

const NODE = '{apiVersion: v1, kind: Node, metadata: {name: a}, status: {allocatable: {pods: "110"}}}\n';

test('a trace of 130,000 events is played', async () => {
  const event = '{"at":1,"uncordon":"a"}';
  const trace = `{"apiVersion":"simulate.dra-allocator/v1alpha1","kind":"Trace","events":[${Array.from({ length: 130_000 }, () => event).join()}]}`;
  const { out, err, status } = await runProgram(['simulate', '-f', '-', '-o', 'json'], documents(NODE, trace));
  expect([status, err.includes('defect')]).toEqual([0, false]);
  expect(JSON.parse(out)).toMatchObject({ kind: 'complete', seconds: 1 });
});

test('130,000 documents of a classic cluster are read', async () => {
  const claims = Array.from({ length: 130_000 }, (_, index) => `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"n${index}"}}`);
  const { status, err } = await runProgram(['classic', 'migrate', '-f', '-'], claims.join('\n'));
  expect([status, err.includes('defect')]).toEqual([0, false]);
});
