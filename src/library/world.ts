// Provides the objects of a cluster that suggestions depend on.

import type { Runtime } from '../allocator/evaluate/runtime.js';
import { activeRules } from '../allocator/pools/taint-rules.js';
import { claimKey } from '../cluster/claims.js';
import type { ClusterObjects } from '../cluster/cluster-objects.js';
import { metadataOf } from '../core/api/meta.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { World } from '../explain/suggest/question.js';

/**
 * Returns the classes, rules, device holders and nodes of a cluster, each as of its access. `addsNodes`: suggestions may add a node. `planned`:
 * the keys of claims that a program allocated only in its plan.
 */
export function worldOf(
  cluster: ClusterObjects,
  { selectors, features }: Pick<Runtime, 'selectors' | 'features'>,
  { addsNodes, planned }: { readonly addsNodes: boolean; readonly planned: ReadonlySet<string> },
): World {
  return {
    selectors,
    classes: () => cluster.deviceClasses.values(),
    rules: activeRules([...cluster.deviceTaintRules.values()], features),
    has: (kind, metadata) => {
      const key = claimKey({ metadata });
      return cluster.pods.get(kind, key) !== undefined || (kind === 'ResourceClaim' && cluster.held.get(key) !== undefined);
    },
    podGroup: (metadata) => cluster.pods.get('PodGroup', claimKey({ metadata })),
    holders: () => holdersIn(cluster),
    isPlanned: ({ metadata }) => planned.has(claimKey({ metadata })),
    nodes: addsNodes ? () => cluster.nodeList : undefined,
  };
}

function* holdersIn({ held, pods }: ClusterObjects): Generator<ResourceClaim> {
  for (const [key, { allocation, reported }] of held) {
    const stored = pods.get('ResourceClaim', key)?.claim;
    const status = { allocation, reservedFor: stored?.status.reservedFor ?? [], ...(reported === undefined ? {} : { devices: reported }) };
    yield { metadata: stored?.metadata ?? metadataOfKey(key), spec: stored?.spec ?? NO_SPEC, status };
  }
}

const NO_SPEC: ResourceClaim['spec'] = { devices: { requests: [], constraints: [], config: [] } };

function metadataOfKey(key: string): ResourceClaim['metadata'] {
  const slash = key.indexOf('/');
  return metadataOf(key.slice(slash + 1), key.slice(0, slash));
}
