// Answers that need gates which the newest release has off by default.

import { describe, expect, test } from 'vitest';
import { GATE_USES, neededGates, needInWords, UNDECIDED } from '../../../src/apps/cli/needed-gates.js';
import { offByDefault } from '../../../src/core/features/gates.js';
import { allocate, cluster, pod } from './commands/allocate-inputs.js';
import { decoded } from './inventory/decoded.js';
import { documents, gpuClaim, gpuSlice } from './run-program.js';

const needs = (err: string): string[] => err.split('\n').filter((line) => / (?:needs|may need) [A-Z]/.test(line));

test('every gate that is off by default has an entry, and no other one', () => {
  expect(Object.keys(GATE_USES).sort()).toEqual(
    offByDefault()
      .map(({ name }) => name)
      .sort(),
  );
});

/** Two devices whose lists have one value in common. */
const lists = cluster(
  gpuSlice('node-a', 1, ', attributes: {"example.com/root": {strings: [r0, r1]}}'),
  gpuSlice('node-a', 1, ', attributes: {"example.com/root": {strings: [r1, r2]}}')
    .replaceAll('gpu.example.com', 'nic.example.com')
    .replace('node-a-gpu', 'node-a-nic'),
);
const pair = (name: string, constraint = ''): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}}, spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu, count: 2}}]${constraint}}}}\n`;

test('a constraint that only lists satisfy needs them', async () => {
  const { err, code } = await allocate(documents(lists, pair('matched', ', constraints: [{matchAttribute: example.com/root}]')));
  expect(needs(err)).toEqual(['note: the answer for claim default/matched needs DRAListTypeAttributes: alpha in 1.37, off by default']);
  expect(code).toBe(0);
});

test('lists that change nothing are not reported', async () => {
  const { err } = await allocate(documents(lists, pair('any')));
  expect(needs(err)).toEqual([]);
});

test('answers that need the same gate are reported together', async () => {
  const selector = ', selectors: [{cel: {expression: \'device.attributes["example.com"].root.includes("r1")\'}}]';
  const { err } = await allocate(documents(lists, gpuClaim('one', 1, selector), gpuClaim('plain'), gpuClaim('two', 1, selector)));
  expect(needs(err)).toEqual([
    'note: the answer for claim default/one and 1 more needs DRAListTypeAttributes: alpha in 1.37, off by default',
  ]);
});

test('derived attributes need their gate, whoever requests them', async () => {
  const derived = `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: one}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, derivedAttributes: [{name: example.com/kind, expression: device.driver}]}}], constraints: [{matchAttribute: example.com/kind}]}}}\n`;
  const { err } = await allocate(documents(lists, derived, pod('p', '{name: g, resourceClaimName: one}')));
  expect(needs(err)).toEqual(['note: the answer for pod default/p needs DRADerivedAttributes: alpha in 1.37, off by default']);
});

describe('no one is notified', () => {
  const input = documents(lists, pair('matched', ', constraints: [{matchAttribute: example.com/root}]'));
  test.each([
    ['where a release is given', ['--kubernetes-version', '1.36', '--no-validate']],
    ['where the gate was set', ['--feature-gates', 'DRAListTypeAttributes=true']],
    ['where all gates of its stage were set', ['--feature-gates', 'AllAlpha=true']],
  ])('%s', async (_name, options) => {
    expect(needs((await allocate(input, ...options)).err)).toEqual([]);
  });
});

test('a search without the gate that comes to a limit decides nothing', async () => {
  const { resourceSlices } = decoded({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: 's' },
    spec: {
      driver: 'd.example.com',
      nodeName: 'n',
      pool: { name: 'n', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'd', attributes: { 'example.com/root': { strings: ['r0'] } } }],
    },
  });
  const groups = ['claim default/a', 'claim default/b'].map((name) => ({ name, claims: [] }));
  const answers = new Map(groups.map(({ name }) => [name, 'unallocatable']));
  const needed = await neededGates(
    { groups, answers, deviceClasses: [], resourceSlices },
    () => false,
    async () => new Map([...answers].map(([name, answer], index) => [name, index === 0 ? UNDECIDED : answer])),
  );
  expect(needed.map(needInWords)).toEqual([
    'the answer for claim default/a may need DRAListTypeAttributes: alpha in 1.37, off by default (without it, a limit ended the search)',
  ]);
});
