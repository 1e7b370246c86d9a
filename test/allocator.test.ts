import { describe, expect, it } from 'vitest';
import { AllocationError } from '../src/base/errors.js';
import { type AllocateInput, type Allocator, createAllocator, type Outcome } from '../src/index.js';
import { claim, device, deviceClass, devices, firstAvailable, node, request, selectors, slice } from './support/objects.js';

const allocator = await createAllocator();

function input(
  requests: readonly object[],
  list: readonly object[] = devices(4),
  more: Partial<AllocateInput> & { readonly constraints?: readonly object[] } = {},
): AllocateInput {
  const { constraints = [], ...rest } = more;
  return {
    node: node('n'),
    claims: [claim('c', requests, { constraints })],
    deviceClasses: [deviceClass('any')],
    resourceSlices: [slice('s', list)],
    ...rest,
  };
}

/** Request and device of each result, over all claims. */
function picks(outcome: Outcome): readonly string[] | string {
  if (outcome.kind !== 'allocated') return outcome.kind;
  return outcome.allocations.flatMap(({ devices: { results = [] } }) => results.map((result) => `${result.request}=${result.device}`));
}

function solve(question: AllocateInput, by: Allocator = allocator): readonly string[] | string {
  return picks(by.allocate(question));
}

function failure(question: AllocateInput, by: Allocator = allocator): AllocationError {
  try {
    by.allocate(question);
  } catch (error) {
    if (error instanceof AllocationError) return error;
    throw error;
  }
  throw new Error('expected an AllocationError');
}

describe('allocate', () => {
  it('picks the first devices, in the shape of resource.k8s.io/v1', () => {
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

  it('refuses amounts of consumed capacity that are no quantities, saying where', () => {
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

    it('refuses share IDs that are none, or given to two shares', async () => {
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

it('tells devices apart whose names are made of the same letters', () => {
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

describe('list attributes', () => {
  it('match when all devices have a value in common, scalars being sets of one', () => {
    const list = [device('a', { k: ['x', 'y'] }), device('b', { k: ['y', 'z'] }), device('c', { k: 'z' }), device('d', { k: 'y' })];
    expect(solve(input([request('r', { count: 3 })], list, { constraints: [{ matchAttribute: 'd.example.com/k' }] }))).toEqual([
      'r=a',
      'r=b',
      'r=d',
    ]);
  });

  it('are distinct when no two devices have a value in common', () => {
    const list = [device('a', { k: [1, 2] }), device('b', { k: [2, 3] }), device('c', { k: [3, 4] })];
    expect(solve(input([request('r', { count: 2 })], list, { constraints: [{ distinctAttribute: 'd.example.com/k' }] }))).toEqual([
      'r=a',
      'r=c',
    ]);
  });

  it('compare booleans and versions, and never values of different types', () => {
    const version = (value: string): object => ({ attributes: { k: { versions: [value] } } });
    const list = [
      { name: 'a', ...version('1.0.0') },
      device('b', { k: '1.0.0' }),
      { name: 'c', ...version('1.0.0') },
      device('d', { k: [true] }),
      device('e', { k: true }),
    ];
    const match = { constraints: [{ matchAttribute: 'd.example.com/k' }] };
    expect(solve(input([request('r', { count: 2 })], list, match))).toEqual(['r=a', 'r=c']);
    expect(solve(input([request('r', { count: 2 })], list.slice(1), match))).toEqual(['r=d', 'r=e']);
  });

  it('find the qualified attribute, or the bare one of the driver, and refuse a device without', () => {
    const list = [
      device('a'),
      device('b', { 'd.example.com/k': 'x', k: 'y' }),
      device('c', { k: 'x' }),
      device('d', { 'other.example.com/k': 'x' }),
    ];
    expect(solve(input([request('r', { count: 2 })], list, { constraints: [{ matchAttribute: 'd.example.com/k' }] }))).toEqual([
      'r=b',
      'r=c',
    ]);
  });

  it('keep every value apart beyond the first word of a bitset', () => {
    const list = Array.from({ length: 40 }, (_, index) =>
      device(`d${index}`, { k: [`own-${index}`, `pair-${index >> 1}`, `late-${Math.floor(index / 30)}`] }),
    );
    expect(solve(input([request('r', { count: 10 })], list.slice(25), { constraints: [{ matchAttribute: 'd.example.com/k' }] }))).toEqual(
      list.slice(30).map((_, index) => `r=d${index + 30}`),
    );
  });
});

describe('selectors', () => {
  it('pick devices by class and request, all of which must agree', () => {
    const list = [device('a', { kind: 'nic' }), device('b', { kind: 'gpu', size: 1 }), device('c', { kind: 'gpu', size: 2 })];
    const deviceClasses = [deviceClass('any', 'device.attributes["d.example.com"].kind == "gpu"')];
    const big = selectors('device.driver == "d.example.com"', 'device.attributes["d.example.com"].size > 1');
    expect(solve(input([request('r', big)], list, { deviceClasses }))).toEqual(['r=c']);
  });

  it('fail when the search reaches a device that they err on, and not before', () => {
    const list = [device('a', { ok: true }), device('b')];
    const ok = selectors('device.attributes["d.example.com"].ok');
    expect(solve(input([request('r', ok)], list))).toEqual(['r=a']);
    const error = failure(input([request('r', { count: 2, ...ok })], list));
    expect(error).toMatchObject({
      code: 'cel-runtime-error',
      claim: 'ns/c',
      request: 'r',
      selector: 0,
      device: 'd.example.com/p/b',
      nodeLocal: false,
    });
    expect(error.message).toMatch(/^claim ns\/c: selector #0 on device d\.example\.com\/p\/b: CEL runtime error: no such key: ok/);
  });

  it('do not compile until a device is looked at', () => {
    const broken = selectors('device.nope(');
    expect(solve(input([request('r', broken)], []))).toBe('unallocatable');
    expect(failure(input([request('r', broken)]))).toMatchObject({ code: 'cel-compile-error', selector: 0 });
  });

  it('name the request also when it asks for all devices', () => {
    const broken = { allocationMode: 'All', ...selectors('device.attributes["d.example.com"].ok') };
    expect(failure(input([request('r', broken)], devices(1)))).toMatchObject({
      code: 'cel-runtime-error',
      request: 'r',
      device: 'd.example.com/p/d0',
    });
  });

  it('may use every library that Kubernetes has', () => {
    expect(solve(input([request('r', selectors('duration("1h") > duration("1m")'))]))).toEqual(solve(input([request('r')])));
    expect(solve(input([request('r', selectors('ip("10.0.0.7").family() == 6'))]))).toBe('unallocatable');
  });

  it('of a class are named by the class', () => {
    const deviceClasses = [deviceClass('any', 'device.attributes["d.example.com"].ok')];
    expect(failure(input([request('r')], devices(1), { deviceClasses })).message).toMatch(
      /^class any: selector #0 on device d\.example\.com\/p\/d0: CEL runtime error: /,
    );
  });
});

describe('taints', () => {
  const taint = { key: 'k', value: 'v', effect: 'NoSchedule' };
  const list = [device('a', {}, { taints: [taint] }), device('b')];

  it('keep requests away that do not tolerate them, and results carry the tolerations', () => {
    expect(solve(input([request('r')], list))).toEqual(['r=b']);
    const tolerations = [{ key: 'k', operator: 'Exists' }];
    expect(allocator.allocate(input([request('r', { tolerations })], list))).toMatchObject({
      allocations: [{ devices: { results: [{ device: 'a', tolerations }] } }],
    });
  });

  it('are tolerated with the operator Equal unless another is given, which results then show', () => {
    const tolerations = [{ key: 'k', value: 'v' }];
    expect(allocator.allocate(input([request('r', { tolerations })], list))).toMatchObject({
      allocations: [{ devices: { results: [{ device: 'a', tolerations: [{ key: 'k', operator: 'Equal', value: 'v' }] }] } }],
    });
  });

  it('make a request for all devices fail', () => {
    expect(solve(input([request('r', { allocationMode: 'All' })], list))).toBe('unallocatable');
  });

  it('come from DeviceTaintRules as well', () => {
    const deviceTaintRules = [{ metadata: { name: 'x' }, spec: { deviceSelector: { driver: 'd.example.com', device: 'd0' }, taint } }];
    expect(solve(input([request('r')], devices(2), { deviceTaintRules }))).toEqual(['r=d1']);
    expect(solve(input([request('r')], devices(2), { deviceTaintRules: [{ metadata: { name: 'x' }, spec: { taint } }] }))).toEqual([
      'r=d0',
    ]);
  });
});

describe('errors before the search', () => {
  it.each([
    [
      'unknown-device-class',
      [request('r', { deviceClassName: 'nope' })],
      'claim ns/c, request r: could not retrieve device class nope: deviceclass.resource.k8s.io "nope" not found',
    ],
    [
      'unknown-device-class',
      [firstAvailable('r', { a: {}, b: { deviceClassName: 'nope' } })],
      'claim ns/c, request b: could not retrieve device class nope: deviceclass.resource.k8s.io "nope" not found',
    ],
    [
      'missing-device-class',
      [request('r', { deviceClassName: '' })],
      'claim ns/c, request r: missing device class name (unsupported request type?)',
    ],
    ['unsupported-allocation-mode', [request('r', { allocationMode: 'Some' })], 'claim ns/c, request r: unsupported count mode Some'],
    [
      'empty-selector',
      [request('r', { selectors: [{}] })],
      'claim ns/c, request r, selector #0: CEL expression empty (unsupported selector type?)',
    ],
    [
      'too-many-devices',
      [request('a', { count: 20 }), request('b', { count: 20 })],
      'claim ns/c, request b: adding 20 devices exceeds the claim limit of 32, with 20 already accounted for',
    ],
  ])('%s', (code, requests, message) => {
    expect(failure(input(requests))).toMatchObject({ code, message, nodeLocal: false });
  });

  it('empty-constraint', () => {
    expect(failure(input([request('r')], devices(1), { constraints: [{ requests: ['r'] }] }))).toMatchObject({
      code: 'empty-constraint',
      message: 'claim ns/c, constraint #0: empty constraint (unsupported constraint type?)',
    });
  });

  it('come in the order of the reference: an earlier claim hides a later one, requests come before constraints', () => {
    const claims = [claim('a', [request('r')], { constraints: [{}] }), claim('b', [request('r', { deviceClassName: 'nope' })])];
    expect(failure(input([], devices(1), { claims }))).toMatchObject({ code: 'empty-constraint', claim: 'ns/a' });
    expect(failure(input([request('r', { deviceClassName: 'nope' })], devices(1), { constraints: [{}] })).code).toBe(
      'unknown-device-class',
    );
  });

  it('tell that a request for all devices meets a pool that does not count', () => {
    const all = [request('r', { allocationMode: 'All' })];
    const incomplete = [slice('s', devices(1), { pool: { resourceSliceCount: 2 } })];
    expect(failure(input(all, [], { resourceSlices: incomplete }))).toMatchObject({
      code: 'pool-incomplete',
      message: 'claim ns/c, request r: asks for all devices, but resource pool d.example.com/p is currently being updated',
    });
    expect(failure(input(all, [device('x'), device('x')])).code).toBe('pool-invalid');
  });

  it('is local to the node when nothing was found and a pool is invalid', () => {
    expect(failure(input([request('r')], [device('x'), device('x')]))).toMatchObject({ code: 'invalid-pools', nodeLocal: true });
  });

  it('name where a constraint refuses a device of a request for all', () => {
    const list = [device('a', { k: 1 }), device('b', { k: 2 })];
    expect(
      failure(input([request('r', { allocationMode: 'All' })], list, { constraints: [{ matchAttribute: 'd.example.com/k' }] })),
    ).toMatchObject({
      code: 'constraint-refuses-all',
      message: 'claim ns/c, request r: cannot add device d.example.com/p/b because a claim constraint would not be satisfied',
    });
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

  it.each([null, 'x', { kubernetesversion: '1.36' }, { corrections: 'yes' }, { featureGates: 5 }, { module: 5 }])(
    '%#: makes no allocator',
    async (options) => {
      await expect(createAllocator(options as never)).rejects.toBeInstanceOf(AllocationError);
    },
  );

  it('rejects in the asynchronous form', async () => {
    await expect(allocator.allocateAsync({ ...question, claims: [{ spec: 1 }] as never })).rejects.toBeInstanceOf(AllocationError);
  });
});

it('explains without a cluster', () => {
  const { nodes } = allocator.explain(input([request('r', { count: 3 })], devices(2)));
  expect(nodes).toMatchObject([
    { node: 'n', fits: false, together: false, requests: [{ request: 'r', wanted: 3, remaining: 2, alone: false }] },
  ]);
});
