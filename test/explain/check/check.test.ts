import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Certificate, Proof } from '../../../src/allocator/certificate.js';
import { check } from '../../../src/explain/check/check.js';
import type { AllocateInput } from '../../../src/index.js';
import { allocator, input } from '../../support/allocate.js';
import { claim, device, devices, firstAvailable, request, slice } from '../../support/objects.js';

function certificateOf(question: AllocateInput): Certificate {
  const outcome = allocator.allocate({ ...question, certificates: true });
  expect(outcome).toHaveProperty('certificate');
  return JSON.parse(JSON.stringify((outcome as { certificate: unknown }).certificate));
}

const gpu = (index: number, root: string) => device(`gpu-${index}`, { kind: 'gpu', root });
const nic = (index: number, root: string) => device(`nic-${index}`, { kind: 'nic', root });
const of = (kind: string, more: object = {}) => ({
  selectors: [{ cel: { expression: `device.attributes["d.example.com"].kind == "${kind}"` } }],
  ...more,
});
const onOneRoot = [{ matchAttribute: 'd.example.com/root' }];

/** Two GPUs and a NIC on one root, where no root has both. */
const pair = input(
  [request('gpu', of('gpu', { count: 2 })), request('nic', of('nic'))],
  [gpu(0, 'A'), gpu(1, 'B'), nic(0, 'C'), gpu(2, 'C')],
  {
    constraints: onOneRoot,
  },
);

it('the proof of a problem is accepted, and rejected for one that differs in a device', () => {
  const certificate = certificateOf(pair);
  expect(check(certificate, pair)).toEqual({ valid: true });
  const more = [gpu(0, 'A'), gpu(1, 'B'), nic(0, 'C'), gpu(2, 'C'), gpu(3, 'C')];
  const mended = { ...pair, resourceSlices: [slice('s', more)] };
  expect(allocator.allocate(mended).kind).toBe('allocated');
  expect(check(certificate, mended)).toMatchObject({ valid: false, reason: expect.any(String) });
});

it('a certificate with names of another problem is rejected, which says the name', () => {
  const certificate = { version: 1, proof: { rule: 'devices', request: [0, 0, 'other'], cases: [] } } as Certificate;
  expect(check(certificate, input([request('r', { count: 9 })]))).toEqual({
    valid: false,
    reason: 'no request [0,0,"other"] with one alternative exists',
  });
});

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'it is not a certificate of version 1'],
  ['a text', 'proof', 'it is not a certificate of version 1'],
  ['no proof', { version: 1 }, 'a case has no proof by a supported rule'],
  ['another version', { version: 2, proof: { rule: 'count', limits: [], groups: [] } }, 'it is not a certificate of version 1'],
  ['an unknown rule', { version: 1, proof: { rule: 'believe me' } }, 'a case has no proof by a supported rule'],
  ['the name of what every object has', { version: 1, proof: { rule: 'constructor' } }, 'a case has no proof by a supported rule'],
  [
    'an end that is none',
    { version: 1, proof: { rule: 'count', limits: [], groups: [] } },
    'the requests do not need more than is available',
  ],
  [
    'a list that is none',
    { version: 1, proof: { rule: 'count', limits: 7, groups: [] } },
    'limits, groups, things or cases are not a list',
  ],
  ['cut off', { version: 1, proof: { rule: 'values', constraint: [0, 0] } }, 'limits, groups, things or cases are not a list'],
])('%s is refused in words', (_, certificate, reason) => {
  const allocatable = input([request('r')], [device('d0', { root: 'A' })], { constraints: onOneRoot });
  expect(check(certificate as Certificate, allocatable)).toEqual({ valid: false, reason });
});

it('input that cannot be read is rejected', () => {
  const certificate = certificateOf(input([request('r', { count: 9 })]));
  expect(check(certificate, {})).toMatchObject({ valid: false });
  expect(check(certificate, { ...input([]), resourceSlices: [{ kind: 'ResourceSlice', spec: 7 }] })).toMatchObject({ valid: false });
  expect(check(certificate, input([]), { kubernetesVersion: '9.9' })).toMatchObject({ valid: false });
});

it('the gates decide: a proof with a gate on holds for problems with the gate on', () => {
  const tainted = input([request('r')], [device('d0', {}, { taints: [{ key: 'k', effect: 'NoSchedule' }] })]);
  const certificate = certificateOf(tainted);
  expect(check(certificate, tainted).valid).toBe(true);
  expect(check(certificate, tainted, { featureGates: { DRADeviceTaints: false } }).valid).toBe(false);
});

it('cases within cases without end, lists without end and cycles are rejected', () => {
  const question = input([request('r')], devices(3));
  const endless: Record<string, unknown> = { rule: 'devices', request: [0, 0, 'r'] };
  endless['cases'] = [{ device: ['d.example.com', 'p', 'd0'], proof: endless }];
  expect(check({ version: 1, proof: endless as never }, question).valid).toBe(false);
  let deep: Proof = { rule: 'count', limits: [], groups: [] };
  for (let depth = 0; depth < 100_000; depth++)
    deep = { rule: 'devices', request: [0, 0, 'r'], cases: [{ device: ['d.example.com', 'p', 'd0'], proof: deep }] };
  expect(check({ version: 1, proof: deep }, question).valid).toBe(false);
  // Each case has the same proof twice: as text it would not fit in memory.
  const match = input([request('r', { count: 2 }), request('s')], [gpu(0, 'A'), gpu(1, 'B'), gpu(2, 'A'), gpu(3, 'B')]);
  let wide: Proof = { rule: 'count', limits: [], groups: [] };
  for (let depth = 0; depth < 60; depth++) {
    const cases = ['gpu-0', 'gpu-1', 'gpu-2', 'gpu-3'].map((name) => ({ device: ['d.example.com', 'p', name], proof: wide }));
    wide = { rule: 'devices', request: [0, 1, 's'], cases };
  }
  expect(check({ version: 1, proof: wide }, match).valid).toBe(false);
  const name: unknown[] = [];
  name.push(name);
  expect(check({ version: 1, proof: { rule: 'devices', request: name as never, cases: [] } }, question).valid).toBe(false);
  const things = Array.from({ length: 300_000 }, () => ({ weight: '1', of: ['d.example.com', 'p', 'd0'] }));
  const limits = [{ price: '1', unit: '1', things }];
  expect(check({ version: 1, proof: { rule: 'count', limits, groups: [] } }, question).valid).toBe(false);
  const huge = [{ price: '9'.repeat(1_000_000), unit: '1', things: [] }];
  expect(check({ version: 1, proof: { rule: 'count', limits: huge, groups: [] } }, question).valid).toBe(false);
});

it.each(['-1', '0', '1.5', '1e3', '', ' 1', '0x1', 1, null, [1], '١'])('a price is a positive integer, and not %j', (price) => {
  const limits = [{ price, unit: '1', things: [{ weight: '1', of: ['d.example.com', 'p', 'd0'] }] }];
  const certificate = { version: 1, proof: { rule: 'count', limits, groups: [] } } as never;
  expect(check(certificate, input([request('r')]))).toEqual({ valid: false, reason: 'expected a positive integer' });
});

it('a proof by devices has a case for each but as many as are needed', () => {
  // Three devices for two requests of two each, with any device for the first.
  const four = input([request('a', { count: 2 }), request('b', { count: 2 })], devices(3));
  const end: Proof = { rule: 'count', limits: [], groups: [] };
  const over = (names: readonly string[]): Proof => ({
    rule: 'devices',
    request: [0, 0, 'a'],
    cases: names.map((name) => ({ device: ['d.example.com', 'p', name], proof: end })),
  });
  const [first, second] = [over(['d1', 'd2']), over(['d2'])];
  const proof: Proof = {
    rule: 'devices',
    request: [0, 0, 'a'],
    cases: [
      { device: ['d.example.com', 'p', 'd0'], proof: first },
      { device: ['d.example.com', 'p', 'd1'], proof: second },
    ],
  };
  expect(check({ version: 1, proof }, four)).toEqual({ valid: true });
  const short: Proof = { ...proof, cases: proof.cases.slice(0, 1) } as Proof;
  expect(check({ version: 1, proof: short }, four)).toEqual({ valid: false, reason: 'a has devices without a case' });
});

it('a claim that has its devices but cannot be used on the node has no choice', () => {
  const nodeSelector = { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['elsewhere'] }] }] };
  const held = { ...claim('c', [request('r')]), status: { allocation: { devices: { results: [] }, nodeSelector } } };
  const certificate: Certificate = { version: 1, proof: { rule: 'count', limits: [], groups: [] } };
  const there = { ...input([]), claims: [held] };
  expect(check(certificate, there)).toEqual({ valid: true });
  expect(check(certificateOf(there), there)).toEqual({ valid: true });
  const here = { ...there, claims: [{ ...held, status: { allocation: { devices: { results: [] } } } }] };
  expect(check(certificate, here).valid).toBe(false);
});

it('alternatives that are left out must have too few devices', () => {
  const list = input([firstAvailable('r', { many: { count: 9 }, few: { count: 1 } })]);
  const proof: Proof = { rule: 'values', constraint: [0, 0, 'r'], cases: [] };
  expect(check({ version: 1, proof }, list)).toEqual({ valid: false, reason: 'a case has no proof by a supported rule' });
  const none = input([firstAvailable('r', { many: { count: 9 }, more: { count: 8 } })]);
  expect(check({ version: 1, proof }, none)).toEqual({ valid: true });
});

it('values that are left out must have too few devices', () => {
  const two = input([request('gpu', of('gpu')), request('nic', of('nic'))], [gpu(0, 'A'), nic(0, 'B')], { constraints: onOneRoot });
  const proof: Proof = { rule: 'values', constraint: [0, 0], cases: [] };
  expect(check({ version: 1, proof }, two)).toEqual({ valid: true });
  const one = { ...two, resourceSlices: [slice('s', [gpu(0, 'A'), nic(0, 'A')])] };
  expect(check({ version: 1, proof }, one)).toEqual({ valid: false, reason: 'a case has no proof by a supported rule' });
});

it('a default that the policy forbids does not make a device one of all for sure', () => {
  // Kubernetes exempts it only if it is stored in the same notation, which 3.5Gi is not: an All request need not include the device.
  const policy = { default: '3.5Gi', validRange: { min: '1.5Gi', max: '1536Mi', step: '1Gi' } };
  const list = [device('d0'), device('d1', {}, { capacity: { mem: { value: '6Gi', requestPolicy: policy } } })];
  const all = input([request('one', { capacity: { requests: { mem: '1Gi' } } }), request('all', { allocationMode: 'All' })], list);
  expect(allocator.allocate(all).kind).toBe('allocated');
  const thing = { weight: '1', of: ['d.example.com', 'p', 'd1'] };
  const limits = [{ price: '1', unit: '1', things: [thing] }];
  expect(check({ version: 1, proof: { rule: 'count', limits, groups: [] } }, all).valid).toBe(false);
});

it('an amount below the least one of its policy is a step from it as well', () => {
  const policy = { validRange: { min: '1536Mi', step: '1Gi' } };
  const whole = input(
    [request('r')],
    [device('d0', {}, { capacity: { mem: { value: '512Mi', requestPolicy: policy } }, allowMultipleAllocations: true })],
  );
  expect(allocator.allocate(whole).kind).toBe('allocated');
  expect(check({ version: 1, proof: { rule: 'count', limits: [], groups: [] } }, whole).valid).toBe(false);
});

it('requests of one name are distinguished by their places', () => {
  const twice = input([request('r'), request('r', { count: 2 })], devices(2));
  expect(check(certificateOf(twice), twice)).toEqual({ valid: true });
});

it('the rules have at most 395 lines of code, and the reading of objects at most 650: a checker is there to be read', () => {
  const linesIn = (folder: string): number => {
    const at = new URL(`../../../src/explain/check/${folder}`, import.meta.url);
    const files = readdirSync(at).filter((name) => name.endsWith('.ts'));
    const lines = files.flatMap((name) => readFileSync(new URL(name, at), 'utf8').split('\n'));
    return lines.filter((line) => !/^\s*(\/\/.*|\/?\*.*)?$/.test(line)).length;
  };
  expect(linesIn('')).toBeLessThanOrEqual(395);
  expect(linesIn('reading/')).toBeLessThanOrEqual(650);
});
