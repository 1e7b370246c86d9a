import { expect, test } from 'vitest';
import { SELECTS_ALL } from '../../../src/core/api/label-selector.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { defaultSelector, type PodOwners } from '../../../src/scheduler/filters/default-selector.js';
import { labelled, ownersOf } from './spread.js';

const LABELS = { app: 'web', track: 'blue' };

/** Returns the names of the pods that the default selector of a pod with this owner selects; `all` if it has no requirements. */
function selected(owners: PodOwners, owner?: readonly [apiVersion: string, kind: string, controller?: boolean]): string {
  const [apiVersion, kind, controller = true] = owner ?? [];
  const ownerReferences = owner === undefined ? [] : [{ apiVersion, kind, name: 'o', uid: 'u', controller }];
  const selector = inOneGo(defaultSelector(labelled(LABELS, {}, { ownerReferences }), owners, UNLIMITED));
  if (selector === SELECTS_ALL) return 'all';
  const candidates = { same: LABELS, green: { ...LABELS, track: 'green' }, db: { ...LABELS, app: 'db' } };
  return Object.entries(candidates)
    .filter(([, labels]) => selector(new Map(Object.entries(labels))))
    .map(([name]) => name)
    .join(' ');
}

test('requires the labels of the services that select the pod', () => {
  expect(selected(ownersOf({ services: [['a', { app: 'web' }]] }))).toBe('same green');
  expect(
    selected(
      ownersOf({
        services: [
          ['a', { app: 'web' }],
          ['b', { track: 'blue' }],
        ],
      }),
    ),
  ).toBe('same');
  expect(selected(ownersOf({ services: [['other', { app: 'db' }], ['headless'], ['empty', {}]] }))).toBe('all');
});

test('adds the selector of the controller of the pod', () => {
  const blue = { matchExpressions: [{ key: 'track', operator: 'NotIn', values: ['green'] }] };
  const owners = ownersOf({
    services: [['a', { app: 'web' }]],
    replicaSet: ['o', blue],
    statefulSet: ['o', blue],
    replicationController: ['o', { track: 'blue' }],
  });
  expect(selected(owners, ['apps/v1', 'ReplicaSet'])).toBe('same');
  expect(selected(owners, ['apps/v1', 'StatefulSet'])).toBe('same');
  expect(selected(owners, ['v1', 'ReplicationController'])).toBe('same');
  expect(selected(owners, ['apps/v1', 'ReplicaSet', false])).toBe('same green');
  expect(selected(owners, ['apps/v1beta1', 'ReplicaSet'])).toBe('same green');
  expect(selected(owners, ['batch/v1', 'Job'])).toBe('same green');
});

test('the controller of a pod that does not exist yet may be missing', () => {
  const selector = { matchLabels: new Map([['track', 'blue']]), matchExpressions: [] };
  const made = labelled(
    LABELS,
    {},
    { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'o', uid: '', controller: true }] },
  );
  const ownerReferences = made.metadata.ownerReferences.map((reference) => ({ ...reference, selector }));
  const found = inOneGo(defaultSelector({ ...made, metadata: { ...made.metadata, ownerReferences } }, ownersOf({}), UNLIMITED));
  expect([found(new Map([['track', 'blue']])), found(new Map([['track', 'green']]))]).toEqual([true, false]);
});

test('a label of the ReplicationController replaces that of a service', () => {
  const owners = ownersOf({ services: [['a', { app: 'web' }]], replicationController: ['o', { app: 'db' }] });
  expect(selected(owners, ['v1', 'ReplicationController'])).toBe('db');
});

test('a controller without a valid selector, or that does not exist, adds nothing', () => {
  const invalid = { matchExpressions: [{ key: 'track', operator: 'Like', values: ['blue'] }] };
  expect(selected(ownersOf({ replicaSet: ['o', invalid] }), ['apps/v1', 'ReplicaSet'])).toBe('all');
  expect(selected(ownersOf({ replicaSet: ['o'] }), ['apps/v1', 'ReplicaSet'])).toBe('all');
  expect(selected(ownersOf({ replicaSet: ['another', {}] }), ['apps/v1', 'ReplicaSet'])).toBe('all');
  expect(selected(ownersOf({ replicaSet: ['o', {}] }), ['apps/v1', 'ReplicaSet'])).toBe('all');
});
