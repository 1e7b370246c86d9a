import { describe, expect, it } from 'vitest';
import type { ClassicPod, ResourceClaim } from '../../src/classic/api/kinds.js';
import { Clock } from '../../src/classic/clock.js';
import { Store } from '../../src/classic/store.js';
import { Random } from '../../src/core/base/random.js';

const claim: ResourceClaim = {
  apiVersion: 'resource.k8s.io/v1alpha2',
  kind: 'ResourceClaim',
  metadata: { name: 'c', namespace: 'ns' },
  spec: { resourceClassName: 'k' },
};
const pod: ClassicPod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns' }, spec: {} };
const newStore = () => new Store(new Clock(), new Random(1));

describe('an API server in memory', () => {
  it('rejects who is behind', () => {
    const store = newStore();
    const created = store.create(claim);
    store.update({ ...created, metadata: { ...created.metadata, finalizers: ['f'] } });
    expect(() => store.update({ ...created, metadata: { ...created.metadata, finalizers: ['g'] } })).toThrow(
      'Operation cannot be fulfilled on resourceclaims.resource.k8s.io "c": the object has been modified; please apply your changes to the latest version and try again',
    );
    const other = { ...created, metadata: { ...created.metadata, uid: 'other' } };
    expect(() => store.patchStatus(other, (current) => current)).toThrow(
      /^Operation cannot .* Precondition failed: UID in precondition: other,/,
    );
  });

  it('writes the status by itself, and spec and metadata by themselves', () => {
    const store = newStore();
    const created = store.create(claim);
    const status = { driverName: 'd', allocation: {} };
    const updated = store.update({ ...created, metadata: { ...created.metadata, labels: { a: 'b' } }, status });
    expect(updated.status).toBeUndefined();
    const withStatus = store.updateStatus({ ...updated, metadata: { ...updated.metadata, labels: {} }, status });
    expect(withStatus).toMatchObject({ metadata: { labels: { a: 'b' } }, status });
    expect(store.eventsOf('ResourceClaim').map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'MODIFIED']);
    store.updateStatus(withStatus);
    expect(store.eventsOf('ResourceClaim')).toHaveLength(3);
  });

  it('keeps what has finalizers, and pods that run, until they may go', () => {
    const store = newStore();
    const created = store.create({ ...claim, metadata: { ...claim.metadata, finalizers: ['f'] } });
    store.delete('ResourceClaim', 'ns', 'c');
    const marked = store.get('ResourceClaim', 'ns', 'c');
    expect(marked.metadata.deletionTimestamp).toBe('2023-05-06T00:00:00Z');
    expect(created.metadata.deletionTimestamp).toBeUndefined();
    const { finalizers: _, ...metadata } = marked.metadata;
    const removed = store.update({ ...marked, metadata });
    expect(Number(removed.metadata.resourceVersion)).toBeGreaterThan(Number(marked.metadata.resourceVersion));
    expect(store.find('ResourceClaim', 'ns', 'c')).toBeUndefined();
    store.bind(store.create(pod), 'n');
    store.delete('Pod', 'ns', 'p');
    expect(store.get('Pod', 'ns', 'p').metadata.deletionTimestamp).toBeDefined();
    expect(() => store.bind(store.get('Pod', 'ns', 'p'), 'm')).toThrow('is being deleted');
    store.delete('Pod', 'ns', 'p', { force: true });
    expect(() => store.get('Pod', 'ns', 'p')).toThrow('pods "p" not found');
  });

  it('rejects statuses that break rules', () => {
    const store = newStore();
    const created = store.create(claim);
    const consumer = (uid: string) => ({ resource: 'pods', name: 'p', uid });
    const refusal = (status: ResourceClaim['status']) => () =>
      store.updateStatus({ ...store.get('ResourceClaim', 'ns', 'c'), status: status ?? {} });
    expect(refusal({ allocation: {} })).toThrow(
      'ResourceClaim.resource.k8s.io "c" is invalid: status.driverName: Required value: must be specified when `allocation` is set',
    );
    expect(refusal({ deallocationRequested: true })).toThrow('status: Forbidden: `allocation` must be set');
    store.updateStatus({ ...created, status: { driverName: 'd', allocation: {}, reservedFor: [consumer('1')] } });
    expect(refusal({ driverName: 'd', allocation: {}, reservedFor: [consumer('1'), consumer('2')] })).toThrow(
      'may not be reserved more than once',
    );
    expect(refusal({ driverName: 'd', allocation: { shareable: true } })).toThrow('status.allocation: Invalid value: field is immutable');
    expect(refusal({ driverName: 'd', allocation: {}, reservedFor: [consumer('1')], deallocationRequested: true })).toThrow(
      'deallocation cannot be requested while `reservedFor` is set',
    );
    store.updateStatus({
      ...store.get('ResourceClaim', 'ns', 'c'),
      status: { driverName: 'd', allocation: {}, deallocationRequested: true },
    });
    expect(refusal({ driverName: 'd', allocation: {} })).toThrow('may not be cleared when `allocation` is set');
  });

  it('makes up names', () => {
    const store = newStore();
    const named = { ...pod, metadata: { name: '', namespace: 'ns', generateName: 'a-' } };
    const names = [store.create(named), store.create(named)].map(({ metadata }) => metadata.name);
    for (const name of names) expect(name).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(names[0]).not.toBe(names[1]);
    expect(() => store.create({ ...pod, metadata: { ...pod.metadata, name: names[0] ?? '' } })).toThrow('already exists');
  });
});
