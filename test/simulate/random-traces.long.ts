import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { simulate } from '../../src/simulate/index.js';
import { differencesByHand } from './by-hand.js';
import { randomTrace } from './random-traces.js';

it('200 random traces are played as by hand', { timeout: 600_000 }, async () => {
  const allocator = await createAllocator();
  for (let seed = 1000; seed < 1200; seed++) {
    const trace = randomTrace(seed);
    const cluster = allocator.cluster();
    cluster.apply(trace.objects as never);
    const report = simulate(cluster, { trace: trace.events });
    expect(differencesByHand(trace, report, allocator.cluster()), `seed ${seed}`).toEqual([]);
  }
});
