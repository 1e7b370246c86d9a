// Tests random clusters with few kinds of nodes: the result taken over from an equivalent node equals a search, step for step.

import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../../src/allocator/evaluate/outcome.js';
import { Random } from '../../../../differential/generate/random.js';
import { card } from '../../../../support/cards.js';
import { Counted } from '../../../../support/counted.js';
import { cases } from '../../../../support/extent.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors } from '../../../../support/objects.js';

describe('random clusters of few kinds of nodes', () => {
  const PLACES = ['a', 'b', 'c', 'd'];

  /** Returns one of two kinds of cards, now and then changed. */
  function randomCard(random: Random, name: string, kinds: readonly object[][]): object[] {
    const partitions = structuredClone(random.pick(kinds)) as Record<string, unknown>[];
    const changed = random.pick(partitions);
    const attributes = changed['attributes'] as Record<string, unknown>;
    const change = random.integer(0, 11);
    if (change === 0) changed['taints'] = [{ key: 'k', effect: 'NoSchedule' }];
    if (change === 1 || change > 8) changed['allowMultipleAllocations'] = true;
    if (change === 10) changed['capacity'] = { memory: { value: '4', requestPolicy: { default: '2' } } };
    if (change === 2) attributes['parent'] = { string: `other-${name}` };
    if (change === 3) delete attributes['parent'];
    if (change === 4) attributes['model'] = { string: 'z' };
    if (change === 5) attributes['parent'] = { strings: ['p', name] };
    if (change === 6) partitions.pop();
    const pool = change === 7 ? { resourceSliceCount: 3 } : {};
    return card(name, { memory: random.integer(2, 3), partitions, pool });
  }

  function randomClaims(random: Random): object[] {
    const exactly = random.pick([
      { capacity: { requests: { memory: `${random.integer(1, 3)}` } } },
      { count: random.integer(1, 3) },
      { allocationMode: 'All' },
      { count: 2, ...selectors('device.attributes["d.example.com"].model == "x"') },
      { adminAccess: true },
      { tolerations: [{ operator: 'Exists' }] },
    ]);
    const constraint = random.pick([[], [{ matchAttribute: 'd.example.com/parent' }], [{ distinctAttribute: 'd.example.com/parent' }]]);
    const second = random.chance(0.3) ? [firstAvailable('s', { one: { count: 2 }, two: {} })] : [];
    return [claim('c', [request('r', exactly), ...second], { constraints: constraint })];
  }

  it('say of every node what a search of it says, step for step', () => {
    const seeds = cases(8, 200);
    let compared = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const random = new Random(seed, 7);
      const { cluster: own } = new Counted();
      const names = Array.from({ length: 8 }, (_, index) => `m${index}`);
      const kinds = [0, 1].map(() =>
        PLACES.map((place) =>
          device(place, { model: random.pick(['x', 'y']), parent: random.pick(['p', 'q', 'r']) }, { capacity: { memory: { value: '4' } } }),
        ),
      );
      const admin = {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'ns', labels: { 'resource.kubernetes.io/admin-access': 'true' } },
      };
      own.apply([
        deviceClass('any'),
        admin,
        ...names.map((name) => node(name)),
        ...names.flatMap((name) => randomCard(random, name, kinds)),
      ]);
      for (let turn = 0; turn < 4; turn++) {
        const claims = randomClaims(random);
        const result = own.filter({ claims });
        for (const name of names) {
          const alone = attempt(() => own.allocate({ claims, node: node(name) }));
          expect(
            attempt(() => result.outcome(name)),
            `seed ${seed}, ${name}`,
          ).toEqual(alone);
          compared++;
        }
        for (let holder = 0; holder < 3; holder++) {
          const chosen = random.pick([
            {},
            selectors(`device.attributes["d.example.com"].?model.orValue("") == "${random.pick(['x', 'y'])}"`),
          ]);
          const claims = [claim(`h${turn}-${holder}`, [request('r', { capacity: { requests: { memory: '1' } }, ...chosen })])];
          const outcome = own.allocate({ claims, node: random.pick(names) });
          if (outcome.kind === 'allocated') own.commit(claims, outcome);
        }
      }
    }
    expect(compared).toBe(seeds * 4 * 8);
  });

  /** Returns the result of a call, without the IDs of shares. */
  function attempt(call: () => Outcome): unknown {
    try {
      return JSON.parse(JSON.stringify(call(), (key, value) => (key === 'shareID' ? 'some' : value)));
    } catch (error) {
      return (error as Error).message;
    }
  }
});
