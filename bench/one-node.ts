// One device of a node with eight, from plain objects and with a resident cluster.

import { accelerators, claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { createAllocator } from '../src/index.js';
import { expectKind, type Scenario } from './scenario.js';

const [node, slice] = nodesWithDevices(1, () => accelerators(8)) as [object, object];

/** Decodes and encodes everything again. */
export const oneNodeOneShot: Scenario = {
  name: 'one device of 8, one-shot from plain objects',
  async setup() {
    const allocator = await createAllocator();
    const input = { node, claims: [claimFor({})], deviceClasses: [testClass], resourceSlices: [slice] };
    expectKind(allocator.allocate(input), 'allocated');
    return () => allocator.allocate(input);
  },
};

/** The cluster keeps its caches, and the claim is prepared. */
export const oneNodeResident: Scenario = {
  name: 'one device of 8, resident cluster, prepared claim',
  async setup() {
    const cluster = (await createAllocator()).cluster();
    cluster.apply([node, slice, testClass]);
    const claims = cluster.prepare([claimFor({})]);
    expectKind(cluster.allocate({ claims, node: 'node-0' }), 'allocated');
    return () => cluster.allocate({ claims, node: 'node-0' });
  },
};
