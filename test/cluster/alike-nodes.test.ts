// Nodes that are alike are searched once for all of them: each gets the devices of the same places, and what differs tells nodes apart.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/cluster/cluster.js';
import type { FilterResult } from '../../src/cluster/filter-result.js';
import type { Outcome } from '../../src/evaluate/outcome.js';
import { Random } from '../differential/generate/random.js';
import { complete, interrupted } from '../support/filtered.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from '../support/objects.js';
import { Counted } from './counted.js';
import { picks } from './two-nodes.js';

type Fields = Readonly<Record<string, unknown>>;

const NAMES = ['n1', 'n2', 'n3', 'n4'];

let counted: Counted;
let cluster: Cluster;

beforeEach(() => {
  counted = new Counted();
  cluster = counted.cluster;
  cluster.apply([deviceClass('any'), ...NAMES.map((name) => node(name))]);
});

/** A card of a node: partitions that take one of its counter, of which there are some. */
function card(
  name: string,
  more: { readonly memory?: number; readonly partitions?: readonly object[]; readonly pool?: Fields } = {},
): object[] {
  const { memory = 2, partitions = [device('a'), device('b'), device('c')], pool } = more;
  const common = { nodeName: name, pool: { name: `pool-${name}`, resourceSliceCount: 2, ...pool } };
  const consumesCounters = [{ counterSet: 'card', counters: { memory: { value: '1' } } }];
  const sharedCounters = [{ name: 'card', counters: { memory: { value: `${memory}` } } }];
  return [
    slice(`counters-${name}`, [], { ...common, sharedCounters }),
    slice(
      `devices-${name}`,
      partitions.map((partition) => ({ ...partition, consumesCounters })),
      common,
    ),
  ];
}

const wants = (exactly: Fields = {}, more: Fields = {}): object[] => [claim('c', [request('r', exactly)], more)];
const outcomes = (result: FilterResult): unknown[] => NAMES.map((name) => picks(result.outcome(name)));
const take = (name: string, nodeName: string): void => {
  const claims = [claim(name, [request('r')])];
  cluster.commit(claims, cluster.allocate({ claims, node: nodeName }));
};
/** Searches that a pass needs. */
function searchesFor(claims: readonly object[]): number {
  counted.searched();
  cluster.filter({ claims });
  return counted.searched();
}

describe('one search', () => {
  it('answers for all nodes of a kind, with the devices of each', () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    const result = complete(cluster.filter({ claims: wants({ count: 2 }) }));
    expect(outcomes(result)).toEqual(NAMES.map((name) => [`pool-${name}/a`, `pool-${name}/b`]));
    expect([result.feasible, counted.searched()]).toEqual([NAMES, 1]);
    const steps = NAMES.map((name) => result.outcome(name).steps);
    expect(new Set(steps).size).toBe(1);
    expect([complete(cluster.filter({ claims: wants({ count: 3 }) })).feasible, counted.searched()]).toEqual([[], 1]);
  });

  it('also where a call gives way, and for one node at a time', async () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    expect(outcomes(await cluster.filterAsync({ claims: wants() }))).toEqual(NAMES.map((name) => [`pool-${name}/a`]));
    expect(counted.searched()).toBe(1);
    const ask = (name: string): unknown => picks(cluster.allocate({ claims: wants({ count: 2 }), node: name }));
    expect([ask('n2'), ask('n3'), counted.searched()]).toEqual([['pool-n2/a', 'pool-n2/b'], ['pool-n3/a', 'pool-n3/b'], 1]);
    const there = await cluster.allocateAsync({ claims: wants({ count: 2 }), node: 'n4' });
    expect([picks(there), counted.searched()]).toEqual([['pool-n4/a', 'pool-n4/b'], 0]);
  });

  it('is enough for a node that comes back to what it was', () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    cluster.filter({ claims: wants() });
    take('x', 'n2');
    expect(searchesFor(wants())).toBe(1);
    take('y', 'n3');
    expect(searchesFor(wants())).toBe(0);
    expect(outcomes(cluster.filter({ claims: wants() }))).toEqual([['pool-n1/a'], ['pool-n2/b'], ['pool-n3/b'], ['pool-n4/a']]);
    cluster.release([claim('x', [])]);
    expect(searchesFor(wants())).toBe(0);
    expect(picks(cluster.filter({ claims: wants() }).outcome('n2'))).toEqual(['pool-n2/a']);
  });

  it('of a claim for all devices', () => {
    cluster.apply(NAMES.map((name) => slice(`s-${name}`, [device('a'), device('b')], { nodeName: name, pool: { name } })));
    const result = cluster.filter({ claims: wants({ allocationMode: 'All' }) });
    expect([outcomes(result), counted.searched()]).toEqual([NAMES.map((name) => [`${name}/a`, `${name}/b`]), 1]);
  });

  it('says what it said when the limit of steps is lower', () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    cluster.filter({ claims: wants() });
    take('x', 'n1');
    expect(interrupted(cluster.filter({ claims: wants(), limits: { steps: 1 } })).interrupted).toEqual(NAMES);
  });
});

describe('nodes are told apart by', () => {
  /** Cards of which two nodes have one kind, and two another. */
  const twoKinds = (kindOf: (isOther: boolean, name: string) => Parameters<typeof card>[1]): void => {
    cluster.apply(NAMES.flatMap((name, index) => card(name, kindOf(index >= 2, name))));
  };

  it('what there is of counters', () => {
    twoKinds((isOther) => ({ memory: isOther ? 3 : 2 }));
    expect(searchesFor(wants({ count: 3 }))).toBe(2);
    expect(complete(cluster.filter({ claims: wants({ count: 3 }) })).feasible).toEqual(['n3', 'n4']);
  });

  it('what devices take of them', () => {
    const consumesCounters = [{ counterSet: 'card', counters: { memory: { value: '2' } } }];
    cluster.apply(NAMES.flatMap((name) => card(name)));
    cluster.apply([
      slice(
        'devices-n4',
        [device('a', {}, { consumesCounters }), device('b', {}, { consumesCounters }), device('c', {}, { consumesCounters })],
        {
          nodeName: 'n4',
          pool: { name: 'pool-n4', resourceSliceCount: 2 },
        },
      ),
    ]);
    expect(complete(cluster.filter({ claims: wants({ count: 2 }) })).feasible).toEqual(['n1', 'n2', 'n3']);
  });

  it('how many devices they have', () => {
    twoKinds((isOther) => ({ partitions: isOther ? [device('a')] : [device('a'), device('b')] }));
    expect(searchesFor(wants({ count: 2 }))).toBe(2);
    expect(complete(cluster.filter({ claims: wants({ count: 2 }) })).feasible).toEqual(['n1', 'n2']);
  });

  it('what selectors say of their devices, and nothing else of these', () => {
    twoKinds((isOther, name) => ({
      partitions: [device('a', { uuid: `${name}-a`, model: isOther ? 'x' : 'y' }), device('b', { model: 'y' })],
    }));
    expect(searchesFor(wants())).toBe(1);
    const chosen = wants(selectors('device.attributes["d.example.com"].model == "y"'));
    expect(searchesFor(chosen)).toBe(2);
    expect(outcomes(cluster.filter({ claims: chosen }))).toEqual([['pool-n1/a'], ['pool-n2/a'], ['pool-n3/b'], ['pool-n4/b']]);
  });

  it('the taints of devices', () => {
    const taints = [{ key: 'k', effect: 'NoSchedule' }];
    twoKinds((isOther) => ({ partitions: [device('a', {}, isOther ? { taints } : {}), device('b')] }));
    expect(outcomes(cluster.filter({ claims: wants() }))).toEqual([['pool-n1/a'], ['pool-n2/a'], ['pool-n3/b'], ['pool-n4/b']]);
  });

  it('which values of a constraint are equal, whatever they are', () => {
    const parents = (isOther: boolean, name: string): string[] => (isOther ? ['p', `${name}-p`, 'p'] : [name, name, `${name}-2`]);
    twoKinds((isOther, name) => ({
      partitions: parents(isOther, name).map((parent, index) => device(['a', 'b', 'c'][index] as string, { parent })),
    }));
    const together = wants({ count: 2 }, { constraints: [{ matchAttribute: 'd.example.com/parent' }] });
    const result = cluster.filter({ claims: together });
    expect(counted.searched()).toBe(2);
    expect(outcomes(result)).toEqual(
      [
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'c'],
        ['a', 'c'],
      ].map((own, index) => own.map((name) => `pool-n${index + 1}/${name}`)),
    );
  });

  it('what is left of the capacities that they share', () => {
    const shared = (name: string): object =>
      slice(
        `s-${name}`,
        ['a', 'b'].map((own) => device(own, {}, { allowMultipleAllocations: true, capacity: { memory: { value: '4' } } })),
        { nodeName: name, pool: { name } },
      );
    cluster.apply(NAMES.map(shared));
    const asks = (memory: string): object[] => wants({ capacity: { requests: { memory } } });
    const hold = (name: string, memory: string, nodeName: string): void => {
      const claims = [claim(name, [request('r', { capacity: { requests: { memory } } })])];
      cluster.commit(claims, cluster.allocate({ claims, node: nodeName }));
    };
    expect(searchesFor(asks('3'))).toBe(1);
    hold('x', '2', 'n1');
    hold('y', '2', 'n2');
    hold('z', '1', 'n3');
    expect(searchesFor(asks('3'))).toBe(2);
    expect(outcomes(cluster.filter({ claims: asks('3') }))).toEqual([['n1/b'], ['n2/b'], ['n3/a'], ['n4/a']]);
    cluster.release([claim('x', [])]);
    expect(searchesFor(asks('3'))).toBe(0);
    // An equal amount is held of the other device.
    hold('first', '4', 'n4');
    hold('second', '2', 'n4');
    cluster.release([claim('first', [])]);
    expect(outcomes(cluster.filter({ claims: asks('3') }))).toEqual([['n1/a'], ['n2/b'], ['n3/a'], ['n4/a']]);
  });

  it('whether a device has a value of a constraint', () => {
    twoKinds((isOther) => ({
      partitions: [device('a', isOther ? {} : { parent: 'p' }), device('b', { parent: 'p' }), device('c', { parent: 'p' })],
    }));
    const together = wants({ count: 2 }, { constraints: [{ matchAttribute: 'd.example.com/parent' }] });
    expect(outcomes(cluster.filter({ claims: together })).map(String)).toEqual(
      ['n1/a,pool-n1/b', 'n2/a,pool-n2/b', 'n3/b,pool-n3/c', 'n4/b,pool-n4/c'].map((own) => `pool-${own}`),
    );
  });
});

describe('nodes are searched each by itself', () => {
  it('where devices of others take from their counters', () => {
    const common = { pool: { name: 'p', resourceSliceCount: 3 } };
    const consumesCounters = [{ counterSet: 'card', counters: { memory: { value: '1' } } }];
    cluster.apply([
      slice('counters', [], { ...common, nodeName: 'n1', sharedCounters: [{ name: 'card', counters: { memory: { value: '2' } } }] }),
      ...['n1', 'n2'].map((nodeName) =>
        slice(`devices-${nodeName}`, [device(`${nodeName}-a`, {}, { consumesCounters })], { ...common, nodeName }),
      ),
    ]);
    expect(searchesFor(wants())).toBe(2);
  });

  it('where devices choose their nodes themselves', () => {
    const own = NAMES.map((nodeName) => device(`d-${nodeName}`, {}, { nodeName }));
    cluster.apply([slice('s', own, { perDeviceNodeSelection: true })]);
    const result = cluster.filter({ claims: wants({ allocationMode: 'All' }) });
    expect([outcomes(result), counted.searched()]).toEqual([NAMES.map((name) => [`p/d-${name}`]), 4]);
  });

  it('where results cannot repeat how a slice chooses its nodes', () => {
    const zones = ['a', 'b'].map((zone) => ({ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }));
    const own = [device('a', {}, { allowMultipleAllocations: true })];
    cluster.apply([node('n2', { zone: 'a' }), slice('s-n1', own, { nodeName: 'n1', pool: { name: 'n1' } })]);
    cluster.apply([slice('s-n2', own, { nodeSelector: { nodeSelectorTerms: zones }, pool: { name: 'n2' } })]);
    for (const claims of [wants(), wants({ allocationMode: 'All' })]) {
      const result = complete(cluster.filter({ claims }));
      expect([result.feasible, [...result.errors.keys()]]).toEqual([['n1'], ['n2']]);
    }
  });

  it('where shares left more of a capacity than there is', () => {
    const shared = (name: string, taints: readonly object[]): object => {
      const own = [device('a', {}, { allowMultipleAllocations: true, capacity: { memory: { value: '4' } }, taints })];
      return slice(`s-${name}`, own, { nodeName: name, pool: { name } });
    };
    cluster.apply([shared('n1', []), shared('n2', [{ key: 'k', effect: 'NoSchedule' }])]);
    cluster.apply(['n1', 'n2'].map((name) => holder(name, { memory: '-3' })));
    expect(complete(cluster.filter({ claims: wants({ capacity: { requests: { memory: '6' } } }) })).feasible).toEqual(['n1']);
  });

  it('where too much would have to be compared', () => {
    const own = Array.from({ length: 128 }, (_, index) => device(`d${index}`, {}, { allowMultipleAllocations: true }));
    cluster.apply(['n1', 'n2'].map((name) => slice(`s-${name}`, own, { nodeName: name, pool: { name } })));
    const tolerations = (key: string): Fields => ({ tolerations: [{ key, operator: 'Exists' }] });
    const requests = Array.from({ length: 32 }, (_, index) =>
      firstAvailable(`r${index}`, { a: tolerations(`a${index}`), b: tolerations(`b${index}`) }),
    );
    expect(searchesFor([claim('c', requests)])).toBe(2);
  });

  it('where lists are compared', () => {
    cluster.apply(
      NAMES.flatMap((name) => card(name, { partitions: [device('a', { roots: ['x', 'y'] }), device('b', { roots: ['y', 'z'] })] })),
    );
    expect(searchesFor(wants({ count: 2 }, { constraints: [{ matchAttribute: 'd.example.com/roots' }] }))).toBe(4);
  });

  it('where shares are left of devices that are dedicated by now', () => {
    const slices = (allowMultipleAllocations: boolean): object[] =>
      ['n1', 'n2'].map((name) => {
        const pool = { name, generation: allowMultipleAllocations ? 1 : 2 };
        return slice(`s-${name}`, [device('a', {}, { allowMultipleAllocations }), device('b')], { nodeName: name, pool });
      });
    cluster.apply(slices(true));
    take('x', 'n1');
    take('y', 'n2');
    cluster.apply(slices(false));
    // The others have no devices, and are alike.
    expect(searchesFor(wants({ allocationMode: 'All' }))).toBe(3);
  });
});

/** A claim that has a share of the device of a node. */
function holder(pool: string, consumedCapacity: Fields): object {
  const results = [
    { request: 'r', driver: 'd.example.com', pool, device: 'a', shareID: `1b2b3c4d-0000-4000-8000-0000000000${pool}`, consumedCapacity },
  ];
  return { ...claim(`holder-${pool}`, [request('r')]), status: { allocation: { devices: { results } } } };
}

it('amounts that nodes share are told apart wherever their digits end', () => {
  const capacity = { c: { value: '1' }, x: { value: '13' }, x1234567890: { value: '1' } };
  const own = [device('a', {}, { allowMultipleAllocations: true, capacity })];
  cluster.apply(['n1', 'n2'].map((name) => slice(`s-${name}`, own, { nodeName: name, pool: { name } })));
  cluster.apply([holder('n1', { c: '1n', x1234567890: '5n' }), holder('n2', { c: '11n', x: '12345678905n' })]);
  expect(
    complete(cluster.filter({ claims: wants({ capacity: { requests: { x: '5', c: '100m', x1234567890: '100m' } } }) })).feasible,
  ).toEqual(['n1']);
});

describe('a cluster that changes during a pass', () => {
  beforeEach(() => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
  });

  it('by what makes share IDs, changes nothing of the pass', () => {
    cluster.apply([
      node('n5'),
      slice('s', [device('a', {}, { allowMultipleAllocations: true })], { nodeName: 'n5', pool: { name: 'n5' } }),
    ]);
    counted.hooks.newShareID = () => {
      cluster.apply([node('n3', { changed: 'yes' })]);
      return 'share';
    };
    const result = complete(cluster.filter({ claims: wants() }));
    expect(outcomes(result)).toEqual(NAMES.map((name) => [`pool-${name}/a`]));
    expect(result.feasible).toEqual([...NAMES, 'n5']);
  });

  it('by what makes share IDs, of which one is bad, makes an error of that node alone', () => {
    const counts = { n5: 1, n6: 1, n7: 2 };
    cluster.apply(
      Object.entries(counts).flatMap(([name, count]) => {
        const own = Array.from({ length: count }, (_, index) => device(`d${index}`, {}, { allowMultipleAllocations: true }));
        return [node(name), slice(`s-${name}`, own, { nodeName: name, pool: { name } })];
      }),
    );
    let calls = 0;
    counted.hooks.newShareID = () => {
      if (++calls === 2) cluster.apply([node('n8')]);
      return calls === 3 ? '' : `share-${calls}`;
    };
    const { feasible, errors } = complete(cluster.filter({ claims: wants() }));
    expect([feasible, [...errors.keys()]]).toEqual([[...NAMES, 'n5', 'n7'], ['n6']]);
  });

  it('while it gives way, changes nothing of the pass', async () => {
    counted.hooks.search = () => {
      // So long that the pass gives way after it.
      const end = performance.now() + 1;
      while (performance.now() < end);
    };
    const turns: number[] = [];
    counted.hooks.giveWay = () => {
      turns.push(counted.searched());
      if (turns.at(-1) === 1) take('x', 'n4');
    };
    const result = await cluster.filterAsync({ claims: wants() });
    expect(outcomes(result)).toEqual(NAMES.map((name) => [`pool-${name}/a`]));
    expect(outcomes(cluster.filter({ claims: wants() }))[3]).toEqual(['pool-n4/b']);
  });
});

describe('random clusters of few kinds of nodes', () => {
  const PLACES = ['a', 'b', 'c', 'd'];

  /** One of two kinds of cards for each node, and now and then something else. */
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
    let compared = 0;
    for (let seed = 0; seed < 200; seed++) {
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
    expect(compared).toBe(200 * 4 * 8);
  });

  /** The result of a call, without the IDs of shares. */
  function attempt(call: () => Outcome): unknown {
    try {
      return JSON.parse(JSON.stringify(call(), (key, value) => (key === 'shareID' ? 'some' : value)));
    } catch (error) {
      return (error as Error).message;
    }
  }
});

describe('too much to be told one by one', () => {
  it('lists of thousands of values under a constraint tell nodes apart', () => {
    // On odd nodes the two devices have no value in common.
    const values = (from: number): number[] => Array.from({ length: 5000 }, (_, index) => from + index);
    cluster.apply(
      NAMES.map((name, index) =>
        slice(`s-${name}`, [device('a', { v: values(0) }), device('b', { v: values(index % 2 === 0 ? 4000 : 6000) })], {
          nodeName: name,
          pool: { name },
        }),
      ),
    );
    const claims = wants({ count: 2 }, { constraints: [{ matchAttribute: 'd.example.com/v' }] });
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n1', 'n3']);
  });

  it('enormous texts tell nodes and devices apart', () => {
    const text = 'x'.repeat(100_000);
    cluster.apply(
      NAMES.map((name, index) => {
        const tainted = { taints: [{ key: text, value: index < 2 ? 'v' : 'w', effect: 'NoSchedule' }] };
        const pair = [device('a', { v: text }, tainted), device('b', { v: index % 2 === 0 ? text : `${text}y` }, tainted)];
        return slice(`s-${name}`, pair, { nodeName: name, pool: { name } });
      }),
    );
    const tolerations = [{ key: text, value: 'v' }];
    const claims = wants({ count: 2, tolerations }, { constraints: [{ matchAttribute: 'd.example.com/v' }] });
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n1']);
  });

  it('capacities with thousands of valid values are those of their devices', () => {
    const capacityFrom = (first: number): object => {
      const validValues = Array.from({ length: 2000 }, (_, index) => `${first + index}`);
      return { m: { value: '10000', requestPolicy: { default: '1', validValues } } };
    };
    cluster.apply(
      NAMES.map((name, index) => {
        const shared = { allowMultipleAllocations: true, capacity: capacityFrom(index % 2 === 0 ? 1 : 5000) };
        return slice(`s-${name}`, [device('a', {}, shared)], { nodeName: name, pool: { name } });
      }),
    );
    const claims = (amount: number): object[] => wants({ capacity: { requests: { m: `${amount}` } } });
    expect(complete(cluster.filter({ claims: claims(2500) })).feasible).toEqual(['n2', 'n4']);
    const amounts = NAMES.map((name) => consumed(cluster.allocate({ claims: claims(1500), node: name })));
    expect(amounts).toEqual(['1500', '5k', '1500', '5k']);
  });
});

function consumed(outcome: Outcome): unknown {
  return outcome.kind === 'allocated' ? outcome.allocations[0]?.devices.results?.[0]?.consumedCapacity?.m : outcome.kind;
}
