import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/index.js';
import { complete } from '../support/filtered.js';
import { claim, device, deviceClass, firstAvailable, node, request, selectors, slice } from '../support/objects.js';
import { codeOf, picks, twoNodes } from '../support/two-nodes.js';

describe('filter', () => {
  it('lists nodes by name with scores, and decodes outcomes', () => {
    const cluster = twoNodes();
    cluster.apply([
      slice('fast', [device('f')], { nodeName: 'n2', driver: 'fast.example.com' }),
      deviceClass('fast', 'device.driver == "fast.example.com"'),
    ]);
    const claims = [claim('c', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })])];
    const found = complete(cluster.filter({ claims }));
    expect(found.feasible).toEqual(['n1', 'n2']);
    expect([...found.scores]).toEqual([7, 8]);
    expect([...found.normalized]).toEqual([87, 100]);
    expect(picks(found.outcome('n2'))).toEqual(['p/f']);
    expect(found).not.toHaveProperty('interrupted');
    expect(codeOf(() => found.outcome('n3'))).toBe('unknown-node');
  });

  it.each(['n1', '', { n1: true }, 1, null])('says that `nodes` is a list of names: %j', async (nodes) => {
    const input = { claims: [claim('c', [request('r')])], nodes: nodes as never };
    const expected = expect.objectContaining({
      code: 'invalid-input',
      path: 'nodes',
      message: expect.stringContaining('nodes: expected a list of names of nodes, found ') as string,
    });
    expect(() => twoNodes().filter(input)).toThrow(expected);
    await expect(twoNodes().filterAsync(input)).rejects.toThrow(expected);
  });

  it('takes claims that were allocated without any device', () => {
    const claims = [{ ...claim('c', [request('r')]), status: { allocation: {} } }];
    expect(complete(twoNodes().filter({ claims })).feasible).toEqual(['n1', 'n2']);
  });

  it('does not let an error on one node hide the others', async () => {
    const cluster = twoNodes();
    cluster.apply([slice('s-n1', [device('x'), device('x')], { nodeName: 'n1', pool: { name: 'n1' } })]);
    for (const found of [
      cluster.filter({ claims: [claim('c', [request('r')])] }),
      await cluster.filterAsync({ claims: [claim('c', [request('r')])] }),
    ]) {
      expect(complete(found).feasible).toEqual(['n2']);
      expect([...found.errors.keys()]).toEqual(['n1']);
      expect(found.errors.get('n1')).toMatchObject({ code: 'invalid-pools', nodeLocal: true });
      expect(codeOf(() => found.outcome('n1'))).toBe('invalid-pools');
    }
  });

  it('gives a copy that later changes do not touch', () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    const found = cluster.filter({ claims });
    cluster.remove([slice('s-n1', []), slice('s-n2', [])]);
    expect(picks(found.outcome('n1'))).toEqual(['n1/d0']);
    expect(complete(cluster.filter({ claims })).feasible).toEqual([]);
  });

  it('is not changed by what callers do with its lists', () => {
    const ofSecond = slice('s-n2', [device('d0', { k: 1 })], { nodeName: 'n2', pool: { name: 'n2' } });
    const wanted = selectors('"k" in device.attributes["d.example.com"]');
    for (const { requests, best, scores } of [
      { requests: [request('r')], best: 'n1', scores: [0, 0] },
      { requests: [firstAvailable('r', { a: wanted, b: {} })], best: 'n2', scores: [7, 8] },
    ]) {
      const cluster = twoNodes();
      cluster.apply([ofSecond]);
      const found = complete(cluster.filter({ claims: [claim('c', requests)] }));
      (found.feasible as string[]).reverse();
      // The best node must be determined again, as other nodes have devices now.
      cluster.remove([ofSecond]);
      expect(complete(cluster.filter({ claims: [claim('c', requests)] })).feasible).toEqual(['n1']);
      expect(found.best).toBe(best);
      expect([...found.scores]).toEqual(scores);
    }
  });

  it('knows no outcome of a node that is none', () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r', { count: 9 })])];
    const found = complete(cluster.filter({ claims }));
    for (const nobody of [found.best, undefined, '']) expect(codeOf(() => found.outcome(nobody as string))).toBe('unknown-node');
  });

  it('answers as of the call although the cluster changes while it yields', async () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    const pending = cluster.filterAsync({ claims });
    cluster.commit([claim('x', [request('r')])], cluster.allocate({ claims: [claim('x', [request('r')])], node: 'n2' }));
    cluster.remove([slice('s-n1', []), slice('s-n2', []), node('n2'), deviceClass('any')]);
    const found = await pending;
    expect(complete(found).feasible).toEqual(['n1', 'n2']);
    expect(picks(found.outcome('n2'))).toEqual(['n2/d0']);
  });

  it('looks only at the nodes that are named', async () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    expect(complete(cluster.filter({ claims, nodes: ['n2'] })).feasible).toEqual(['n2']);
    expect(complete(await cluster.filterAsync({ claims, nodes: ['n2', 'n1'] })).feasible).toEqual(['n1', 'n2']);
    expect(codeOf(() => cluster.filter({ claims, nodes: ['n3'] }))).toBe('unknown-node');
  });

  it.each([
    ['n3', 'the cluster has no node n3'],
    ['', 'the cluster has no node ""'],
    ['a\nb', 'the cluster has no node "a\\nb"'],
    ['x'.repeat(1_000_000), `the cluster has no node "${'x'.repeat(100)}..."`],
  ])('names the node that does not exist, and its place: %#', (name, message) => {
    const call = () => twoNodes().filter({ claims: [], nodes: ['n1', name] });
    expect(call).toThrow(expect.objectContaining({ message, path: 'nodes[1]' }));
  });

  it('says for which nodes a limit came first', () => {
    const cluster = twoNodes();
    const found = cluster.filter({ claims: [claim('c', [request('r')])], limits: { steps: 2 } });
    expect(found).toMatchObject({ kind: 'interrupted', by: 'steps', feasibleSoFar: [], interrupted: ['n1', 'n2'] });
    expect(found.outcome('n1')).toEqual({ kind: 'interrupted', by: 'steps', steps: 2 });
  });
});

describe('prioritized lists', () => {
  const prioritized = claim('p', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })]);

  /** Two nodes with slow devices, and a fast one on n2. */
  function unequalNodes(): Cluster {
    const cluster = twoNodes();
    cluster.apply([
      slice('fast', [device('f')], { nodeName: 'n2', driver: 'fast.example.com' }),
      deviceClass('fast', 'device.driver == "fast.example.com"'),
    ]);
    return cluster;
  }

  it('report which alternative each request got on a node', () => {
    const cluster = unequalNodes();
    const two = claim('two', [request('e'), firstAvailable('q', { many: { count: 3 }, few: {} })]);
    const found = complete(cluster.filter({ claims: [prioritized, two] }));
    expect(found.choices('n2')).toEqual([
      { claim: 'ns/p', request: 'r', subrequest: 'fast', index: 0 },
      { claim: 'ns/two', request: 'q', subrequest: 'few', index: 1 },
    ]);
    expect(found.feasible).toEqual(['n2']);
    expect(found.choices('n1')).toEqual([]);
    expect(codeOf(() => found.choices('n3'))).toBe('unknown-node');
  });

  it('report the same of an outcome', () => {
    const cluster = unequalNodes();
    const outcome = cluster.allocate({ claims: [prioritized], node: 'n1' });
    expect(cluster.choices([prioritized], outcome)).toEqual([{ claim: 'ns/p', request: 'r', subrequest: 'slow', index: 1 }]);
    expect(cluster.choices([prioritized], { kind: 'unallocatable', steps: 1 })).toEqual([]);
  });

  it('are a matter of the stored results for claims that were allocated before', () => {
    const cluster = unequalNodes();
    cluster.commit([prioritized], cluster.allocate({ claims: [prioritized], node: 'n1' }));
    const other = claim('other', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })]);
    const mixed = complete(cluster.filter({ claims: [prioritized, other] }));
    expect([mixed.feasible, [...mixed.scores], mixed.choices('n1').map(({ index }) => index)]).toEqual([['n1'], [7 + 7], [1, 1]]);
    expect(mixed.choices('n2')).toEqual([]);
    const alone = complete(cluster.filter({ claims: [prioritized] }));
    expect([alone.feasible, [...alone.scores], alone.choices('n1').map(({ index }) => index)]).toEqual([['n1'], [0], [1]]);
  });

  it('are counted by place when they are committed, once for each allocation', () => {
    const cluster = unequalNodes();
    const counts = (): readonly number[] => cluster.choiceCounts().slice(0, 3);
    expect(cluster.choiceCounts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const outcome = cluster.allocate({ claims: [prioritized], node: 'n1' });
    expect(counts()).toEqual([0, 0, 0]);
    cluster.commit([prioritized], outcome);
    cluster.commit([prioritized], outcome);
    expect(counts()).toEqual([0, 1, 0]);
    const both = [claim('a', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })]), claim('b', [request('r')])];
    cluster.commit(both, cluster.allocate({ claims: both, node: 'n2' }));
    expect(counts()).toEqual([1, 1, 0]);
  });

  it('stay counted when claims go, count again when these are committed anew, and do not count when they come with their devices', () => {
    const cluster = unequalNodes();
    const counts = (): readonly number[] => cluster.choiceCounts().slice(0, 2);
    const commit = (): void => cluster.commit([prioritized], cluster.allocate({ claims: [prioritized], node: 'n2' }));
    commit();
    cluster.release([prioritized]);
    expect(counts()).toEqual([1, 0]);
    commit();
    cluster.remove([prioritized]);
    expect(counts()).toEqual([2, 0]);
    const results = [{ request: 'r/slow', driver: 'd.example.com', pool: 'n1', device: 'd0' }];
    const stored = { ...prioritized, status: { allocation: { devices: { results } } } };
    cluster.commit([stored], cluster.allocate({ claims: [stored], node: 'n1' }));
    expect(counts()).toEqual([2, 0]);
    cluster.remove([stored]);
    cluster.apply([stored]);
    cluster.commit([stored], cluster.allocate({ claims: [stored], node: 'n1' }));
    expect(counts()).toEqual([2, 0]);
  });

  it('count nothing when a commit is rejected', () => {
    const cluster = unequalNodes();
    const outcome = cluster.allocate({ claims: [prioritized], node: 'n1' });
    cluster.remove([slice('s-n1', [])]);
    expect(codeOf(() => cluster.commit([prioritized], outcome))).toBe('stale-outcome');
    expect(cluster.choiceCounts().slice(0, 2)).toEqual([0, 0]);
  });
});
