import { describe, expect, it } from 'vitest';
import { createAllocator, type NodeExplanation } from '../../src/index.js';
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
/** Requests a and b want so many of 38 devices x or so few of 2 devices y, beside another request. */
const explainLists = (many: number, few: number, other: object): NodeExplanation => {
  const alternatives = { many: { count: many, ...having('k == "x"') }, few: { count: few, ...having('k == "y"') } };
  const lists = ['a', 'b'].map((name) => firstAvailable(name, alternatives));
  return explain(byValue(...Array.from({ length: 40 }, (_, index) => (index < 38 ? 'x' : 'y'))), claim('c', [...lists, other]));
};
const matching = (...groups: readonly (readonly string[])[]): Readonly<Record<string, unknown>> => ({
  constraints: groups.map((requests) => ({ matchAttribute: K, requests })),
});
/** Cards with 40Gi each in pools of their own. */
const cards = (...sizes: readonly (readonly string[])[]): object[] =>
  sizes.flatMap((own, card) => partitions(...own).map((one) => inPool(one as ReturnType<typeof claim>, `card${card}`)));
const inPool = ({ metadata, spec, ...rest }: { metadata: { name: string } } & Record<string, unknown>, name: string): object => {
  const { pool, ...more } = spec as { pool: object };
  return { ...rest, metadata: { name: `${name}-${metadata.name}` }, spec: { ...more, pool: { ...pool, name } } };
};
const nic = (name: string, bandwidth: string): object =>
  device(name, {}, { allowMultipleAllocations: true, capacity: { bandwidth: { value: bandwidth } } });
const asking = (name: string, bandwidth: string): object => request(name, { capacity: { requests: { bandwidth } } });

describe('a reason', () => {
  it.each<readonly [string, NodeExplanation, string, string, readonly string[]]>([
    [
      'a request',
      explain([slice('s', names(4))], claim('c', [request('a', { count: 5 })])),
      'too-few-devices',
      'request a needs 5 devices, and only 4 (d0, d1, d2 and d3) could serve it',
      ['a'],
    ],
    [
      'devices of one pool, where the node sees others',
      explain(
        [slice('s', names(2)), slice('o', [device('o')], { driver: 'o.example.com' })],
        claim('c', [request('a', { count: 3, ...selectors('device.driver == "d.example.com"') })]),
      ),
      'too-few-devices',
      'request a needs 3 devices, and only 2 (d0 and d1 of pool d.example.com/p) could serve it',
      ['a'],
    ],
    [
      'a request without devices',
      explain(byValue('x'), claim('c', [request('a', having('k == "y"'))])),
      'too-few-devices',
      'request a needs 1 device, and none could serve it',
      ['a'],
    ],
    [
      'a prioritized list',
      explain([slice('s', names(1))], claim('c', [firstAvailable('a', { x: { count: 3 }, y: { count: 2 } })])),
      'too-few-devices',
      'request a/x needs 3 devices, and only 1 (d0) could serve it; and request a/y needs 2 devices, and only 1 (d0) could serve it',
      ['a'],
    ],
    [
      'alternatives that are together above the limit of a claim',
      explainLists(17, 3, request('e')),
      'above-limit',
      'requests a and b need at least 34 devices with alternatives that could be served, and a claim may hold 32',
      ['a', 'b'],
    ],
    [
      'alternatives that would bring a claim above its limit',
      explainLists(10, 2, request('e', { count: 22, ...having('k == "x"') })),
      'competing-requests',
      'requests a and b need 4 devices, and only 2 (d38 and d39) could serve them (without a/many and b/many, which would bring the claim above its limit)',
      ['a', 'b'],
    ],
    [
      'requests of one claim',
      explain([slice('s', names(4))], claim('c', [request('a', { count: 2 }), request('b', { count: 2 }), request('e')])),
      'competing-requests',
      'requests a, b and e need 5 devices, and only 4 (d0, d1, d2 and d3) could serve them',
      ['a', 'b', 'e'],
    ],
    [
      'requests of several claims',
      explain([slice('s', names(4))], claim('c', [request('a', { count: 2 })]), claim('f', [request('a', { count: 3 })])),
      'competing-requests',
      'requests ns/c: a and ns/f: a need 5 devices, and only 4 (d0, d1, d2 and d3) could serve them',
      ['ns/c: a', 'ns/f: a'],
    ],
    [
      'only those that compete',
      explain(
        byValue('x', 'y', 'y'),
        claim('c', [request('a', having('k == "x"')), request('b', having('k == "y"')), request('e', having('k == "x"'))]),
      ),
      'competing-requests',
      'requests a and e need 2 devices, and only 1 (d0) could serve them',
      ['a', 'e'],
    ],
    [
      'a value that has too few',
      explain(byValue(1, 1, 2), claim('c', [request('a', { count: 3 })], matching([]))),
      'no-common-value',
      'constraint #0 (matchAttribute d.example.com/k): request a needs devices with a value in common, and with 1 request a finds 2 of 3',
      ['a'],
    ],
    [
      'a value that has too few for several',
      explain(byValue('x', 'x', 'y', 'y', true), claim('c', [request('a', { count: 2 }), request('b')], matching([]))),
      'no-common-value',
      'constraint #0 (matchAttribute d.example.com/k): requests a and b need devices with a value in common, and with "x" and "y" requests a and b find 2 of 3',
      ['a', 'b'],
    ],
    [
      'values that one request lacks',
      explain(
        [slice('s', [device('d0', { k: ['x', 'y'] }), device('d1', { k: ['y', 'z'] }), device('d2', { k: ['x', 'z'] })])],
        claim('c', [request('a', { count: 3 })], matching([])),
      ),
      'no-common-value',
      'constraint #0 (matchAttribute d.example.com/k): request a needs devices with a value in common, and with "y", "x" and "z" request a finds 2 of 3',
      ['a'],
    ],
    [
      'no value',
      explain(byValue(1, 2, 3), claim('c', [request('a', { count: 2 })], matching([]))),
      'no-common-value',
      'constraint #0 (matchAttribute d.example.com/k): request a needs devices with a value in common, and no two devices that could serve have a value in common',
      ['a'],
    ],
    [
      'values that differ',
      explain(byValue('x', 'x', 'y'), claim('c', [request('a', { count: 2 }), request('b')], { constraints: [{ distinctAttribute: K }] })),
      'too-few-distinct',
      'constraint #0 (distinctAttribute d.example.com/k): requests a and b need 3 devices that all differ, and there are 2 groups of devices that share values: {d0 and d1} and {d2}',
      ['a', 'b'],
    ],
    [
      'alike constraints',
      explain(byValue('x', 'x', 'y', 'z'), claim('c', [request('a', { count: 2 }), request('b', { count: 2 })], matching(['a'], ['b']))),
      'too-few-groups',
      'constraint #0 (matchAttribute d.example.com/k) and constraint #1 (matchAttribute d.example.com/k): each of these 2 needs devices with one value, and the values have enough for 1: 1 with "x"',
      ['a', 'b'],
    ],
    [
      'constraints that do not fit',
      explain(
        byValue('x', 'x', 'x', 'x', 'y'),
        claim('c', [request('a', { count: 3 }), request('b', { count: 2 })], matching(['a'], ['b'])),
      ),
      'values-too-small',
      'constraint #0 (matchAttribute d.example.com/k) and constraint #1 (matchAttribute d.example.com/k): requests a and b need 5 devices, all under one constraint with one value, and the values have enough for 3: 3 with "x"',
      ['a', 'b'],
    ],
    [
      'a counter',
      explain(partitions('10Gi', '20Gi', '20Gi'), claim('c', [request('a', { count: 3 })])),
      'sum-exceeded',
      'request a takes at least 50Gi of counter cs/mem of pool d.example.com/p (40Gi left)',
      ['a'],
    ],
    [
      'a counter, with devices of their own',
      explain(partitions('10Gi', '10Gi', '30Gi', '40Gi'), claim('c', [request('a', { count: 2 }), request('b')])),
      'sum-exceeded-together',
      'requests a and b take, each with devices of its own, at least 50Gi of counter cs/mem of pool d.example.com/p (40Gi left)',
      ['a', 'b'],
    ],
    [
      'counters of several pools',
      explain(cards(['20Gi', '20Gi', '20Gi'], ['20Gi', '20Gi', '20Gi']), claim('c', [request('a', { count: 5 })])),
      'sum-exceeded',
      'request a takes at least 100Gi of counter cs/mem of pool d.example.com/card0 (40Gi left) and counter cs/mem of pool d.example.com/card1 (40Gi left) together (80Gi left)',
      ['a'],
    ],
    [
      'shared devices',
      explain(
        [slice('s', [nic('a', '25G'), nic('b', '10G')])],
        claim('c', [asking('x', '10G'), asking('y', '10G'), asking('z', '10G'), asking('w', '10G')]),
      ),
      'competing-requests',
      'requests x, y, z and w need 4 devices, and only 2 (a and b) could serve them, for 3 picks in all',
      ['x', 'y', 'z', 'w'],
    ],
    [
      'a capacity',
      explain([slice('s', [nic('a', '25G')])], claim('c', [asking('x', '20G'), asking('y', '10G')])),
      'sum-exceeded',
      'requests x and y take at least 120 % of what is left of the capacities of device a',
      ['x', 'y'],
    ],
  ])('names %s', (_what, { fits, reason }, kind, text, requests) => {
    expect({ fits, reason }).toEqual({ fits: false, reason: { kind, text, requests } });
  });
});

it('names the first of many, and counts the others', () => {
  const devices = Array.from({ length: 12 }, (_, index) => device(`d${index}`));
  const requests = Array.from({ length: 13 }, (_, index) => request(`r${index}`));
  expect(explain([slice('s', devices)], claim('c', requests)).reason).toMatchObject({
    text: 'requests r0, r1, r2, r3, r4, r5, r6, r7 and 5 more need 13 devices, and only 12 (d0, d1, d2, d3, d4, d5, d6, d7 and 4 more) could serve them',
    requests: requests.map((_, index) => `r${index}`),
  });
});

it('names devices of several pools by driver and pool', () => {
  const slices = [slice('s', names(1)), slice('t', names(1), { pool: { name: 'q' } })];
  expect(explain(slices, claim('c', [request('a', { count: 3 })])).reason?.text).toBe(
    'request a needs 3 devices, and only 2 (d.example.com/p/d0 and d.example.com/q/d0) could serve it',
  );
});

it('is given by a cluster as well, node by node', () => {
  const cluster = allocator.cluster();
  cluster.apply([
    node('n'),
    node('m'),
    deviceClass('any'),
    slice('s', names(2)),
    slice('t', names(3), { nodeName: 'm', pool: { name: 'q' } }),
  ]);
  const { nodes } = cluster.explain({ claims: [claim('c', [request('a', { count: 3 })])] });
  expect(nodes.map(({ node: name, fits, reason }) => [name, fits, reason?.kind])).toEqual([
    ['m', true, undefined],
    ['n', false, 'too-few-devices'],
  ]);
});

describe('there is no reason', () => {
  it('where the claims fit', () => {
    expect(explain([slice('s', names(2))], claim('c', [request('a', { count: 2 })]))).not.toHaveProperty('reason');
  });

  it('where the search ends with an error', () => {
    const { fits, reason } = explain([slice('s', names(1))], claim('c', [request('a', { count: 2, ...having('k == 1') })]));
    expect({ fits, reason }).toEqual({ fits: false, reason: undefined });
  });

  it('where a claim wants more than it may have', () => {
    expect(explain([slice('s', names(40))], claim('c', [request('a', { count: 20 }), request('b', { count: 20 })])).reason).toBeUndefined();
  });
});
