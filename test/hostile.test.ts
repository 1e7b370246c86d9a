// Hostile input to the whole library: it leads to an answer or a documented error in reasonable time, and changes no other state.

import { describe, expect, it } from 'vitest';
import { AllocationError } from '../src/core/base/errors.js';
import { readText } from '../src/core/read/read.js';
import { type AllocateInput, createAllocator } from '../src/index.js';
import { errorOf } from './support/api.js';
import { claim, device, deviceClass, devices, node, request, selectors, slice } from './support/objects.js';

const allocator = await createAllocator();

function input(list: readonly object[], requests: readonly object[], constraints: readonly object[] = []): AllocateInput {
  return {
    node: node('n'),
    claims: [claim('c', requests, { constraints })],
    deviceClasses: [deviceClass('any')],
    resourceSlices: [slice('s', list)],
  };
}

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('names of the language', () => {
  it.each(NAMES)('%s is a name like any other', (name) => {
    const text = JSON.stringify(input([{ name, attributes: {} }], [{ name, exactly: { deviceClassName: name } }])).replaceAll(
      '"any"',
      JSON.stringify(name),
    );
    const question = readText(text, 'question.json').documents[0]?.value as unknown as AllocateInput;
    expect(allocator.allocate(question)).toMatchObject({
      kind: 'allocated',
      allocations: [{ devices: { results: [{ request: name, device: name }] } }],
    });
  });

  it.each(NAMES)('%s is an attribute like any other, and absent where it is not given', (name) => {
    const named = JSON.parse(`{"name": "a", "attributes": {${JSON.stringify(name)}: {"bool": true}}}`) as object;
    const has = selectors(`"${name}" in device.attributes["d.example.com"] && device.attributes["d.example.com"]["${name}"] == true`);
    expect(allocator.allocate(input([device('b'), named], [request('r', has)]))).toMatchObject({
      allocations: [{ devices: { results: [{ device: 'a' }] } }],
    });
    const match = [{ matchAttribute: `d.example.com/${name}` }];
    expect(allocator.allocate(input([device('b')], [request('r')], match)).kind).toBe('unallocatable');
    expect(({} as Record<string, unknown>)['bool']).toBeUndefined();
  });
});

describe('sizes', () => {
  it('a slice of 128 devices with 48 values each is answered', () => {
    const list = Array.from({ length: 128 }, (_, index) => {
      const strings = Array.from({ length: 48 }, (_value, value) => (value === 0 && index >= 96 ? 'shared' : `${index}-${value}`));
      return device(`d${index}`, { k: strings });
    });
    const outcome = allocator.allocate(input(list, [request('r', { count: 32 })], [{ matchAttribute: 'd.example.com/k' }]));
    if (outcome.kind !== 'allocated') throw new Error(outcome.kind);
    expect(outcome.allocations[0]?.devices.results?.map((result) => result.device)).toEqual(
      list.slice(96).map((_, index) => `d${index + 96}`),
    );
  });

  it('128 devices whose 48 values overlap in every way are answered', () => {
    const list = Array.from({ length: 128 }, (_, index) =>
      device(`d${index}`, { k: Array.from({ length: 48 }, (_value, value) => (index * 7 + value * 13) % 997) }),
    );
    expect(
      allocator.allocate({
        ...input(list, [request('r', { count: 3 })], [{ distinctAttribute: 'd.example.com/k' }]),
        limits: { steps: 100_000 },
      }).kind,
    ).toBe('allocated');
  });

  it('counts beyond every limit are errors of the claim, whatever their size', () => {
    for (const count of [33, 2 ** 31, 2n ** 63n - 1n]) {
      expect(() => allocator.allocate(input(devices(1), [request('r', { count })]))).toThrow(
        expect.objectContaining({ code: 'too-many-devices' }),
      );
    }
    expect(() => allocator.allocate(input(devices(1), [request('r', { count: 2n ** 63n })]))).toThrow(
      expect.objectContaining({ code: 'invalid-object' }),
    );
    expect(() => allocator.allocate(input(devices(1), [request('r', { count: 2 ** 60 })]))).toThrow(
      expect.objectContaining({ code: 'invalid-object' }),
    );
  });

  it('thousands of requests and constraints are answered', () => {
    const requests = Array.from({ length: 3000 }, (_, index) => request(`r${index}`));
    expect(() => allocator.allocate(input(devices(4), requests))).toThrow(expect.objectContaining({ code: 'too-many-devices' }));
    const constraints = Array.from({ length: 3000 }, () => ({ matchAttribute: 'd.example.com/k' }));
    expect(allocator.allocate(input([device('a', { k: 1 })], [request('r')], constraints)).kind).toBe('allocated');
  });

  it.each(['1e400', '1e999999999', '9'.repeat(400), `${'9'.repeat(20_000)}`, `0.${'0'.repeat(5000)}1`])(
    'the quantity %.20s is an answer or an error',
    (value) => {
      const question = input([{ name: 'a', capacity: { m: { value } } }], [request('r')]);
      try {
        expect(allocator.allocate(question).kind).toBe('allocated');
      } catch (error) {
        expect(error).toBeInstanceOf(AllocationError);
      }
    },
  );
});

it('values that are no JSON are refused where they stand', () => {
  const strange: readonly unknown[] = [
    undefined,
    () => 1,
    Symbol('x'),
    new Date(0),
    new Map([['spec', 1]]),
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ];
  for (const value of strange) {
    const question = {
      ...input(devices(1), []),
      claims: [{ metadata: { name: 'c' }, spec: { devices: { requests: [{ name: 'r', exactly: value }] } } }],
    };
    expect(() => allocator.allocate(question as AllocateInput)).toThrow(AllocationError);
  }
});

it('a getter that throws, or a proxy that lies, changes nothing for later calls', () => {
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('trap');
      },
    },
  );
  expect(() => allocator.allocate({ ...input(devices(1), []), claims: [trap] })).toThrow();
  expect(allocator.allocate(input(devices(1), [request('r')])).kind).toBe('allocated');
});

describe('huge quantities', () => {
  const COUNT = 20_000;
  const huge = (value: string) => Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`c${index}`, { value }]));

  it('as counters end in an error that names the limit', () => {
    const pool = { resourceSliceCount: 2 };
    const consumesCounters = [{ counterSet: 's', counters: huge('7e9999') }];
    const resourceSlices = [
      slice('counters', [], { pool, sharedCounters: [{ name: 's', counters: huge('1e10000') }] }),
      slice('devices', [device('a', {}, { consumesCounters })], { pool }),
    ];
    expect(() => allocator.allocate({ ...input([], [request('r')]), resourceSlices })).toThrow(
      expect.objectContaining({ code: 'input-too-large', message: expect.stringContaining('digits') }),
    );
  });

  it('as capacities end in an error that names the limit', () => {
    const shared = device('a', {}, { allowMultipleAllocations: true, capacity: huge('1e10000') });
    expect(() => allocator.allocate(input([shared], [request('r')]))).toThrow(
      expect.objectContaining({ code: 'input-too-large', message: expect.stringContaining('digits') }),
    );
  });

  it('a few of them are computed exactly', () => {
    const capacity = { m: { value: '1e10000', requestPolicy: { default: '1' } } };
    const shared = device('a', {}, { allowMultipleAllocations: true, capacity });
    const asking = (name: string, m: string) => request(name, { capacity: { requests: { m } } });
    const nines = `${'9'.repeat(5000)}e5000`;
    expect(allocator.allocate(input([shared], [asking('r', nines), asking('s', '1e5000')])).kind).toBe('allocated');
    expect(allocator.allocate(input([shared], [asking('r', nines), asking('s', '1e5001')])).kind).toBe('unallocatable');
  });
});

describe('messages of ours', () => {
  const long = 'x'.repeat(100_000);

  it('show the beginning of a long text', async () => {
    const named = { ...node('n'), kind: long };
    const wrong = [
      () => allocator.allocate({ ...input([], []), node: named }),
      () => allocator.allocate({ ...input([], []), allocated: { claims: [{ kind: long }] } }),
      () => allocator.cluster().apply([{ kind: 'Node', metadata: { name: long }, status: 7 as never }]),
      () => allocator.cluster().apply([{ apiVersion: 'resource.k8s.io/v1', kind: long }]),
    ];
    for (const call of wrong) {
      const error = errorOf(call);
      expect(error.message.length).toBeLessThan(1_000);
      expect(error.message).toContain('...');
    }
  });

  it('name the field in its own words', () => {
    const error = errorOf(() => allocator.allocate({ ...input([], []), allocated: { claims: [{ kind: 'Node' }] } }));
    expect(error).toMatchObject({ path: 'allocated.claims[0].kind' });
  });
});
