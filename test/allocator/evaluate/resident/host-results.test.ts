// Tests nodes that no pass can solve. The host searches each once, and again only
// after changes that the node depends on. Equivalent nodes share one search.

import { beforeEach, describe, expect, it } from 'vitest';
import { AllocationError } from '../../../../src/core/base/errors.js';
import type { Cluster } from '../../../../src/library/cluster.js';
import { Counted } from '../../../support/counted.js';
import { complete, interrupted } from '../../../support/filtered.js';
import { claim, deviceClass, devices, node, request, selectors, slice } from '../../../support/objects.js';
import { picks } from '../../../support/two-nodes.js';

let counted: Counted;
let cluster: Cluster;
const searched = (): number => counted.searched();

beforeEach(() => {
  counted = new Counted();
  cluster = counted.cluster;
  cluster.apply([deviceClass('any'), node('n1'), node('n2'), node('n3')]);
});

/**
 * A pool of four devices over some nodes, of which two fit into its memory.
 * Nodes of different pools are equivalent only if their counters are.
 */
function cards(pool: string, nodeNames: readonly string[], counter = `memory-${pool}`): object[] {
  const common = { pool: { name: pool, resourceSliceCount: 1 + nodeNames.length } };
  const consumesCounters = [{ counterSet: 'card', counters: { [counter]: { value: '1' } } }];
  const sharedCounters = [{ name: 'card', counters: { [counter]: { value: '2' } } }];
  return [
    slice(`counters-${pool}`, [], { ...common, nodeName: nodeNames[0], sharedCounters }),
    ...nodeNames.map((nodeName) => {
      const partitions = devices(4).map((device, index) => ({ ...device, name: `${nodeName}-${index}`, consumesCounters }));
      return slice(`devices-${pool}-${nodeName}`, partitions, { ...common, nodeName });
    }),
  ];
}

const one = [claim('c', [request('r')])];
const take = (name: string, nodeName: string): void => {
  const claims = [claim(name, [request('r')])];
  cluster.commit(claims, cluster.filter({ claims }).outcome(nodeName));
};
const feasible = (claims: readonly object[] = one): readonly string[] => complete(cluster.filter({ claims })).feasible;

describe('nodes with partitions', () => {
  it('are searched again only when they change', () => {
    cluster.apply([...cards('a', ['n1']), ...cards('b', ['n2'])]);
    expect([feasible(), searched()]).toEqual([['n1', 'n2'], 2]);
    expect([feasible(), searched()]).toEqual([['n1', 'n2'], 0]);
    take('x', 'n1');
    take('y', 'n1');
    searched();
    expect([feasible(), searched()]).toEqual([['n2'], 1]);
    take('z', 'n2');
    searched();
    expect([feasible(), searched()]).toEqual([['n2'], 1]);
    cluster.apply([slice('devices-b-n2', [], { nodeName: 'n2', pool: { name: 'b', resourceSliceCount: 2 } })]);
    expect(feasible()).toEqual([]);
  });

  it('are searched again when devices of other nodes take from their counters', () => {
    cluster.apply(cards('a', ['n1', 'n2']));
    expect(feasible()).toEqual(['n1', 'n2']);
    take('x', 'n1');
    expect(picks(cluster.filter({ claims: one }).outcome('n2'))).toEqual(['a/n2-0']);
    take('y', 'n1');
    expect(feasible()).toEqual([]);
    cluster.release([claim('x', [])]);
    expect(feasible()).toEqual(['n1', 'n2']);
  });

  it('one at a time', () => {
    cluster.apply([...cards('a', ['n1']), ...cards('b', ['n2'])]);
    const ask = (name: string): unknown => picks(cluster.allocate({ claims: one, node: name }));
    expect([ask('n1'), ask('n1'), searched()]).toEqual([['a/n1-0'], ['a/n1-0'], 1]);
    expect([feasible(), searched()]).toEqual([['n1', 'n2'], 1]);
  });

  it('also where the call yields, but for nodes that change meanwhile', async () => {
    cluster.apply([...cards('a', ['n1']), ...cards('b', ['n2'])]);
    const asked = cluster.filterAsync({ claims: one });
    cluster.apply([node('n3', { zone: 'a' })]);
    expect([complete(await asked).feasible, searched()]).toEqual([['n1', 'n2'], 3]);
    expect([complete(await cluster.filterAsync({ claims: one })).feasible, searched()]).toEqual([['n1', 'n2'], 0]);
    const again = cluster.filterAsync({ claims: [claim('c', [request('r'), request('q')])] });
    take('x', 'n1');
    searched();
    expect([complete(await again).feasible, searched()]).toEqual([['n1', 'n2'], 2]);
    expect([feasible(), searched()]).toEqual([['n1', 'n2'], 1]);
  });
});

describe('claims that no pass can solve', () => {
  beforeEach(() => {
    cluster.apply(['n2', 'n1'].map((name, index) => slice(`s-${name}`, devices(2 + index), { nodeName: name, pool: { name } })));
    searched();
  });

  it('requests for all devices', () => {
    const all = [claim('c', [request('r', { allocationMode: 'All' })])];
    // A node without devices needs no search.
    expect([feasible(all), searched() > 1]).toEqual([['n1', 'n2'], true]);
    expect([feasible(all), searched()]).toEqual([['n1', 'n2'], 0]);
    expect(picks(cluster.filter({ claims: all }).outcome('n2'))).toEqual(['n2/d0', 'n2/d1']);
    take('x', 'n2');
    expect([feasible(all), searched()]).toEqual([['n1'], 1]);
    cluster.apply([deviceClass('any', 'device.driver == "none"')]);
    expect(feasible(all)).toEqual([]);
  });

  it('errors, which name the claim, are kept for the claims that came upon them', () => {
    const wrong = (name: string): object[] => [claim(name, [request('r', selectors('device.attributes["x"].y == 1'))])];
    const messageOf = (name: string): string | undefined => cluster.filter({ claims: wrong(name) }).errors.get('n1')?.message;
    const searchedFor = (name: string): number => {
      expect(messageOf(name)).toContain(`ns/${name}`);
      return searched();
    };
    expect(['first', 'first', 'second', 'second'].map(searchedFor)).toEqual([2, 0, 2, 0]);
    take('x', 'n1');
    searched();
    expect(['second', 'second'].map(searchedFor)).toEqual([1, 0]);
    // With this limit of steps the search ends before its error.
    const limited = interrupted(cluster.filter({ claims: wrong('second'), limits: { steps: 0 } }));
    expect([limited.errors.size, limited.interrupted]).toEqual([0, ['n1', 'n2', 'n3']]);
  });
});

describe('what does not come from the cluster is not kept', () => {
  const shared = slice('s', [{ name: 'd', allowMultipleAllocations: true }], { nodeName: 'n1' });

  it('a share ID that is none', () => {
    cluster.apply([shared]);
    const { newShareID } = counted.hooks;
    counted.hooks.newShareID = () => '';
    expect(cluster.filter({ claims: one }).errors.get('n1')?.code).toBe('invalid-input');
    counted.hooks.newShareID = newShareID;
    expect(feasible()).toEqual(['n1']);
  });

  it('memory that cannot be had for a moment', () => {
    cluster.apply([shared]);
    counted.hooks.search = () => {
      throw new AllocationError('out-of-memory', 'no memory now');
    };
    expect(cluster.filter({ claims: one }).errors.get('n1')?.code).toBe('out-of-memory');
    counted.hooks.search = () => {};
    expect(feasible()).toEqual(['n1']);
  });
});

describe('nodes that are not concerned are not searched again', () => {
  const all = [claim('all', [request('r', { allocationMode: 'All' })])];
  const zoneA = { nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }] } };
  const names = Array.from({ length: 30 }, (_, index) => `m${String(index).padStart(2, '0')}`);

  /** Slices with a different number of devices for each node, so that no two nodes are equivalent. */
  const ownDevices = (driver?: string): object[] =>
    names.map((name, index) => slice(`s-${name}`, devices(2 + index), { ...(driver && { driver }), nodeName: name, pool: { name } }));

  beforeEach(() => {
    cluster.apply(names.map((name, index) => node(name, { zone: index < 10 ? 'a' : 'b' })));
    searched();
  });

  it('when many devices of a slice are taken that others see', () => {
    cluster.apply([slice('net', devices(32), { driver: 'net.example.com', ...zoneA }), slice('tiny', devices(1), { allNodes: true })]);
    cluster.apply(ownDevices('own.example.com'));
    const tiny = [claim('all', [request('r', { allocationMode: 'All', ...selectors('device.driver == "d.example.com"') })])];
    const many = [claim('many', [request('r', { count: 32, ...selectors('device.driver == "net.example.com"') })])];
    feasible(tiny);
    for (let turn = 0; turn < 4; turn++) {
      cluster.commit(many, cluster.allocate({ claims: many, node: 'm00' }));
      cluster.release(many);
    }
    cluster.commit(many, cluster.allocate({ claims: many, node: 'm00' }));
    searched();
    feasible(tiny);
    expect(searched()).toBe(10);
  });

  it('when a share is taken of a device that others see', () => {
    const whole = { name: 'd', allowMultipleAllocations: true, capacity: { bandwidth: { value: '1' } } };
    cluster.apply([slice('net', [whole], { driver: 'net.example.com', ...zoneA })]);
    cluster.apply(ownDevices('own.example.com'));
    feasible();
    searched();
    cluster.commit(one, cluster.allocate({ claims: one, node: 'm00' }));
    feasible([claim('other', [request('r')])]);
    expect(searched()).toBe(10);
  });

  it('when a rule changes that taints devices of others, or says what it said', () => {
    cluster.apply(ownDevices());
    const rule = (name: string, pool: string): object => ({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceTaintRule',
      metadata: { name },
      spec: { deviceSelector: { pool }, taint: { key: 'k', effect: 'NoSchedule' } },
    });
    feasible(all);
    searched();
    const searchedAfter = (changed: object): number => {
      cluster.apply([changed]);
      feasible(all);
      return searched();
    };
    const rules = [rule('one', 'm03'), rule('one', 'm03'), rule('two', 'nowhere')];
    expect(rules.map((each) => searchedAfter(each))).toEqual([1, 0, 0]);
    cluster.remove([rule('one', 'm03')]);
    // The node equals its state before.
    expect([feasible(all).length, searched()]).toEqual([30, 0]);
  });

  it('when nodes went, which are forgotten', () => {
    cluster.apply(ownDevices());
    feasible(all);
    cluster.remove(names.slice(5).map((name) => node(name)));
    searched();
    expect([feasible(all), searched()]).toEqual([names.slice(0, 5), 0]);
    cluster.apply([node(names[7] as string), slice('more', devices(23), { nodeName: names[7], pool: { name: 'more' } })]);
    expect([feasible(all), searched()]).toEqual([[...names.slice(0, 5), names[7]], 1]);
  });
});

it('one node that is requested again and again comes upon its error once', () => {
  cluster.apply([slice('s', devices(1), { nodeName: 'n1' })]);
  const claims = [claim('c', [request('r', selectors('device.attributes["x"].y == 1'))])];
  for (let turn = 0; turn < 3; turn++) expect(() => cluster.allocate({ claims, node: 'n1' })).toThrow(AllocationError);
  expect(searched()).toBe(1);
});

it('shares have the same IDs as long as a result is considered, and others the next time', () => {
  cluster.apply([slice('s', [{ name: 'd', allowMultipleAllocations: true }], { nodeName: 'n1' })]);
  const idsOf = (result: { outcome(name: string): unknown }): readonly string[] =>
    JSON.stringify(result.outcome('n1')).match(/share-\d+/g) ?? [];
  const [first, second, third] = [1, 2, 3].map(() => cluster.filter({ claims: one }));
  const ids = [first, second, third].map((result) => [idsOf(result as never), idsOf(result as never)]);
  for (const [once, again] of ids) expect([once, again?.length]).toEqual([again, 1]);
  expect(new Set(ids.flat(2)).size).toBe(3);
  expect(searched()).toBe(1);
});
