// Tests equivalent nodes, which share one search: each node is allocated the
// devices in the same places, and relevant differences make nodes distinct.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../../src/allocator/evaluate/outcome.js';
import type { Cluster } from '../../../../../src/library/cluster.js';
import { card, wants } from '../../../../support/cards.js';
import { Counted, eagerSolver } from '../../../../support/counted.js';
import { complete, interrupted } from '../../../../support/filtered.js';
import { fourNodes, NAMES, outcomesOn, takeOn } from '../../../../support/four-nodes.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from '../../../../support/objects.js';
import { picks } from '../../../../support/two-nodes.js';

type Fields = Readonly<Record<string, unknown>>;

let counted: Counted;
let cluster: Cluster;

beforeEach(() => {
  counted = fourNodes();
  cluster = counted.cluster;
});

/** Returns the number of searches that a pass needs. */
function searchesFor(claims: readonly object[]): number {
  counted.searched();
  cluster.filter({ claims });
  return counted.searched();
}

describe('one search', () => {
  it('answers for all nodes of a kind, with the devices of each', () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    const result = complete(cluster.filter({ claims: wants({ count: 2 }) }));
    expect(outcomesOn(result)).toEqual(NAMES.map((name) => [`pool-${name}/a`, `pool-${name}/b`]));
    expect([result.feasible, counted.searched()]).toEqual([NAMES, 1]);
    const steps = NAMES.map((name) => result.outcome(name).steps);
    expect(new Set(steps).size).toBe(1);
    expect([complete(cluster.filter({ claims: wants({ count: 3 }) })).feasible, counted.searched()]).toEqual([[], 1]);
  });

  it('also where a call yields, and for one node at a time', async () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    expect(outcomesOn(await cluster.filterAsync({ claims: wants() }))).toEqual(NAMES.map((name) => [`pool-${name}/a`]));
    expect(counted.searched()).toBe(1);
    const ask = (name: string): unknown => picks(cluster.allocate({ claims: wants({ count: 2 }), node: name }));
    expect([ask('n2'), ask('n3'), counted.searched()]).toEqual([['pool-n2/a', 'pool-n2/b'], ['pool-n3/a', 'pool-n3/b'], 1]);
    const there = await cluster.allocateAsync({ claims: wants({ count: 2 }), node: 'n4' });
    expect([picks(there), counted.searched()]).toEqual([['pool-n4/a', 'pool-n4/b'], 0]);
  });

  it('is enough for a node that comes back to what it was', () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    cluster.filter({ claims: wants() });
    takeOn(cluster, 'x', 'n2');
    expect(searchesFor(wants())).toBe(1);
    takeOn(cluster, 'y', 'n3');
    expect(searchesFor(wants())).toBe(0);
    expect(outcomesOn(cluster.filter({ claims: wants() }))).toEqual([['pool-n1/a'], ['pool-n2/b'], ['pool-n3/b'], ['pool-n4/a']]);
    cluster.release([claim('x', [])]);
    expect(searchesFor(wants())).toBe(0);
    expect(picks(cluster.filter({ claims: wants() }).outcome('n2'))).toEqual(['pool-n2/a']);
  });

  it('of a claim for all devices', () => {
    cluster.apply(NAMES.map((name) => slice(`s-${name}`, [device('a'), device('b')], { nodeName: name, pool: { name } })));
    const result = cluster.filter({ claims: wants({ allocationMode: 'All' }) });
    expect([outcomesOn(result), counted.searched()]).toEqual([NAMES.map((name) => [`${name}/a`, `${name}/b`]), 1]);
  });

  it('says what it said when the limit of steps is lower', () => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
    cluster.filter({ claims: wants() });
    takeOn(cluster, 'x', 'n1');
    expect(interrupted(cluster.filter({ claims: wants(), limits: { steps: 1 } })).interrupted).toEqual(NAMES);
  });
});

describe('nodes are distinguished by', () => {
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
    expect(outcomesOn(cluster.filter({ claims: chosen }))).toEqual([['pool-n1/a'], ['pool-n2/a'], ['pool-n3/b'], ['pool-n4/b']]);
  });

  it('the taints of devices', () => {
    const taints = [{ key: 'k', effect: 'NoSchedule' }];
    twoKinds((isOther) => ({ partitions: [device('a', {}, isOther ? { taints } : {}), device('b')] }));
    expect(outcomesOn(cluster.filter({ claims: wants() }))).toEqual([['pool-n1/a'], ['pool-n2/a'], ['pool-n3/b'], ['pool-n4/b']]);
  });

  it('which values of a constraint are equal, whatever they are', () => {
    const parents = (isOther: boolean, name: string): string[] => (isOther ? ['p', `${name}-p`, 'p'] : [name, name, `${name}-2`]);
    twoKinds((isOther, name) => ({
      partitions: parents(isOther, name).map((parent, index) => device(['a', 'b', 'c'][index] as string, { parent })),
    }));
    const together = wants({ count: 2 }, { constraints: [{ matchAttribute: 'd.example.com/parent' }] });
    const result = cluster.filter({ claims: together });
    expect(counted.searched()).toBe(2);
    expect(outcomesOn(result)).toEqual(
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
    // On n3 enough is left, as before.
    expect(searchesFor(asks('3'))).toBe(1);
    expect(outcomesOn(cluster.filter({ claims: asks('3') }))).toEqual([['n1/b'], ['n2/b'], ['n3/a'], ['n4/a']]);
    cluster.release([claim('x', [])]);
    expect(searchesFor(asks('3'))).toBe(0);
    // An equal amount of the other device is held.
    hold('first', '4', 'n4');
    hold('second', '2', 'n4');
    cluster.release([claim('first', [])]);
    expect(outcomesOn(cluster.filter({ claims: asks('3') }))).toEqual([['n1/a'], ['n2/b'], ['n3/a'], ['n4/a']]);
  });

  it('nothing that a plain search does not consider: how a card was used up, and devices that are in use and not wanted', () => {
    const takes = (memory: number): Fields => ({
      consumesCounters: [{ counterSet: 'card', counters: { memory: { value: `${memory}` } } }],
    });
    const nic = (name: string): object =>
      slice(`nic-${name}`, [device('nic', { kind: 'nic' })], { nodeName: name, pool: { name: `nic-${name}` } });
    const parts = { whole: 4, half: 2, 'half-2': 2, small: 1 };
    const partitions = Object.entries(parts).map(([name, memory]) => device(name, { kind: name.replace('-2', '') }, takes(memory)));
    const own = (name: string): object[] => {
      const common = { nodeName: name, pool: { name, resourceSliceCount: 2 } };
      const sharedCounters = [{ name: 'card', counters: { memory: { value: '4' } } }];
      return [nic(name), slice(`counters-${name}`, [], { ...common, sharedCounters }), slice(`devices-${name}`, partitions, common)];
    };
    cluster.apply(NAMES.flatMap(own));
    const kind = (word: string): Fields => selectors(`device.attributes["d.example.com"].kind == "${word}"`);
    const hold = (nodeName: string, word: string, count = 1): void => {
      const claims = [claim(`${word}-${nodeName}`, [request('r', { count, ...kind(word) })])];
      cluster.commit(claims, cluster.allocate({ claims, node: nodeName }));
    };
    expect(searchesFor(wants(kind('small')))).toBe(1);
    hold('n1', 'nic');
    expect(searchesFor(wants(kind('small')))).toBe(0);
    hold('n1', 'whole');
    hold('n2', 'half', 2);
    expect(searchesFor(wants(kind('small')))).toBe(1);
    expect(complete(cluster.filter({ claims: wants(kind('small')) })).feasible).toEqual(['n3', 'n4']);
  });

  it('whether a counter of the pool is overdrawn, whoever takes from it', () => {
    const takes = (card: number): Fields => ({ consumesCounters: [{ counterSet: `card-${card}`, counters: { memory: { value: '1' } } }] });
    const counters = (name: string, first: number): object => {
      const sharedCounters = [first, 1].map((value, card) => ({ name: `card-${card}`, counters: { memory: { value: `${value}` } } }));
      return slice(`counters-${name}`, [], { nodeName: name, pool: { name, resourceSliceCount: 2 }, sharedCounters });
    };
    const own = [device('a', {}, takes(0)), device('b', {}, takes(0)), device('c', {}, takes(1))];
    cluster.apply(
      NAMES.flatMap((name) => [
        counters(name, 2),
        slice(`devices-${name}`, own, { nodeName: name, pool: { name, resourceSliceCount: 2 } }),
      ]),
    );
    const two = [claim('two', [request('r', { count: 2 })])];
    cluster.commit(two, cluster.allocate({ claims: two, node: 'n1' }));
    takeOn(cluster, 'x', 'n2');
    cluster.apply([counters('n1', 1), counters('n2', 1)]);
    expect(complete(cluster.filter({ claims: wants() })).feasible).toEqual(['n2', 'n3', 'n4']);
  });

  it('all that bounds consider, once a search has some', () => {
    const own = (name: string): object[] => [
      ...card(name),
      slice(`nic-${name}`, [device('nic', { kind: 'nic' })], { nodeName: name, pool: { name: `nic-${name}` } }),
    ];
    const nic = [claim('nic', [request('r', selectors('"kind" in device.attributes["d.example.com"]'))])];
    const three = wants({ count: 3, ...selectors('!("kind" in device.attributes["d.example.com"])') });
    const searches = [undefined, eagerSolver].map((solver) => {
      counted = new Counted(solver);
      cluster = counted.cluster;
      cluster.apply([deviceClass('any'), ...NAMES.flatMap((name) => [node(name), ...own(name)])]);
      cluster.commit(nic, cluster.allocate({ claims: nic, node: 'n1' }));
      counted.searched();
      return searchesFor(three);
    });
    expect(searches).toEqual([1, 2]);
  });

  it('whether a device has a value of a constraint', () => {
    twoKinds((isOther) => ({
      partitions: [device('a', isOther ? {} : { parent: 'p' }), device('b', { parent: 'p' }), device('c', { parent: 'p' })],
    }));
    const together = wants({ count: 2 }, { constraints: [{ matchAttribute: 'd.example.com/parent' }] });
    expect(outcomesOn(cluster.filter({ claims: together })).map(String)).toEqual(
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
    expect([outcomesOn(result), counted.searched()]).toEqual([NAMES.map((name) => [`p/d-${name}`]), 4]);
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
    takeOn(cluster, 'x', 'n1');
    takeOn(cluster, 'y', 'n2');
    cluster.apply(slices(false));
    // The others have no devices, and are equivalent.
    expect(searchesFor(wants({ allocationMode: 'All' }))).toBe(3);
  });
});

/** A claim that holds a share of the device of a node. */
function holder(pool: string, consumedCapacity: Fields): object {
  const results = [
    { request: 'r', driver: 'd.example.com', pool, device: 'a', shareID: `1b2b3c4d-0000-4000-8000-0000000000${pool}`, consumedCapacity },
  ];
  return { ...claim(`holder-${pool}`, [request('r')]), status: { allocation: { devices: { results } } } };
}

it('amounts that nodes share are distinguished wherever their digits end', () => {
  const capacity = { c: { value: '1' }, x: { value: '13' }, x1234567890: { value: '1' } };
  const own = [device('a', {}, { allowMultipleAllocations: true, capacity })];
  cluster.apply(['n1', 'n2'].map((name) => slice(`s-${name}`, own, { nodeName: name, pool: { name } })));
  cluster.apply([holder('n1', { c: '1n', x1234567890: '5n' }), holder('n2', { c: '11n', x: '12345678905n' })]);
  expect(
    complete(cluster.filter({ claims: wants({ capacity: { requests: { x: '5', c: '100m', x1234567890: '100m' } } }) })).feasible,
  ).toEqual(['n1']);
});

describe('too much to be reported one by one', () => {
  it('lists of thousands of values under a constraint distinguish nodes', () => {
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

  it('enormous texts distinguish nodes and devices', () => {
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
