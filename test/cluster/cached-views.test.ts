import { describe, expect, it } from 'vitest';
import { CachedViews } from '../../src/cluster/cached-views.js';
import { DecodeContext } from '../../src/core/api/context.js';
import type { Node } from '../../src/core/api/node.js';
import { decodeNode } from '../../src/core/api/node.js';
import { decodeResourceSlice } from '../../src/core/api/resource-slice.js';
import { Checkpoint, UNLIMITED } from '../../src/core/base/checkpoint.js';
import { deepFreeze } from '../../src/core/base/immutable-json.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { Json } from '../../src/core/base/json.js';
import { createAllocator } from '../../src/index.js';
import { claim, device, deviceClass, deviceTaintRule, node, request, selectors, slice } from '../support/objects.js';

function frozen<T extends object>(value: T): T {
  const own = structuredClone(value);
  deepFreeze(own);
  return own;
}

const nodeOf = (name: string): Node => decodeNode(node(name) as unknown as Json, new DecodeContext());
const sliceOf = (name: string, devices: number, text = '') =>
  decodeResourceSlice(
    slice(
      name,
      Array.from({ length: devices }, (_, index) => device(`d${index}`, { model: `m${index}`, text })),
    ) as unknown as Json,
    new DecodeContext(),
  );

const viewsOf = (views: CachedViews, ...asked: Parameters<CachedViews['of']>) => inOneGo(views.of(...asked));

describe('what is kept', () => {
  it('is found by the very objects, in their order, and by all of them', () => {
    const views = new CachedViews();
    const [a, b] = [nodeOf('a'), nodeOf('a')];
    const [s, t] = [sliceOf('s', 1), sliceOf('t', 1)];
    const of = (one: Node, slices = [s, t]) => viewsOf(views, { node: one, slices, rules: [] }, true, UNLIMITED);
    expect(of(a)).toBe(of(a));
    const others = [of(b), of(a, [t, s]), of(a, [s]), of(a, [s, t, t])];
    expect(new Set([of(a), ...others]).size).toBe(5);
  });

  it('is nothing for objects that do not come again', () => {
    const views = new CachedViews();
    const objects = { node: nodeOf('a'), slices: [sliceOf('s', 1)], rules: [] };
    expect(viewsOf(views, objects, false, UNLIMITED)).not.toBe(viewsOf(views, objects, false, UNLIMITED));
    expect(viewsOf(views, objects, true, UNLIMITED)).toBe(viewsOf(views, objects, true, UNLIMITED));
  });

  it('is the same for calls that pause', () => {
    const views = new CachedViews();
    const objects = { node: nodeOf('a'), slices: Array.from({ length: 100 }, (_, index) => sliceOf(`s${index}`, 1)), rules: [] };
    const paused = new Checkpoint();
    paused.beginSlice(0);
    const computation = views.of(objects, true, paused);
    expect(computation.next().done).toBe(false);
    const kept = inOneGo(computation);
    expect(viewsOf(views, objects, true, UNLIMITED)).toBe(kept);
  });

  it('has an end, and what was not used for longest goes first', () => {
    const views = new CachedViews();
    const busy = { node: nodeOf('busy'), slices: [sliceOf('s', 4)], rules: [] };
    const idle = { node: nodeOf('idle'), slices: [sliceOf('s', 4)], rules: [] };
    const [kept, forgotten] = [busy, idle].map((objects) => viewsOf(views, objects, true, UNLIMITED));
    for (let other = 0; other < 20; other++) {
      viewsOf(views, { node: nodeOf(`other-${other}`), slices: [sliceOf('s', 4, 'x'.repeat(1_000_000))], rules: [] }, true, UNLIMITED);
      expect(viewsOf(views, busy, true, UNLIMITED)).toBe(kept);
    }
    expect(views.bytes).toBeLessThanOrEqual(32 << 20);
    expect(viewsOf(views, idle, true, UNLIMITED)).not.toBe(forgotten);
  });
});

describe('questions with objects that are frozen', () => {
  const wanted = (expression: string, count = 1) => claim('c', [request('r', { count, ...selectors(expression) })]);
  const objects = {
    node: node('n'),
    deviceClasses: [deviceClass('any')],
    resourceSlices: [
      slice(
        's',
        Array.from({ length: 6 }, (_, index) => device(`d${index}`, { model: index < 3 ? 'a' : 'b' })),
      ),
    ],
    deviceTaintRules: [deviceTaintRule('rule', { taint: { key: 'k', effect: 'NoSchedule' }, deviceSelector: { device: 'd0' } })],
  };
  const held = (device: string) => ({ devices: [{ driver: 'd.example.com', pool: 'p', device }] });
  const questions = [
    { claims: [wanted('true')] },
    { claims: [wanted('device.attributes["d.example.com"].model == "b"', 3)] },
    { claims: [wanted('device.attributes["d.example.com"].model == "b"', 3)], allocated: held('d4') },
    { claims: [wanted('true')], allocated: held('d1') },
    { claims: [wanted('device.attributes["d.example.com"].missing == 1')] },
    { claims: [wanted('true', 5)], deviceTaintRules: [] },
    { claims: [wanted('device.attributes["d.example.com"].model == "a" ? true : "x".matches("x*y")')], limits: { selectorWork: 1 } },
    { claims: [wanted('device.attributes["d.example.com"].model == "a" ? true : "x".matches("x*y")')] },
  ];

  it('have the answers of questions with objects of their own, whatever was asked before', async () => {
    const [shared, alone] = [await createAllocator(), await createAllocator()];
    const kept = frozen(objects);
    const told = async (answer: () => unknown): Promise<unknown> => {
      try {
        return await answer();
      } catch (error) {
        return { ...(error as object), message: (error as Error).message };
      }
    };
    for (const order of [questions, questions.toReversed(), questions])
      for (const question of order) {
        const expected = await told(() => alone.allocate({ ...structuredClone(objects), ...question }));
        expect(await told(() => shared.allocate({ ...kept, ...question }))).toEqual(expected);
        expect(await told(() => shared.allocateAsync({ ...kept, ...question }))).toEqual(expected);
        const explained = await told(() => alone.explain({ ...structuredClone(objects), ...question }));
        expect(await told(() => shared.explain({ ...kept, ...question }))).toEqual(explained);
      }
  });

  it('have other answers once other objects are handed in', async () => {
    const allocator = await createAllocator();
    const kept = frozen(objects);
    const ask = (more: object = {}) => allocator.allocate({ ...kept, claims: [wanted('true', 6)], deviceTaintRules: [], ...more }).kind;
    expect([ask(), ask(), ask()]).toEqual(['allocated', 'allocated', 'allocated']);
    expect(ask({ deviceTaintRules: kept.deviceTaintRules })).toBe('unallocatable');
    expect(ask({ node: frozen(node('m')) })).toBe('unallocatable');
    expect(ask({ resourceSlices: frozen([slice('s', [device('d0')])]) })).toBe('unallocatable');
    expect(ask()).toBe('allocated');
  });
});
