// docs/reference/exit-codes.md: each command is run on an input with one pending pod, and its exit code compared with the table.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/apps/cli/help.js';
import { directoryWith, documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../apps/cli/run-program.js';

const PAGE = readFileSync(new URL('../../docs/reference/exit-codes.md', import.meta.url), 'utf8');
const ROWS = [...PAGE.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, command = '', code]) => [command, Number(code)] as const);

const INPUT = documents(
  '{apiVersion: v1, kind: Node, metadata: {name: node-a}, status: {allocatable: {cpu: "8", memory: 8Gi, pods: "110"}}}\n',
  GPU_CLASS,
  gpuSlice('node-a', 1),
  GPU_TEMPLATE.replace('deviceClassName: gpu', 'deviceClassName: gpu, count: 2'),
  '{apiVersion: v1, kind: Pod, metadata: {name: train}, spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}], containers: [{name: train, image: train, resources: {claims: [{name: gpu}]}}]}}\n',
);

/** Commands that answer nothing about pods of a cluster. */
const OTHERS = ['merge', 'rules', 'classic', 'completion'];

test('the table has every command that takes a cluster', () => {
  expect(ROWS.map(([command]) => command).sort()).toEqual(COMMANDS.filter((command) => !OTHERS.includes(command)).sort());
});

test.each(ROWS)('with one pending pod the exit code of %s is %i', async (command, code) => {
  const file = `${directoryWith({ 'input.yaml': INPUT })}/input.yaml`;
  const more: Readonly<Record<string, readonly string[]>> = { diff: ['--with', file], cel: ['true'] };
  expect((await runProgram([command, '-f', file, ...(more[command] ?? [])])).code).toBe(code);
});
