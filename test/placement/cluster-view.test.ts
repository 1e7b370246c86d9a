// The number of nodes that are counted for edits is bounded, so that explanations of large clusters end.

import { expect, it } from 'vitest';
import { DecodeContext } from '../../src/core/api/context.js';
import { decodePod, type Pod } from '../../src/core/api/pod.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { VersionedList } from '../../src/core/base/versioned-list.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import { clusterView } from '../../src/placement/cluster-view.js';
import type { ClusterContext } from '../../src/scheduler/cluster/cluster-rules.js';
import { namespacesOf } from '../../src/scheduler/filters/affinity-terms.js';
import type { NodeInfo } from '../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../src/scheduler/profile/scheduler-profile.js';
import { info, node as nodeOf } from '../scheduler/filters/objects.js';
import { storageWorld } from '../support/storage.js';

const NODES = 40_000;

it('edits of relations are tried until too many nodes were counted; cached relations are tried later too', () => {
  const one: NodeInfo = info(nodeOf({ name: 'n', labels: { zone: 'a' } }), []);
  const infos = VersionedList.of(Array.from({ length: NODES }, () => one));
  const { storage } = storageWorld();
  const owners = { maySelect: () => false, servicesIn: () => [] };
  const context = {
    profile: DEFAULT_PROFILE,
    features: resolveFeatures({}),
    namespaces: namespacesOf(new Map()),
    storage,
    hasTerms: false,
    owners,
  };
  const view = clusterView(() => context as unknown as ClusterContext, context.namespaces, storage, {
    infos,
    infoOf: () => one,
    hasRules: () => true,
  });
  const ask = (app: string): number => inOneGo(view.testing(podFor(app), { info: one, others: [] }, UNLIMITED)).length;
  expect(['a', 'b', 'c', 'd', 'a'].map(ask)).toEqual([0, 0, 0, 1, 0]);
});

function podFor(app: string): Pod {
  const requiredDuringSchedulingIgnoredDuringExecution = [{ labelSelector: { matchLabels: { app } }, topologyKey: 'zone' }];
  const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution } };
  const spec = { containers: [{ name: 'c', image: 'i' }], affinity };
  return decodePod({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns' }, spec }, new DecodeContext());
}
