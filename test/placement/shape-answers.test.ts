import { describe, expect, it } from 'vitest';
import type { Node } from '../../src/core/api/node.js';
import { CallEnded, Checkpoint, UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { NodeTable } from '../../src/placement/node-table.js';
import { ShapeAnswers } from '../../src/placement/shape-answers.js';
import { PASSED, type Rejection } from '../../src/scheduler/filters/filter.js';
import type { PodFilters } from '../../src/scheduler/filters/filters.js';
import { type NodeInfo, type PodInfo, podInfo } from '../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../src/scheduler/profile/scheduler-profile.js';
import { context, node, pod } from '../scheduler/filters/objects.js';

const COUNT = 100;
const DETAIL = 'x'.repeat(1000);
const REASON: Rejection = { code: 'devices', message: 'm', detail: DETAIL };

/** Nodes by name, with answers of filters that count what they are queried. */
class World {
  readonly nodes = new Map<string, Node>();
  readonly table: NodeTable;
  readonly answers: ShapeAnswers;
  /** The nodes that each filter was queried since this was emptied. */
  readonly asked = { all: [] as string[], pods: [] as string[], after: [] as string[] };

  constructor(rejects: (info: NodeInfo) => boolean = () => false) {
    for (let index = 0; index < COUNT; index++) this.nodes.set(`n${index}`, node({ name: `n${index}` }));
    this.table = new NodeTable({ node: (name) => this.nodes.get(name), nodeNames: () => this.nodes.keys(), podsOn: () => [] });
    const testOf = (list: string[], isAfter: boolean) => (info: NodeInfo) => {
      list.push(info.node.metadata.name);
      return !isAfter && rejects(info) ? [REASON] : PASSED;
    };
    const { all, pods, after } = this.asked;
    const tests = { beforeDevices: testOf(all, false), ofPods: testOf(pods, false), afterDevices: testOf(after, true) };
    const filters: PodFilters = {
      ...tests,
      isLong: () => false,
      testing: tests as never,
      profile: DEFAULT_PROFILE,
      refusals: PASSED,
    };
    this.answers = new ShapeAnswers('shape', filters, this.table);
  }

  /** Brings all up to date; gives the number of times that each filter was queried. */
  follow(): Record<string, number> {
    for (const list of Object.values(this.asked)) list.length = 0;
    inOneGo(this.table.update(UNLIMITED));
    inOneGo(this.answers.ask(UNLIMITED));
    return Object.fromEntries(Object.entries(this.asked).map(([name, list]) => [name, list.length]));
  }
}

const onNode = (name: string): PodInfo =>
  inOneGo(podInfo(pod({ nodeName: 'n1', containers: [{}] }, {}, name), context().features, UNLIMITED));

describe('the answers for a shape', () => {
  it('are requested once for each node, and again for those that changed', () => {
    const world = new World();
    expect(world.follow()).toEqual({ all: COUNT, pods: 0, after: COUNT });
    expect(world.follow()).toEqual({ all: 0, pods: 0, after: 0 });
    world.table.podChanged('n1', undefined, onNode('p'));
    world.table.podChanged('n1', undefined, onNode('q'));
    expect(world.follow()).toEqual({ all: 0, pods: 1, after: 0 });
    world.nodes.set('n2', node({ name: 'n2' }));
    world.table.nodeChanged('n2');
    expect(world.follow()).toEqual({ all: 1, pods: 0, after: 1 });
  });

  it('are requested from all filters where one of them kept the pod off', () => {
    const world = new World(({ podInfos }) => podInfos.length === 0);
    world.follow();
    world.table.podChanged('n1', undefined, onNode('p'));
    expect(world.follow()).toEqual({ all: 1, pods: 0, after: 1 });
  });

  it('are found after more changes than are listed', () => {
    const world = new World();
    world.follow();
    for (let round = 0; round < 2000; round++) world.table.podChanged(`n${round % 50}`, undefined, onNode(`p${round}`));
    expect(world.follow()).toEqual({ all: 0, pods: 50, after: 0 });
    expect(
      inOneGo(world.answers.ask(UNLIMITED))
        .infos.toArray()
        .map(({ podInfos }) => podInfos.length),
    ).toContain(40);
  });

  it('leave what was handed out as it was, and share what did not change', () => {
    const world = new World(({ podInfos }) => podInfos.length === 1);
    world.follow();
    const before = inOneGo(world.answers.ask(UNLIMITED));
    world.table.podChanged('n1', undefined, onNode('p'));
    world.follow();
    const after = inOneGo(world.answers.ask(UNLIMITED));
    expect([before.passing.count, after.passing.count]).toEqual([COUNT, COUNT - 1]);
    expect([before.passing.nodes.length, after.passing.nodes.length]).toEqual([COUNT, COUNT - 1]);
    const places: number[] = [];
    after.reasons.forEachChange(before.reasons, (place) => places.push(place));
    expect(places.map((place) => after.infos.at(place).node.metadata.name)).toEqual(['n1']);
    world.table.podChanged('n2', undefined, onNode('q'));
    world.table.podChanged('n2', undefined, onNode('r'));
    world.follow();
    expect(inOneGo(world.answers.ask(UNLIMITED)).passing).toBe(after.passing);
  });

  it('write nothing down for a shape where a node changed and filters say the same', () => {
    const world = new World(({ podInfos }) => podInfos.length > 2);
    world.follow();
    const before = inOneGo(world.answers.ask(UNLIMITED));
    world.table.podChanged('n1', undefined, onNode('p'));
    expect(world.follow()).toEqual({ all: 0, pods: 1, after: 0 });
    const after = inOneGo(world.answers.ask(UNLIMITED));
    expect(after.reasons).toBe(before.reasons);
    expect(after.infos.at(1).podInfos.length).toBe(1);
    expect(before.infos.at(1).podInfos.length).toBe(0);
  });

  it('are not requested again by the call after one that ended, or that asked in slices', () => {
    const world = new World(({ podInfos }) => podInfos.length === 3);
    const late = (): Checkpoint => new Checkpoint({ deadline: performance.now() - 1 });
    inOneGo(world.table.update(UNLIMITED));
    inOneGo(world.table.order(UNLIMITED));
    expect(() => inOneGo(world.answers.ask(late()))).toThrow(CallEnded);
    const asked = world.asked.all.length;
    expect(asked).toBeGreaterThan(10);
    expect(world.follow()).toEqual({ all: COUNT - asked, pods: 0, after: COUNT - asked });
    for (const count of [1, 2, 3]) for (let node = 0; node < 90; node++) world.table.podChanged(`n${node}`, undefined, onNode(`p${count}`));
    expect(() => inOneGo(world.answers.ask(late()))).toThrow(CallEnded);
    const { all, pods } = world.follow();
    expect([all, pods]).toEqual([0, 90 - asked]);
    expect(inOneGo(world.answers.ask(UNLIMITED)).passing.count).toBe(10);
    world.table.podChanged('n1', undefined, onNode('q'));
    const slice = new Checkpoint();
    slice.beginSlice(1e9);
    expect(inOneGo(world.answers.ask(slice)).passing.count).toBe(11);
    expect(world.follow()).toEqual({ all: 0, pods: 0, after: 0 });
    expect(inOneGo(world.answers.ask(UNLIMITED)).passing.count).toBe(11);
  });

  it('weigh what is kept, particulars of reasons among it', () => {
    const world = new World(({ podInfos }) => podInfos.length === 1);
    world.follow();
    const light = world.answers.bytes;
    expect(light).toBeGreaterThanOrEqual(COUNT * 16);
    world.table.podChanged('n1', undefined, onNode('p'));
    world.follow();
    expect(world.answers.bytes - light).toBeGreaterThanOrEqual(2 * DETAIL.length);
    world.table.podChanged('n1', onNode('p'), undefined);
    world.follow();
    expect(world.answers.bytes).toBe(light);
    world.nodes.delete('n1');
    world.table.nodeChanged('n1');
    world.follow();
    expect(world.answers.bytes).toBeLessThan(light);
  });
});
