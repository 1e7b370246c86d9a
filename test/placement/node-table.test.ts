import { describe, expect, it } from 'vitest';
import type { Node } from '../../src/core/api/node.js';
import { Checkpoint, UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { NodeTable } from '../../src/placement/node-table.js';
import { type NodeInfo, type PodInfo, podInfo } from '../../src/scheduler/filters/node-info.js';
import { context, node, pod } from '../scheduler/filters/objects.js';

const PODS: readonly PodInfo[] = Array.from({ length: 100 }, () => inOneGo(podInfo(pod({ nodeName: 'n' }), context().features, UNLIMITED)));

/** One node with pods that changes, and its table. */
class World {
  readonly table = new NodeTable({ node: () => this.node, nodeNames: () => ['n'], podsOn: () => PODS });
  node: Node | undefined = node();

  change(fields: Parameters<typeof node>[0]): void {
    this.node = node(fields);
    this.table.nodeChanged('n');
  }

  get info(): NodeInfo | undefined {
    const slot = this.table.slotOf('n');
    return slot === undefined ? undefined : this.table.infoAt(slot);
  }

  /** Begins to make the node anew in slices, and pauses among its pods. Gives what does the rest of it. */
  begin(): () => void {
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice(0);
    const update = this.table.update(checkpoint);
    for (let pause = 0; pause < 3; pause++) expect(update.next().done).toBe(false);
    return () => {
      checkpoint.beginSlice(Number.POSITIVE_INFINITY);
      inOneGo(update);
    };
  }
}

describe('a node that is made anew in slices', () => {
  it('is made again where it changed meanwhile, also when another call began after that and did not end', () => {
    const world = new World();
    const finish = world.begin();
    world.change({ labels: { k: 'now' } });
    world.begin();
    finish();
    inOneGo(world.table.update(UNLIMITED));
    expect(world.info?.node).toBe(world.node);
  });

  it('stays as another call made it since', () => {
    const world = new World();
    const finish = world.begin();
    world.change({ labels: { k: 'now' } });
    inOneGo(world.table.update(UNLIMITED));
    finish();
    expect(world.info?.node).toBe(world.node);
    world.node = undefined;
    world.table.nodeChanged('n');
    inOneGo(world.table.update(UNLIMITED));
    expect(world.info).toBeUndefined();
  });
});

it('the taints and images of all nodes are counted', () => {
  const world = new World();
  const counts: number[] = [];
  const spec = { taints: [{ key: 'k', effect: 'NoSchedule' }] };
  const status = { images: [{ names: ['a'] }, { names: ['b'] }] };
  for (const fields of [{}, { spec, status }, { spec }]) {
    world.change(fields);
    inOneGo(world.table.update(UNLIMITED));
    counts.push(world.table.reported);
  }
  expect(counts).toEqual([0, 3, 1]);
});

it('lists the nodes of a cluster bit by bit, and those that change meanwhile as they are', () => {
  const nodes = new Map<string, Node>(Array.from({ length: 1000 }, (_, index) => [`n${index}`, node({ name: `n${index}` })]));
  let listed = 0;
  function* nodeNames(): Generator<string> {
    for (const name of nodes.keys()) {
      listed++;
      yield name;
    }
  }
  const table = new NodeTable({ node: (name) => nodes.get(name), nodeNames, podsOn: () => [] });
  const checkpoint = new Checkpoint();
  let longest = 0;
  const update = table.update(checkpoint);
  for (let isDone = false; !isDone; ) {
    const before = listed;
    checkpoint.beginSlice(0);
    isDone = update.next().done === true;
    longest = Math.max(longest, listed - before);
    if (before === 0) {
      nodes.delete('n999');
      table.nodeChanged('n999');
      nodes.set('n1000', node({ name: 'n1000' }));
      table.nodeChanged('n1000');
    }
  }
  expect(longest).toBeLessThanOrEqual(64);
  expect([table.size, table.slotOf('n999'), table.slotOf('n1000') !== undefined]).toEqual([1000, undefined, true]);
});

describe('the nodes by name', () => {
  const table = (count: number): { readonly table: NodeTable; readonly nodes: Map<string, Node> } => {
    const nodes = new Map<string, Node>(Array.from({ length: count }, (_, index) => [`n${index}`, node({ name: `n${index}` })]));
    return { nodes, table: new NodeTable({ node: (name) => nodes.get(name), nodeNames: () => nodes.keys(), podsOn: () => [] }) };
  };
  const listed = (of: NodeTable) => {
    inOneGo(of.update(UNLIMITED));
    return of.inOrder(inOneGo(of.order(UNLIMITED)));
  };

  it('are the same list until one of them changes, and stay as they were', () => {
    const world = table(40);
    const before = listed(world.table);
    expect(listed(world.table)).toBe(before);
    world.nodes.set('n7', node({ name: 'n7', labels: { k: 'v' } }));
    world.table.nodeChanged('n7');
    const after = listed(world.table);
    const place = after.toArray().findIndex((info) => info.node.metadata.name === 'n7');
    expect(world.table.changes(before, after)).toEqual([{ place, old: before.at(place), info: after.at(place), keepsRoom: false }]);
    expect(world.table.changes(before, after)).toBe(world.table.changes(before, after));
    expect([before.at(place).node.metadata.labels.size, after.at(place).node.metadata.labels.size]).toEqual([0, 1]);
  });

  it.each([1, 39])('report each node once that changed, if %i of them did several times', (count) => {
    const world = table(40);
    const before = listed(world.table);
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < count; index++) {
        world.nodes.set(`n${index}`, node({ name: `n${index}`, labels: { round: `${round}` } }));
        world.table.nodeChanged(`n${index}`);
      }
      listed(world.table);
    }
    const names = world.table.changes(before, listed(world.table)).map(({ info }) => info.node.metadata.name);
    expect(names.sort()).toEqual(Array.from({ length: count }, (_, index) => `n${index}`).sort());
  });
});
