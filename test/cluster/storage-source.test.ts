import { expect, it } from 'vitest';
import { SelectorCache } from '../../src/cel/cache.js';
import { ClusterState } from '../../src/cluster/cluster-state.js';
import { storageSource } from '../../src/cluster/storage-source.js';
import { decodeObjects } from '../../src/core/api/objects.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import { StorageTable } from '../../src/scheduler/volumes/storage-table.js';
import { yamlDocuments } from '../support/api.js';
import { podWith } from '../support/storage.js';

it('the storage of a cluster is found as it is now, and pods of nodes that exist', () => {
  const state = new ClusterState(resolveFeatures({}), new SelectorCache());
  const apply = (text: string): void => state.apply(decodeObjects(yamlDocuments(text).map((value) => ({ value }))));
  const table = new StorageTable(storageSource(state.objects));
  const names = (): readonly string[] => {
    inOneGo(table.update(UNLIMITED));
    return table.freeVolumes('ssd').map(({ metadata }) => metadata.name);
  };
  expect(names()).toEqual([]);
  apply(
    '{apiVersion: v1, kind: PersistentVolume, metadata: {name: a}, spec: {storageClassName: ssd}}\n---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}}',
  );
  expect([names(), table.claim('default', 'data')?.metadata.name]).toEqual([['a'], 'data']);
  state.remove('PersistentVolume', 'a');
  expect(names()).toEqual([]);
  const user = (): string | undefined => inOneGo(table.findingUsers('default', new Set(['data']), UNLIMITED)).get('data');
  apply(podWith('r', ['data'], ', nodeName: n1'));
  expect(user()).toBeUndefined();
  apply('{apiVersion: v1, kind: Node, metadata: {name: n1}}');
  expect(user()).toBe('default/r');
});
