// Measures the work of suggestions for claims with long lists, as the number of list items that are read.

import { describe, expect, it } from 'vitest';
import { AllocatedState } from '../../../src/allocator/encode/allocated-state.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { laddersOf } from '../../../src/explain/suggest/candidates.js';
import { byTarget, type Change, withOperations } from '../../../src/explain/suggest/change.js';
import type { Question } from '../../../src/explain/suggest/question.js';
import { cases } from '../../support/extent.js';
import { claim, deviceClass, node, request, selectors } from '../../support/objects.js';

/** Returns objects whose lists count the reads of their items. */
class ReadCounter {
  reads = 0;
  readonly #counting = new WeakMap<object, object>();

  of<T>(value: T): T {
    if (typeof value !== 'object' || value === null || value instanceof Map) return value;
    const known = this.#counting.get(value);
    if (known !== undefined) return known as T;
    const isList = Array.isArray(value);
    const proxy = new Proxy(value, {
      get: (target, key) => {
        if (isList && typeof key === 'string' && key !== 'length' && !Number.isNaN(Number(key))) this.reads++;
        return this.of(Reflect.get(target, key) as unknown);
      },
    });
    this.#counting.set(value, proxy);
    return proxy as T;
  }
}

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const requests = (count: number) => range(count, (index) => request(`r${index}`));
const features = resolveFeatures({ featureGates: { XAttributeSemantics: true } });

/** Claims by their longest list. */
const CLAIMS: Readonly<Record<string, (count: number) => object>> = {
  requests: (count) => claim('c', requests(count)),
  constraints: (count) => claim('c', requests(2), { constraints: range(count, (index) => ({ matchAttribute: `d/a${index}` })) }),
  'requests under constraints': (count) =>
    claim('c', requests(count), {
      constraints: range(count, (index) => ({ matchAttribute: `d/a${index}`, requests: [`r${index}`, `r${(index + 1) % count}`] })),
    }),
  'names of a constraint': (count) =>
    claim('c', requests(count), { constraints: [{ matchAttribute: 'd/a', requests: range(count, (index) => `r${index}`) }] }),
  'requests with a configuration': (count) =>
    claim('c', requests(count), {
      config: range(count, (index) => ({ requests: [`r${index}`], opaque: { driver: 'd', parameters: {} } })),
    }),
  selectors: (count) => claim('c', [request('r', selectors(...range(count, (index) => `device.driver == "d${index}"`)))]),
  'derived attributes': (count) =>
    claim('c', [request('r', { derivedAttributes: range(count, (index) => ({ name: `d/x${index}`, expression: '1' })) })], {
      constraints: range(count, (index) => ({ matchAttribute: `d/a${index}` })),
    }),
};

function questionOf(
  object: object,
  classes: number,
  checkpoint: Checkpoint,
): { readonly question: Question; readonly counter: ReadCounter } {
  const counter = new ReadCounter();
  const context = new DecodeContext();
  const pending = counter.of(decodeResourceClaim(object as Json, context));
  const deviceClasses = new Map(
    range(classes, (index) => decodeDeviceClass(deviceClass(index === 0 ? 'any' : `c${index}.example.com`) as Json, context)).map(
      (one) => [one.metadata.name, one] as const,
    ),
  );
  const slices = inOneGo(SliceIndex.of([], [], UNLIMITED));
  const view = { node: decodeNode(node('n') as Json, context), devices: [], pools: [], slices };
  const input = { claims: [pending], deviceClasses, view, features, allocated: new AllocatedState(features) };
  const world = { selectors: new SelectorCache(), classes: () => deviceClasses.values(), rules: [], holders: () => [] };
  return { question: { input, world, checkpoint } as unknown as Question, counter };
}

/** Returns the most reads in one slice of a call that pauses as often as possible. */
function readsOfSlice(object: object): number {
  const checkpoint = new Checkpoint();
  const { question, counter } = questionOf(object, 1, checkpoint);
  checkpoint.beginSlice(0);
  const work = laddersOf(question);
  let most = 0;
  for (let isDone: boolean | undefined = false; isDone !== true; ) {
    const before = counter.reads;
    isDone = work.next().done;
    most = Math.max(most, counter.reads - before);
  }
  return most;
}

describe('candidates for a claim with many', () => {
  const names = Object.keys(CLAIMS);

  it.each(names)('%s are so many at most', (name) => {
    const { question } = questionOf(CLAIMS[name]?.(3000) as object, 1, UNLIMITED);
    expect(inOneGo(laddersOf(question)).length).toBeLessThan(2000);
  });

  it.each(names)('%s take work in proportion to these', (name) => {
    const readsFor = (count: number): number => {
      const { question, counter } = questionOf(CLAIMS[name]?.(count) as object, 1, UNLIMITED);
      inOneGo(laddersOf(question));
      return counter.reads;
    };
    expect(readsFor(4000)).toBeLessThan(2.2 * readsFor(2000));
  });

  it.each(names)('%s are made in small steps', (name) => {
    const size = cases(100, 400);
    expect(readsOfSlice(CLAIMS[name]?.(size) as object)).toBeLessThan(10 * size);
  });
});

it('classes of a cluster are considered up to a number', () => {
  const { question } = questionOf(claim('c', requests(300)), 5000, UNLIMITED);
  expect(inOneGo(laddersOf(question)).length).toBeLessThan(2000);
});

it('many changes of one list copy it once', () => {
  const counter = new ReadCounter();
  const object = counter.of(decodeResourceClaim(claim('c', requests(1000)) as Json, new DecodeContext()));
  const changes = range(
    500,
    (index): Change => ({
      target: { kind: 'ResourceClaim', object },
      operation: { op: 'remove', path: ['spec', 'devices', 'requests', 2 * index] },
    }),
  );
  const before = counter.reads;
  const changed = withOperations(object, byTarget(changes).get(object)?.operations ?? []);
  expect(changed.spec.devices.requests.map(({ name }) => name)).toEqual(range(500, (index) => `r${2 * index + 1}`));
  expect(counter.reads - before).toBeLessThan(3000);
});
