import { describe, expect, it } from 'vitest';
import { createAllocator, type NodeExplanation } from '../../src/index.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from '../support/objects.js';

const allocator = await createAllocator();
const A = 'device.attributes["d.example.com"]';

function explain(devices: readonly object[], claims: readonly object[], more: object = {}): NodeExplanation {
  const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: [slice('s', devices)], claims, ...more };
  const [explained] = allocator.explain(input as never).nodes;
  const outcome = allocator.allocate(input as never);
  const results = outcome.kind === 'allocated' ? outcome.allocations.flatMap((one) => one.devices?.results ?? []) : [];
  expect(explained?.picks?.map(({ request: name, device: { device: picked } }) => [name, picked])).toEqual(
    results.map(({ request: name, device: picked }) => [name, picked]),
  );
  return explained as NodeExplanation;
}

const whyOf = (...given: Parameters<typeof explain>): string[] => (explain(...given).picks ?? []).map(({ why }) => why);
const kind = (name: string, count = 1): object => request(name, { count, ...selectors(`${A}.kind == "${name}"`) });
const on = (name: string, own: string, root: string): object => device(name, { kind: own, root });
const TAINTED = { taints: [{ key: 'k', effect: 'NoSchedule' }] };

describe('a device is selected', () => {
  it('as the first one, or the first that can be selected', () => {
    expect(whyOf([device('a'), device('b')], [claim('c', [request('r', { count: 2 })])])).toEqual([
      'first device',
      'first available device',
    ]);
  });

  it('after those that are lost, with the causes', () => {
    const held = {
      ...claim('h', [request('r')]),
      status: { allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'a' }] } } },
    };
    const devices = [device('a'), device('b', {}, TAINTED), device('c'), device('d', {}, TAINTED)];
    const [why] = whyOf(devices, [claim('c', [request('r')])], { allocated: { claims: [held] } });
    expect(why).toBe('first device that works; skipped: 1 has the untolerated taint k:NoSchedule, 1 allocated to claim ns/h');
  });

  it('after those that other requests got', () => {
    expect(whyOf([device('a'), device('b')], [claim('c', [request('q'), request('r')])])[1]).toBe(
      'first device that works; skipped: a (allocated to request q)',
    );
  });

  it('after those that a constraint keeps off, or that leave nothing to others', () => {
    const devices = [on('g0', 'gpu', 'A'), on('g1', 'gpu', 'B'), on('n0', 'nic', 'C'), on('n1', 'nic', 'B')];
    const claims = [claim('c', [kind('gpu'), kind('nic')], { constraints: [{ matchAttribute: 'd.example.com/root' }] })];
    expect(whyOf(devices, claims)).toEqual([
      'first device that works; skipped: g0 (leaves no devices for the rest)',
      expect.stringMatching(/skipped: n0 \(on a different d\.example\.com\/root than g1\), 2 do not match the selector/),
    ]);
    const distinct = [claim('c', [request('r', { count: 2 })], { constraints: [{ distinctAttribute: 'd.example.com/root' }] })];
    expect(whyOf([on('g0', 'gpu', 'A'), on('g1', 'gpu', 'A'), on('g2', 'gpu', 'B')], distinct)[1]).toBe(
      'first device that works; skipped: g1 (on the same d.example.com/root as a device that is already allocated)',
    );
  });

  it('of all devices as one of them', () => {
    expect(whyOf([device('a')], [claim('c', [request('r', { allocationMode: 'All' })])])).toEqual([
      'the request allocates every device that matches',
    ]);
  });
});

describe('an alternative is taken', () => {
  it('since the earlier ones have too few devices', () => {
    const list = firstAvailable('r', { x: { count: 3 }, y: { count: 2 } });
    expect(whyOf([device('a'), device('b')], [claim('c', [list])])[0]).toBe(
      'first device; earlier alternatives do not fit: request r/x needs 3 devices, but there are only 2 of class any',
    );
  });

  it('since the earlier ones cannot be had with the rest', () => {
    const list = firstAvailable('r', { x: { count: 2 }, y: { count: 1 } });
    expect(whyOf([device('a'), device('b')], [claim('c', [list, request('s')])])[0]).toBe(
      'first device; earlier alternatives do not fit: r/x has enough devices, but not together with the other requests',
    );
  });
});

it('claims that have their devices keep them', () => {
  const picked = { request: 'r', driver: 'd.example.com', pool: 'p', device: 'a' };
  const held = { ...claim('h', [request('r')]), status: { allocation: { devices: { results: [picked] } } } };
  const { picks, text } = explain([device('a'), device('b')], [held, claim('c', [request('r')])]);
  expect(picks?.map(({ claim: name, why }) => [name, why])).toEqual([
    ['ns/h', 'already allocated'],
    ['ns/c', expect.stringContaining('skipped: 1 allocated to claim ns/h')],
  ]);
  expect(text).toBe('ns/h: r is allocated a; ns/c: r is allocated b');
});

it('many devices before a selection are only counted', () => {
  const devices = Array.from({ length: 100 }, (_, index) => on(`g${index}`, 'gpu', 'A'));
  const claims = [
    claim('c', [request('gpu'), request('nic', selectors(`${A}.root == "B"`))], {
      constraints: [{ matchAttribute: 'd.example.com/root' }],
    }),
  ];
  const [why] = whyOf([...devices, on('last', 'gpu', 'B'), on('nic', 'nic', 'B')], claims);
  expect(why).toMatch(/skipped: g0, g1, g2 and 61 more \(leaves no devices for the rest\), 36 more devices$/);
});
