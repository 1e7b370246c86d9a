// Changes that let kube-scheduler place a pod that spec.nodeName assigns to a node: a node selector for that node, or no node
// name.

import type { Limits } from '../../../allocator/evaluate/limits.js';
import { claimKey } from '../../../cluster/claims.js';
import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Suggestion } from '../../../explain/explanation.js';
import type { Change } from '../../../explain/suggest/change.js';
import { patchesOf } from '../../../explain/suggest/patch.js';
import { requestedResources } from '../../../scheduler/pods/extended-resources.js';
import type { PlacementCluster } from '../library.js';
import type { PodGroupOfClaims } from './placed-pods.js';
import { PodPlacement } from './pod-placement.js';

const HOSTNAME = 'kubernetes.io/hostname';

/** A change of the pod, and the changed pod. */
interface Variant {
  readonly text: string;
  readonly pod: Pod;
  readonly operations: readonly Change['operation'][];
}

/** Returns the first change after which the pod fits on a node, as the only suggestion. Each change is tried without the assigned pod. */
export function changesOfAssigned(
  group: PodGroupOfClaims,
  cluster: PlacementCluster,
  nodes: readonly Node[],
  limits: Limits,
): readonly Suggestion[] {
  // A pod without a node may receive a claim for extended resources, which cannot be tried here.
  if (inOneGo(requestedResources(group.pod.spec, UNLIMITED)).size > 0) return [];
  const { node: _node, problem: _problem, ...rest } = group;
  for (const { text, pod, operations } of variantsOf(group.pod, nodes)) {
    const fork = cluster.fork();
    fork.parts.cluster.remove('Pod', claimKey(pod));
    const found = new PodPlacement(fork, nodes, limits, []).search({ ...rest, pod });
    if ('kind' in found || found.best() === undefined) continue;
    const target = { kind: 'Pod', object: group.pod } as const;
    const patches = patchesOf(operations.map((operation) => ({ target, operation })));
    return [{ size: 1, text, by: 'author', patches }];
  }
  return [];
}

function* variantsOf(pod: Pod, nodes: readonly Node[]): Generator<Variant> {
  const { nodeName, nodeSelector } = pod.spec;
  const unassigned = { ...pod.spec, nodeName: '' };
  const removal = { op: 'remove', path: ['spec', 'nodeName'], absent: '' } as const;
  const host = nodes.find(({ metadata }) => metadata.name === nodeName)?.metadata.labels.get(HOSTNAME);
  if (host !== undefined) {
    const path = ['spec', 'nodeSelector', HOSTNAME];
    yield {
      text: `replace spec.nodeName by the node selector ${HOSTNAME}: ${host}`,
      pod: { ...pod, spec: { ...unassigned, nodeSelector: new Map([...nodeSelector, [HOSTNAME, host]]) } },
      operations: [removal, { op: 'add', path, value: host, json: host, isFirst: nodeSelector.size === 0 }],
    };
  }
  yield { text: 'remove spec.nodeName from the pod', pod: { ...pod, spec: unassigned }, operations: [removal] };
}
