import { describe, expect, test } from 'vitest';
import { Clock } from '../../src/classic/clock.js';
import { Informer, MutationCache } from '../../src/classic/informer.js';
import { Store } from '../../src/classic/store.js';
import { Random } from '../../src/core/base/random.js';

const node = (name: string, label = '0') => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { version: label } } });

/** Returns a store, an informer of its nodes, and the informer's notifications. */
function watched(...names: readonly string[]) {
  const store = new Store(new Clock(), new Random(1));
  for (const name of names) store.create(node(name));
  const told: string[] = [];
  const version = ({ metadata }: { metadata: { name: string; labels?: Readonly<Record<string, string>> } }): string =>
    `${metadata.name}@${metadata.labels?.['version']}`;
  const informer = new Informer(store, 'Node', {
    added: (object) => told.push(`added ${version(object)}`),
    updated: (before, object) => told.push(`updated ${version(before)} to ${version(object)}`),
    deleted: (object) => told.push(`deleted ${version(object)}`),
  });
  return { store, informer, told };
}

describe('an informer', () => {
  test('knows nothing before it has listed, and then each change when it is reported', () => {
    const { store, informer, told } = watched('a');
    expect(informer.next).toBe(0);
    expect(informer.find('', 'a')).toBeUndefined();
    expect(informer.deliver()).toBe('list');
    expect(informer.next).toBeUndefined();
    const { metadata } = store.get('Node', '', 'a');
    store.update({ ...node('a', '1'), metadata: { ...metadata, labels: { version: '1' } } });
    store.create(node('b'));
    store.delete('Node', '', 'a');
    expect(informer.find('', 'a')?.metadata.labels).toEqual({ version: '0' });
    expect(told).toEqual(['added a@0']);
    while (informer.next !== undefined) informer.deliver();
    expect(told).toEqual(['added a@0', 'updated a@0 to a@1', 'added b@0', 'deleted a@1']);
    expect([...informer.all()].map((object) => object.metadata.name)).toEqual(['b']);
    expect(informer.deliver()).toBeUndefined();
  });

  test('is informed of the last change again: of one that was deleted nothing is left to delete', () => {
    const { store, informer, told } = watched();
    informer.list();
    expect(informer.repeat()).toBeUndefined();
    store.create(node('a'));
    informer.deliver();
    expect(informer.repeat()).toMatchObject({ type: 'ADDED' });
    store.delete('Node', '', 'a');
    informer.deliver();
    informer.repeat();
    expect(told).toEqual(['added a@0', 'updated a@0 to a@0', 'deleted a@0']);
  });

  test('whose watch broke lists before it goes on, and so learns what was deleted in between', () => {
    const { store, informer, told } = watched('a', 'b');
    informer.list();
    expect(informer.lose()).toBeUndefined();
    store.delete('Node', '', 'a');
    store.create(node('c'));
    expect(informer.lose()).toMatchObject({ type: 'DELETED' });
    expect(informer.next).toBe(0);
    expect(informer.repeat()).toBeUndefined();
    expect(informer.deliver()).toBe('list');
    expect(told).toEqual(['added a@0', 'added b@0', 'deleted a@0', 'updated b@0 to b@0', 'added c@0']);
    expect(informer.next).toBeUndefined();
  });
});

describe('what an actor wrote itself', () => {
  test('counts until the informer has it', () => {
    const { store, informer } = watched('a');
    informer.list();
    const cache = new MutationCache(informer, { includesNew: false });
    const { metadata } = store.get('Node', '', 'a');
    cache.add(store.update({ ...node('a'), metadata: { ...metadata, labels: { version: '1' } } }));
    expect(cache.byKey('a')?.metadata.labels).toEqual({ version: '1' });
    const { metadata: second } = store.get('Node', '', 'a');
    store.update({ ...node('a'), metadata: { ...second, labels: { version: '2' } } });
    informer.deliver();
    expect(cache.byKey('a')?.metadata.labels).toEqual({ version: '1' });
    informer.deliver();
    expect(cache.byKey('a')?.metadata.labels).toEqual({ version: '2' });
  });

  test.each([
    [true, ['b']],
    [false, []],
  ])('counts before the informer knows the object at all, if that is wanted: %s', (includesNew, names) => {
    const { store, informer } = watched('a');
    informer.list();
    const cache = new MutationCache(informer, { includesNew });
    const controlled = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true };
    const made = node('b');
    cache.add(store.create({ ...made, metadata: { ...made.metadata, ownerReferences: [controlled] } }));
    const ofController = (uid: string): readonly string[] => [...cache.ofController(uid)].map(({ metadata }) => metadata.name);
    expect(cache.byKey('b')?.metadata.name).toBe(names[0]);
    expect(ofController('u')).toEqual(names);
    informer.deliver();
    expect([ofController('u'), ofController('other')]).toEqual([['b'], []]);
    store.delete('Node', '', 'b');
    informer.deliver();
    expect([...informer.ofController('u')]).toEqual([]);
  });
});
