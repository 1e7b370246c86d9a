import { expect, it } from 'vitest';
import type { Node } from '../../../src/core/api/node.js';
import type { StorageClass } from '../../../src/core/api/storage-class.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { Quantity } from '../../../src/core/quantity/quantity.js';
import { Provisioning } from '../../../src/scheduler/volumes/provisioning.js';
import { BASICS, storageWorld } from '../../support/storage.js';

const capacity = (name: string, topology: string, bytes: number): string =>
  `---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: {name: ${name}, namespace: csi}, storageClassName: late, capacity: ${bytes}${topology}}\n`;
const on = (selector: string): string => `, nodeTopology: {${selector}}`;

function named(...texts: readonly string[]): readonly (string | undefined)[] {
  const reporting = BASICS.replace('kind: CSIDriver, metadata: {name: d.example.com}', '$&, spec: {storageCapacity: true}');
  const { storage, infos } = storageWorld(reporting, ...texts);
  const provisioning = inOneGo(Provisioning.of(storage.storageClass('late') as StorageClass, storage, UNLIMITED));
  expect(provisioning.hasLimits).toBe(true);
  return Array.from(infos.values(), ({ node }) => {
    const found = inOneGo(provisioning.capacityOn(node as Node, Quantity.fromInt64(10n, 'DecimalSI'), UNLIMITED));
    return found.capacity?.metadata.name;
  });
}

it('storage is found by the labels of the node, if it is large enough', () => {
  const host = on('matchLabels: {kubernetes.io/hostname: n2}');
  const zone = on('matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [a]}]');
  expect(named(capacity('small', zone, 9), capacity('zone', zone, 10), capacity('host', host, 11))).toEqual(['zone', 'host']);
});

it('storage without a selector is for no node, and an empty selector selects every node', () => {
  expect(named(capacity('none', '', 99))).toEqual([undefined, undefined]);
  expect(named(capacity('all', on(''), 99))).toEqual(['all', 'all']);
});

it('a driver that does not report its storage has no limits', () => {
  const { storage } = storageWorld(BASICS);
  expect(inOneGo(Provisioning.of(storage.storageClass('late') as StorageClass, storage, UNLIMITED)).hasLimits).toBe(false);
});
