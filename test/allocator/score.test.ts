import { describe, expect, it, test } from 'vitest';
import { ChoiceHistogram, choicesOf, choicesOfAll, normalizeScores, scoreNode } from '../../src/allocator/score.js';
import type { ResourceClaim } from '../../src/core/api/resource-claim.js';
import { objectsOf } from '../scheduler/pods/objects.js';

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

describe('choices', () => {
  const two = claimWith(
    `{name: a, firstAvailable: [${subrequests(2)}]}, {name: e, exactly: {deviceClassName: c}}, {name: b, firstAvailable: [${subrequests(3)}]}`,
  );

  it('name the subrequest of each request with alternatives, in the order of the requests', () => {
    expect(choicesOf(two, results('b/s2', 'e', 'a/s1', 'a/s1'))).toEqual([
      { claim: 'c', request: 'a', subrequest: 's1', index: 1 },
      { claim: 'c', request: 'b', subrequest: 's2', index: 2 },
    ]);
  });

  it('leave out what got nothing and what the claim does not know', () => {
    expect(choicesOf(two, results('e', 'a/other', 'other/s0', 's1'))).toEqual([]);
  });

  it('take claims that were allocated before by their stored results', () => {
    expect(choicesOfAll([allocatedBefore, prioritized], [results('r/s0'), results('r/s1')]).map(({ index }) => index)).toEqual([2, 1]);
    expect(choicesOfAll([allocatedBefore], []).map(({ index }) => index)).toEqual([2]);
    expect(choicesOfAll([prioritized], [])).toEqual([]);
  });
});

describe('the histogram of choices', () => {
  it('counts each place of the list, and places behind the eighth with it', () => {
    const histogram = new ChoiceHistogram();
    expect(histogram.counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const ten = claimWith(`{name: r, firstAvailable: [${subrequests(10)}]}`);
    for (const name of ['s0', 's2', 's2', 's7', 's8', 's9']) histogram.add(choicesOf(ten, results(`r/${name}`)));
    expect(histogram.counts()).toEqual([1, 0, 2, 0, 0, 0, 0, 3]);
  });

  it('hands out copies', () => {
    const histogram = new ChoiceHistogram();
    histogram.counts()[0] = 5;
    expect(histogram.counts()[0]).toBe(0);
  });
});
