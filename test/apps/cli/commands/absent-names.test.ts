// Names that nothing answers to; the forms of names and the commands are in a table in object-names.test.ts.

import { expect, test } from 'vitest';
import { AbsentNames } from '../../../../src/apps/cli/commands/absent-names.js';
import { decodeAllObjects } from '../../../../src/core/api/all-objects.js';
import type { Json } from '../../../../src/core/base/json.js';

const of = (kind: string, name: string, more: object = {}, apiVersion = 'v1'): object => {
  const [namespace, local] = name.split('/');
  return { apiVersion, kind, metadata: { namespace, name: local }, ...more };
};
const controller = (kind: string, name: string): object => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: '', controller: true }],
});
const template = { spec: { containers: [{ name: 'c' }] } };

function reasonOf(wanted: string, namespace: string | undefined, ...given: readonly object[]): string {
  const objects = decodeAllObjects(given.map((value) => ({ value: value as Json })));
  return new AbsentNames({ objects, replaced: [] }, namespace).reasonOf(wanted);
}

test('a pod that is being deleted is not pending', () => {
  const pod = of('Pod', 'a/p', { metadata: { namespace: 'a', name: 'p', deletionTimestamp: '2026-01-01T00:00:00Z' } });
  expect(reasonOf('pod/a/p', 'a', pod)).toBe('pod a/p is not pending: it is being deleted');
});

test('an owner says how many of its pods run, or why it makes none', () => {
  const job = (suspend: boolean): object => of('Job', 'a/j', { spec: { suspend, template } }, 'batch/v1');
  expect(reasonOf('job/a/j', 'a', job(true))).toBe('job a/j has no pending pod: it creates no pods, since spec.suspend is true');
  const set = of('StatefulSet', 'a/s', { spec: { replicas: 1, template } }, 'apps/v1');
  const pod = {
    ...of('Pod', 'a/s-0'),
    metadata: { namespace: 'a', name: 's-0', ...controller('StatefulSet', 's') },
    spec: { nodeName: 'n' },
  };
  expect(reasonOf('statefulset/a/s', 'a', set, pod)).toBe('statefulset a/s has no pending pod: 1 of its pods runs');
});

test('a template is distinguished from what is made from it', () => {
  const object = of('ResourceClaimTemplate', 'a/t', { spec: { spec: { devices: {} } } }, 'resource.k8s.io/v1');
  expect(reasonOf('resourceclaimtemplate/a/t', 'a', object)).toBe(
    'resourceclaimtemplate a/t is a template: use a pod with a claim from it, or the command fit',
  );
});

test('more namespaces than three are counted', () => {
  const pods = ['a', 'b', 'c', 'd', 'e'].map((namespace) => of('Pod', `${namespace}/p`));
  expect(reasonOf('pod/default/p', undefined, ...pods)).toBe(
    'no pod "p" in namespace "default"; found a/p, b/p, c/p and 2 more: add -n NAMESPACE',
  );
});
