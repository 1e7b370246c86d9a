import { describe, expect, it, vi } from 'vitest';
import type { Kernel } from '../../src/allocator/kernel/kernel.js';
import { resolveEnvironment } from '../../src/cel/engine.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { explainNode } from '../../src/explain/explain-node.js';
import { holdersAmong } from '../../src/explain/holders.js';
import { Surroundings } from '../../src/explain/surroundings.js';
import { type AllocateInput, createAllocator, type NodeExplanation, type RequestExplanation } from '../../src/index.js';
import { begun } from '../support/begun.js';
import { allocatorFor } from '../support/cases.js';
import { release } from '../support/kernels.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

type Input = Partial<AllocateInput> & { readonly claims: readonly object[] };

function explain(input: Input, by = allocator): NodeExplanation {
  const { nodes } = by.explain({ node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: [], ...input } as AllocateInput);
  return nodes[0] as NodeExplanation;
}

/** The explanation of the only request of a claim. */
function explainRequest(slices: readonly object[], asked: object): RequestExplanation {
  return explain({ resourceSlices: slices, claims: [claim('c', [asked])] }).requests[0] as RequestExplanation;
}

const TWO = { pool: { resourceSliceCount: 2 } };

/** A pool with 40Gi of counter mem in set cs, and devices that consume it. */
const partitions = (...sizes: readonly string[]): object[] => [
  slice('counters', [], { ...TWO, sharedCounters: [{ name: 'cs', counters: { mem: { value: '40Gi' }, cores: { value: '100' } } }] }),
  slice(
    'devices',
    sizes.map((size, index) =>
      device(
        `m${index}`,
        { size },
        { consumesCounters: [{ counterSet: 'cs', counters: { mem: { value: size }, cores: { value: '1' } } }] },
      ),
    ),
    TWO,
  ),
];

/** A member of a conflict. */
const member = (of: string, name: string, wanted: number | 'All' = 1): object => ({ claim: of, request: name, wanted });

describe('a request for which there are enough devices one by one', () => {
  it('names the counter that keeps them from being selected together', () => {
    const slices = partitions('10Gi', '10Gi', '10Gi', '10Gi', '10Gi', '10Gi');
    const conflictOf = (asked: object) => explain({ resourceSlices: slices, claims: [claim('c', [asked])] }).conflict;
    expect(explainRequest(slices, request('r', { count: 6 }))).toMatchObject({ left: 6, losses: [] });
    const text = 'request r uses at least 50Gi of counter cs/mem of pool d.example.com/p (40Gi left)';
    expect(conflictOf(request('r', { count: 6 }))).toEqual({ members: [member('ns/c', 'r', 5)], isMinimal: true, text });
    expect(conflictOf(request('r', { count: 4 }))).toBeUndefined();
    expect(conflictOf(request('r', { allocationMode: 'All' }))).toMatchObject({
      members: [member('ns/c', 'r', 'All')],
      text: 'r (all) uses at least 60Gi of counter cs/mem of pool d.example.com/p (40Gi left)',
    });
  });

  it('names the constraint, of several the one that keeps them apart', () => {
    const constraints = [{ matchAttribute: 'd.example.com/k' }, { distinctAttribute: 'd.example.com/id' }];
    const devices = [1, 2, 3].map((k) => device(`d${k}`, { k, id: k }));
    const { requests, conflict } = explain({
      resourceSlices: [slice('s', devices)],
      claims: [claim('c', [request('r', { count: 2 })], { constraints })],
    });
    expect(requests[0]).toMatchObject({ left: 3, losses: [] });
    expect(conflict?.members).toEqual([member('ns/c', 'r', 2), { claim: 'ns/c', constraint: 0 }]);
  });

  it('names compatibility groups', () => {
    const grouped = (name: string, groups: readonly string[]): object =>
      device(name, {}, { consumesCounters: [{ counterSet: 'cs', counters: {}, compatibilityGroups: groups }] });
    const slices = [
      slice('counters', [], { ...TWO, sharedCounters: [{ name: 'cs', counters: { mem: { value: '1' } } }] }),
      slice('devices', [grouped('a', ['x', 'y']), grouped('b', ['y', 'z']), grouped('d', ['z', 'x'])], TWO),
    ];
    expect(explain({ resourceSlices: slices, claims: [claim('c', [request('r', { count: 3 })])] })).toMatchObject({
      requests: [{ left: 3, losses: [] }],
      conflict: {
        members: [member('ns/c', 'r', 3)],
        text: 'r (3) cannot be allocated, because of the compatibility groups of its counter sets',
      },
    });
  });
});

describe('requests that could be served one by one', () => {
  it('name what keeps them from being served together', () => {
    const slices = partitions('30Gi', '20Gi');
    const bySize = (size: string) => ({ selectors: [{ cel: { expression: `device.attributes["d.example.com"].size == "${size}"` } }] });
    const claims = [claim('c', [request('a', bySize('30Gi'))]), claim('e', [request('b', bySize('20Gi'))])];
    const text = 'requests ns/c: a and ns/e: b use at least 50Gi of counter cs/mem of pool d.example.com/p (40Gi left)';
    expect(explain({ resourceSlices: slices, claims })).toMatchObject({
      kind: 'unallocatable',
      text,
      conflict: { members: [member('ns/c', 'a'), member('ns/e', 'b')], isMinimal: true, text },
    });
  });

  it('name the constraints of several claims by claim', () => {
    const pair = (name: string) => claim(name, [request('a'), request('b')], { constraints: [{ matchAttribute: 'd.example.com/k' }] });
    const devices = [1, 1, 2, 3].map((k, index) => device(`d${index}`, { k }));
    expect(explain({ resourceSlices: [slice('s', devices)], claims: [pair('c'), pair('e')] }).conflict?.members).toEqual([
      member('ns/c', 'a'),
      member('ns/c', 'b'),
      member('ns/e', 'a'),
      member('ns/e', 'b'),
      { claim: 'ns/c', constraint: 0 },
      { claim: 'ns/e', constraint: 0 },
    ]);
  });

  it('leave out what the conflict does not need', () => {
    const roots = { gpu: ['A', 'B'], nic: ['C'], cpu: ['A', 'B', 'C'] };
    const devices = Object.entries(roots).flatMap(([kind, own]) => own.map((root, index) => device(`${kind}-${index}`, { kind, root })));
    const of = (kind: string, count = 1) =>
      request(kind, { count, selectors: [{ cel: { expression: `device.attributes["d.example.com"].kind == "${kind}"` } }] });
    const constraints = [
      { matchAttribute: 'd.example.com/root', requests: ['gpu', 'nic'] },
      { distinctAttribute: 'd.example.com/root', requests: ['cpu'] },
    ];
    const asked = [claim('c', [of('cpu', 3), of('gpu'), of('nic')], { constraints })];
    expect(explain({ resourceSlices: [slice('s', devices)], claims: asked })).toMatchObject({
      conflict: {
        members: [member('ns/c', 'gpu'), member('ns/c', 'nic'), { claim: 'ns/c', constraint: 0 }],
        isMinimal: true,
        text: 'gpu (1) and nic (1) must be on the same d.example.com/root: gpu has 1 with each of "A" and "B"; nic has 1 with "C"',
      },
    });
  });
});

describe('devices that no request sees', () => {
  it('are in a slice with counters', () => {
    const both = slice('s', [device('a'), device('b')], { sharedCounters: [{ name: 'cs', counters: { mem: { value: '1' } } }] });
    expect(explainRequest([both], request('r'))).toMatchObject({
      total: 2,
      losses: [{ code: 'no-device-slice', count: 2, detail: 'in a slice with sharedCounters, whose devices are ignored' }],
      left: 0,
    });
  });

  it('are in an obsolete generation, with the newer one here or elsewhere', () => {
    const older = (where: object) => [
      slice('old', [device('a')]),
      slice('new', [device('b'), device('c')], { pool: { generation: 2 }, ...where }),
    ];
    expect(explainRequest(older({}), request('r'))).toMatchObject({
      total: 3,
      losses: [
        {
          code: 'obsolete-pool',
          count: 1,
          pool: 'd.example.com/p',
          detail: 'in generation 1 of pool d.example.com/p, which is obsolete: there is a generation 2',
        },
      ],
      left: 2,
    });
    // If the old generation were complete on this node alone, it would count.
    const moved = [slice('old', [device('a')], TWO), ...older({ nodeName: 'm' }).slice(1)];
    expect(explainRequest(moved, request('r'))).toMatchObject({
      total: 3,
      losses: [
        { code: 'other-node', count: 2, detail: 'on other nodes' },
        {
          code: 'obsolete-pool',
          count: 1,
          detail: 'in generation 1 of pool d.example.com/p, which is obsolete: other nodes have generation 2',
        },
      ],
      left: 0,
    });
  });
});

describe('devices that claims hold', () => {
  const holding = (name: string, ...devices: readonly string[]): object => ({
    ...claim(name, [request('r', { count: devices.length })]),
    status: {
      allocation: { devices: { results: devices.map((each) => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: each })) } },
    },
  });

  function requestBeside(slices: readonly object[], asked: object, ...holders: readonly object[]): RequestExplanation {
    const cluster = allocator.cluster();
    cluster.apply([node('n'), deviceClass('any'), ...slices, ...holders]);
    return cluster.explain({ claims: [claim('c', [asked])], node: 'n' }).nodes[0]?.requests[0] as RequestExplanation;
  }

  it('are taken, not rejected by the counters that they take themselves', () => {
    expect(requestBeside(partitions('30Gi', '20Gi'), request('r'), holding('x', 'm0'))).toMatchObject({
      losses: [
        { code: 'taken', count: 1 },
        {
          code: 'counters',
          count: 1,
          counter: 'cs/mem',
          detail: 'exceeds counter cs/mem: needs 20Gi, 10Gi left (used by m0 of claim ns/x)',
        },
      ],
      left: 0,
    });
  });

  it('keep devices of other compatibility groups off', () => {
    const member = (name: string, groups: readonly string[]): object =>
      device(name, {}, { consumesCounters: [{ counterSet: 'cs', counters: {}, compatibilityGroups: groups }] });
    const slices = [
      slice('counters', [], { ...TWO, sharedCounters: [{ name: 'cs', counters: { mem: { value: '1' } } }] }),
      slice('devices', [member('a', ['x']), member('b', ['y']), member('d', ['x', 'y'])], TWO),
    ];
    expect(requestBeside(slices, request('r'), holding('x', 'a'))).toMatchObject({
      losses: [
        { code: 'taken', count: 1 },
        {
          code: 'compatibility-groups',
          count: 1,
          detail: 'in other compatibility groups than the allocated devices of the counter set',
        },
      ],
      left: 1,
    });
  });

  it('are named as those who take of a counter, the first three', () => {
    const slices = partitions('10Gi', '10Gi', '10Gi', '5Gi', '20Gi');
    expect(requestBeside(slices, request('r'), holding('x', 'm0', 'm1', 'm2', 'm3')).losses.at(-1)).toMatchObject({
      code: 'counters',
      count: 1,
      detail: 'exceeds counter cs/mem: needs 20Gi, 5Gi left (used by m0, m1, m2 and 1 more of claim ns/x)',
    });
  });
});

it('says of a counter below zero that it is, also to devices that take nothing of it', () => {
  const slices = [
    slice('counters', [], { ...TWO, sharedCounters: [{ name: 'cs', counters: { m: { value: '-1' }, k: { value: '3' } } }] }),
    slice('devices', [device('a', {}, { consumesCounters: [{ counterSet: 'cs', counters: { k: { value: '1' } } }] })], TWO),
  ];
  expect(explainRequest(slices, request('r')).losses).toMatchObject([
    { code: 'counters', counter: 'cs/m', count: 1, detail: 'exceeds counter cs/m, which is below zero: -1' },
  ]);
});

describe('capacities that reject', () => {
  const nic = (name: string, more: object = {}): object => device(name, {}, { capacity: { bandwidth: { value: '25G' } }, ...more });
  const asking = (capacity: string, amount: string) => request('r', { capacity: { requests: { [capacity]: amount } } });
  const refusals = (asked: object, ...devices: readonly object[]) =>
    explainRequest([slice('s', devices)], asked).losses.map(({ code, capacity, detail }) => [code, capacity, detail]);

  it('come with what is wanted and what there is', () => {
    expect(refusals(asking('bandwidth', '30G'), nic('a'))).toEqual([
      ['capacity-too-small', 'bandwidth', 'has too little of capacity bandwidth: requested 30G, has 25G'],
    ]);
  });

  it('come with the amount that a policy does not allow', () => {
    const limited = device(
      'a',
      {},
      { capacity: { bandwidth: { value: '25G', requestPolicy: { default: '1G', validRange: { min: '1G', max: '20G' } } } } },
    );
    expect(refusals(asking('bandwidth', '21G'), limited)).toEqual([
      ['capacity-policy', 'bandwidth', 'has a request policy for capacity bandwidth that does not allow 21G'],
    ]);
  });

  it.each([
    ['d.example.com/bandwidth', ' (names match exactly: did you mean bandwidth?)'],
    ['bandwith', ' (did you mean bandwidth?)'],
    ['memory', ''],
  ])('say that the device has no %s', (name, hint) => {
    expect(refusals(asking(name, '1'), nic('a'))).toEqual([['no-capacity', name, `has no capacity ${name}${hint}`]]);
  });

  it('say what shares leave', () => {
    const cluster = allocator.cluster();
    const holder = {
      ...claim('x', [request('r')]),
      status: {
        allocation: {
          devices: {
            results: [
              {
                request: 'r',
                driver: 'd.example.com',
                pool: 'p',
                device: 'a',
                shareID: '5a6b4d34-8f0a-4c3e-9a43-6d9a9a1f0d11',
                consumedCapacity: { bandwidth: '20G' },
              },
            ],
          },
        },
      },
    };
    cluster.apply([node('n'), deviceClass('any'), slice('s', [nic('a', { allowMultipleAllocations: true })]), holder]);
    const [explained] = cluster.explain({ claims: [claim('c', [asking('bandwidth', '10G')])], node: 'n' }).nodes;
    expect(explained?.requests[0]?.losses).toMatchObject([
      {
        code: 'shares',
        capacity: 'bandwidth',
        count: 1,
        detail: 'has too little of capacity bandwidth: requested 10G, 5G left (shared by claim ns/x)',
        holders: [{ claim: 'ns/x', pods: [], devices: 1 }],
      },
    ]);
  });
});

describe('an explanation whose searches come to no end', () => {
  /** Plain search, which does not finish for this claim. */
  const plain = allocatorFor({ nodes: [], claims: [] }, release);
  const devices = Array.from({ length: 40 }, (_, index) => device(`d${index}`, { k: index % 2 }));
  const hard: Input = {
    resourceSlices: [slice('s', devices)],
    claims: [
      claim('c', [request('a', { count: 10 }), request('b', { count: 10 }), request('c', { count: 11 })], {
        constraints: [{ matchAttribute: 'd.example.com/k' }],
      }),
    ],
  };

  it('has a conflict all the same where counting shows that there is none', () => {
    const { kind, conflict } = explain({ ...hard, limits: { steps: 1000 } }, plain);
    expect(kind).toBe('unallocatable');
    expect(conflict?.members).toContainEqual({ claim: 'ns/c', constraint: 0 });
    expect(conflict?.isMinimal).toBe(true);
  });

  it('says so where nothing shows', () => {
    const endless: Kernel = { start: () => begun({ steps: 1, ended: [], run: () => ({ kind: 'step-limit', steps: 1 }), end: () => {} }) };
    const asked: Input = { resourceSlices: [slice('s', devices)], claims: [claim('c', [request('a')])] };
    expect(explain(asked, allocatorFor({ nodes: [], claims: [] }, endless))).toMatchObject({
      kind: 'interrupted',
      by: 'steps',
      text: 'interrupted: the step limit was reached; the devices may still fit',
    });
  });

  it('ends when the time is up, with the counts that are known by then', () => {
    const input = { node: node('n'), deviceClasses: [deviceClass('any')], ...hard, limits: { milliseconds: 1000 } } as AllocateInput;
    // The clock stands still until searches begin.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const hasty: Kernel = {
      start: (...problem) => {
        now = 2000;
        return release.start(...problem);
      },
    };
    const [explained] = allocatorFor({ nodes: [], claims: [] }, hasty).explain(input).nodes;
    vi.restoreAllMocks();
    expect(explained).toMatchObject({ kind: 'interrupted', by: 'milliseconds', requests: [{ left: 40 }, {}, {}] });
  });

  it('says that the time was up before there was anything to say', () => {
    const limits = { milliseconds: 0 };
    const [none] = plain.explain({ node: node('n'), deviceClasses: [deviceClass('any')], ...hard, limits } as AllocateInput).nodes;
    expect(none).toMatchObject({ kind: 'interrupted', requests: [], text: 'the time limit was reached before an explanation was found' });
  });

  it('has its time also from a cluster, for all nodes together', async () => {
    const cluster = plain.cluster();
    cluster.apply([node('n'), node('m'), deviceClass('any'), ...(hard.resourceSlices ?? [])]);
    const asked = { claims: hard.claims, limits: { milliseconds: 0 } };
    const text = 'the time limit was reached before an explanation was found';
    const expected = { kind: 'interrupted', by: 'milliseconds', nodes: [{ text }, { text }] };
    expect(cluster.explain(asked)).toMatchObject(expected);
    expect(await cluster.explainAsync(asked)).toMatchObject(expected);
    expect(() => cluster.explain({ ...asked, limits: { milliseconds: -1 } })).toThrow('limits.milliseconds');
  });

  it('rejects limits that are none', () => {
    expect(() => plain.explain({ node: node('n'), ...hard, limits: { milliseconds: -1 } } as never)).toThrow('limits.milliseconds');
  });
});

it('passes on what is no answer but a defect', () => {
  const broken = (): never => {
    throw new TypeError('defect');
  };
  const holders = () => holdersAmong([], UNLIMITED);
  const around = inOneGo(Surroundings.of({ slices: { all: [] }, environment: resolveEnvironment({}), holders }, UNLIMITED));
  const task = { node: 'n', inputOf: broken, surroundings: around, kernel: release, rejections: [], isDetailed: true, steps: undefined };
  expect(() => inOneGo(explainNode(task, UNLIMITED))).toThrow(TypeError);
});
