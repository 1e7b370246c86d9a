// Tests selectors that an own limit interrupts: the search ends where it
// encounters one, and no answer is cached for calls with other limits.

import { describe, expect, it } from 'vitest';
import { type AsyncLimits, type Cluster, createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../../support/objects.js';

/** Runs for about 10 ms; on devices that have the attribute `plain`, almost no time. */
const LONG =
  'device.attributes["d.example.com"].?plain.orValue(false) || lists.range(20000).all(x, ("a" + string(x)).matches("^a[0-9]+$"))';
/** Exceeds the default limit. */
const HOSTILE = 'cel.bind(s, lists.range(8000).map(x, "\u{1f600}").join(), lists.range(100000).all(i, s.size() != 0))';
/** Compiles to more states than are supported. */
const TOO_LARGE = `device.driver.matches("${'(a{30}){30}'.repeat(20)}")`;

const allocator = await createAllocator();
const gpus = deviceClass('gpu');
const hard = device('d0');
const plain = device('d1', { plain: true });

function ask(devices: readonly object[], expression: string, limits?: object): object {
  const requests = [request('r', { deviceClassName: 'gpu', ...selectors(expression) })];
  const input = { node: node('n'), claims: [claim('c', requests)], deviceClasses: [gpus], resourceSlices: [slice('s', devices)] };
  return allocator.allocate({ ...input, ...(limits === undefined ? {} : { limits }) } as never);
}

const LIMIT = { selectorWork: 100_000 };

describe('a search that comes upon a selector which takes too much work', () => {
  it('is interrupted, and names it', () => {
    expect(ask([hard], LONG, LIMIT)).toEqual({
      kind: 'interrupted',
      by: 'selector',
      steps: expect.any(Number),
      selector: {
        claim: 'ns/c',
        request: 'r',
        index: 0,
        device: 'd.example.com/p/d0',
        expression: `${LONG.slice(0, 97)}...`,
      },
    });
  });

  it('is so by default where Kubernetes would go on for seconds', () => {
    expect(ask([hard], HOSTILE)).toMatchObject({ kind: 'interrupted', by: 'selector' });
  });

  it('is so for a regular expression that is too large for this library', () => {
    expect(ask([hard], TOO_LARGE)).toMatchObject({ kind: 'interrupted', by: 'selector', selector: { index: 0 } });
  });

  it('goes on with a higher limit, and without one', () => {
    for (const selectorWork of [50_000_000, Number.POSITIVE_INFINITY])
      expect(ask([hard], LONG, { selectorWork })).toMatchObject({ kind: 'allocated' });
  });

  it('is not interrupted where it finds its devices before', () => {
    expect(ask([plain, hard], LONG, LIMIT)).toMatchObject({ kind: 'allocated' });
    expect(ask([hard, plain], LONG, LIMIT)).toMatchObject({ kind: 'interrupted', by: 'selector' });
  });

  it('ends at its time also within an evaluation', () => {
    expect(ask([hard], HOSTILE, { selectorWork: Number.POSITIVE_INFINITY, milliseconds: 20 })).toMatchObject({
      kind: 'interrupted',
      by: 'milliseconds',
    });
  });

  it('names the class whose selector it is', () => {
    const input = {
      node: node('n'),
      claims: [claim('c', [request('r', { deviceClassName: 'own' })])],
      resourceSlices: [slice('s', [hard])],
    };
    const outcome = allocator.allocate({ ...input, deviceClasses: [deviceClass('own', LONG)], limits: LIMIT } as never);
    expect(outcome).toMatchObject({ kind: 'interrupted', by: 'selector', selector: { class: 'own', index: 0 } });
  });

  it('is interrupted for requests for all devices, before it begins', () => {
    const requests = [request('r', { deviceClassName: 'gpu', allocationMode: 'All', count: undefined, ...selectors(LONG) })];
    const input = { node: node('n'), claims: [claim('c', requests)], deviceClasses: [gpus], resourceSlices: [slice('s', [hard])] };
    expect(allocator.allocate({ ...input, limits: LIMIT } as never)).toMatchObject({ kind: 'interrupted', by: 'selector', steps: 0 });
  });

  it('is interrupted for derived attributes', () => {
    const derived = { derivedAttributes: [{ name: 'derived/k', expression: `${LONG} ? 1 : 2` }] };
    const requests = [request('r', { deviceClassName: 'gpu', count: 2, ...derived })];
    const claims = [claim('c', requests, { constraints: [{ matchAttribute: 'derived/k' }] } as never)];
    const input = { node: node('n'), claims, deviceClasses: [gpus], resourceSlices: [slice('s', [hard, device('d2')])] };
    expect(allocator.allocate({ ...input, limits: LIMIT } as never)).toMatchObject({
      kind: 'interrupted',
      by: 'selector',
      selector: { attribute: 'derived/k', request: 'r' },
    });
    expect(allocator.allocate({ ...input, limits: { selectorWork: 50_000_000 } } as never)).toMatchObject({ kind: 'allocated' });
  });
});

describe('a cluster', () => {
  function clusterWith(devices: readonly object[]): Cluster {
    const cluster = allocator.cluster();
    cluster.apply([node('n'), gpus, slice('s', devices)] as never);
    return cluster;
  }
  const claims = [claim('c', [request('r', { deviceClassName: 'gpu', ...selectors(LONG) })])];
  const low = { selectorWork: 100_000 };
  const high = { selectorWork: 50_000_000 };

  it('answers each call by its own limit, whatever it remembers of others', () => {
    const cluster = clusterWith([hard]);
    for (const limits of [low, high, low, { selectorWork: Number.POSITIVE_INFINITY }, low]) {
      const kind = limits === low ? 'interrupted' : 'allocated';
      expect(cluster.allocate({ claims, node: 'n', limits } as never).kind).toBe(kind);
      const filtered = cluster.filter({ claims, limits } as never);
      if (filtered.kind === 'complete') expect(filtered.feasible).toEqual(['n']);
      else expect(filtered).toMatchObject({ by: 'selector', interrupted: ['n'], selector: { device: 'd.example.com/p/d0' } });
      expect(filtered.kind).toBe(limits === low ? 'interrupted' : 'complete');
    }
  });

  it('does so in calls that yield, too', async () => {
    const cluster = clusterWith([hard]);
    const kinds: string[] = [];
    for (const limits of [low, high, low] as AsyncLimits[]) kinds.push((await cluster.filterAsync({ claims, limits } as never)).kind);
    expect(kinds).toEqual(['interrupted', 'complete', 'interrupted']);
  });

  it('explains what it can', () => {
    const { nodes } = clusterWith([hard]).explain({ claims, limits: low } as never);
    expect(nodes[0]).toMatchObject({ kind: 'interrupted', by: 'selector', selector: { device: 'd.example.com/p/d0' } });
    expect(nodes[0]?.conflict).toBeUndefined();
    expect(JSON.stringify(nodes)).toContain('exceeds the work limit');
  });

  it('explains derived attributes, of the claim that has them', () => {
    const derived = { derivedAttributes: [{ name: 'derived/k', expression: `${LONG} ? 1 : 2` }] };
    const match = (attribute: string): object => ({ constraints: [{ matchAttribute: attribute }] });
    const two = [
      claim('a', [request('r', { deviceClassName: 'gpu' })], match('d.example.com/plain') as never),
      claim('b', [request('r', { deviceClassName: 'gpu', ...derived })], match('derived/k') as never),
    ];
    const { nodes } = clusterWith([hard, device('d2'), plain]).explain({ claims: two, limits: low } as never);
    expect(nodes[0]).toMatchObject({ kind: 'interrupted', selector: { claim: 'ns/b', attribute: 'derived/k' } });
  });

  it('knows what fits where such a device is in use', () => {
    const cluster = clusterWith([hard]);
    const holder = [claim('h', [request('r', { deviceClassName: 'gpu' })])] as never;
    cluster.commit(holder, cluster.allocate({ claims: holder, node: 'n' }));
    const { nodes } = cluster.explain({ claims, limits: low } as never);
    expect(nodes[0]).toMatchObject({ kind: 'unallocatable', requests: [{ left: 0 }] });
    expect(cluster.allocate({ claims, node: 'n', limits: low } as never).kind).toBe('unallocatable');
  });
});

it.each([-1, Number.NaN, '5', null])('limits.selectorWork %s is rejected', (selectorWork) => {
  expect(() => ask([hard], 'true', { selectorWork })).toThrow('limits.selectorWork: expected a number of 0 or more');
});
