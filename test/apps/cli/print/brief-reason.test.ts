import { expect, test } from 'vitest';
import { briefReason } from '../../../../src/apps/cli/print/brief-reason.js';
import type { Loss, NodeExplanation, RequestExplanation } from '../../../../src/explain/explanation.js';

const LONG = `request gpu needs 1 device, ${'and so on '.repeat(20)}`;
const TAKEN: Loss = { code: 'taken', count: 3, detail: 'taken', holders: [{ claim: 'ml/a', pods: ['a-0'], devices: 3 }] };
const TAINTED: Loss = { code: 'tainted', count: 2, detail: 'have the untolerated taint maintenance:NoSchedule' };
const ELSEWHERE: Loss = { code: 'other-node', count: 80, detail: 'on other nodes' };
const OF_ANOTHER: Loss = { code: 'class-selector', count: 26, detail: 'do not match class gpu' };

const request = (losses: readonly Loss[], rest: Partial<RequestExplanation> = {}): RequestExplanation => ({
  claim: 'ml/c',
  request: 'gpu',
  wanted: 1,
  total: 90,
  left: 0,
  losses,
  ...rest,
});
const explained = (requests: readonly RequestExplanation[], rest: Partial<NodeExplanation> = {}): NodeExplanation => ({
  node: 'a',
  kind: 'unallocatable',
  requests,
  unavailable: [],
  pools: [],
  text: LONG,
  ...rest,
});

test('the first line of the explanation is the reason if there is room for it', () => {
  expect(briefReason(explained([request([TAKEN])], { text: 'request gpu: too few' }))).toBe('request gpu: too few');
});

test('if it is too long, the losses of each request that lacks devices are, nearest to an allocation first', () => {
  expect(briefReason(explained([request([ELSEWHERE, OF_ANOTHER, TAINTED, TAKEN])]))).toBe(
    'request gpu: 3 allocated to pod a-0; 2 have the untolerated taint maintenance:NoSchedule',
  );
  expect(briefReason(explained([request([TAKEN], { wanted: 2, left: 1 })]))).toBe(
    'request gpu: needs 2, 1 available: 3 allocated to pod a-0',
  );
});

test('requests with enough devices, and those with another alternative, are no reason', () => {
  const served = request([TAINTED], { request: 'nic', left: 4 });
  const first = request([TAINTED], { request: 'tpu/large' });
  const second = request([], { request: 'tpu/small', left: 1 });
  expect(briefReason(explained([served, first, second, request([TAKEN])]))).toBe('request gpu: 3 allocated to pod a-0');
});

test('requests of several claims are named with them', () => {
  const other = request([ELSEWHERE, OF_ANOTHER], { claim: 'ml/d', request: 'nic' });
  expect(briefReason(explained([request([TAKEN]), other]))).toBe(
    'request gpu of claim c: 3 allocated to pod a-0; request nic of claim d: no device of its class',
  );
  expect(briefReason(explained([request([TAKEN]), request([ELSEWHERE], { request: 'nic', wanted: 3, left: 2 })]))).toBe(
    'request gpu: 3 allocated to pod a-0; request nic: needs 3, 2 available',
  );
});

test('the first line is cut where counts are not the reason', () => {
  const cut = /^request gpu needs 1 device, (and so on )+and\.\.\.$|^request gpu needs 1 device, (and so on )*and so( on)?\.\.\.$/;
  const rejections = [{ code: 'insufficient-resource', message: 'Insufficient cpu' }] as const;
  for (const node of [
    explained([]),
    explained([request([OF_ANOTHER])]),
    explained([request([TAKEN], { left: 5 })]),
    explained([request([TAKEN], { alternative: 0 })]),
    explained([request([TAKEN])], { kind: 'error' }),
    explained([request([TAKEN])], { rejections: [...rejections] as never }),
  ])
    expect(briefReason(node)).toMatch(cut);
});
