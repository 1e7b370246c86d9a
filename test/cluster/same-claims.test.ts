// Claims that are listed as allocated more than once, with the one-shot call and with the cluster.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/index.js';
import { cases } from '../support/extent.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';
import { allocator, codeOf } from '../support/two-nodes.js';

/** Four shares of 10 on d0, which has 40. d1 draws on the counter of its pool, as d0 does. */
const cards = [
  slice('counters', [], {
    nodeName: 'n1',
    pool: { name: 'p', resourceSliceCount: 2 },
    sharedCounters: [{ name: 'set', counters: { mem: { value: '3' } } }],
  }),
  slice(
    'devices',
    [
      device(
        'd0',
        {},
        {
          allowMultipleAllocations: true,
          capacity: { mem: { value: '40', requestPolicy: { default: '10' } } },
          consumesCounters: [{ counterSet: 'set', counters: { mem: { value: '1' } } }],
        },
      ),
      ...['d1', 'd2', 'd3'].map((name) =>
        device(name, {}, { consumesCounters: [{ counterSet: 'set', counters: { mem: { value: '1' } } }] }),
      ),
    ],
    { nodeName: 'n1', pool: { name: 'p', resourceSliceCount: 2 } },
  ),
];
const base = { deviceClasses: [deviceClass('any')], resourceSlices: cards };
const share = (id: number, mem = '10'): object => ({
  request: 'r',
  driver: 'd.example.com',
  pool: 'p',
  device: 'd0',
  shareID: `00000000-0000-4000-8000-00000000000${id}`,
  consumedCapacity: { mem },
});
const whole = (name: string): object => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: name });
const holding = (name: string, results: readonly object[], metadata: object = {}) => {
  const pending = claim(name, [request('r')]) as { readonly metadata: object };
  return { ...pending, metadata: { ...pending.metadata, ...metadata }, status: { allocation: { devices: { results } } } };
};
const ask = (claims: readonly object[], stored: readonly object[], more: object = {}): Outcome =>
  allocator.allocate({ ...base, node: node('n1'), claims, allocated: { claims: stored, ...more } });
/** The kind of an outcome, or the selected devices. */
const shown = (outcome: Outcome): unknown =>
  outcome.kind === 'allocated'
    ? outcome.allocations.map(({ devices }) => devices.results?.map(({ device: name, consumedCapacity }) => [name, consumedCapacity]))
    : outcome.kind;

describe('a claim that is allocated and given twice', () => {
  const wanting = claim('new', [request('r')]);

  it('counts once, for capacities', () => {
    const first = holding('first', [share(1, '20')]);
    expect(ask([first, wanting], [first])).toMatchObject({ kind: 'allocated' });
    // 20 of 40 are left, and the new claim consumes 10. This fails if the first claim counts twice.
    expect(shown(ask([first, wanting], [first]))).toEqual([[['d0', { mem: '20' }]], [['d0', { mem: '10' }]]]);
    expect(shown(ask([first, wanting], [first, first]))).toEqual([[['d0', { mem: '20' }]], [['d0', { mem: '10' }]]]);
    expect(shown(ask([wanting], [first, { ...first }]))).toEqual([[['d0', { mem: '10' }]]]);
  });

  it('is known by its uid where it has no name, and by its name without a namespace', () => {
    const nameless = holding('', [share(1, '20')], { uid: 'u1' });
    expect(shown(ask([wanting], [nameless, nameless]))).toEqual([[['d0', { mem: '10' }]]]);
    const [one, other] = ['default', undefined].map((namespace) => holding('c', [share(1, '20')], { namespace }));
    expect(shown(ask([wanting], [one as object, other as object]))).toEqual([[['d0', { mem: '10' }]]]);
    // Without either, the two cannot be recognized as one claim.
    const unknown = holding('', [share(1, '20')]);
    expect(shown(ask([wanting], [unknown, unknown]))).toEqual([[['d1', undefined]]]);
  });

  it('keeps what it has although it is requested without its allocation, as in a cluster', () => {
    const first = holding('new', [whole('d2')]);
    expect(shown(ask([wanting], [first]))).toEqual([[['d2', undefined]]]);
    // The two claims stay separate if both are requested.
    expect(shown(ask([first, wanting], []))).toEqual([[['d2', undefined]], [['d0', { mem: '10' }]]]);
  });

  it('is rejected with two different allocations, or two uids', () => {
    const [one, other] = [holding('c', [whole('d1')]), holding('c', [whole('d2')])];
    for (const [claims, stored] of [
      [[one], [other]],
      [[wanting], [one, other]],
      [[one, other], []],
      [[holding('c', [share(1, '10')])], [holding('c', [share(1, '20')])]],
      [[holding('c', [whole('d1')], { uid: 'u1' })], [holding('c', [whole('d1')], { uid: 'u2' })]],
      [
        [claim('c', [request('r')])].map((each) => ({ ...each, metadata: { name: 'c', namespace: 'ns', uid: 'u1' } })),
        [holding('c', [whole('d1')], { uid: 'u2' })],
      ],
    ] as const) {
      expect(codeOf(() => ask(claims, stored))).toBe('invalid-input');
    }
    // Another notation of the same amount is equal.
    expect(shown(ask([holding('c', [share(1, '1k')])], [holding('c', [share(1, '1000')])]))).toEqual([[['d0', { mem: '1k' }]]]);
  });

  it('counts beside what else is said to be consumed', () => {
    const first = holding('first', [share(1, '20')]);
    const consumedCapacity = [{ driver: 'd.example.com', pool: 'p', device: 'd0', capacity: { mem: '20' } }];
    expect(shown(ask([first, wanting], [first], { consumedCapacity }))).toEqual([[['d0', { mem: '20' }]], [['d1', undefined]]]);
  });

  it('gets the same answer from the one-shot call and from a cluster, however often it is given', () => {
    const oneOf = fc.constantFrom<readonly object[]>(
      [share(1)],
      [share(2, '20')],
      [share(3, '30')],
      [whole('d1')],
      [whole('d2'), whole('d3')],
    );
    const held = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), oneOf), { selector: ([name]) => name, maxLength: 3 });
    fc.assert(
      fc.property(held, fc.infiniteStream(fc.nat(3)), fc.nat(2), (holders, stream, fresh) => {
        const ways = [...stream.take(holders.length)];
        const objects = holders.map(([name, results]) => holding(name, results));
        // Requested with and without its allocation, stored or not, in every combination except neither.
        const stored = objects.filter((_, index) => ways[index] !== 1);
        const asked = [
          ...objects.filter((_, index) => ways[index] === 1 || ways[index] === 2),
          ...holders.flatMap(([name], index) => (ways[index] === 3 ? [claim(name, [request('r')])] : [])),
          ...Array.from({ length: fresh }, (_, index) => claim(`new${index}`, [request('r')])),
        ];
        const cluster = allocator.cluster();
        cluster.apply([node('n1'), ...base.deviceClasses, ...cards, ...stored]);
        const expected = shown(cluster.allocate({ claims: asked, node: 'n1' }));
        expect(shown(ask(asked, stored))).toEqual(expected);
        expect(shown(ask(asked, [...stored, ...objects.filter((_, index) => ways[index] === 2)]))).toEqual(expected);
        expect(shown(cluster.filter({ claims: asked }).outcome('n1'))).toEqual(expected);
      }),
      { numRuns: cases(40, 300) },
    );
  });
});

describe('claims that all have their devices', () => {
  const wrongSelector = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Gt', values: ['x'] }] }] };
  const wrong = slice('wrong', [device('x')], { pool: { name: 'other' }, nodeSelector: wrongSelector });
  const held = holding('c', [whole('d1')]);
  const cluster = allocator.cluster();
  cluster.apply([node('n1'), ...base.deviceClasses, ...cards, wrong]);
  const input = { ...base, resourceSlices: [...cards, wrong], node: node('n1') };

  it('do not fail because of slices, which nobody considers then', async () => {
    for (const claims of [[held], [], [held, holding('e', [])]]) {
      expect(allocator.allocate({ ...input, claims })).toMatchObject({ kind: 'allocated' });
      expect(await allocator.allocateAsync({ ...input, claims })).toMatchObject({ kind: 'allocated' });
      expect(cluster.allocate({ claims, node: 'n1' })).toMatchObject({ kind: 'allocated' });
      expect(await cluster.allocateAsync({ claims, node: 'n1' })).toMatchObject({ kind: 'allocated' });
      for (const found of [cluster.filter({ claims }), await cluster.filterAsync({ claims })]) {
        expect([found.errors.size, found.outcome('n1').kind]).toEqual([0, 'allocated']);
      }
      expect(cluster.explain({ claims }).nodes[0]).toMatchObject({ kind: 'allocated' });
      expect(allocator.explain({ ...input, claims }).nodes[0]).toMatchObject({ kind: 'allocated' });
    }
  });

  it('need as many steps as without the slices', () => {
    for (const claims of [[held], []]) {
      expect(allocator.allocate({ ...input, claims })).toEqual(allocator.allocate({ ...input, resourceSlices: [], claims }));
      expect(cluster.allocate({ claims, node: 'n1' })).toEqual(allocator.allocate({ ...input, claims }));
    }
  });

  it('fail with one that is still to be allocated', () => {
    const claims = [held, claim('new', [request('r')])];
    expect(codeOf(() => allocator.allocate({ ...input, claims }))).toBe('node-selection-failed');
    expect(cluster.filter({ claims }).errors.get('n1')?.code).toBe('node-selection-failed');
  });
});
