import { describe, expect, it } from 'vitest';
import { runInOneGo } from '../../src/core/base/program.js';
import { createAllocator } from '../../src/index.js';
import { Clock } from '../../src/planning/clock.js';
import { type CheckpointJson, type Report, simulate, simulateAsync } from '../../src/planning/index.js';
import { planOf, settingsOf } from '../../src/planning/input.js';
import { run } from '../../src/planning/simulate.js';
import { cases } from '../support/extent.js';
import { differencesByHand } from './by-hand.js';
import { randomTrace } from './random-traces.js';

const allocator = await createAllocator();

function clusterOf(objects: readonly object[]): ReturnType<typeof allocator.cluster> {
  const cluster = allocator.cluster();
  cluster.apply(objects as never);
  return cluster;
}

const seeds = (count: number, first: number): readonly number[] => Array.from({ length: count }, (_, index) => first + index);

describe('random traces', () => {
  it('are played as by hand: pods go where filter says, and none is pending that would fit', () => {
    let placed = 0;
    for (const seed of seeds(cases(3, 8), 1)) {
      const trace = randomTrace(seed);
      const report = simulate(clusterOf(trace.objects), { trace: trace.events });
      expect(differencesByHand(trace, report, allocator.cluster()), `seed ${seed}`).toEqual([]);
      placed += report.totals.placed;
    }
    expect(placed).toBeGreaterThan(cases(5, 20));
  });

  it('leave the cluster as it was', () => {
    const trace = randomTrace(5);
    const cluster = clusterOf(trace.objects);
    const input = { trace: trace.events, room: true };
    expect(simulate(cluster, input)).toEqual(simulate(cluster, input));
  });

  it('say the same yielding', async () => {
    for (const seed of seeds(2, 100)) {
      const trace = randomTrace(seed);
      const input = { trace: trace.events, room: true };
      expect(await simulateAsync(clusterOf(trace.objects), input)).toEqual(simulate(clusterOf(trace.objects), input));
    }
  });

  it('end in the same report wherever they are interrupted and go on', () => {
    for (const seed of seeds(1, 200)) {
      const { objects, events } = randomTrace(seed);
      const cluster = clusterOf(objects);
      const input = { trace: events, room: { most: 3 } };
      const whole = JSON.stringify(simulate(cluster, input));
      for (let stop = 1; ; stop += cases(60, 12)) {
        const { report, checkpoint } = interruptedAt(stop, cluster, input);
        if (report.kind === 'complete') {
          expect(stop).toBeGreaterThan(20);
          break;
        }
        expect(report).toMatchObject({ kind: 'interrupted', by: 'signal' });
        // Through a file, and interrupted once more on the way.
        const read = JSON.parse(JSON.stringify(checkpoint)) as CheckpointJson;
        const again = interruptedAt(Math.ceil(stop / 2), cluster, { ...input, resume: read }).checkpoint;
        expect(JSON.stringify(simulate(cluster, { ...input, resume: JSON.parse(JSON.stringify(again)) as CheckpointJson }))).toBe(whole);
      }
    }
  });
});

type Input = Parameters<typeof simulate>[1];

/** Calls a run off the so-manieth time that it checks its limits. */
function interruptedAt(
  stop: number,
  cluster: ReturnType<typeof allocator.cluster>,
  input: Input,
): { readonly report: Report; readonly checkpoint: CheckpointJson } {
  const controller = new AbortController();
  let calls = 0;
  let checkpoint: CheckpointJson | undefined;
  const onProgress: Input['onProgress'] = (progress) => {
    if (++calls === stop) controller.abort();
    checkpoint = progress.checkpoint();
  };
  const given = { ...input, onProgress, limits: { signal: controller.signal } };
  const plan = runInOneGo(planOf(given, settingsOf(given), cluster.parts.runtime.features, new Clock(cluster, {})));
  const report = runInOneGo(run(cluster.fork(), { ...plan, progressMilliseconds: 0 }));
  return { report, checkpoint: checkpoint as CheckpointJson };
}
