import { expect, test } from 'vitest';
import type { ResourceClaim } from '../../src/api/resource-claim.js';
import { normalizeScores, scoreNode } from '../../src/schedule/score.js';
import { objectsOf } from './objects.js';

const subrequests = (count: number): string =>
  Array.from({ length: count }, (_, index) => `{name: s${index}, deviceClassName: c}`).join(', ');

function claimWith(requests: string, status = ''): ResourceClaim {
  const [claim] = objectsOf(
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices: {requests: [${requests}]}}${status}}`,
  ).resourceClaims;
  if (claim === undefined) throw new Error('no claim');
  return claim;
}

const results = (...requests: string[]) => ({ results: requests.map((request) => ({ request })) });
const prioritized = claimWith(`{name: r, firstAvailable: [${subrequests(8)}]}`);
const allocatedBefore = claimWith(
  `{name: r, firstAvailable: [${subrequests(8)}]}`,
  ', status: {allocation: {devices: {results: [{request: r/s2, driver: d, pool: p, device: d}]}}}',
);

test.each([0, 1, 2, 3, 4, 5, 6, 7])('subrequest %i scores 8 minus its index', (index) => {
  expect(scoreNode([prioritized], [results(`r/s${index}`)])).toBe(8 - index);
});

test('several devices of one subrequest score once', () => {
  expect(scoreNode([prioritized], [results('r/s1', 'r/s1', 'r/s1')])).toBe(7);
});

test('requests and claims add up, requests without alternatives count nothing', () => {
  const two = claimWith(
    `{name: a, firstAvailable: [${subrequests(2)}]}, {name: b, firstAvailable: [${subrequests(3)}]}, {name: e, exactly: {deviceClassName: c}}`,
  );
  expect(scoreNode([two, prioritized], [results('a/s1', 'b/s2', 'e'), results('r/s0')])).toBe(7 + 6 + 8);
});

test('a claim allocated before scores by its stored results when another one is new', () => {
  expect(scoreNode([allocatedBefore, prioritized], [results(), results('r/s0')])).toBe(6 + 8);
});

test('a pod all of whose claims were allocated before scores 0', () => {
  expect(scoreNode([allocatedBefore], [results('r/s0')])).toBe(0);
  expect(scoreNode([], [])).toBe(0);
});

test('normalised scores are whole hundredths of the best, rounded down', () => {
  expect(normalizeScores([3, 7, 8, 0])).toEqual([37, 87, 100, 0]);
});

test('all zero stays zero', () => {
  expect(normalizeScores([0, 0])).toEqual([0, 0]);
  expect(normalizeScores([])).toEqual([]);
});
