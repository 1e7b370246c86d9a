// KEP-5491, list types for attributes: its user story, its examples and the tables of its alternatives, each by its name there. There
// are two texts of it; where they differ the newer one decides: distinctAttribute means pairwise disjoint.

import { describe, expect, it } from 'vitest';
import { ReadError } from '../../src/core/read/read.js';
import { createAllocator } from '../../src/index.js';
import { errorOf } from '../support/api.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';
import { decode, documentsOf, picks, place, textOf, warningsOf } from './walkthrough.js';

const allocator = await createAllocator();
const LIST_WARNING = 'list comes from a draft of KEP-5491; Kubernetes uses ints, bools, strings and versions';

/** Objects that the documents leave out and the tests add to the story: a Node and a DeviceClass for each driver. */
const ADDED = [
  node('node-1'),
  ...['cpu.example.com', 'gpu.example.com', 'nic.example.com'].map((driver) => deviceClass(driver, `device.driver == "${driver}"`)),
];

/** The mending of documents that leave out `devices` between `spec` and what belongs below it. */
const underDevices = (text: string): string =>
  text.replace(/^spec:\n((?: .*\n|\n)*)/m, (_, body: string) => `spec:\n  devices:\n${body.replace(/^(?=.)/gm, '  ')}`);

describe('KEP-5491, introduce typed list in DeviceAttribute', () => {
  const written = textOf('published/kep-5491-typed-lists.yaml');

  it('the example as written: without apiVersion it is read as v1, lists become the served form, and warnings say so', () => {
    const { resourceSlices } = decode(documentsOf(written));
    expect(Object.fromEntries(resourceSlices[0]?.spec.devices[0]?.attributes ?? [])).toEqual({
      'list-of-string': { strings: ['pci0000:00', 'pci000:01'] },
      'list-of-int': { ints: [0n, 1n, 2n] },
      'list-of-bool': { bools: [true, false, true] },
      'list-of-version': { versions: ['1.0.0', '1.0.1'] },
    });
    expect(warningsOf(documentsOf(written))).toEqual([LIST_WARNING, expect.stringMatching(/^the slice is available on no node/)]);
  });

  it('the example as written names no node, so its device is nowhere', () => {
    expect(place(allocator, [node('n'), deviceClass('any'), ...documentsOf(written), claim('c', [request('r')])])).toEqual({
      'claim ns/c': 'unallocatable',
    });
  });

  it.each([
    ['string', { string: 'pci0000:00' }, { string: 'pci0000:99' }],
    ['int', { int: 2 }, { int: 3 }],
    ['bool', { bool: false }, { int: 0 }],
    ['version', { version: '1.0.1' }, { string: '1.0.1' }],
  ])('on a node, a list of %s matches a scalar that is one of its values, and no other', (type, inside, outside) => {
    const mended = written.replace(
      'spec:\n',
      'metadata: {name: s}\nspec:\n  driver: d.example.com\n  nodeName: "n"\n  pool: {name: p, resourceSliceCount: 1}\n',
    );
    const objects = [node('n'), deviceClass('any'), ...documentsOf(mended)];
    const wanted = claim('c', [request('r', { count: 2 })], { constraints: [{ matchAttribute: `d.example.com/list-of-${type}` }] });
    const other = (value: object): object =>
      slice('t', [{ name: 'scalar', attributes: { [`list-of-${type}`]: value } }], { pool: { name: 'q' } });
    expect(place(allocator, [...objects, other(inside), wanted])).toEqual({ 'claim ns/c': 'n: r=typed-list-attributes r=scalar' });
    expect(place(allocator, [...objects, other(outside), wanted])).toEqual({ 'claim ns/c': 'unallocatable' });
  });
});

describe('KEP-5491, introduce the include function in CEL', () => {
  const ask = (expression: string, foo: unknown, by = allocator): string =>
    picks(
      by.allocate({
        node: node('n'),
        deviceClasses: [deviceClass('any')],
        claims: [claim('c', [request('r', selectors(`device.attributes["d.example.com"].${expression}`))])],
        resourceSlices: [slice('s', [device('d', { foo })])],
      }),
    );

  it('.includes(1) is true for 1 and for [1]', () => {
    expect(ask('foo.includes(1)', 1)).toBe('r=d');
    expect(ask('foo.includes(1)', [1])).toBe('r=d');
    expect(ask('foo.includes(2)', 1)).toBe('unallocatable');
    expect(ask('foo.includes(2)', [1])).toBe('unallocatable');
  });

  it('.include(1), as the KEP spells it, is unknown to Kubernetes, and the error names both ways out', () => {
    expect(() => ask('foo.include(1)', [1])).toThrow(
      /CEL compile error: .*undeclared reference to 'include' \(in container ''\).*help: did you mean includes\(\)\? .*XAttributeSemantics$/s,
    );
  });

  it('.include(1) is true for 1 and for [1] with the gate of our own', async () => {
    const drawn = await createAllocator({ featureGates: { XAttributeSemantics: true } });
    expect(['foo.include(1)', 'foo.include(2)'].map((expression) => [1, [1]].map((foo) => ask(expression, foo, drawn)))).toEqual([
      ['r=d', 'r=d'],
      ['unallocatable', 'unallocatable'],
    ]);
  });

  it('== 1 is no longer true once the attribute is [1]', () => {
    expect(ask('foo == 1', 1)).toBe('r=d');
    expect(ask('foo == 1', [1])).toBe('unallocatable');
    expect(ask('foo == [1]', [1])).toBe('r=d');
  });
});

describe('KEP-5491, story 1: hardware topological aligned CPUs & GPUs & NICs', () => {
  const slices = documentsOf(textOf('published/kep-5491-story-1-slices.yaml'));
  const written = textOf('published/kep-5491-story-1-claim.yaml');
  const ask = (text: string): object => place(allocator, [...ADDED, ...slices, ...documentsOf(text)]);
  const withDevices = underDevices(written);
  const withDomain = withDevices.replace('matchAttribute: k8s.io/', 'matchAttribute: resource.kubernetes.io/');
  const oneCpu = withDomain.replace('count: 2', 'count: 1');

  it('the slices as written are read, old drivers with strings next to new ones with lists', () => {
    const roots = decode(slices).resourceSlices.flatMap(({ spec }) =>
      spec.devices.map(({ name, attributes }) => [name, attributes.get('resource.kubernetes.io/pcieRoot')]),
    );
    expect(roots).toEqual([
      ['cpu-0', { strings: ['pci0000:01', 'pci0000:02'] }],
      ['cpu-1', { strings: ['pci0000:03', 'pci0000:04'] }],
      ['gpu-0', { string: 'pci0000:01' }],
      ['nic-0', { string: 'pci0000:01' }],
    ]);
    expect(warningsOf(slices)).toEqual([LIST_WARNING]);
  });

  it('the claim as written leaves out `devices`, and the error says what to write', () => {
    const error = errorOf(() => ask(written));
    expect([error.code, error.message]).toEqual([
      'invalid-object',
      'objects[7] (ResourceClaim): spec.requests: unknown field, did you mean spec.devices.requests?',
    ]);
  });

  it('with `devices` it names k8s.io/pcieRoot, which no device has: nothing fits, and no device is left to any request', () => {
    expect(ask(withDevices)).toEqual({ 'claim ': 'unallocatable' });
    const cluster = allocator.cluster();
    cluster.apply([...ADDED, ...slices]);
    const [{ requests } = { requests: [] }] = cluster.explain({ claims: documentsOf(withDevices) }).nodes;
    expect(requests.map(({ request, left, losses }) => [request, left, losses.at(-1)?.code])).toEqual([
      ['gpu', 0, 'no-attribute'],
      ['nic', 0, 'no-attribute'],
      ['cpu', 0, 'no-attribute'],
    ]);
  });

  it('with resource.kubernetes.io/pcieRoot it requests two CPUs, which share no root: nothing fits, because of request cpu', () => {
    expect(ask(withDomain)).toEqual({ 'claim ': 'unallocatable' });
    const cluster = allocator.cluster();
    cluster.apply([...ADDED, ...slices]);
    const [node] = cluster.explain({ claims: documentsOf(withDomain) }).nodes;
    expect(node?.conflict).toEqual({
      members: [
        { claim: expect.any(String), request: 'cpu', wanted: 2 },
        { claim: expect.any(String), constraint: 0 },
      ],
      isMinimal: true,
      text: 'request cpu needs 2 devices on the same resource.kubernetes.io/pcieRoot, but has 1 with each of "pci0000:01", "pci0000:02", "pci0000:03" and "pci0000:04"',
    });
  });

  it('corrected, with one CPU, it is allocated gpu-0, nic-0 and cpu-0, which share pci0000:01', () => {
    expect(ask(oneCpu)).toEqual({ 'claim ': 'node-1: gpu=gpu-0 nic=nic-0 cpu=cpu-0' });
  });

  it('as meant, cpu-1 does not do when cpu-0 is in use', () => {
    const results = [{ request: 'r', driver: 'cpu.example.com', pool: 'cpu', device: 'cpu-0' }];
    const holder = { ...claim('holder', [request('r')]), status: { allocation: { devices: { results } } } };
    const placed = place(allocator, [...ADDED, ...slices, ...documentsOf(oneCpu), holder]);
    expect(placed).toMatchObject({ 'claim ': 'unallocatable' });
  });
});

/** Asks for all of d0, d1, ... which have these values of one attribute, under one constraint on it. */
function together(constraint: 'matchAttribute' | 'distinctAttribute', values: readonly unknown[], by = allocator): boolean {
  const outcome = by.allocate({
    node: node('n'),
    deviceClasses: [deviceClass('any')],
    claims: [claim('c', [request('r', { count: values.length })], { constraints: [{ [constraint]: 'd.example.com/v' }] })],
    resourceSlices: [
      slice(
        's',
        values.map((v, index) => device(`d${index}`, { v })),
      ),
    ],
  });
  return outcome.kind === 'allocated';
}

/** The values of a row of the tables, such as `d1="a", d2=["a", "b"]`. */
const valuesOf = (row: string): unknown[] =>
  Array.from(row.matchAll(/d\d=(\[.*?\]|"\w+")/g), ([, value = '']) => JSON.parse(value) as unknown);

describe('KEP-5491, matchAttribute is a non-empty intersection', () => {
  it.each([
    ['d1="a", d2="b"', false],
    ['d1=["a", "b"], d2=["b", "a"]', true],
    ['d1=["a", "b"], d2=["a", "c"]', true],
    ['d1=["a", "b"], d2=["c", "d"]', false],
  ])('table "Examples of match semantics mode", NonEmptyIntersection: %s is %j', (row, expected) => {
    expect(together('matchAttribute', valuesOf(row))).toBe(expected);
  });

  it('the intersection is that of all devices: pairs that overlap are not enough', () => {
    expect(together('matchAttribute', valuesOf('d1=["a", "b"], d2=["b", "c"], d3=["c", "a"]'))).toBe(false);
  });
});

describe('KEP-5491, distinctAttribute is pairwise disjoint', () => {
  it.each([
    ['d1=["a", "b"], d2=["b", "a"]', false],
    ['d1=["a", "b"], d2=["a", "c"], d3=["a", "d"]', false],
    ['d1=["a", "b"], d2=["b", "c"], d3=["c", "a"]', false],
    ['d1=["a", "b"], d2=["c", "d"], d3=["e", "f"]', true],
  ])('table "Examples of distinct semantics mode", PairwiseDistinct: %s is %j', (row, expected) => {
    expect(together('distinctAttribute', valuesOf(row))).toBe(expected);
  });

  it('the first row of that table says false for d1="a", d2="b", which is a mistake: they are disjoint', () => {
    expect(together('distinctAttribute', valuesOf('d1="a", d2="b"'))).toBe(true);
  });

  it('the older text, EmptyIntersection, would accept devices without a common value that overlap in pairs; the newer text decides', () => {
    expect(together('distinctAttribute', valuesOf('d1=["a", "b"], d2=["b", "c"], d3=["c", "a"]'))).toBe(false);
    expect(together('distinctAttribute', valuesOf('d1=["a", "b"], d2=["b", "c"]'))).toBe(false);
  });
});

describe('KEP-5491, just support formatted string list', () => {
  it('a formatted string is a list once a derived attribute splits it', () => {
    const roots = 'd.example.com/roots';
    const derivedAttributes = [{ name: 'x.example.com/roots', expression: 'device.attributes["d.example.com"].roots.split(",")' }];
    const ask = (constraint: object): string =>
      picks(
        allocator.allocate({
          node: node('n'),
          deviceClasses: [deviceClass('any')],
          claims: [claim('c', [request('r', { count: 2, derivedAttributes })], { constraints: [constraint] })],
          resourceSlices: [slice('s', [device('d0', { roots: 'a,b' }), device('d1', { roots: 'c' }), device('d2', { roots: 'b,d' })])],
        }),
      );
    expect(ask({ matchAttribute: roots })).toBe('unallocatable');
    expect(ask({ matchAttribute: 'x.example.com/roots' })).toBe('r=d0 r=d2');
    expect(ask({ distinctAttribute: 'x.example.com/roots' })).toBe('r=d0 r=d1');
  });
});

describe('KEP-5491, feature enablement and rollback', () => {
  it('scalars are compared as before: the gate changes nothing for them', async () => {
    const off = await createAllocator({ featureGates: { DRAListTypeAttributes: false } });
    for (const values of [
      ['a', 'a'],
      ['a', 'b'],
      ['a', 1],
      [1, 1],
    ]) {
      expect(together('matchAttribute', values, off)).toBe(together('matchAttribute', values));
      expect(together('distinctAttribute', values, off)).toBe(together('distinctAttribute', values));
    }
  });

  it('rolled back, a constraint on a list attribute fails', async () => {
    const off = await createAllocator({ featureGates: { DRAListTypeAttributes: false } });
    expect(together('matchAttribute', [['a'], ['a']], off)).toBe(false);
    expect(together('distinctAttribute', [['a'], ['b']], off)).toBe(false);
  });

  it('rolled back, a claim that got its devices by a list keeps them', async () => {
    const off = await createAllocator({ featureGates: { DRAListTypeAttributes: false } });
    const constraints = [{ matchAttribute: 'd.example.com/k' }];
    const wanting = claim('c', [request('r', { count: 2 })], { constraints });
    const question = {
      node: node('n'),
      deviceClasses: [deviceClass('any')],
      resourceSlices: [slice('s', [device('d0', { k: ['x', 'y'] }), device('d1', { k: ['y'] }), device('d2', { k: 'z' })])],
    };
    const before = allocator.allocate({ ...question, claims: [wanting] });
    expect(picks(before)).toBe('r=d0 r=d1');
    expect(picks(off.allocate({ ...question, claims: [wanting] }))).toBe('unallocatable');
    const [allocation] = before.kind === 'allocated' ? before.allocations : [];
    const holder = { ...wanting, status: { allocation } };
    expect(picks(off.allocate({ ...question, claims: [holder, claim('other', [request('o')])] }))).toBe('r=d0 r=d1 o=d2');
  });
});

describe('KEP-5491, alternatives that Kubernetes did not take', () => {
  it('matchSemantics as written: its YAML is not aligned, and the error says where', () => {
    expect(() => documentsOf(textOf('published/kep-5491-match-semantics.yaml'))).toThrow(ReadError);
    expect(() => documentsOf(textOf('published/kep-5491-match-semantics.yaml'))).toThrow(
      expect.objectContaining({ line: 13, message: expect.stringContaining('indented differently') }),
    );
  });

  it.each(['match', 'distinct'])('%sSemantics is an unknown field of a constraint without the gate of our own', (kind) => {
    const text = underDevices(textOf(`published/kep-5491-${kind}-semantics.yaml`).replace(/^ {7}identical/m, '        identical'));
    expect(errorOf(() => decode(documentsOf(text)))).toMatchObject({
      code: 'invalid-object',
      path: `spec.devices.constraints[0].${kind}Semantics`,
    });
  });
});
