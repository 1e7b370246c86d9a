import { expect, it, onTestFinished, vi } from 'vitest';
import type { ResourceClaim } from '../../src/classic/api/kinds.js';
import type { ApiObject } from '../../src/classic/api/objects.js';
import { ApiClient } from '../../src/classic/api-client.js';
import { Clock } from '../../src/classic/clock.js';
import { checkedState, nodeDevices } from '../../src/classic/fake-devices.js';
import { FAKE_DRIVER, fakeDriver, Simulation, type SimulationEvent } from '../../src/classic/index.js';
import { Store } from '../../src/classic/store.js';
import { Random } from '../../src/core/base/random.js';
import { createAllocator } from '../../src/index.js';
import { turnsDuring } from '../support/turns.js';

it('a run lets others have their turns, also while an actor lists many objects', async () => {
  const objects = Array.from({ length: 20_000 }, (_, index) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `n${index}` } }));
  const listing = new Simulation({ objects });
  // An actor lists all nodes in one step.
  expect(await turnsDuring(listing.run({ steps: 3 }))).toBeGreaterThan(1);
});

it('a driver lets others have their turns while it reads the devices of a node', async () => {
  const spec = { allocatableDevice: Array.from({ length: 5000 }, (_, index) => ({ fake: { uuid: `u${index}`, name: 'm' } })) };
  const state = { apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1', kind: 'NodeAllocationState', metadata: { name: 'n' }, spec };
  // The clock advances by a millisecond at each read.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  onTestFinished(() => clock.mockRestore());
  expect(await turnsDuring(checkedState(state))).toBeGreaterThan(10);
  expect(await turnsDuring(nodeDevices(state, 'd.example.com'))).toBeGreaterThan(10);
  const { slice, places } = await nodeDevices(state, 'd.example.com');
  expect([slice.spec?.devices?.length, places.get('u4999')]).toEqual([5000, 4999]);
});

/** Advances the clock by a millisecond at each read. */
function tickingClock(): void {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  onTestFinished(() => clock.mockRestore());
}

it('steps for a pod with many claims let others have their turns', async () => {
  const apiVersion = 'resource.k8s.io/v1alpha2';
  const namespace = 'ns';
  const count = 200;
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
  const found = { apiVersion, kind: 'ResourceClass', metadata: { name: 'c' }, driverName: FAKE_DRIVER };
  const template = {
    apiVersion,
    kind: 'ResourceClaimTemplate',
    metadata: { name: 't', namespace },
    spec: { spec: { resourceClassName: 'c' } },
  };
  const resourceClaims = Array.from({ length: count }, (_, index) => ({
    name: `r${index}`,
    source: { resourceClaimTemplateName: 't' },
  }));
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace }, spec: { containers: [], resourceClaims } };
  const drivers = { [FAKE_DRIVER]: fakeDriver({ allocator: await createAllocator(), devicesPerNode: 2 * count }) };
  const simulation = new Simulation({ objects: [node, found, template, pod], drivers, kubernetesVersion: '1.27' });
  tickingClock();
  const turns: Record<string, number> = {};
  for (let step = 0; step < 60; step++) {
    const events: (SimulationEvent | undefined)[] = [];
    const turnsOfStep = await turnsDuring(simulation.step().then((event) => events.push(event)));
    const { actor, action, object } = events[0] as SimulationEvent;
    const kind = `${actor}: ${action} ${object.split(' ')[0]}`;
    turns[kind] = Math.max(turns[kind] ?? 0, turnsOfStep);
  }
  // A pause is due after four milliseconds.
  expect(turns['resourceclaim-controller: list Pod']).toBeGreaterThan(count / 4);
  expect(turns['resourceclaim-controller: sync Pod']).toBeGreaterThanOrEqual(count / 4);
  expect(turns['scheduler: list Pod']).toBeGreaterThan(0);
  expect(turns['scheduler: schedule Pod']).toBeGreaterThan(count / 4);
});

it('a driver lets others have their turns between nodes', async () => {
  const store = new Store(new Clock(), new Random(1));
  const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
  for (const name of names) {
    const spec = { allocatableDevice: [{ fake: { uuid: name, name: 'm' } }] };
    const metadata = { name, namespace: 'fake-system' };
    store.create({
      apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1',
      kind: 'NodeAllocationState',
      metadata,
      spec,
      status: 'Ready',
    } as ApiObject);
  }
  const driver = fakeDriver({ allocator: await createAllocator() })(new ApiClient(store));
  const claim = { apiVersion: 'v1', kind: 'ResourceClaim', metadata: { name: 'c', uid: 'u' }, spec: {} } as unknown as ResourceClaim;
  const entry = { podClaimName: 'c', claim, class: {} as never, classParameters: undefined, claimParameters: { count: 2 } };
  const options = { signal: new AbortController().signal };
  tickingClock();
  expect(await turnsDuring(Promise.resolve(driver.unsuitableNodes({} as never, [entry], names, options)))).toBeGreaterThan(50);
  expect(await turnsDuring(Promise.resolve(driver.deallocate(claim, options)))).toBeGreaterThan(20);
});
