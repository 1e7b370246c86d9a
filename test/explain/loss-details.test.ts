// Losses of a node in detail: the holders of devices, and the false clauses of selectors with the values of devices.

import { describe, expect, it } from 'vitest';
import { createAllocator, type Loss, type NodeExplanation } from '../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

const allocator = await createAllocator();
const A = 'device.attributes["d.example.com"]';

/** An allocated claim, with the pods that it is reserved for. */
const holding = (name: string, devices: readonly string[], pods: readonly string[] = [], more: object = {}): object => ({
  ...claim(name, [request('r', { count: devices.length })]),
  status: {
    allocation: {
      devices: { results: devices.map((each) => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: each, ...more })) },
    },
    reservedFor: pods.map((pod) => ({ resource: 'pods', name: pod, uid: pod })),
  },
});

/** Explanations of a cluster and of a one-shot call, which must be equal. */
function explained(slices: readonly object[], asked: object, ...holders: readonly object[]): NodeExplanation {
  const cluster = allocator.cluster();
  cluster.apply([node('n'), deviceClass('any'), ...slices, ...holders]);
  const claims = [claim('c', [asked])];
  const { nodes } = cluster.explain({ claims });
  const input = { node: node('n'), claims, deviceClasses: [deviceClass('any')], resourceSlices: slices, allocated: { claims: holders } };
  expect(allocator.explain(input as never).nodes).toEqual(nodes);
  return nodes[0] as NodeExplanation;
}

const lossesOf = (...given: Parameters<typeof explained>): readonly Loss[] => explained(...given).requests[0]?.losses ?? [];

describe('devices that are taken', () => {
  const slices = [
    slice(
      's',
      ['a', 'b', 'c', 'd', 'e'].map((name) => device(name)),
    ),
  ];

  it('come with the claims that have them, and the pods that have these, the most devices first', () => {
    const [taken] = lossesOf(slices, request('r', { count: 3 }), holding('x', ['a']), holding('y', ['b', 'c'], ['p1', 'p2', 'p3']));
    expect(taken).toMatchObject({
      code: 'taken',
      count: 3,
      detail: 'allocated to claim ns/y of pods p1, p2 and 1 more (2), claim ns/x',
      holders: [
        { claim: 'ns/y', pods: ['p1', 'p2', 'p3'], devices: 2 },
        { claim: 'ns/x', pods: [], devices: 1 },
      ],
    });
  });

  it('of many claims name the first three', () => {
    const holders = ['a', 'b', 'c', 'd', 'e'].map((name) => holding(`h${name}`, [name], [`pod-${name}`]));
    expect(lossesOf(slices, request('r'), ...holders)[0]?.detail).toBe(
      'allocated to claim ns/ha of pod pod-a, claim ns/hb of pod pod-b, claim ns/hc of pod pod-c and 2 more',
    );
  });

  it("are nobody's where admin access has them, or only devices are said to be in use", () => {
    expect(lossesOf(slices, request('r', { count: 5 }), holding('x', ['a'], [], { adminAccess: true }))).toEqual([]);
    const { nodes } = allocator.explain({
      node: node('n'),
      claims: [claim('c', [request('r', { count: 5 })])],
      deviceClasses: [deviceClass('any')],
      resourceSlices: slices,
      allocated: { devices: [{ driver: 'd.example.com', pool: 'p', device: 'a' }] },
    } as never);
    expect(nodes[0]?.requests[0]?.losses).toEqual([
      { code: 'taken', count: 1, detail: 'allocated', devices: [{ driver: 'd.example.com', pool: 'p', device: 'a' }] },
    ]);
  });
});

describe('selectors', () => {
  const kinds = ['A100', 'A100', 'L4', 'H100'];
  const slices = [
    slice(
      's',
      kinds.map((kind, index) => device(`d${index}`, { productName: kind, memory: index })),
    ),
  ];

  it('say which clauses were false, with the values that they saw', () => {
    const [loss] = lossesOf(slices, request('r', { count: 2, ...selectors(`${A}.productName == "H100" && ${A}.memory > 1`) }));
    expect(loss).toMatchObject({
      code: 'request-selector',
      count: 3,
      detail: `do not match the selector: \`${A}.productName == "H100"\`, value "A100" on 2 devices, "L4" on 1; \`${A}.memory > 1\`, value 0 on 1 device, 1 on 1`,
      clauses: [
        {
          text: `${A}.productName == "H100"`,
          count: 3,
          seen: [
            { value: '"A100"', count: 2 },
            { value: '"L4"', count: 1 },
          ],
        },
        {
          text: `${A}.memory > 1`,
          count: 2,
          seen: [
            { value: '0', count: 1 },
            { value: '1', count: 1 },
          ],
        },
      ],
    });
    expect(loss?.help).toBeUndefined();
  });

  it('without a device have the help of the command cel', () => {
    const [loss] = lossesOf(slices, request('r', selectors(`${A}.productName == 5`)));
    expect(loss?.help).toEqual([expect.stringContaining('productName')]);
    const { kind, error, help, text } = explained(slices, request('r', selectors(`${A}.produktName == "H100"`)));
    expect({ kind, code: error?.code, help }).toEqual({
      kind: 'error',
      code: 'cel-runtime-error',
      help: ['no device has produktName in d.example.com, did you mean productName?'],
    });
    expect(text).toBe(`the selector of request r fails on d.example.com/p/d0: ${help?.[0]}`);
  });

  it('of a request for all devices have it, too, though nothing is counted', () => {
    const all = explained(slices, request('r', { allocationMode: 'All', ...selectors(`${A}.produktName == "H100"`) }));
    expect(all).toMatchObject({ kind: 'error', requests: [], help: [expect.stringContaining('did you mean productName?')] });
  });
});
