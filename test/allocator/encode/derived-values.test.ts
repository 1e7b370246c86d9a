// Tests constraints over attributes that requests derive. Source: docs/spec/reference-1.37.md 2.1.

import { describe, expect, it } from 'vitest';
import { DerivedValues, derivationOf } from '../../../src/allocator/encode/derived-values.js';
import type { SlotPlan } from '../../../src/allocator/encode/slot-plan.js';
import type { PoolDevice } from '../../../src/allocator/pools/pool.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import type { DeviceAttribute } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, firstAvailable, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator();
const scalarsOnly = await createAllocator({ featureGates: { DRAListTypeAttributes: false } });
const dedicatedOnly = await createAllocator({ featureGates: { DRAConsumableCapacity: false } });

/** Returns the field of a request that derives these attributes. */
function derives(expressions: Readonly<Record<string, string>>): { readonly derivedAttributes: readonly object[] } {
  return { derivedAttributes: Object.entries(expressions).map(([name, expression]) => ({ name, expression })) };
}

/** Returns the devices allocated to the requests, `unallocatable`, or the code and text of the error. */
function answer(devices: readonly object[], requests: readonly object[], constraints: readonly object[], by = allocator): string {
  try {
    const outcome = by.allocate({
      node: node('n'),
      claims: [claim('c', requests, { constraints })],
      deviceClasses: [deviceClass('any')],
      resourceSlices: [slice('s', devices)],
    });
    if (outcome.kind !== 'allocated') return outcome.kind;
    return outcome.allocations[0]?.devices.results?.map((result) => result.device).join() ?? '';
  } catch (error) {
    if (error instanceof AllocationError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const match = [{ matchAttribute: 'derived/k' }];
const distinct = [{ distinctAttribute: 'derived/k' }];
const attribute = (name: string): string => `device.attributes["d.example.com"].${name}`;
const two = (expression: string): object[] => [request('r', { count: 2, ...derives({ 'derived/k': expression }) })];

describe('a constraint over a derived attribute', () => {
  const numbered = [device('d0', { n: 1 }), device('d1', { n: 2 }), device('d2', { n: 3 })];

  it('compares what the expression gives', () => {
    expect(answer(numbered, two(`${attribute('n')} / 2`), match)).toBe('d1,d2');
    expect(answer(numbered, two(`${attribute('n')} / 2`), distinct)).toBe('d0,d1');
    expect(answer(numbered, two('device.driver'), match)).toBe('d0,d1');
    expect(answer(numbered, two('device.driver'), distinct)).toBe('unallocatable');
  });

  it('compares types as well as values', () => {
    const mixed = [device('d0', { n: 1 }), device('d1', { n: '1' }), device('d2', { n: 1 })];
    expect(answer(mixed, two(attribute('n')), match)).toBe('d0,d2');
    expect(answer(mixed, two(attribute('n')), distinct)).toBe('d0,d1');
  });

  it('compares versions as they are printed', () => {
    const versions = [
      device('d0', { v: '1.2.0+a' }),
      device('d1', { v: '1.2.0+b' }),
      device('d2', { v: 'v1.2' }),
      device('d3', { v: '1.2.0' }),
    ];
    expect(answer(versions, two(`semver(${attribute('v')}, true)`), match)).toBe('d2,d3');
  });

  it('looks for an element in common in lists', () => {
    const lists = [device('d0', { n: [1, 2] }), device('d1', { n: [3] }), device('d2', { n: [2, 4] })];
    expect(answer(lists, two(`${attribute('n')}.map(x, x * 2)`), match)).toBe('d0,d2');
    expect(answer(lists, two(`${attribute('n')}.map(x, x * 2)`), distinct)).toBe('d0,d1');
  });

  it('finds no value in an empty list', () => {
    expect(answer([device('d0')], [request('r', derives({ 'derived/k': '[]' }))], match)).toBe('unallocatable');
    expect(answer([device('d0')], [request('r', derives({ 'derived/k': '[]' }))], distinct)).toBe('unallocatable');
  });

  it('compares lists with nothing while list attributes are off', () => {
    const one = [request('r', derives({ 'derived/k': '[1]' }))];
    expect(answer(numbered, one, match, scalarsOnly)).toBe('d0');
    expect(answer(numbered, [request('r', derives({ 'derived/k': '[]' }))], match, scalarsOnly)).toBe('d0');
    expect(answer(numbered, two('[1]'), match, scalarsOnly)).toBe('unallocatable');
    expect(answer(numbered, two('[1]'), distinct, scalarsOnly)).toBe('unallocatable');
    const listAndScalar = [request('a', derives({ 'derived/k': '[1]' })), request('b', derives({ 'derived/k': '1' }))];
    expect(answer(numbered, listAndScalar, distinct, scalarsOnly)).toBe('d0,d1');
  });

  it('is about the values of each request', () => {
    const requests = [
      request('a', derives({ 'derived/k': attribute('n') })),
      request('b', derives({ 'derived/k': `${attribute('n')} - 1` })),
    ];
    expect(answer(numbered, requests, match)).toBe('d0,d1');
    expect(answer(numbered.slice(1, 2), requests, match)).toBe('unallocatable');
  });

  it('hides what the devices publish, for the request that derives it only', () => {
    const own = derives({ 'd.example.com/n': `${attribute('n')} + 1` });
    const constraints = [{ matchAttribute: 'd.example.com/n' }];
    expect(answer(numbered, [request('a', own), request('b')], constraints)).toBe('d0,d1');
    expect(answer(numbered, [request('a'), request('b', own)], constraints)).toBe('d1,d0');
    // The name of the entry is compared without normalization.
    expect(answer(numbered, [request('a', derives({ n: '7' })), request('b')], constraints)).toBe('unallocatable');
  });

  it('does not make values for other constraints and selectors', () => {
    const selected = { ...derives({ 'd.example.com/k': '1' }), selectors: [{ cel: { expression: `has(${attribute('k')})` } }] };
    expect(answer(numbered, [request('r', selected)], [])).toBe('unallocatable');
    expect(answer(numbered, [request('a', derives({ 'derived/k': '1' })), request('b')], match)).toBe('unallocatable');
  });

  it('takes the last of several entries with one name', () => {
    const twice = {
      derivedAttributes: [
        ...derives({ 'derived/k': attribute('n') }).derivedAttributes,
        ...derives({ 'derived/k': '1' }).derivedAttributes,
      ],
    };
    expect(answer(numbered, [request('r', { count: 2, ...twice })], match)).toBe('d0,d1');
  });

  it('follows the chosen subrequest', () => {
    const list = firstAvailable('r', {
      same: { count: 2, ...derives({ 'derived/k': attribute('n') }) },
      any: { count: 2, ...derives({ 'derived/k': '1' }) },
    });
    expect(answer(numbered, [list], match)).toBe('d0,d1');
    expect(answer(numbered, [list], [{ matchAttribute: 'derived/k', requests: ['r/same'] }])).toBe('d0,d1');
    expect(answer(numbered, [list], distinct)).toBe('d0,d1');
  });
});

describe('a derived attribute that fails', () => {
  const one = (expression: string): object[] => [request('r', derives({ 'derived/k': expression }))];

  it('ends the search with the words of the reference; only what does not compile gets help after them', () => {
    expect(answer([device('d0')], one(attribute('missing')), match)).toBe(
      'derived-attribute-runtime-error: evaluate derived attribute derived/k on device d.example.com/p/d0 failed: no such key: missing',
    );
    expect(answer([device('d0')], one('[dyn("a"), dyn(1)]'), match)).toBe(
      'derived-attribute-runtime-error: evaluate derived attribute derived/k on device d.example.com/p/d0 failed: ' +
        'expected list element at index 1 to be string, got int64',
    );
    expect(answer([device('d0')], one('1.5'), distinct)).toBe(
      'derived-attribute-compile-error: compile derived attribute derived/k failed: ' +
        'must evaluate to a primitive scalar (string, integer, boolean, semver) or a list of these scalars, not double',
    );
    expect(answer([device('d0')], one('nope'), match)).toBe(
      'derived-attribute-compile-error: compile derived attribute derived/k failed: ' +
        "compilation failed: ERROR: <input>:1:1: undeclared reference to 'nope' (in container '')\n | nope\n | ^\n" +
        'help: the only variable is device: if nope is a string, put it in quotes: "nope"',
    );
  });

  it('ends at the cost limit', () => {
    const costly = 'lists.range(1000).map(x, lists.range(1000).map(y, x * y).size())';
    expect(answer([device('d0')], one(costly), match)).toBe(
      'derived-attribute-runtime-error: evaluate derived attribute derived/k on device d.example.com/p/d0 failed: ' +
        'operation cancelled: actual cost limit exceeded',
    );
  });

  it('does no harm where the search does not come upon it', () => {
    const devices = [device('d0', { n: 1 }), device('d1')];
    expect(answer(devices, one(attribute('n')), match)).toBe('d0');
    expect(answer([], one('nope'), match)).toBe('unallocatable');
    expect(answer(devices, one('nope'), [])).toBe('d0');
    expect(answer(devices, one('nope'), [{ matchAttribute: 'derived/k', requests: ['other'] }])).toBe('d0');
    const unmatched = [{ matchAttribute: 'd.example.com/missing' }, ...match];
    expect(answer(devices, one('nope'), unmatched)).toBe('unallocatable');
    expect(answer(devices, one('nope'), unmatched.toReversed())).toMatch(/^derived-attribute-compile-error: /);
  });

  it('names the device where a request for all fails', () => {
    const all = [request('r', { allocationMode: 'All', ...derives({ 'derived/k': attribute('n') }) })];
    expect(answer([device('d0', { n: 1 }), device('d1')], all, match)).toBe(
      'derived-attribute-runtime-error: evaluate derived attribute derived/k on device d.example.com/p/d1 failed: no such key: n',
    );
    expect(answer([device('d0', { n: 1 }), device('d1', { n: 2 })], all, match)).toBe(
      'constraint-refuses-all: claim ns/c, request r: cannot add device d.example.com/p/d1 because a claim constraint would not be satisfied',
    );
  });
});

describe('very long lists', () => {
  it('are rejected above a limit', () => {
    const devices = Array.from({ length: 8 }, (_, index) => device(`d${index}`));
    const long = [request('r', derives({ 'derived/k': 'lists.range(150000)' }))];
    expect(answer(devices, long, match)).toMatch(
      /^input-too-large: the expression "lists.range\(150000\)" of a derived attribute results in/,
    );
  });
});

describe('a device that two requests share', () => {
  const shared = (attributes: Readonly<Record<string, unknown>>): object[] => [
    device('d0', attributes, { allowMultipleAllocations: true }),
  ];
  const pair = [request('a'), request('b')];
  const over = (kind: 'match' | 'distinct'): object[] => [{ [`${kind}Attribute`]: 'd.example.com/n' }];

  it('has all of its values in common with itself', () => {
    expect(answer(shared({ n: 1 }), pair, over('match'))).toBe('d0,d0');
    expect(answer(shared({ n: [1, 2] }), pair, over('match'))).toBe('d0,d0');
    expect(answer(shared({ n: 1 }), pair, over('distinct'))).toBe('unallocatable');
    expect(answer(shared({ n: [1, 2] }), pair, over('distinct'))).toBe('unallocatable');
    expect(answer(shared({}), pair, over('distinct'))).toBe('unallocatable');
  });

  it('can have different values by what the requests derive', () => {
    const deriving = (a: string, b: string): object[] => [
      request('a', derives({ 'derived/k': a })),
      request('b', derives({ 'derived/k': b })),
    ];
    expect(answer(shared({ n: 1 }), deriving(attribute('n'), '2'), match)).toBe('unallocatable');
    expect(answer(shared({ n: 1 }), deriving(attribute('n'), '2'), distinct)).toBe('d0,d0');
    expect(answer(shared({ n: 1 }), deriving('[1, 2]', '[2, 3]'), match)).toBe('d0,d0');
  });

  it('matches no list, not even its own, while list attributes are off', () => {
    expect(answer(shared({ n: [1] }), pair, over('match'), scalarsOnly)).toBe('unallocatable');
    expect(answer(shared({ n: [1] }), pair, over('distinct'), scalarsOnly)).toBe('unallocatable');
    expect(answer(shared({ n: 1 }), pair, over('match'), scalarsOnly)).toBe('d0,d0');
  });

  it('is not shared while consumable capacity is off', () => {
    expect(answer(shared({ n: 1 }), pair, over('match'), dedicatedOnly)).toBe('unallocatable');
  });
});

describe('DerivedValues', () => {
  /** Devices that count reads of their attributes. */
  function counted(attributes: Readonly<Record<string, DeviceAttribute>>): {
    readonly devices: readonly PoolDevice[];
    readonly reads: () => number;
  } {
    let reads = 0;
    const values = new Map(Object.entries(attributes));
    const target = {
      slice: { spec: { driver: 'd.example.com' } },
      device: {
        capacity: new Map(),
        get attributes() {
          reads++;
          return values;
        },
      },
    };
    return { devices: [target as unknown as PoolDevice], reads: () => reads };
  }

  it('evaluates an expression once for each device', () => {
    const { devices, reads } = counted({ n: { int: 1n } });
    const values = new DerivedValues(devices, new SelectorCache());
    expect(inOneGo(values.valueOf(attribute('n'), 0, UNLIMITED))).toEqual({ int: 1n });
    expect(inOneGo(values.valueOf(attribute('n'), 0, UNLIMITED))).toEqual({ int: 1n });
    expect(inOneGo(values.valueOf(attribute('missing'), 0, UNLIMITED))).toBe('error');
    expect(inOneGo(values.valueOf(attribute('missing'), 0, UNLIMITED))).toBe('error');
    expect(inOneGo(values.valueOf('nope', 0, UNLIMITED))).toBe('error');
    expect(reads()).toBe(2);
  });

  it('keeps no lists that are longer than devices may have', () => {
    const { devices, reads } = counted({});
    const values = new DerivedValues(devices, new SelectorCache());
    for (const expression of ['lists.range(64)', 'lists.range(64)', 'lists.range(65)', 'lists.range(65)'])
      inOneGo(values.valueOf(expression, 0, UNLIMITED));
    expect(reads()).toBe(3);
  });

  it('forgets expressions when there are many', () => {
    const { devices, reads } = counted({});
    const values = new DerivedValues(devices, new SelectorCache());
    for (let number = 0; number < 65; number++) inOneGo(values.valueOf(`${number}`, 0, UNLIMITED));
    inOneGo(values.valueOf('64', 0, UNLIMITED));
    expect(reads()).toBe(65);
    inOneGo(values.valueOf('0', 0, UNLIMITED));
    expect(reads()).toBe(66);
  });
});

describe('derivationOf', () => {
  it('finds an entry by its exact name', () => {
    const selection = { derivedAttributes: [{ name: 'derived/k', expression: '' }] };
    const slot = { selection } as unknown as SlotPlan;
    expect(derivationOf(slot, 'derived/k')).toBe('');
    expect(derivationOf(slot, 'k')).toBeUndefined();
  });
});
