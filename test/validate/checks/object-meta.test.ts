// Tests rules about metadata by kind and release.

import { describe, expect, it } from 'vitest';
import { validate } from '../../../src/validate/index.js';
import { META_RULES } from '../../../src/validate/rules/meta.js';

const META: ReadonlySet<string> = new Set(META_RULES.map(({ id }) => id));

const object = (apiVersion: string, kind: string, metadata: object, rest: object = {}) => ({ apiVersion, kind, metadata, ...rest });
const paths = (given: object, kubernetesVersion = '1.37') =>
  validate([given], { kubernetesVersion })
    .filter(({ rule, severity }) => severity === 'error' && META.has(rule))
    .map(({ rule, path }) => `${rule} ${path}`);

describe('names of objects', () => {
  it('are subdomains, or labels for some kinds', () => {
    expect(paths(object('apps/v1', 'Deployment', { name: 'a.b' }))).toEqual([]);
    expect(paths(object('apps/v1', 'StatefulSet', { name: 'a.b' }))).toEqual(['object-name metadata.name']);
    expect(paths(object('v1', 'Namespace', { name: 'a.b' }))).toEqual(['object-name metadata.name']);
    expect(paths(object('v1', 'Pod', {}))).toEqual(['object-name metadata.name']);
    expect(paths({ apiVersion: 'v1', kind: 'Pod' })).toEqual(['object-name metadata.name']);
  });

  it('leave room for the suffix of jobs', () => {
    expect(paths(object('batch/v1', 'CronJob', { name: 'a'.repeat(52) }))).toEqual([]);
    expect(paths(object('batch/v1', 'CronJob', { name: 'a'.repeat(53) }))).toEqual(['object-name metadata.name']);
  });

  it('become labels of Namespaces, and of the pods of jobs', () => {
    expect(paths(object('v1', 'Namespace', { name: '-a' }))).toEqual(['object-name metadata.name', 'label-value metadata.labels']);
    const job = (name: string, more: object = {}) => paths(object('batch/v1', 'Job', { name }, { spec: { template: {}, ...more } }));
    expect(job('a'.repeat(63))).toEqual([]);
    expect(job('a'.repeat(64))).toEqual(['label-value spec.template.labels']);
    expect(job('a'.repeat(64), { manualSelector: true })).toEqual([]);
  });

  it('can be generated', () => {
    const from = (generateName: string, kind = 'Pod') => paths(object('v1', kind, { generateName }));
    expect(from('gpu-')).toEqual([]);
    expect(from('a'.repeat(100))).toEqual([]);
    expect(from('gpu_')).toEqual(['object-name metadata.name', 'generate-name metadata.generateName']);
    expect(from('gpu.')).toEqual(['generate-name metadata.generateName']);
    expect(from('GPU', 'ReplicationController')).toEqual(['object-name metadata.name']);
    expect(from(`${'a'.repeat(58)}/`, 'ReplicationController')).toEqual(['generate-name metadata.generateName']);
    expect(paths(object('v1', 'Pod', { name: 'a', generateName: 'GPU' }))).toEqual(['generate-name metadata.generateName']);
  });

  it('were judged twice for classes before 1.35', () => {
    const deviceClass = object('resource.k8s.io/v1', 'DeviceClass', { generateName: 'GPU-' }, { spec: {} });
    expect(paths(deviceClass, '1.34')).toEqual(['object-name metadata.name', 'generate-name metadata.generateName']);
    expect(paths(deviceClass, '1.35')).toEqual(['object-name metadata.name']);
  });
});

describe('other metadata', () => {
  it('is judged in templates, as far as it counts there', () => {
    const labels = { 'a b': 'c d' };
    const wrong = (path: string) => [`label-key ${path}.labels`, `label-value ${path}.labels`];
    const template = { metadata: { name: 'NOT_LOOKED_AT', labels } };
    expect(paths(object('v1', 'PodTemplate', { name: 'a' }, { template }))).toEqual(wrong('template'));
    expect(paths(object('apps/v1', 'Deployment', { name: 'a' }, { spec: { template } }))).toEqual(wrong('spec.template'));
    expect(paths(object('batch/v1', 'CronJob', { name: 'a' }, { spec: { jobTemplate: { spec: { template } } } }))).toEqual(
      wrong('spec.jobTemplate.spec.template'),
    );
    expect(paths(object('apps/v1', 'StatefulSet', { name: 'a' }, { spec: { volumeClaimTemplates: [template] } }))).toEqual([]);
  });

  it('has nothing but labels and annotations in templates of claims', () => {
    const metadata = { name: 'a', uid: 'b', generation: 0, finalizers: [], creationTimestamp: null, annotations: {} };
    const claims = object('resource.k8s.io/v1', 'ResourceClaimTemplate', { name: 'a', namespace: 'default' }, { spec: { metadata } });
    const forbidden = ['name', 'uID', 'finalizers'].map((name) => `template-metadata spec.metadata.${name}`);
    expect(paths(claims)).toEqual(forbidden);
  });

  it('has a namespace where the kind is in namespaces', () => {
    expect(paths(object('v1', 'Pod', { name: 'a', namespace: 'A_B' }))).toEqual(['namespace-name metadata.namespace']);
    expect(paths(object('v1', 'Node', { name: 'a', namespace: 'A_B' }))).toEqual([]);
  });

  it('has a generation that some kinds keep', () => {
    expect(paths(object('v1', 'Node', { name: 'a', generation: -1 }))).toEqual(['generation metadata.generation']);
    expect(paths(object('v1', 'Pod', { name: 'a', generation: -1 }))).toEqual([]);
  });

  it('has an owner that stands there several times once', () => {
    const owners = (...ownerReferences: readonly object[]) => paths(object('v1', 'Pod', { name: 'a', ownerReferences }));
    const controller = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', uid: '1', controller: true };
    expect(owners(controller, { ...controller })).toEqual([]);
    expect(owners(controller, { ...controller, blockOwnerDeletion: false })).toEqual(['single-controller metadata.ownerReferences']);
    expect(owners({ ...controller, name: '' }, { ...controller, name: '' })).toEqual(['owner-reference metadata.ownerReferences[0].name']);
  });

  it('names owners by version, kind, name and uid', () => {
    const owner = (fields: object) => paths(object('v1', 'Pod', { name: 'a', ownerReferences: [fields] }));
    expect(owner({})).toEqual(['apiVersion', 'kind', 'name', 'uid'].map((field) => `owner-reference metadata.ownerReferences[0].${field}`));
    const whole = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', uid: '1' };
    expect(owner(whole)).toEqual([]);
    for (const apiVersion of ['/', 'a/b/c', 'a/']) {
      expect(owner({ ...whole, apiVersion })).toEqual(['owner-reference metadata.ownerReferences[0].apiVersion']);
    }
    expect(owner({ ...whole, apiVersion: 'v1', kind: 'Event' })).toEqual(['owner-reference metadata.ownerReferences[0]']);
  });

  it('of owners was named without their place before 1.37', () => {
    const pod = object('v1', 'Pod', { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'b' }] });
    expect(paths(pod, '1.36')).toEqual(['owner-reference metadata.ownerReferences.uid', 'owner-reference metadata.ownerReferences']);
    expect(paths(pod, '1.37')).toEqual(['owner-reference metadata.ownerReferences[0].uid', 'owner-reference metadata.ownerReferences[0]']);
  });

  it('may be large', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, 'a b']));
    expect(paths(object('v1', 'Pod', { name: 'a', labels: many, annotations: many }))).toHaveLength(3 * 1_001);
    expect(paths(object('v1', 'Pod', { name: 'a'.repeat(1_000_000) }))).toEqual(['object-name metadata.name']);
  });
});
