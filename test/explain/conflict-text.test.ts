import { describe, expect, it } from 'vitest';
import { type ConflictMember, createAllocator, type NodeExplanation } from '../../src/index.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from '../support/objects.js';

const allocator = await createAllocator();

function explain(slices: readonly object[], ...claims: readonly object[]): NodeExplanation {
  const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: slices, claims };
  return allocator.explain(input).nodes[0] as NodeExplanation;
}

const K = 'd.example.com/k';
const names = (count: number): object[] => Array.from({ length: count }, (_, index) => device(`d${index}`));
const having = (expression: string): Readonly<Record<string, unknown>> => selectors(`device.attributes["d.example.com"].${expression}`);
const TWO = { pool: { resourceSliceCount: 2 } };
const partitions = (...sizes: readonly string[]): object[] => [
  slice('counters', [], { ...TWO, sharedCounters: [{ name: 'cs', counters: { mem: { value: '40Gi' } } }] }),
  slice(
    'devices',
    sizes.map((size, index) =>
      device(`m${index}`, { size }, { consumesCounters: [{ counterSet: 'cs', counters: { mem: { value: size } } }] }),
    ),
    TWO,
  ),
];
const byValue = (...values: readonly unknown[]): object[] => [
  slice(
    's',
    values.map((k, index) => device(`d${index}`, { k })),
  ),
];
/** Requests a and b ask for `many` of 38 devices x or `few` of 2 devices y, next to another request. */
const explainLists = (many: number, few: number, other: object): NodeExplanation => {
  const alternatives = { many: { count: many, ...having('k == "x"') }, few: { count: few, ...having('k == "y"') } };
  const lists = ['a', 'b'].map((name) => firstAvailable(name, alternatives));
  return explain(byValue(...Array.from({ length: 40 }, (_, index) => (index < 38 ? 'x' : 'y'))), claim('c', [...lists, other]));
};
const matching = (...groups: readonly (readonly string[])[]): Readonly<Record<string, unknown>> => ({
  constraints: groups.map((requests) => ({ matchAttribute: K, requests })),
});
/** Cards with 40Gi each, in separate pools. */
const cards = (...sizes: readonly (readonly string[])[]): object[] =>
  sizes.flatMap((own, card) => partitions(...own).map((one) => inPool(one as ReturnType<typeof claim>, `card${card}`)));
const inPool = ({ metadata, spec, ...rest }: { metadata: { name: string } } & Record<string, unknown>, name: string): object => {
  const { pool, ...more } = spec as { pool: object };
  return { ...rest, metadata: { name: `${name}-${metadata.name}` }, spec: { ...more, pool: { ...pool, name } } };
};
const nic = (name: string, bandwidth: string): object =>
  device(name, {}, { allowMultipleAllocations: true, capacity: { bandwidth: { value: bandwidth } } });
const asking = (name: string, bandwidth: string): object => request(name, { capacity: { requests: { bandwidth } } });

describe('a conflict', () => {
  it.each<readonly [string, NodeExplanation, string, readonly string[]]>([
    [
      'a request',
      explain([slice('s', names(4))], claim('c', [request('a', { count: 5 })])),
      'request a needs 5 devices, but there are only 4 of class any',
      ['a x5'],
    ],
    [
      'devices of one pool, where the node sees others',
      explain(
        [slice('s', names(2)), slice('o', [device('o')], { driver: 'o.example.com' })],
        claim('c', [request('a', { count: 3, ...selectors('device.driver == "d.example.com"') })]),
      ),
      'request a needs 3 devices, but only 2 of the 3 of class any are available: 1 does not match the selector: `device.driver == "d.example.com"`, value "o.example.com"',
      ['a x3'],
    ],
    [
      'a request without devices',
      explain(byValue('x'), claim('c', [request('a', having('k == "y"'))])),
      'request a needs 1 device, but the only one of class any does not match the selector: `k == "y"`, value "x"',
      ['a x1'],
    ],
    [
      'a prioritized list',
      explain([slice('s', names(1))], claim('c', [firstAvailable('a', { x: { count: 3 }, y: { count: 2 } })])),
      'request a/x needs 3 devices, but there is only 1 of class any; request a/y needs 2 devices, but there is only 1 of class any',
      ['a'],
    ],
    [
      'alternatives that are together above the limit of a claim',
      explainLists(17, 3, request('e')),
      'requests a and b need at least 34 devices in the alternatives that can be allocated, but a claim may have at most 32',
      ['a', 'b'],
    ],
    [
      'alternatives that would bring a claim above its limit',
      explainLists(10, 2, request('e', { count: 22, ...having('k == "x"') })),
      'requests a and b need 4 devices, but only 2 (d38 and d39) match (without a/many and b/many, because these would exceed the device limit of the claim)',
      ['a', 'b', 'e x21'],
    ],
    [
      'requests of one claim',
      explain([slice('s', names(4))], claim('c', [request('a', { count: 2 }), request('b', { count: 2 }), request('e')])),
      'requests a, b and e need 5 devices, but only 4 (d0, d1, d2 and d3) match',
      ['a x2', 'b x2', 'e x1'],
    ],
    [
      'requests of several claims',
      explain([slice('s', names(4))], claim('c', [request('a', { count: 2 })]), claim('f', [request('a', { count: 3 })])),
      'requests ns/c: a and ns/f: a need 5 devices, but only 4 (d0, d1, d2 and d3) match',
      ['a x2', 'a x3'],
    ],
    [
      'only those that compete',
      explain(
        byValue('x', 'y', 'y'),
        claim('c', [request('a', having('k == "x"')), request('b', having('k == "y"')), request('e', having('k == "x"'))]),
      ),
      'requests a and e need 2 devices, but only 1 (d0) matches',
      ['a x1', 'e x1'],
    ],
    [
      'a value that has too few',
      explain(byValue(1, 1, 2), claim('c', [request('a', { count: 3 })], matching([]))),
      'request a needs 3 devices on the same d.example.com/k, but has 2 with 1, 1 with 2',
      ['a x3', 'ns/c #0'],
    ],
    [
      'a value that has too few for several',
      explain(byValue('x', 'x', 'y', 'y', true), claim('c', [request('a', { count: 2 }), request('b')], matching([]))),
      'a (2) and b (1) must be on the same d.example.com/k: a and b have 2 with each of "x" and "y", 1 with true',
      ['a x2', 'b x1', 'ns/c #0'],
    ],
    [
      'values that one request lacks',
      explain(
        [slice('s', [device('d0', { k: ['x', 'y'] }), device('d1', { k: ['y', 'z'] }), device('d2', { k: ['x', 'z'] })])],
        claim('c', [request('a', { count: 3 })], matching([])),
      ),
      'request a needs 3 devices on the same d.example.com/k, but has 2 with each of "x", "y" and "z"',
      ['a x3', 'ns/c #0'],
    ],
    [
      'no value',
      explain(byValue(1, 2, 3), claim('c', [request('a', { count: 2 })], matching([]))),
      'request a needs 2 devices on the same d.example.com/k, but has 1 with each of 1, 2 and 3',
      ['a x2', 'ns/c #0'],
    ],
    [
      'values that differ',
      explain(byValue('x', 'x', 'y'), claim('c', [request('a', { count: 2 }), request('b')], { constraints: [{ distinctAttribute: K }] })),
      'a (2) and b (1) must each be on a different d.example.com/k: a and b have 2 with "x", 1 with "y"',
      ['a x2', 'b x1', 'ns/c #0'],
    ],
    [
      'alike constraints',
      explain(byValue('x', 'x', 'y', 'z'), claim('c', [request('a', { count: 2 }), request('b', { count: 2 })], matching(['a'], ['b']))),
      'a (2) must be on the same d.example.com/k and b (2) must be on the same d.example.com/k: a and b have 2 with "x", 1 with each of "y" and "z"',
      ['a x2', 'b x2', 'ns/c #0', 'ns/c #1'],
    ],
    [
      'constraints that do not fit',
      explain(
        byValue('x', 'x', 'x', 'x', 'y'),
        claim('c', [request('a', { count: 3 }), request('b', { count: 2 })], matching(['a'], ['b'])),
      ),
      'a (3) must be on the same d.example.com/k and b (2) must be on the same d.example.com/k: a and b have 4 with "x", 1 with "y"',
      ['a x3', 'b x2', 'ns/c #0', 'ns/c #1'],
    ],
    [
      'a counter',
      explain(partitions('10Gi', '20Gi', '20Gi'), claim('c', [request('a', { count: 3 })])),
      'request a uses at least 50Gi of counter cs/mem of pool d.example.com/p (40Gi left)',
      ['a x3'],
    ],
    [
      'a counter, with devices of their own',
      explain(partitions('10Gi', '10Gi', '30Gi', '40Gi'), claim('c', [request('a', { count: 2 }), request('b')])),
      'requests a and b use, each with separate devices, at least 50Gi of counter cs/mem of pool d.example.com/p (40Gi left)',
      ['a x2', 'b x1'],
    ],
    [
      'counters of several pools',
      explain(cards(['20Gi', '20Gi', '20Gi'], ['20Gi', '20Gi', '20Gi']), claim('c', [request('a', { count: 5 })])),
      'request a uses at least 100Gi of counter cs/mem of pool d.example.com/card0 (40Gi left) and counter cs/mem of pool d.example.com/card1 (40Gi left) together (80Gi left)',
      ['a x5'],
    ],
    [
      'shared devices',
      explain(
        [slice('s', [nic('a', '25G'), nic('b', '10G')])],
        claim('c', [asking('x', '10G'), asking('y', '10G'), asking('z', '10G'), asking('w', '10G')]),
      ),
      'requests x, y, z and w need 4 devices, but only 2 (a and b) match, with capacity for 3 allocations',
      ['x x1', 'y x1', 'z x1', 'w x1'],
    ],
    [
      'a capacity',
      explain([slice('s', [nic('a', '25G')])], claim('c', [asking('x', '20G'), asking('y', '10G')])),
      'requests x and y use at least 120 % of the remaining amount of the capacities of device a',
      ['x x1', 'y x1'],
    ],
  ])('names %s', (_what, { kind, conflict, text: first }, text, members) => {
    expect({ kind, first, text: conflict?.text }).toEqual({ kind: 'unallocatable', first: text, text });
    expect(conflict?.members.map(short)).toEqual(members);
    expect(conflict?.isMinimal).toBe(true);
  });
});

/** A member of a conflict in short: `a x2`, `ns/c #0`. */
function short({ claim: name, request: asked, wanted, constraint }: ConflictMember): string {
  if (constraint !== undefined) return `${name} #${constraint}`;
  return `${asked}${wanted === undefined ? '' : ` x${wanted}`}`;
}

it('names the first of many, and counts the others', () => {
  const devices = Array.from({ length: 12 }, (_, index) => device(`d${index}`));
  const requests = Array.from({ length: 13 }, (_, index) => request(`r${index}`));
  expect(explain([slice('s', devices)], claim('c', requests)).conflict).toMatchObject({
    text: 'requests r0, r1, r2, r3, r4, r5, r6, r7 and 5 more need 13 devices, but only 12 (d0, d1, d2, d3, d4, d5, d6, d7 and 4 more) match',
    members: requests.map((_, index) => ({ claim: 'ns/c', request: `r${index}`, wanted: 1 })),
  });
});

it('names devices of several pools by driver and pool', () => {
  const slices = [slice('s', names(1)), slice('t', names(1), { pool: { name: 'q' } })];
  expect(explain(slices, claim('c', [request('a', { count: 2 }), request('b')])).conflict?.text).toBe(
    'requests a and b need 3 devices, but only 2 (d.example.com/p/d0 and d.example.com/q/d0) match',
  );
});

describe('there is no conflict', () => {
  it('where the claims fit', () => {
    expect(explain([slice('s', names(2))], claim('c', [request('a', { count: 2 })]))).not.toHaveProperty('conflict');
  });

  it('where the search ends with an error', () => {
    const { kind, conflict } = explain([slice('s', names(1))], claim('c', [request('a', { count: 2, ...having('k == 1') })]));
    expect({ kind, conflict }).toEqual({ kind: 'error', conflict: undefined });
  });
});

describe('a conflict of whole alternatives', () => {
  const gated = createAllocator({ featureGates: { XFirstOfDevices: true } });
  const explained = async (slices: readonly object[], ...firstOfDevices: readonly object[]): Promise<NodeExplanation['conflict']> => {
    const claims = [{ ...claim('c', []), spec: { firstOfDevices } }];
    const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: slices, claims };
    return (await gated).explain(input).nodes[0]?.conflict;
  };
  const asks = (counts: Readonly<Record<string, number>>, constraints: readonly object[] = []): object => ({
    requests: Object.entries(counts).map(([name, count]) => request(name, { count })),
    constraints,
  });

  it('names what each requests', async () => {
    const three = [slice('s', names(3))];
    expect(await explained(three, asks({ a: 2, b: 2 }), asks({ a: 1, c: 3 }))).toMatchObject({
      text: 'a (2) and b (2) of alternative 0 cannot be allocated together, and a (1) and c (3) of alternative 1 cannot be allocated together',
      members: [
        { claim: 'ns/c', alternative: 0, request: 'a', wanted: 2 },
        { claim: 'ns/c', alternative: 0, request: 'b', wanted: 2 },
        { claim: 'ns/c', alternative: 1, request: 'a', wanted: 1 },
        { claim: 'ns/c', alternative: 1, request: 'c', wanted: 3 },
      ],
    });
  });

  it('distinguishes the requests under each constraint', async () => {
    const found = await explained(
      byValue('x', 'x', 'y'),
      asks({ wide: 3, other: 1 }, [{ requests: ['wide'], matchAttribute: K }]),
      asks({ pair: 3 }, [{ distinctAttribute: K }]),
    );
    expect(found?.text).toBe(
      'in alternative 0 wide (3) must be on the same d.example.com/k and in alternative 1 pair (3) must each be on a different d.example.com/k: wide of alternative 0 and pair of alternative 1 have 2 with "x", 1 with "y"',
    );
    expect(found?.members).toContainEqual({ claim: 'ns/c', alternative: 1, constraint: 0 });
  });

  it('gives each its own cause where some have too few devices', async () => {
    const found = await explained(byValue('x', 'y', 'y'), asks({ a: 4 }), asks({ b: 3 }, [{ matchAttribute: K }]), asks({ c: 2, d: 2 }));
    expect(found?.text).toBe(
      'request a of alternative 0 needs 4 devices, but there are only 3 of class any; request b of alternative 1 needs 3 devices on the same d.example.com/k, but has 2 with "y", 1 with "x"; c of alternative 2 (2) and d of alternative 2 (2) cannot be allocated together',
    );
  });
});

describe('a conflict of constraints that say how they compare values', () => {
  const gated = createAllocator({ featureGates: { XAttributeSemantics: true } });
  const textFor = async (wanted: number, constraint: object): Promise<string | undefined> => {
    const lists = [
      ['x', 'y'],
      ['y', 'x'],
      ['x', 'z'],
    ].map((strings, index) => ({ name: `d${index}`, attributes: { k: { strings } } }));
    const claims = [claim('c', [request('a', { count: wanted })], { constraints: [constraint] })];
    const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: [slice('s', lists)], claims };
    return (await gated).explain(input).nodes[0]?.conflict?.text;
  };

  it('has whole lists to choose from where these are compared', async () => {
    expect(await textFor(2, { matchAttribute: K, matchSemantics: { mode: 'Identical' } })).toBe(
      'request a needs 2 devices with the same d.example.com/k, but has 1 with each of ["x", "y"], ["y", "x"] and ["x", "z"]',
    );
    expect(await textFor(3, { matchAttribute: K, semantics: { mode: 'Identical', options: { identical: { listMode: 'Set' } } } })).toBe(
      'request a needs 3 devices with the same d.example.com/k, but has 2 with ["x", "y"], 1 with ["x", "z"]',
    );
  });

  it('says that one device alone has no empty intersection', async () => {
    expect(await textFor(1, { distinctAttribute: K, distinctSemantics: { mode: 'EmptyIntersection' } })).toBe(
      'request a needs 1 device with no common value of d.example.com/k, but a single device always has its values in common with itself',
    );
  });
});
