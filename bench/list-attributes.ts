// scheduler_perf's list attributes: 64 devices with 47 values each, of which only the last 32 have a common value.

import { claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { createAllocator } from '../src/index.js';
import { expectKind, type Scenario } from './scenario.js';

const DEVICES = 64;
const MATCHING = 32;
const VALUES = 47;

function devices(): object[] {
  return Array.from({ length: DEVICES }, (_, index) => {
    const own = Array.from(
      { length: index < DEVICES - MATCHING ? VALUES : VALUES - 1 },
      (_value, value) => `device-${index}-value-${value}`,
    );
    const strings = index < DEVICES - MATCHING ? own : ['shared-value', ...own];
    return { name: `device-${index}`, attributes: { 'dra.example.com/match': { strings } } };
  });
}

/** A claim at its limit, with a block of devices that do not match in front. */
export const listAttributes: Scenario = {
  name: '32 of 64 devices with 47 list values, matchAttribute',
  async setup() {
    const cluster = (await createAllocator()).cluster();
    cluster.apply([...nodesWithDevices(1, devices), testClass]);
    const claims = cluster.prepare([claimFor({ count: MATCHING }, [{ matchAttribute: 'dra.example.com/match' }])]);
    expectKind(cluster.allocate({ claims, node: 'node-0' }), 'allocated');
    return () => cluster.allocate({ claims, node: 'node-0' });
  },
};
