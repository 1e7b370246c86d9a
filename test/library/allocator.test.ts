import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../src/core/base/errors.js';
import { type AllocateInput, createAllocator } from '../../src/index.js';
import { allocator, failure, input, solve } from '../support/allocate.js';
import { claim, device, devices, firstAvailable, node, request, slice } from '../support/objects.js';

describe('allocate', () => {
  it('selects the first devices, in the shape of resource.k8s.io/v1', () => {
    expect(allocator.allocate(input([request('r', { count: 2 })]))).toEqual({
      kind: 'allocated',
      steps: 5,
      allocations: [
        {
          devices: {
            results: [
              { request: 'r', driver: 'd.example.com', pool: 'p', device: 'd0' },
              { request: 'r', driver: 'd.example.com', pool: 'p', device: 'd1' },
            ],
          },
          nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }] },
        },
      ],
    });
  });

  it('answers that nothing fits as a normal answer', () => {
    expect(solve(input([request('r', { count: 5 })]))).toBe('unallocatable');
  });

  it('allocates all claims or none', () => {
    const claims = [claim('a', [request('r', { count: 3 })]), claim('b', [request('r', { count: 2 })])];
    expect(solve(input([], devices(4), { claims }))).toBe('unallocatable');
    expect(solve(input([], devices(5), { claims }))).toEqual(['r=d0', 'r=d1', 'r=d2', 'r=d3', 'r=d4']);
  });

  it('succeeds with nothing for no claims, and with an empty result for a claim without requests', () => {
    expect(allocator.allocate(input([], [], { claims: [] }))).toMatchObject({ kind: 'allocated', allocations: [] });
    expect(allocator.allocate(input([]))).toMatchObject({ kind: 'allocated', allocations: [{ devices: {} }] });
  });

  it('leaves devices alone that claims, devices or the claim itself hold', () => {
    const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'd0' }];
    const holder = { ...claim('h', [request('r')]), status: { allocation: { devices: { results } } } };
    const allocated = { claims: [holder], devices: [{ driver: 'd.example.com', pool: 'p', device: 'd1' }] };
    expect(solve(input([request('r')], devices(4), { allocated }))).toEqual(['r=d2']);
  });

  it('leaves out a dedicated device of which shares have consumed capacity', () => {
    const list = [device('a', {}, { capacity: { m: { value: '2Gi' } } }), device('b', {}, { capacity: { m: { value: '2Gi' } } })];
    const result = { request: 'r', driver: 'd.example.com', pool: 'p', device: 'a', shareID: 'x', consumedCapacity: { m: '1Gi' } };
    const holder = { ...claim('h', [request('r')]), status: { allocation: { devices: { results: [result] } } } };
    const listed = { consumedCapacity: [{ driver: 'd.example.com', pool: 'p', device: 'a', capacity: { m: '1Gi' } }] };
    for (const allocated of [{ claims: [holder] }, listed]) {
      expect(solve(input([request('r')], list, { allocated }))).toEqual(['r=b']);
      expect(solve(input([request('r', { capacity: { requests: { m: '1Gi' } } })], list, { allocated }))).toEqual(['r=a']);
    }
    for (const harmless of [{ adminAccess: true }, { consumedCapacity: {} }]) {
      const claims = [{ ...holder, status: { allocation: { devices: { results: [{ ...result, ...harmless }] } } } }];
      expect(solve(input([request('r')], list, { allocated: { claims } }))).toEqual(['r=a']);
    }
  });

  it('rejects amounts of consumed capacity that are no quantities, saying where', () => {
    const consumedCapacity = [{ driver: 'd', pool: 'p', device: 'a', capacity: { m: 'much' } }];
    expect(failure(input([request('r')], devices(1), { allocated: { consumedCapacity } }))).toMatchObject({
      code: 'invalid-object',
      path: 'allocated.consumedCapacity[0].capacity.m',
    });
  });

  describe('with shared devices', () => {
    const card = (more: object = {}) => device('a', {}, { allowMultipleAllocations: true, capacity: { m: { value: '10Gi', ...more } } });
    const asking = (name: string, m: string) => request(name, { capacity: { requests: { m } } });

    it('gives shares of a device as long as its capacity lasts, each with its ID and what it consumes', async () => {
      let made = 0;
      const repeatable = await createAllocator({ newShareID: () => `share-${++made}` });
      const outcome = repeatable.allocate(input([asking('r', '4Gi'), asking('s', '6Gi')], [card()]));
      expect(outcome).toMatchObject({
        kind: 'allocated',
        allocations: [
          {
            devices: {
              results: [
                { request: 'r', device: 'a', shareID: 'share-1', consumedCapacity: { m: '4Gi' } },
                { request: 's', device: 'a', shareID: 'share-2', consumedCapacity: { m: '6Gi' } },
              ],
            },
          },
        ],
      });
      expect(repeatable.allocate(input([asking('r', '4Gi'), asking('s', '6.5Gi')], [card()])).kind).toBe('unallocatable');
    });

    it('rejects share IDs that are none, or given to two shares', async () => {
      const constant = await createAllocator({ newShareID: () => 'same' });
      expect(failure(input([asking('r', '1Gi'), asking('s', '1Gi')], [card()]), constant)).toMatchObject({
        code: 'invalid-input',
        path: 'newShareID',
      });
      expect(solve(input([asking('r', '1Gi')], [card()]), constant)).toEqual(solve(input([asking('r', '1Gi')], [card()]), constant));
      const number = await createAllocator({ newShareID: (() => 7) as unknown as () => string });
      expect(failure(input([asking('r', '1Gi')], [card()]), number).code).toBe('invalid-input');
    });

    it('makes random share IDs by default, a new one for each share', () => {
      const outcome = allocator.allocate(input([asking('r', '1Gi'), asking('s', '1Gi')], [card()]));
      const results = outcome.kind === 'allocated' ? (outcome.allocations[0]?.devices.results ?? []) : [];
      const ids = results.map(({ shareID = '' }) => shareID);
      expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true);
      expect(new Set(ids).size).toBe(2);
    });

    it('adds up what stored shares consume', () => {
      const share = (m: string) => ({ driver: 'd.example.com', pool: 'p', device: 'a', capacity: { m } });
      const consumedCapacity = [share('4Gi'), share('5Gi')];
      expect(solve(input([asking('r', '1Gi')], [card()], { allocated: { consumedCapacity } }))).toEqual(['r=a']);
      expect(solve(input([asking('r', '1.5Gi')], [card()], { allocated: { consumedCapacity } }))).toBe('unallocatable');
    });

    it('has more than it has where stored consumption is below zero, as in Kubernetes', () => {
      const consumedCapacity = [{ driver: 'd.example.com', pool: 'p', device: 'a', capacity: { m: '-1Gi' } }];
      const dedicated = device('a', {}, { capacity: { m: { value: '10Gi' } } });
      for (const list of [[card()], [dedicated]]) {
        expect(solve(input([asking('r', '11Gi')], list, { allocated: { consumedCapacity } }))).toEqual(['r=a']);
        expect(solve(input([asking('r', '12Gi')], list, { allocated: { consumedCapacity } }))).toBe('unallocatable');
        expect(solve(input([asking('r', '11Gi')], list))).toBe('unallocatable');
      }
    });

    it('fails with the words of the reference when an amount cannot be computed', () => {
      const policy = { requestPolicy: { default: '1Gi', validRange: { min: '1Gi', step: '1Gi' } } };
      expect(failure(input([asking('r', '10E')], [card(policy)]))).toMatchObject({
        code: 'capacity-error',
        message: expect.stringContaining(
          'request r: checking capacity for device d.example.com/p/a: capacity "m": capacity request cannot be represented in the device\'s range arithmetic',
        ),
      });
    });
  });

  describe('with counters', () => {
    const pool = { resourceSliceCount: 2 };
    const slices = (...partitions: object[]) => [
      slice('s', partitions, { pool }),
      slice('counters', [], { pool, sharedCounters: [{ name: 'gpu', counters: { memory: { value: '40Gi' } } }] }),
    ];
    const partition = (name: string, value: string) =>
      device(name, {}, { consumesCounters: [{ counterSet: 'gpu', counters: { memory: { value } } }] });
    const ask = (list: object[], resourceSlices: object[], more: object = {}) => solve(input(list, [], { resourceSlices, ...more }));

    it('takes partitions whose counters suffice together', () => {
      const all = slices(partition('whole', '40Gi'), partition('half-0', '20Gi'), partition('half-1', '20Gi'));
      expect(ask([request('r', { count: 2 })], all)).toEqual(['r=half-0', 'r=half-1']);
      expect(ask([request('r', { count: 3 })], all)).toBe('unallocatable');
    });

    it('counts what allocated devices consume', () => {
      const all = slices(partition('whole', '40Gi'), partition('half-0', '20Gi'), partition('half-1', '20Gi'));
      const allocated = { devices: [{ driver: 'd.example.com', pool: 'p', device: 'half-0' }] };
      expect(ask([request('r')], all, { allocated })).toEqual(['r=half-1']);
    });

    it('asks admin access for free counters as Kubernetes 1.37 does, unless corrections are on', async () => {
      const all = slices(partition('whole', '40Gi'));
      const question = input([request('r', { adminAccess: true })], [], {
        resourceSlices: all,
        allocated: { devices: [{ driver: 'd.example.com', pool: 'p', device: 'whole' }] },
      });
      expect(allocator.allocate(question).kind).toBe('unallocatable');
      const right = await createAllocator({ corrections: true });
      expect(right.allocate(question).kind).toBe('allocated');
    });
  });

  it('does not count admin access of other claims as use', () => {
    const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'd0', adminAccess: true }];
    const holder = { ...claim('h', [request('r')]), status: { allocation: { devices: { results } } } };
    expect(solve(input([request('r')], devices(1), { allocated: { claims: [holder] } }))).toEqual(['r=d0']);
  });

  it('gives admin access to a device in use, and marks the result', () => {
    const allocated = { devices: [{ driver: 'd.example.com', pool: 'p', device: 'd0' }] };
    const outcome = allocator.allocate(input([request('r', { adminAccess: true })], devices(1), { allocated }));
    expect(outcome).toMatchObject({ kind: 'allocated', allocations: [{ devices: { results: [{ device: 'd0', adminAccess: true }] } }] });
  });

  it('never changes what it is given', () => {
    const question = input([firstAvailable('r', { a: { count: 2 } })]);
    const before = structuredClone(question);
    allocator.allocate(question);
    expect(question).toEqual(before);
  });

  it('keeps nothing between calls: changed input gives a changed answer', () => {
    const slices = [slice('s', devices(1))];
    expect(solve(input([request('r')], [], { resourceSlices: slices }))).toEqual(['r=d0']);
    slices[0] = slice('s', [device('other')]);
    expect(solve(input([request('r')], [], { resourceSlices: slices }))).toEqual(['r=other']);
  });

  it('reads objects of old versions', () => {
    const old = {
      apiVersion: 'resource.k8s.io/v1beta1',
      kind: 'ResourceClaim',
      metadata: { name: 'c' },
      spec: { devices: { requests: [{ name: 'r', deviceClassName: 'any', count: 2 }] } },
    };
    const slices = [
      {
        apiVersion: 'resource.k8s.io/v1beta1',
        kind: 'ResourceSlice',
        metadata: { name: 's' },
        spec: {
          driver: 'd.example.com',
          nodeName: 'n',
          pool: { name: 'p', resourceSliceCount: 1 },
          devices: [
            { name: 'a', basic: { attributes: {} } },
            { name: 'b', basic: {} },
          ],
        },
      },
    ];
    expect(solve(input([], [], { claims: [old], resourceSlices: slices }))).toEqual(['r=a', 'r=b']);
  });
});

describe('claims that have an allocation', () => {
  const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'd0' }];
  const on = (name: string): object => ({
    nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
  });
  const held = (name: string): object => ({
    ...claim('held', [request('r')]),
    status: { allocation: { devices: { results }, nodeSelector: on(name) } },
  });

  it('keep it, and the rest is searched without their devices', () => {
    const outcome = allocator.allocate(input([], devices(4), { claims: [claim('a', [request('x')]), held('n')] }));
    expect(outcome).toMatchObject({
      kind: 'allocated',
      allocations: [{ devices: { results: [{ device: 'd1' }] } }, { devices: { results }, nodeSelector: on('n') }],
    });
  });

  it('cannot be used on a node that their allocation does not reach', () => {
    expect(solve(input([], devices(4), { claims: [claim('a', [request('x')]), held('elsewhere')] }))).toBe('unallocatable');
  });
});

describe('claims that cannot be used on the node', () => {
  const elsewhere = { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['elsewhere'] }] }] };
  const held = { ...claim('held', []), status: { allocation: { devices: {}, nodeSelector: elsewhere } } };

  it('do not hide an error of the others', () => {
    const claims = [held, claim('c', [request('r', { deviceClassName: 'nope' })])];
    expect(failure(input([], devices(1), { claims })).code).toBe('unknown-device-class');
    expect(solve(input([], devices(1), { claims: [held, claim('c', [request('r')])] }))).toBe('unallocatable');
  });
});

it('distinguishes devices whose names are made of the same letters', () => {
  const slices = [slice('a', [device('z')], { pool: { name: 'x/y' } }), slice('b', [device('y/z')], { pool: { name: 'x' } })];
  const allocated = { devices: [{ driver: 'd.example.com', pool: 'x/y', device: 'z' }] };
  expect(solve(input([request('r')], [], { resourceSlices: slices, allocated }))).toEqual(['r=y/z']);
});

it('takes any number of steps as a limit', () => {
  for (const steps of [Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]) {
    expect(allocator.allocate({ ...input([request('r')]), limits: { steps } }).kind).toBe('allocated');
  }
});

describe('prioritized lists', () => {
  it('take the first subrequest for which the rest of the search succeeds', () => {
    const big = firstAvailable('r', { big: { count: 3 }, small: { count: 1 } });
    expect(solve(input([big]))).toEqual(['r/big=d0', 'r/big=d1', 'r/big=d2']);
    expect(solve(input([big, request('x', { count: 2 })]))).toEqual(['r/small=d0', 'x=d1', 'x=d2']);
  });

  it('apply constraints that name the request, or the subrequest that was taken', () => {
    const list = [device('a', { k: 1 }), device('b', { k: 2 }), device('c', { k: 1 })];
    const both = [firstAvailable('r', { one: {}, two: {} }), request('x')];
    const match = (requests: string[]): { constraints: object[] } => ({ constraints: [{ requests, matchAttribute: 'd.example.com/k' }] });
    expect(solve(input(both, list, match(['r', 'x'])))).toEqual(['r/one=a', 'x=c']);
    expect(solve(input(both, list, match(['r/one', 'x'])))).toEqual(['r/one=a', 'x=c']);
    expect(solve(input(both, list, match(['r/two', 'x'])))).toEqual(['r/one=a', 'x=b']);
  });
});

describe('gates', () => {
  it.each([
    ['DRAPrioritizedList', [firstAvailable('r', { a: {} })], 'prioritized-list-disabled'],
    ['DRAConsumableCapacity', [request('r', { capacity: { requests: { m: '1' } } })], 'consumable-capacity-disabled'],
    [
      'DRADerivedAttributes',
      [request('r', { derivedAttributes: [{ name: 'd.example.com/x', expression: '1' }] })],
      'derived-attributes-disabled',
    ],
    ['DRAAdminAccess', [request('r', { adminAccess: false })], 'admin-access-disabled'],
  ])('%s off makes a request that needs it an error', async (gate, requests, code) => {
    expect(failure(input(requests), await createAllocator({ featureGates: { [gate]: false } })).code).toBe(code);
  });

  it('DRADeviceTaints off ignores taints', async () => {
    const off = await createAllocator({ featureGates: { DRADeviceTaints: false } });
    expect(solve(input([request('r')], [device('a', {}, { taints: [{ key: 'k', effect: 'NoSchedule' }] })]), off)).toEqual(['r=a']);
  });

  it('DRADeviceBindingConditions off leaves devices with binding conditions out', async () => {
    const bound = device('a', {}, { bindingConditions: ['ready'], bindingFailureConditions: ['broken'] });
    const off = await createAllocator({ featureGates: { DRADeviceBindingConditions: false } });
    expect(solve(input([request('r')], [bound, device('b')]), off)).toEqual(['r=b']);
    expect(allocator.allocate(input([request('r')], [bound]))).toMatchObject({
      allocations: [{ devices: { results: [{ device: 'a', bindingConditions: ['ready'], bindingFailureConditions: ['broken'] }] } }],
    });
  });

  it('DRAListTypeAttributes off compares scalars, and takes a list as first device only', async () => {
    const off = await createAllocator({ featureGates: { DRAListTypeAttributes: false } });
    const match = { constraints: [{ matchAttribute: 'd.example.com/k' }] };
    const distinct = { constraints: [{ distinctAttribute: 'd.example.com/k' }] };
    const list = [device('a', { k: [1] }), device('b', { k: 1 }), device('c', { k: 1 })];
    expect(solve(input([request('r', { count: 2 })], list, match), off)).toEqual(['r=b', 'r=c']);
    expect(solve(input([request('r')], list, match), off)).toEqual(['r=a']);
    expect(solve(input([request('r', { count: 2 })], list, distinct), off)).toEqual(['r=a', 'r=b']);
    expect(solve(input([request('r', { count: 2 })], [...list].reverse(), distinct), off)).toBe('unallocatable');
  });

  it('DRAOptionalNodeOperations needs a node that declares it', async () => {
    const resourceSlices = [slice('s', devices(1), { skipNodeOperations: ['*'] })];
    expect(solve(input([request('r')], [], { resourceSlices }))).toBe('unallocatable');
    const able = node('n', {}, { declaredFeatures: ['DRAOptionalNodeOperations'] });
    expect(allocator.allocate(input([request('r')], [], { resourceSlices, node: able }))).toMatchObject({
      allocations: [{ devices: { results: [{ device: 'd0', skipNodeOperations: ['*'] }] } }],
    });
    const off = await createAllocator({ featureGates: { DRAOptionalNodeOperations: false } });
    expect(solve(input([request('r')], [], { resourceSlices, node: able }), off)).toBe('unallocatable');
  });
});

describe('wrong input', () => {
  const question = input([request('r')]);

  it.each([
    [undefined, 'invalid-input'],
    [{ ...question, node: undefined }, 'invalid-input'],
    [{ ...question, claims: {} }, 'invalid-input'],
    [{ ...question, resourceSlices: undefined }, 'invalid-input'],
    [{ ...question, limits: { steps: -1 } }, 'invalid-input'],
    [{ ...question, allocated: { devices: [{ driver: 'd' }] } }, 'invalid-input'],
    [{ ...question, claims: [{ spec: { requests: [] } }] }, 'invalid-object'],
    [{ ...question, limits: { step: 5 } }, 'invalid-input'],
    [{ ...question, limits: { steps: 1.5 } }, 'invalid-input'],
    [{ ...question, limits: { signal: {} } }, 'invalid-input'],
    [{ ...question, limits: 5 }, 'invalid-input'],
    [{ ...question, allocated: [] }, 'invalid-input'],
    [{ ...question, allocated: { device: [] } }, 'invalid-input'],
    [{ ...question, deviceTaintRule: [] }, 'invalid-input'],
  ])('%#: has a code', (wrong, code) => {
    expect(failure(wrong as AllocateInput).code).toBe(code);
  });

  it('names where it is wrong and what was meant', () => {
    const error = failure({ ...question, claims: [{ spec: { requests: [] } } as object] });
    expect(error.path).toBe('claims[0].spec.requests');
    expect(error.message).toContain('did you mean claims[0].spec.devices.requests?');
  });

  it('rejects in the asynchronous form', async () => {
    await expect(allocator.allocateAsync({ ...question, claims: [{ spec: 1 }] as never })).rejects.toBeInstanceOf(AllocationError);
  });
});

it('explains without a cluster', () => {
  const { nodes } = allocator.explain(input([request('r', { count: 3 })], devices(2)));
  expect(nodes).toMatchObject([
    {
      node: 'n',
      kind: 'unallocatable',
      requests: [{ request: 'r', wanted: 3, left: 2 }],
      conflict: { members: [{ request: 'r', wanted: 3 }] },
    },
  ]);
});
