// A pass over 500 nodes with ten devices each, as the scheduler's filter makes it for a pod.

import { accelerators, claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { createAllocator } from '../src/index.js';
import { complete } from '../test/support/filtered.js';
import type { Scenario } from './scenario.js';

const NODES = 500;

/** A prepared claim with a cluster whose devices are all free. */
export const manyNodes: Scenario = {
  name: 'filter over 500 nodes x 10 devices, empty, resident cluster',
  async setup() {
    const cluster = (await createAllocator()).cluster();
    cluster.apply([...nodesWithDevices(NODES, () => accelerators(10)), testClass]);
    const claims = cluster.prepare([claimFor({})]);
    const { feasible } = complete(cluster.filter({ claims }));
    if (feasible.length !== NODES) throw new Error(`expected ${NODES} nodes, got ${feasible.length}`);
    return () => cluster.filter({ claims });
  },
};
