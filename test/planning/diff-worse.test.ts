import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { ClaimDiff, ClaimIssue, EvictionDiff, Placed, PodDiff } from '../../src/planning/diff-report.js';
import { becomesPending, type Changes, findingWorse, hasChanges, isEvictionChanged } from '../../src/planning/diff-worse.js';
import { inIncrements } from '../support/increments.js';

const on = (node: string): Placed => ({ kind: 'placed', node, devices: [] });
const pending = (message = 'no node'): Placed => ({ kind: 'pending', message });
const changes = (some: Partial<Changes>): Changes => ({
  pods: [],
  claims: [],
  evictions: [],
  spared: [],
  rules: [],
  rulesBefore: [],
  ...some,
});
const codes = (some: Partial<Changes>): readonly string[] =>
  inOneGo(findingWorse(changes(some), UNLIMITED)).map(({ name, code }) => `${name} ${code}`);

const pod = (change: PodDiff['change'], before?: Placed, after?: Placed): PodDiff => ({
  ...{ kind: 'Pod', namespace: 'ns', name: 'p', change },
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

describe('pods', () => {
  test.each<[what: string, worse: string[], PodDiff]>([
    ['on the same node', [], pod('same', on('a'), on('a'))],
    ['pending for the same cause', [], pod('same', pending(), pending())],
    ['pending for another cause', [], pod('other-cause', pending(), pending('no room'))],
    ['placed now', [], pod('gained', pending(), on('a'))],
    ['pending now', ['p pending'], pod('lost', on('a'), pending())],
    ['on another node', [], pod('moved', on('a'), on('b'))],
    ['with other devices', [], pod('other-devices', on('a'), on('a'))],
    ['that are new and placed', [], pod('new', undefined, on('a'))],
    ['that are new and pending', ['p pending'], pod('new', undefined, pending())],
    ['that had a node and are gone', ['p gone'], pod('gone', on('a'))],
    ['that were pending and are gone', [], pod('gone', pending())],
  ])('%s', (_what, worse, one) => {
    expect(codes({ pods: [one] })).toEqual(worse);
    expect(hasChanges(changes({ pods: [one] }))).toBe(one.change !== 'same');
    expect(becomesPending(one)).toBe(worse.includes('p pending'));
  });
});

describe('evictions', () => {
  const again = (placed: Placed): { readonly pod: string; readonly placed: Placed } => ({ pod: 'ns/p2', placed });
  const eviction = (seconds: number, more: Partial<EvictionDiff>): EvictionDiff => ({
    ...{ namespace: 'ns', name: 'p', node: 'a', seconds, cause: 'a taint', taints: [], isBefore: more.before !== undefined },
    ...more,
  });
  test.each<[what: string, worse: string[], isChanged: boolean, EvictionDiff]>([
    ['that are new', ['p evicted'], true, eviction(0, {})],
    ['that are new, of pods that come again', ['p evicted'], true, eviction(0, { again: again(on('b')) })],
    ['that are new, of pods that are pending then', ['p evicted', 'p2 pending'], true, eviction(0, { again: again(pending()) })],
    ['that are the same', [], false, eviction(5, { before: { seconds: 5 } })],
    ['that come earlier', ['p evicted'], true, eviction(0, { before: { seconds: 5 } })],
    ['that come later', [], true, eviction(9, { before: { seconds: 5 } })],
    ['after which pods go elsewhere', [], true, eviction(0, { before: { seconds: 0, again: again(on('b')) }, again: again(on('c')) })],
    [
      'after which pods are pending now',
      ['p2 pending'],
      true,
      eviction(0, { before: { seconds: 0, again: again(on('b')) }, again: again(pending()) }),
    ],
    [
      'after which pods were pending, too',
      [],
      false,
      eviction(0, { before: { seconds: 0, again: again(pending()) }, again: again(pending()) }),
    ],
    ['after which no pod comes any more', ['p gone'], true, eviction(0, { before: { seconds: 0, again: again(on('b')) } })],
  ])('%s', (_what, worse, isChanged, one) => {
    expect(codes({ evictions: [one] })).toEqual(worse);
    expect(isEvictionChanged(one)).toBe(isChanged);
    expect(hasChanges(changes({ evictions: [one] }))).toBe(isChanged);
  });

  test('that are no more are for the better', () => {
    const spared = [{ namespace: 'ns', name: 'p', node: 'a', seconds: 0 }];
    expect(codes({ spared })).toEqual([]);
    expect(hasChanges(changes({ spared }))).toBe(true);
  });
});

describe('allocated claims', () => {
  const issue = (code: ClaimIssue['code'], message = 'words'): ClaimIssue => ({
    ...{ driver: 'd', pool: 'p', device: 'd0', request: 'r', code, message },
  });
  const claim = (change: ClaimDiff['change'], before: readonly ClaimIssue[], after: readonly ClaimIssue[]): ClaimDiff => ({
    ...{ namespace: 'ns', name: 'c', pods: [], change, before, after },
  });
  test.each<[what: string, worse: string[], ClaimDiff]>([
    ['that are as before', [], claim('same', [issue('tainted')], [issue('tainted')])],
    ['that become invalid', ['c invalid'], claim('changed', [], [issue('device-gone')])],
    ['that become invalid in another way', ['c invalid'], claim('changed', [issue('tainted')], [issue('tainted'), issue('class-gone')])],
    ['whose issue has other words', [], claim('changed', [issue('tainted', 'k=1')], [issue('tainted', 'k=2')])],
    ['that become valid', [], claim('changed', [issue('tainted')], [])],
    ['that are new', [], claim('new', [], [])],
    ['that are new and invalid', ['c invalid'], claim('new', [], [issue('device-gone')])],
    ['that are gone', ['c gone'], claim('gone', [], [])],
  ])('%s', (_what, worse, one) => {
    expect(codes({ claims: [one] })).toEqual(worse);
    expect(hasChanges(changes({ claims: [one] }))).toBe(one.change !== 'same');
  });
});

test('a claim that is gone with its pods is reported once', () => {
  const claims = [{ namespace: 'ns', name: 'c', pods: ['ns/p'], change: 'gone', before: [], after: [] } as const];
  expect(codes({ claims, pods: [pod('gone', on('a'))] })).toEqual(['p gone']);
  expect(codes({ claims })).toEqual(['c gone']);
});

test('a status of a rule that is new is a change, and not worse', () => {
  const rule = { rule: 'r', status: 'False', reason: 'NotStarted', message: 'words' } as const;
  expect(hasChanges(changes({ rules: [rule], rulesBefore: [{ ...rule }] }))).toBe(false);
  expect(hasChanges(changes({ rules: [rule] }))).toBe(true);
});

test('long lists are read in small steps', () => {
  const pods = Array.from({ length: 100 }, () => pod('lost', on('a'), pending()));
  const { result, pauses } = inIncrements((checkpoint) => findingWorse(changes({ pods }), checkpoint));
  expect(result).toHaveLength(100);
  expect(pauses).toBe(100);
});
