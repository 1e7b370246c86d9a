import { expect, it, onTestFinished, vi } from 'vitest';
import { checkedState, nodeDevices } from '../../src/classic/fake-devices.js';
import { Simulation } from '../../src/classic/index.js';
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
