// Tests shares of devices as budgets: they are exact after any consumption, and cached only where they are equal.

import { describe, expect, it } from 'vitest';
import { AllocatedState } from '../../../src/allocator/encode/allocated-state.js';
import { encodeProblem } from '../../../src/allocator/encode/encode.js';
import { viewFrom } from '../../../src/allocator/encode/node-view.js';
import type { Problem, ProblemResources } from '../../../src/allocator/kernel/problem.js';
import { deviceKey } from '../../../src/allocator/pools/pool.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { Quantity, quantityFromJson } from '../../../src/core/quantity/quantity.js';
import { createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';

const features = resolveFeatures();
const GIGA = 10n ** 9n;

const card = (name: string, memory: string, requestPolicy?: object): object =>
  device(name, {}, { allowMultipleAllocations: true, capacity: { memory: { value: memory, ...(requestPolicy && { requestPolicy }) } } });

const wants = (name: string, memory: string): object => request(name, { capacity: { requests: { memory } } });

/** Encodes requests over the cards of a node, of which these billionths are consumed. */
function encode(cards: readonly object[], requests: readonly object[], consumed: Readonly<Record<string, bigint>> = {}): Problem {
  const context = new DecodeContext(['test']);
  const index = new SliceIndex([decodeResourceSlice(slice('s', cards) as Json, context)]);
  const allocated = new AllocatedState(features);
  for (const [name, nano] of Object.entries(consumed)) {
    allocated.share(deviceKey('d.example.com', 'p', name), new Map([['memory', Quantity.fromNano(nano)]]));
  }
  const { problem } = inOneGo(
    encodeProblem({
      view: inOneGo(viewFrom(decodeNode(node('n') as Json, context), index, features, new SelectorCache(), UNLIMITED)),
      claims: [decodeResourceClaim(claim('c', requests) as Json, context)],
      deviceClasses: new Map([['any', decodeDeviceClass(deviceClass('any') as Json, context)]]),
      allocated,
      features,
      corrections: false,
      checkpoint: UNLIMITED,
    }),
  );
  return problem;
}

/** Returns the remaining capacity of the card and the amount that a selection consumes, as two integers of one unit. */
function ratio(problem: Problem, slot: number, index: number): readonly [left: bigint, amount: bigint] {
  const shares = problem.claims[0]?.requests[slot]?.slots[0]?.shares;
  const { budget, amount } = shares?.get(index)?.[0] ?? { budget: -1, amount: -1n };
  return [(problem.resources as ProblemResources).budgets[budget] ?? -1n, amount];
}

describe('shares', () => {
  const cards = [card('a', '12'), card('b', '20')];

  it.each([
    ['nothing', 0n],
    ['what is a multiple of the unit', 4n * GIGA],
    ['what is none', 3n * GIGA + 1n],
    ['more than there is', 13n * GIGA],
    ['less than nothing', -4n * GIGA],
  ])('are exact where %s is consumed, whatever was encoded before', (_what, consumed) => {
    for (const before of [0n, 3n * GIGA]) {
      encode(cards, [wants('r', '4'), wants('s', '8')], { a: before });
      const problem = encode(cards, [wants('r', '4'), wants('s', '8')], consumed === 0n ? {} : { a: consumed });
      for (const [slot, asked] of [4n, 8n].entries()) {
        const [left, amount] = ratio(problem, slot, 0);
        expect(left * asked * GIGA).toBe(amount * (12n * GIGA - consumed));
        const [leftOfOther, amountOfOther] = ratio(problem, slot, 1);
        expect(leftOfOther * asked).toBe(amountOfOther * 20n);
      }
    }
  });

  it('share their tables between nodes with cards that are equal, and with no other', () => {
    const sharesOf = (own: readonly object[], asked: string) => encode(own, [wants('r', asked)]).claims[0]?.requests[0]?.slots[0]?.shares;
    const first = sharesOf(cards, '4');
    expect(first?.size).toBe(2);
    expect(sharesOf([card('c', '12'), card('d', '20')], '4')).toBe(first);
    expect(sharesOf([card('a', '12'), card('b', '21')], '4')).not.toBe(first);
    expect(sharesOf(cards, '5')).not.toBe(first);
  });

  it('of no request at all are not those of a request that names no amount', async () => {
    const own = [card('only', '9')];
    const consumed = { only: 9n * GIGA };
    expect(encode(own, [], consumed).resources?.budgets).toEqual([]);
    expect(ratio(encode(own, [request('r')], consumed), 0, 0)[0]).toBe(0n);
    const allocator = await createAllocator();
    const cluster = allocator.cluster();
    const results = [
      { request: 'r', driver: 'd.example.com', pool: 'p', device: 'only', shareID: 'id', consumedCapacity: { memory: '9' } },
    ];
    const holder = { ...claim('holder', [request('r')]), status: { allocation: { devices: { results } } } };
    cluster.apply([node('n'), deviceClass('any'), slice('s', own), holder]);
    expect(cluster.allocate({ claims: [], node: node('n') }).kind).toBe('allocated');
    expect(cluster.allocate({ claims: [claim('c', [request('r')])], node: node('n') }).kind).toBe('unallocatable');
  });

  it('distinguish amounts by their form, as policies do', async () => {
    const amounts = ['7', '7000m'].map((text) => quantityFromJson(text));
    expect(amounts[0]?.compare(amounts[1] as Quantity)).toBe(0);
    const policy = { default: '7', validValues: ['1'] };
    const allocator = await createAllocator();
    const allocate = (requests: readonly object[]): string =>
      allocator.allocate({
        node: node('n'),
        claims: [claim('c', requests)],
        deviceClasses: [deviceClass('any')],
        resourceSlices: [slice('s', [card('a', '40', policy)])],
      }).kind;
    expect(allocate([wants('r', '7')])).toBe('allocated');
    // Go compares it with the default as unequal, and it is no valid value.
    expect(allocate([wants('r', '7000m')])).toBe('unallocatable');
    expect(allocate([wants('r', '7'), wants('s', '7000m')])).toBe('unallocatable');
  });
});
