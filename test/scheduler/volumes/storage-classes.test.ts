import { expect, it } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import {
  bindsLate,
  classOfClaim,
  classOfVolume,
  defaultClass,
  hasNoClass,
  isProvisioned,
} from '../../../src/scheduler/volumes/storage-classes.js';
import { storageWorld, volume } from '../../support/storage.js';

const standard = (name: string, more: string): string =>
  `---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: ${name}, annotations: {${more}}}}\n`;

const DEFAULT = 'storageclass.kubernetes.io/is-default-class: "true"';

it('the newest default class counts, then the first by name', () => {
  const found = (...texts: readonly string[]): string | undefined =>
    inOneGo(defaultClass(storageWorld(...texts).storage.storageClasses, UNLIMITED))?.metadata.name;
  expect(found(standard('a', ''), standard('b', 'storageclass.beta.kubernetes.io/is-default-class: "true"'))).toBe('b');
  expect(found(standard('b', DEFAULT), standard('a', DEFAULT))).toBe('a');
  const newer = `---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: z, creationTimestamp: "2026-01-01T00:00:00Z", annotations: {${DEFAULT}}}}\n`;
  expect(found(standard('a', DEFAULT), newer)).toBe('z');
  expect(found(standard('a', 'storageclass.kubernetes.io/is-default-class: "false"'))).toBeUndefined();
});

it('the former annotation of the class takes precedence', () => {
  const { storage } = storageWorld(
    '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a, namespace: ns, annotations: {volume.beta.kubernetes.io/storage-class: old}}, spec: {storageClassName: new}}',
    '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: b, namespace: ns}}',
    volume('v', '{storageClassName: new}'),
  );
  const [a, b, v] = [storage.claim('ns', 'a'), storage.claim('ns', 'b'), storage.volume('v')];
  if (a === undefined || b === undefined || v === undefined) throw new Error('an object is missing');
  expect([classOfClaim(a), classOfClaim(b), classOfVolume(v)]).toEqual(['old', '', 'new']);
  expect([hasNoClass(a), hasNoClass(b)]).toEqual([false, true]);
});

it('a class binds at once, and provisions no volumes without a provisioner', () => {
  const { storage } = storageWorld(
    '{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: a}, provisioner: d}',
    '{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: b}, provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}',
  );
  const classes = storage.storageClasses;
  expect(classes.map((one) => [bindsLate(one), isProvisioned(one)])).toEqual([
    [false, true],
    [true, false],
  ]);
});
