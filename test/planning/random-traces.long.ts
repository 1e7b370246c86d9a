import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { simulate } from '../../src/planning/index.js';
import { differencesByHand } from './by-hand.js';
import { randomTrace } from './random-traces.js';

it.each([1000, 1020, 1040, 1060])('20 random traces from seed %i on are played as by hand', async (first) => {
  const allocator = await createAllocator();
  for (let seed = first; seed < first + 20; seed++) {
    const trace = randomTrace(seed);
    const cluster = allocator.cluster();
    cluster.apply(trace.objects as never);
    const report = simulate(cluster, { trace: trace.events });
    expect(differencesByHand(trace, report, allocator.cluster()), `seed ${seed}`).toEqual([]);
  }
});
