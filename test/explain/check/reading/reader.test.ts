// Counter sets as the checker reads them: the single consumption of a shared device, compatibility groups, and negative counters.

import { expect, it } from 'vitest';
import { check } from '../../../../src/explain/check/check.js';
import { type AllocateInput, createAllocator } from '../../../../src/index.js';
import { allocator, input } from '../../../support/allocate.js';
import { device, request, slice } from '../../../support/objects.js';

/** A device that draws on the counter set `set`. */
const draws = (
  name: string,
  amount: string,
  { groups = [], ...more }: { groups?: readonly string[]; allowMultipleAllocations?: boolean } = {},
) =>
  device(
    name,
    {},
    { consumesCounters: [{ counterSet: 'set', counters: { slots: { value: amount } }, compatibilityGroups: groups }], ...more },
  );

const shared = (name: string, amount: string) => draws(name, amount, { allowMultipleAllocations: true });

/** Requests for devices of a pool with this number of slots. */
function question(requests: readonly object[], list: readonly object[], slots: string, used: readonly string[] = []): AllocateInput {
  const pool = { resourceSliceCount: 2 };
  const counters = [{ name: 'set', counters: { slots: { value: slots } } }];
  return {
    ...input(requests),
    resourceSlices: [slice('devices', list, { pool }), slice('counters', [], { pool, sharedCounters: counters })],
    allocated: { devices: used.map((name) => ({ driver: 'd.example.com', pool: 'p', device: name })) },
  } as AllocateInput;
}

/** Unallocatable problems, each with an allocatable problem that differs in one detail. */
const CASES: readonly (readonly [string, AllocateInput, AllocateInput])[] = [
  [
    'a shared device draws once and whole, however many requests it has',
    question([request('a'), request('b')], [shared('s', '3'), draws('d', '2')], '2'),
    question([request('a'), request('b')], [shared('s', '2'), draws('d', '2')], '2'),
  ],
  [
    'two shared devices and one that is not draw on one set',
    question([request('a', { count: 2 }), request('b', { count: 2 })], [shared('s', '2'), shared('t', '2'), draws('d', '1')], '3'),
    question([request('a', { count: 2 }), request('b', { count: 2 })], [shared('s', '2'), shared('t', '2'), draws('d', '1')], '4'),
  ],
  [
    'all that draw on a counter set have a compatibility group in common',
    question(
      [request('a', { count: 3 })],
      [draws('d', '1', { groups: ['x', 'y'] }), draws('e', '1', { groups: ['y', 'z'] }), draws('f', '1', { groups: ['z', 'x'] })],
      '9',
    ),
    question(
      [request('a', { count: 3 })],
      [draws('d', '1', { groups: ['x', 'y'] }), draws('e', '1', { groups: ['y', 'z'] }), draws('f', '1', { groups: ['y', 'x'] })],
      '9',
    ),
  ],
  [
    'groups and none do not go together',
    question([request('a', { count: 2 })], [draws('d', '1', { groups: ['x'] }), draws('e', '1')], '9'),
    question([request('a', { count: 2 })], [draws('d', '1'), draws('e', '1')], '9'),
  ],
  [
    'allocated devices have their groups',
    question([request('a')], [draws('d', '1', { groups: ['x'] }), draws('e', '1', { groups: ['y', 'z'] })], '9', ['d']),
    question([request('a')], [draws('d', '1', { groups: ['x'] }), draws('e', '1', { groups: ['y', 'x'] })], '9', ['d']),
  ],
  [
    'a counter below zero refuses all that draw on its pool, and no other',
    question([request('a')], [draws('d', '3'), draws('e', '0')], '2', ['d']),
    question([request('a')], [draws('d', '3'), device('e')], '2', ['d']),
  ],
];

it.each(CASES)('%s', (_, impossible, possible) => {
  const outcome = allocator.allocate({ ...impossible, certificates: true });
  expect(outcome).toMatchObject({ kind: 'unallocatable', certificate: { version: 1 } });
  const certificate = JSON.parse(JSON.stringify((outcome as { certificate?: unknown }).certificate));
  expect(check(certificate, impossible)).toEqual({ valid: true });
  expect(allocator.allocate(possible).kind).toBe('allocated');
  expect(check(certificate, possible).valid).toBe(false);
});

it('allocated devices of which some have groups and others have none leave every device open', () => {
  const used = [draws('d', '1', { groups: ['x'] }), draws('e', '1')];
  const certificate = { version: 1, proof: { rule: 'count', limits: [], groups: [] } } as const;
  for (const groups of [[], ['x'], ['y']])
    expect(check(certificate, question([request('a')], [...used, draws('f', '1', { groups })], '9', ['d', 'e'])).valid).toBe(false);
});

it('while lists are no values one matches nothing else, not even one like it', async () => {
  const featureGates = { DRAListTypeAttributes: false };
  const lists = ['d', 'e'].map((name) => device(name, { root: ['A'] }));
  const pair = (list: readonly object[], count: number) =>
    input([request('a', { count })], list, { constraints: [{ matchAttribute: 'd.example.com/root' }] });
  const outcome = (await createAllocator({ featureGates })).allocate({ ...pair(lists, 2), certificates: true });
  expect(outcome).toMatchObject({ kind: 'unallocatable', certificate: { version: 1 } });
  const certificate = JSON.parse(JSON.stringify((outcome as { certificate?: unknown }).certificate));
  expect(check(certificate, pair(lists, 2), { featureGates })).toEqual({ valid: true });
  expect(check(certificate, pair(lists, 1), { featureGates }).valid).toBe(false);
  expect(check(certificate, pair(lists, 2)).valid).toBe(false);
});
