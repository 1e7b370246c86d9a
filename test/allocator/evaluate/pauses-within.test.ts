import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SelectorCache } from '../../../src/cel/cache.js';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { createAllocator, type KubernetesObjectJson } from '../../../src/index.js';

let pauses = 0;

// Every slice ends at once, so that calls pause wherever they can.
beforeAll(() => {
  const { beginSlice, beginTrial } = Checkpoint.prototype;
  vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
    pauses++;
    beginSlice.call(this, 0);
  });
  vi.spyOn(Checkpoint.prototype, 'beginTrial').mockImplementation(function (this: Checkpoint) {
    beginTrial.call(this, 0);
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

const GROUP = 'resource.k8s.io/v1';
const named = (count: number, value: object | string): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));
const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
const sliceOf = (name: string, spec: object): object => ({
  apiVersion: GROUP,
  kind: 'ResourceSlice',
  metadata: { name },
  spec: { driver: 'd.example.com', nodeName: 'n', pool: { ...pool, name }, ...spec },
});

/** Objects next to a node, a class and a claim with this request. */
interface Case {
  readonly objects: readonly object[];
  readonly exactly?: object;
  /** Pauses for each of the counted things. Fewer if one of the places that iterate over them stops yielding. */
  readonly pauses: number;
  /** The smaller of two counts; the other is its double. 300 if absent. */
  readonly few?: number;
}

const cases: Readonly<Record<string, (count: number) => Case>> = {
  'capacities of a device that are asked for': (count) => ({
    objects: [sliceOf('s', { devices: [{ name: 'd', allowMultipleAllocations: true, capacity: named(count, { value: '8' }) }] })],
    exactly: { capacity: { requests: named(count, '4') } },
    pauses: 19,
  }),
  'counters that a device takes': (count) => {
    const counters = named(count, { value: '1' });
    const of = { ...pool, resourceSliceCount: 2 };
    return {
      objects: [
        sliceOf('s', { pool: of, devices: [{ name: 'd', consumesCounters: [{ counterSet: 'c', counters }] }] }),
        sliceOf('t', { pool: of, sharedCounters: [{ name: 'c', counters }] }),
      ],
      pauses: 8,
    };
  },
  'pools that are invalid': (count) => ({
    objects: Array.from({ length: count }, (_, index) => sliceOf(`s${index}`, { devices: [{ name: 'd' }, { name: 'd' }] })),
    pauses: 6,
    // The error must have room for the names of all pools.
    few: 60,
  }),
};

/** Counts the pauses of a call on objects that the cluster stores already. */
async function pausesOf({ objects, exactly }: Case): Promise<number> {
  const cluster = (await createAllocator()).cluster();
  const deviceClass = { apiVersion: GROUP, kind: 'DeviceClass', metadata: { name: 'c' }, spec: {} };
  cluster.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } }, deviceClass, ...objects] as KubernetesObjectJson[]);
  const requests = [{ name: 'r', exactly: { deviceClassName: 'c', ...exactly } }];
  const claims = cluster.prepare([
    { apiVersion: GROUP, kind: 'ResourceClaim', metadata: { name: 'c', namespace: 'ns' }, spec: { devices: { requests } } },
  ]);
  pauses = 0;
  await cluster.allocateAsync({ claims, node: 'n' }).catch(() => undefined);
  return pauses;
}

it.each(Object.keys(cases))('calls yield between %s', async (name) => {
  const of = cases[name] as (count: number) => Case;
  const { pauses: least, few = 300 } = of(1);
  const more = (await pausesOf(of(2 * few))) - (await pausesOf(of(few)));
  expect(more / few).toBeGreaterThanOrEqual(least);
});

it('a filter compiles selectors in increments only, however many the cache holds', async () => {
  const inOneGo = vi.spyOn(SelectorCache.prototype, 'get');
  const cluster = (await createAllocator()).cluster();
  const deviceClass = { apiVersion: GROUP, kind: 'DeviceClass', metadata: { name: 'c' }, spec: {} };
  const objects = [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } }, deviceClass, sliceOf('s', { devices: [{ name: 'd' }] })];
  cluster.apply(objects as KubernetesObjectJson[]);
  const selectors = Array.from({ length: 20 }, (_, index) => ({ cel: { expression: `device.driver != "d${index}"` } }));
  const requests = [{ name: 'r', exactly: { deviceClassName: 'c', selectors } }];
  const claim = { apiVersion: GROUP, kind: 'ResourceClaim', metadata: { name: 'c', namespace: 'ns' }, spec: { devices: { requests } } };
  expect(await cluster.filterAsync({ claims: [claim] })).toMatchObject({ feasible: ['n'] });
  expect(inOneGo).not.toHaveBeenCalled();
});
