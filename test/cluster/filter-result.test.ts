import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Cluster, FilterResult } from '../../src/index.js';
import { Counted } from '../support/counted.js';
import { complete, interrupted } from '../support/filtered.js';
import { claim, device, request, selectors, slice } from '../support/objects.js';
import { twoNodes } from '../support/two-nodes.js';

const one = [claim('c', [request('r')])];
const COMPLETE = ['kind', 'feasible', 'scores', 'normalized', 'best', 'errors', 'outcome', 'choices'];
const INTERRUPTED = ['kind', 'by', 'feasibleSoFar', 'scoresSoFar', 'interrupted', 'errors', 'outcome', 'choices'];

/** Filters with the resident cluster, and node by node: an additional claim that is already allocated prevents the resident path. */
async function eachWay(cluster: Cluster, input: Parameters<Cluster['filter']>[0]): Promise<FilterResult[]> {
  const held = { ...claim('held', []), status: { allocation: { devices: { results: [] } } } };
  const alone = { ...input, claims: [...(input.claims as object[]), held] };
  return [cluster.filter(input), await cluster.filterAsync(input), cluster.filter(alone), await cluster.filterAsync(alone)];
}

describe('a filter result', () => {
  it('of a call that considered every node has nothing of the other kind', async () => {
    for (const found of await eachWay(twoNodes(), { claims: one })) {
      expect(found.kind).toBe('complete');
      expect(Object.keys(found).sort()).toEqual([...COMPLETE].sort());
      for (const name of ['by', 'feasibleSoFar', 'scoresSoFar', 'interrupted']) {
        expect([name in found, Reflect.get(found, name)]).toEqual([false, undefined]);
      }
    }
  });

  it('of a call that met a limit has no list that looks complete', async () => {
    for (const limits of [{ steps: 2 }, { milliseconds: 0 }]) {
      for (const found of await eachWay(twoNodes(), { claims: one, limits })) {
        expect(found).toMatchObject({ kind: 'interrupted', by: Object.keys(limits)[0], interrupted: ['n1', 'n2'] });
        expect(Object.keys(found).sort()).toEqual([...INTERRUPTED].sort());
        for (const name of ['feasible', 'scores', 'normalized', 'best']) {
          expect([name in found, Reflect.get(found, name)]).toEqual([false, undefined]);
        }
      }
    }
  });

  it('has what was found before the limit', () => {
    const cluster = twoNodes();
    // On n1 the selector rejects the first device.
    cluster.apply([slice('s-n1', [device('d0', { k: 1 }), device('d1', { k: 2 })], { nodeName: 'n1', pool: { name: 'n1' } })]);
    cluster.apply([slice('s-n2', [device('d0', { k: 2 })], { nodeName: 'n2', pool: { name: 'n2' } })]);
    const claims = [claim('c', [request('r', selectors('device.attributes["d.example.com"].k > 1'))])];
    const steps = Math.min(...['n1', 'n2'].map((name) => cluster.filter({ claims }).outcome(name).steps));
    const most = Math.max(...['n1', 'n2'].map((name) => cluster.filter({ claims }).outcome(name).steps));
    const found = cluster.filter({ claims, limits: { steps } });
    if (steps === most) return expect(complete(found).feasible).toEqual(['n1', 'n2']);
    expect(interrupted(found).feasibleSoFar).toHaveLength(1);
    expect(interrupted(found).scoresSoFar).toHaveLength(1);
  });

  it('of a call that was called off says so, and is not taken for a claim that fits nowhere', async () => {
    const controller = new AbortController();
    const cluster = twoNodes();
    const pending = cluster.filterAsync({ claims: one, limits: { signal: controller.signal } });
    controller.abort();
    expect(interrupted(await pending)).toMatchObject({ by: 'signal', feasibleSoFar: [], interrupted: ['n1', 'n2'] });
    const late = await cluster.filterAsync({ claims: one, limits: { signal: AbortSignal.abort(), milliseconds: 0, steps: 0 } });
    expect(interrupted(late).by).toBe('signal');
  });

  it('is interrupted also where only a node that was searched by itself was', () => {
    const { cluster } = new Counted();
    cluster.apply([
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } },
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n2' } },
      { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} },
      slice('s1', [device('a'), device('b')], { nodeName: 'n1', pool: { name: 'p1' } }),
      slice('s2', [device('a')], { nodeName: 'n2', pool: { name: 'p2' } }),
    ]);
    const all = [claim('c', [request('r', { allocationMode: 'All' })])];
    const found = cluster.filter({ claims: all });
    const [few, many] = ['n2', 'n1'].map((name) => found.outcome(name).steps) as [number, number];
    expect(few).toBeLessThan(many);
    for (const limited of [
      cluster.filter({ claims: all, limits: { steps: few } }),
      cluster.filter({ claims: all, limits: { steps: few } }),
    ]) {
      expect(interrupted(limited)).toMatchObject({ by: 'steps', feasibleSoFar: ['n2'], interrupted: ['n1'] });
    }
  });

  it('can be spread, listed, logged and put into JSON', async () => {
    const cluster = twoNodes();
    for (const found of await eachWay(cluster, { claims: one })) {
      const { outcome, choices, ...data } = { ...found };
      expect(data).toEqual({
        kind: 'complete',
        feasible: ['n1', 'n2'],
        scores: new Int32Array(2),
        normalized: new Int32Array(2),
        best: 'n1',
        errors: new Map(),
      });
      expect(outcome('n1')).toEqual(found.outcome('n1'));
      expect(choices('n1')).toEqual([]);
      expect(JSON.parse(JSON.stringify(found))).toEqual({
        kind: 'complete',
        feasible: ['n1', 'n2'],
        scores: [0, 0],
        normalized: [0, 0],
        best: 'n1',
        errors: {},
      });
      expect(inspect(found)).toContain("feasible: [ 'n1', 'n2' ]");
    }
    for (const found of await eachWay(cluster, { claims: one, limits: { steps: 2 } })) {
      expect(JSON.parse(JSON.stringify(found))).toMatchObject({ kind: 'interrupted', by: 'steps', feasibleSoFar: [], scoresSoFar: [] });
      expect(inspect(found)).toContain("interrupted: [ 'n1', 'n2' ]");
    }
  });

  it('has errors in JSON with their words', () => {
    const wrong = [claim('c', [request('r', selectors('device.'))])];
    const { errors } = JSON.parse(JSON.stringify(twoNodes().filter({ claims: wrong })));
    expect(errors.n1).toMatchObject({ name: 'AllocationError', code: 'cel-compile-error', claim: 'ns/c', nodeLocal: false });
    expect(errors.n1.message).toContain('CEL compile error');
  });

  it('takes what is written into it, like any object', () => {
    const found = twoNodes().filter({ claims: one }) as { -readonly [K in keyof FilterResult]: unknown } & { best: unknown };
    found.best = 'mine';
    expect([found.best, { ...found }.best, found.kind]).toEqual(['mine', 'mine', 'complete']);
  });
});

describe('the best node', () => {
  /** n1 has devices. On n2 the selector fails. */
  function failing(): Cluster {
    const cluster = twoNodes();
    cluster.apply([slice('s-n1', [device('d0', { k: 1 })], { nodeName: 'n1', pool: { name: 'n1' } })]);
    return cluster;
  }
  const wanting = [claim('c', [request('r', selectors('device.attributes["d.example.com"].k == 1'))])];

  it('is none where another node has an error that ends the attempt of the scheduler', async () => {
    const cluster = failing();
    for (let time = 0; time < 2; time++) {
      for (const found of await eachWay(cluster, { claims: wanting })) {
        expect(complete(found).feasible).toEqual(['n1']);
        expect(complete(found).best).toBeUndefined();
        expect(found.errors.get('n2')).toMatchObject({ code: 'cel-runtime-error', nodeLocal: false });
      }
    }
    expect(complete(cluster.filter({ claims: wanting, nodes: ['n1'] })).best).toBe('n1');
  });

  it('is there where the other error is one of its node alone', async () => {
    const cluster = twoNodes();
    cluster.apply([slice('s-n2', [device('x'), device('x')], { nodeName: 'n2', pool: { name: 'n2' } })]);
    for (const found of await eachWay(cluster, { claims: one })) {
      expect(complete(found).best).toBe('n1');
      expect(found.errors.get('n2')).toMatchObject({ code: 'invalid-pools', nodeLocal: true });
    }
  });

  it('and its errors are the own ones of each caller', () => {
    const cluster = failing();
    const [first, second] = [cluster.filter({ claims: wanting }), cluster.filter({ claims: wanting })];
    const error = first.errors.get('n2') as { message: string; code: string };
    Object.assign(error, { message: 'mine', code: 'mine' });
    (first.errors as Map<string, unknown>).clear();
    expect(second.errors.get('n2')?.code).toBe('cel-runtime-error');
    expect(cluster.filter({ claims: wanting }).errors.get('n2')?.message).toContain('no such key');
    (twoNodes().filter({ claims: one }).errors as Map<string, unknown>).set('n1', error);
    expect(twoNodes().filter({ claims: one }).errors.size).toBe(0);
  });
});
