// The table of `simulate` counts pods of the input, and lists which pods moved and which were pending before.

import { expect, test } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../run-program.js';

const node = (name: string, more = ''): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}${more}, status: {allocatable: {cpu: "8", memory: 8Gi, pods: "110"}}}\n`;
const SPEC = 'resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]';
const bare = (name: string, more = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {${more}${SPEC}}, status: {phase: ${more === '' ? 'Pending' : 'Running'}}}\n`;
const owned = (name: string, on = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, uid: u-${name}, labels: {app: w}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: w, uid: w, controller: true}]}, spec: {${on}containers: [{name: main, image: app}]}}\n`;
const set = (replicas: number): string =>
  `{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: w, uid: w}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: w}}, template: {metadata: {labels: {app: w}}, spec: {containers: [{name: main, image: app}]}}}}\n`;
const CLUSTER = documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('node-a', 2), node('node-a'), node('node-b'));

const simulate = (input: string, ...options: string[]) => runProgram(['simulate', '-f', '-', ...options], input);
const report = async (input: string, ...options: string[]) => JSON.parse((await simulate(input, '-o', 'json', ...options)).out);

test('pods of the input are counted beside those that are created', async () => {
  const input = documents(CLUSTER, bare('p'), bare('q'), bare('r'), set(2), owned('w-x', 'nodeName: node-b, '));
  const { out } = await simulate(input, '--drain', 'node-b');
  expect(out).toContain('4 in the input (1 running, 3 pending), 1 created; 3 placed, 1 evicted\n');
  const { given, totals } = await report(input, '--drain', 'node-b');
  expect(given).toEqual({ running: 1, pending: 3 });
  expect(given.running + given.pending + totals.created).toBe(
    totals.running + totals.pending + totals.ended + totals.deleted + totals.evicted,
  );
  expect((await simulate(documents(CLUSTER, bare('p'), bare('q')))).out).toContain('2 pending in the input, 0 created; 2 placed\n');
});

test('room is counted for bare pods, also for those that run, and a note says where there is no pod', async () => {
  expect((await simulate(documents(CLUSTER, bare('p')), '--room', '5')).out).toMatch(/room for the largest pod +1 \(default\/p\)/);
  const running = documents(CLUSTER, bare('p', 'nodeName: node-b, '));
  expect((await simulate(running, '--room', '5')).out).toMatch(/room for the largest pod +2 \(default\/p\)/);
  expect((await simulate(CLUSTER, '--room', '5')).err).toContain(
    'note: room for more pods is not counted: neither the input nor an event contains a pod\n',
  );
  expect((await simulate(CLUSTER)).err).not.toContain('room');
});

test('a drain lists which pods moved, from which node to which', async () => {
  const input = documents(CLUSTER, set(1), owned('w-x', 'nodeName: node-a, '), bare('lone', 'nodeName: node-a, '));
  const { out } = await simulate(input, '--drain', 'node-a');
  expect(out).toMatch(
    /Moved pods:\nPOD +FROM +NEW POD +TO\ndefault\/w-x +node-a +default\/w-0 +node-b\ndefault\/lone +node-a +\S* +gone: no owner creates it again\n/,
  );
  expect((await report(input, '--drain', 'node-a')).moves).toEqual([
    { at: 0, pod: 'default/w-x', from: 'node-a', again: 'default/w-0', to: 'node-b' },
    { at: 0, pod: 'default/lone', from: 'node-a' },
  ]);
});

test('pods that are pending in the input are listed apart, and cordoned nodes are named', async () => {
  const nodes = documents(node('node-a'), node('node-b', ', spec: {unschedulable: true}'));
  const input = documents(nodes, set(2), owned('w-x', 'nodeName: node-a, '), owned('w-y'));
  const { code, out } = await simulate(input, '--drain', 'node-a');
  const why = 'node node-a is being drained, node node-b is cordoned: uncordon it';
  expect(code).toBe(1);
  expect(out).toMatch(
    new RegExp(
      `Pending at the end:\nFIRST POD .*\ndefault/w-0 +1 +${why}\n\nPending in the input and at the end:\nFIRST POD .*\ndefault/w-y +1 +${why}\n`,
    ),
  );
  expect((await report(input, '--drain', 'node-a')).stillPending.map((one: { wasPending?: true }) => one.wasPending)).toEqual([
    true,
    undefined,
  ]);
});
