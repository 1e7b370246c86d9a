// Objects in the shape of scheduler_perf: one driver, and one pool and slice for each node.

export const DRIVER = 'test-driver.cdi.k8s.io';

/** Returns the nodes node-0, node-1, ... with a slice of devices each. */
export function nodesWithDevices(nodes: number, devicesOf: (node: number) => readonly object[]): object[] {
  return nodesWithPools(nodes, (node) => [{ devices: devicesOf(node) }]);
}

/** Returns nodes with a pool of several slices each; `slicesOf` returns their specific fields. */
export function nodesWithPools(nodes: number, slicesOf: (node: number) => readonly object[]): object[] {
  return Array.from({ length: nodes }, (_, index) => index).flatMap((index) => {
    const slices = slicesOf(index);
    const pool = { name: `node-${index}`, generation: 1, resourceSliceCount: slices.length };
    return [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: `node-${index}` } },
      ...slices.map((spec, place) => ({
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceSlice',
        metadata: { name: place === 0 ? `slice-${index}` : `slice-${index}-${place}` },
        spec: { driver: DRIVER, nodeName: `node-${index}`, pool, ...spec },
      })),
    ];
  });
}

/** Returns the slices of a card: each partition uses one of its equal parts. */
export function card(partitions: number, parts: number): object[] {
  const counterSet = 'card-0';
  const consumesCounters = [{ counterSet, counters: { memory: { value: '10Gi' } } }];
  return [
    { devices: accelerators(partitions).map((device) => ({ ...device, consumesCounters })) },
    { sharedCounters: [{ name: counterSet, counters: { memory: { value: `${parts * 10}Gi` } } }] },
  ];
}

/** Returns devices with a model, a NUMA node, a driver version and memory. */
export function accelerators(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `device-${index}`,
    attributes: { model: { string: 'a100' }, numa: { int: index >> 2 }, driverVersion: { version: '1.2.3' } },
    capacity: { memory: { value: '40Gi' } },
  }));
}

/** The class of all requests. */
export const testClass = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: { name: 'test-class' },
  spec: { selectors: [{ cel: { expression: `device.driver == "${DRIVER}"` } }] },
};

/** Returns a claim with one request. */
export function claimFor(exactly: Readonly<Record<string, unknown>>, constraints: readonly object[] = []): object {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { namespace: 'default', name: 'claim' },
    spec: { devices: { requests: [{ name: 'req-0', exactly: { deviceClassName: 'test-class', ...exactly } }], constraints } },
  };
}
