// Objects of classic DRA (resource.k8s.io/v1alpha2) that are meant to make simulations and migration run long.

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const GROUP = 'resource.k8s.io/v1alpha2';

const nodeOf = (index: number): object => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `n${index}` } });
const CLASS = { apiVersion: GROUP, kind: 'ResourceClass', metadata: { name: 'c' }, driverName: 'fake.resource.3-shake.com' };
const TEMPLATE = {
  apiVersion: GROUP,
  kind: 'ResourceClaimTemplate',
  metadata: { name: 't', namespace: 'ns' },
  spec: { spec: { resourceClassName: 'c' } },
};
const claimOf = (index: number): object => ({
  apiVersion: GROUP,
  kind: 'ResourceClaim',
  metadata: { name: `r${index}`, namespace: 'ns' },
  spec: { resourceClassName: 'c' },
});
const podOf = (index: number, claims = 1): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `p${index}`, namespace: 'ns' },
  spec: {
    containers: [{ name: 'c', image: 'i' }],
    resourceClaims: range(claims, (each) => ({ name: `r${each}`, source: { resourceClaimTemplateName: 't' } })),
  },
});
const stateOf = (index: number, devices: number): object => ({
  apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1',
  kind: 'NodeAllocationState',
  metadata: { name: `n${index}`, namespace: 'fake-system' },
  spec: { allocatableDevice: range(devices, (each) => ({ fake: { uuid: `u${index}-${each}`, name: 'LATEST-FAKE-MODEL' } })) },
  status: 'Ready',
});

/** Objects by name. */
export const CLASSIC_INPUTS: Readonly<Record<string, () => readonly object[]>> = {
  '20,000 pods': () => [nodeOf(0), stateOf(0, 10), CLASS, TEMPLATE, ...range(20_000, (index) => podOf(index))],
  '10,000 nodes': () => [...range(10_000, nodeOf), ...range(10_000, (index) => stateOf(index, 4)), CLASS, TEMPLATE, podOf(0)],
  '1,000 pods on 1,000 nodes': () => [
    ...range(1000, nodeOf),
    ...range(1000, (index) => stateOf(index, 4)),
    CLASS,
    TEMPLATE,
    ...range(1000, (index) => podOf(index)),
  ],
  '100,000 claims': () => [nodeOf(0), stateOf(0, 10), CLASS, ...range(100_000, claimOf)],
  'a pod with 20,000 claims': () => [nodeOf(0), stateOf(0, 10), CLASS, TEMPLATE, podOf(0, 20_000)],
  'a node with 100,000 devices': () => [nodeOf(0), stateOf(0, 100_000), CLASS, TEMPLATE, ...range(10, (index) => podOf(index))],
};
