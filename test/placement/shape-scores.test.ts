import { describe, expect, it } from 'vitest';
import { Checkpoint, UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { type PreparedScores, ShapeScores } from '../../src/placement/shape-scores.js';
import { type NodeInfo, nodeInfo, podInfo, withNode, withPod } from '../../src/scheduler/filters/node-info.js';
import { imageSpread } from '../../src/scheduler/scores/image-spread.js';
import type { NodeScore } from '../../src/scheduler/scores/score.js';
import { context, node, pod } from '../scheduler/filters/objects.js';

/** Scores that count what they are queried: each gives how often any was. */
class World {
  readonly scores = new ShapeScores();
  readonly asked: string[] = [];
  by = this.prepared();
  info: NodeInfo = inOneGo(nodeInfo(node({ name: 'n' }), [], UNLIMITED));

  prepared(): PreparedScores {
    const plugins = (['node', 'pods', 'images'] as const).map((changesWith: NodeScore['changesWith']) => ({
      plugin: changesWith,
      weight: 1,
      normalization: 'none' as const,
      changesWith,
      score: () => this.asked.push(changesWith),
    }));
    return { images: () => imageSpread([], UNLIMITED), plugins, devices: undefined };
  }

  /** The scores, and those that were requested them. */
  read(slot: number | 'none' = 3): { readonly scores: readonly number[]; readonly asked: readonly string[] } {
    this.asked.length = 0;
    const list = new Float64Array(3);
    this.scores.copy(this.by, slot === 'none' ? undefined : slot, this.info, list);
    return { scores: [...list], asked: [...this.asked] };
  }

  addPod(): void {
    this.info = inOneGo(withPod(this.info, inOneGo(podInfo(pod({ nodeName: 'n' }), context().features, UNLIMITED)), UNLIMITED));
  }
}

describe('the scores of a node', () => {
  it('are computed once', () => {
    const world = new World();
    expect(world.read()).toEqual({ scores: [1, 2, 3], asked: ['node', 'pods', 'images'] });
    expect(world.read()).toEqual({ scores: [1, 2, 3], asked: [] });
  });

  it('are computed again as far as they rest on what changed', () => {
    const world = new World();
    world.read();
    world.addPod();
    expect(world.read()).toEqual({ scores: [1, 1, 3], asked: ['pods'] });
    world.info = inOneGo(withNode(world.info, node({ name: 'n', labels: { k: 'v' } }), UNLIMITED));
    expect(world.read()).toEqual({ scores: [1, 2, 3], asked: ['node', 'pods'] });
    world.by = world.prepared();
    expect(world.read()).toEqual({ scores: [1, 2, 1], asked: ['images'] });
    world.info = inOneGo(nodeInfo(node({ name: 'other' }), [], UNLIMITED));
    expect(world.read().asked).toEqual(['node', 'pods', 'images']);
  });

  it('are not kept for a node without a slot', () => {
    const world = new World();
    expect([world.read('none').asked.length, world.read('none').asked.length]).toEqual([3, 3]);
  });

  it('are there for later once they were computed within the limits of a call', () => {
    const world = new World();
    const bytes = world.scores.bytes;
    inOneGo(world.scores.workOut(world.by, 3, world.info, new Checkpoint()));
    expect(world.read().asked).toEqual([]);
    expect(world.scores.bytes).toBeGreaterThan(bytes);
  });
});
