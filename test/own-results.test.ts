// Callers own their results: writing into a result changes no other result and no state of the library.

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type CompiledSelector, compileSelector } from '../src/cel/index.js';
import { AllocationError } from '../src/core/base/errors.js';
import { toPlainJson } from '../src/core/base/plain-json.js';
import { type Allocator, type Cluster, createAllocator, ERROR_CODES } from '../src/index.js';
import { cases } from './support/extent.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from './support/objects.js';

const parameters = { of: { any: [1, 'shape', { there: 2n ** 60n }] } };
const config = [{ opaque: { driver: 'd.example.com', parameters } }];
const tolerations = [{ key: 'k', operator: 'Exists', tolerationSeconds: 2n ** 60n }];
const selector = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }] };
const OBJECTS = [
  node('n1', { zone: 'a' }),
  node('n2', { zone: 'a' }),
  { ...deviceClass('any'), spec: { config } },
  slice(
    's1',
    [device('d0', { k: 1 }, { bindingConditions: ['ready'], bindingFailureConditions: ['broken'], bindsToNode: true }), device('d1')],
    {
      nodeName: 'n1',
      pool: { name: 'p1' },
    },
  ),
  slice('s2', [device('m', {}, { allowMultipleAllocations: true, capacity: { mem: { value: '40', requestPolicy: { default: '10' } } } })], {
    nodeSelector: selector,
    pool: { name: 'shared' },
    driver: 'shared.example.com',
  }),
];
const held = {
  ...claim('held', [request('r')]),
  status: {
    allocation: {
      devices: {
        results: [{ request: 'r', driver: 'd.example.com', pool: 'p1', device: 'd1' }],
        config: config.map((each) => ({ source: 'FromClaim', ...each })),
      },
    },
  },
};
const QUESTIONS: Readonly<Record<string, readonly object[]>> = {
  plain: [claim('c', [request('r', { tolerations })], { config })],
  list: [claim('c', [firstAvailable('r', { a: { count: 9 }, b: {} })])],
  share: [claim('c', [request('r', selectors('device.driver == "shared.example.com"'))])],
  held: [held, claim('c', [firstAvailable('r', { a: {}, b: {} })])],
  'too many': [claim('c', [request('r', { count: 9 })])],
  unknown: [claim('c', [request('r', { deviceClassName: 'none' })])],
  failing: [claim('c', [request('r', selectors('device.attributes["d.example.com"].k == 1'))])],
  compile: [claim('c', [request('r', selectors('device.'))])],
};

/** The time is up before anything is considered. */
const LATE = { milliseconds: Number.MIN_VALUE };

/** Gives the result of an action, or the error that it throws. */
async function resultOf(action: () => unknown): Promise<unknown> {
  try {
    return await action();
  } catch (error) {
    return error;
  }
}

/** Returns calls of every method of the public interface, by name. */
function methods(allocator: Allocator, cluster: Cluster, claims: readonly object[]): Record<string, () => unknown> {
  const [first, second, third, ...rest] = OBJECTS as [object, object, object, ...object[]];
  const input = { node: first, claims, deviceClasses: [third], resourceSlices: rest, allocated: { claims: [held] } };
  const prepared = cluster.prepare(claims);
  const outcomes = (found: ReturnType<Cluster['filter']>): unknown[] =>
    ['n1', 'n2'].map((name) => [tried(() => found.outcome(name)), tried(() => found.choices(name))]);
  return {
    allocate: () => allocator.allocate(input),
    allocateAsync: () => allocator.allocateAsync(input),
    'allocate, elsewhere': () => allocator.allocate({ ...input, node: second }),
    'allocate, late': () => allocator.allocate({ ...input, limits: LATE }),
    explain: () => allocator.explain(input),
    'explain, late': () => allocator.explain({ ...input, limits: LATE }),
    'cluster.allocate': () => cluster.allocate({ claims, node: 'n1' }),
    'cluster.allocate, prepared': () => cluster.allocate({ claims: prepared, node: 'n1' }),
    'cluster.allocateAsync': () => cluster.allocateAsync({ claims, node: 'n2' }),
    'cluster.filter': () => cluster.filter({ claims }),
    'cluster.filter, in time': () => cluster.filter({ claims, limits: { steps: 1 } }),
    'cluster.filterAsync': () => cluster.filterAsync({ claims: prepared }),
    'cluster.filter, outcomes': () => outcomes(cluster.filter({ claims })),
    'cluster.filterAsync, outcomes': async () => outcomes(await cluster.filterAsync({ claims, nodes: ['n1', 'n2'] })),
    'cluster.choices': () => cluster.choices(claims, cluster.allocate({ claims, node: 'n1' })),
    'cluster.choiceCounts': () => cluster.choiceCounts(),
    'cluster.explain': () => cluster.explain({ claims }),
    'cluster.explain, late': () => cluster.explain({ claims, limits: LATE }),
    'cluster.explainAsync, late': () => cluster.explainAsync({ claims, limits: LATE }),
    'cluster.filter, late': () => cluster.filter({ claims, limits: LATE }),
    'cluster.explainAsync': () => cluster.explainAsync({ claims: prepared, node: 'n1' }),
    'cluster.prepare': () => cluster.prepare(claims).toJSON(),
    'cluster.prepare, named': () => tried(() => prepared.named(claims.map((_, index) => ({ name: `x${index}` }))).toJSON()),
    'cluster.toJSON': () => cluster.toJSON(),
    toJSON: () => allocator.toJSON(),
    codes: () => ERROR_CODES,
  };
}

function tried(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

/** Writes a result as a text. */
function said(result: unknown): string {
  return JSON.stringify(toPlainJson(result));
}

/** Overwrites everything reachable from a value, except for functions and frozen objects. */
function spoil(value: unknown, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Map) for (const [key, item] of [...value]) [spoil(key, seen), spoil(item, seen)];
  for (const key of Reflect.ownKeys(value)) {
    // Methods of results, when called, give more to spoil.
    const item = Reflect.get(value, key);
    spoil(item, seen);
    Reflect.set(value, key, typeof item === 'number' ? item + 7 : 'spoiled');
  }
  if (value instanceof Map) {
    value.clear();
    value.set('n1', new AllocationError('internal', 'spoiled'));
  }
  // Empty lists are those that are most easily shared.
  if (Array.isArray(value)) for (const [index, item] of ['spoiled', 'spoiled as well'].entries()) Reflect.set(value, index, item);
}

async function world(): Promise<{ allocator: Allocator; cluster: Cluster }> {
  let shares = 0;
  const allocator = await createAllocator({ newShareID: () => `share-${shares++}` });
  const cluster = allocator.cluster();
  cluster.apply(structuredClone([...OBJECTS, held]));
  return { allocator, cluster };
}

/** Share IDs are made up. */
const withoutShares = (text: string): string => text.replace(/share-\d+/g, 'share');

describe('what callers write into results changes nothing else', () => {
  for (const [name, claims] of Object.entries(QUESTIONS)) {
    it(`of ${name}`, async () => {
      const one = await world();
      const fresh = await world();
      const own = methods(one.allocator, one.cluster, structuredClone(claims));
      const expected = methods(fresh.allocator, fresh.cluster, structuredClone(claims));
      const wanted: Record<string, string> = {};
      for (const [method, call] of Object.entries(expected)) wanted[method] = withoutShares(said(await resultOf(call)));
      for (let time = 0; time < cases(2, 3); time++) {
        for (const [method, call] of Object.entries(own)) {
          const result = await resultOf(call);
          expect([method, withoutShares(said(result))]).toEqual([method, wanted[method]]);
          spoil(result);
        }
      }
    });
  }

  it('nor does what they do to what they handed in, once it was taken', async () => {
    const { cluster } = await world();
    const claims = structuredClone([...(QUESTIONS['plain'] as object[]), held]);
    const prepared = cluster.prepare(claims);
    const allocated = (): string => withoutShares(said(cluster.allocate({ claims: prepared, node: 'n1' })));
    const before = allocated();
    spoil(claims);
    expect(allocated()).toBe(before);
    const outcome = cluster.allocate({ claims: prepared, node: 'n1' });
    cluster.commit(prepared, outcome);
    spoil(outcome);
    expect(JSON.parse(allocated()).allocations).toEqual(JSON.parse(before).allocations);
  });
});

describe('all results', () => {
  it('can be put into JSON and logged, with integers of any size', async () => {
    for (const claims of Object.values(QUESTIONS)) {
      const { allocator, cluster } = await world();
      for (const [method, call] of Object.entries(methods(allocator, cluster, claims))) {
        const result = await resultOf(call);
        expect([method, JSON.stringify(result) ?? '']).not.toEqual([method, '{}']);
        expect(inspect(result)).not.toBe('{}');
      }
    }
    const [plain] = QUESTIONS['plain'] as [object];
    const { cluster } = await world();
    const text = JSON.stringify(cluster.allocate({ claims: [plain], node: 'n1' }));
    expect(text).toContain(`"tolerationSeconds":"${2n ** 60n}"`);
    expect(text).toContain(`"there":"${2n ** 60n}"`);
    const bare = {
      ...claim('c', [request('r')]),
      spec: { devices: { requests: [request('r')], config: [{ opaque: { driver: 'd', parameters: 2n ** 60n } }] } },
    };
    expect(JSON.stringify(cluster.allocate({ claims: [bare], node: 'n1' }))).toContain(`"parameters":"${2n ** 60n}"`);
    const many = claim('c', [firstAvailable('r', { a: { count: 2n ** 60n }, b: {} })]);
    expect(JSON.stringify(cluster.explain({ claims: [many] }))).toContain(`"wanted":"${2n ** 60n}"`);
    expect(JSON.stringify(cluster.prepare([plain]))).toContain('"kind":"ResourceClaim"');
    expect(JSON.parse(JSON.stringify(cluster))).toEqual({
      nodes: 2,
      resourceSlices: 2,
      deviceClasses: 1,
      deviceTaintRules: 0,
      allocatedClaims: 1,
    });
  });

  it('of selectors as well', () => {
    const compiled: CompiledSelector = compileSelector('device.attributes["d.example.com"].k == 1');
    const costs = compiled.maxCost;
    expect(JSON.parse(JSON.stringify(compiled))).toEqual({ expression: compiled.expression, notes: [], maxCost: Number(costs) });
    expect(JSON.parse(JSON.stringify({ ...compiled }))).toEqual(JSON.parse(JSON.stringify(compiled)));
    expect(inspect(compiled)).toContain('maxCost: ');
    const dear = compileSelector('lists.range(1000000).all(i, lists.range(1000000).all(j, lists.range(1000000).all(k, i + j + k > 0)))');
    expect(JSON.parse(JSON.stringify(dear)).maxCost).toBe(
      Number.isSafeInteger(Number(dear.maxCost)) ? Number(dear.maxCost) : `${dear.maxCost}`,
    );
    const trial = compiled.trial({ attributes: { 'd.example.com/k': { int: 1 } } }, 'd.example.com');
    expect(JSON.parse(JSON.stringify(trial))).toEqual(trial);
    spoil(trial);
    spoil(compiled.notes);
    expect(compiled.trial({ attributes: { 'd.example.com/k': { int: 1 } } }, 'd.example.com')).toMatchObject({ value: true });
    expect(compileSelector(compiled.expression).notes).toEqual([]);
  });
});
