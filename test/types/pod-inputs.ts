// Read by the type checker alone: which objects calls about one pod accept. Nothing here runs.

import type { Cluster, KubernetesObjectJson, PodJson, PodOutcome } from '../../src/index.js';
import { filterNodes, nameOfPod } from '../../src/library/pods/index.js';
import { nodesNeeded, fit as replicas, simulate } from '../../src/planning/index.js';

declare const cluster: Cluster;
declare const outcome: PodOutcome;
/** An object of a file: its type leaves open what kind it is. */
declare const read: KubernetesObjectJson;
declare const pod: PodJson;
const limits = { milliseconds: 1 };

for (const given of [read, pod, cluster.preparePod(read)]) {
  cluster.explain({ pod: given });
  void cluster.explainAsync({ pod: given, limits });
  cluster.filter({ pod: given });
  void cluster.filterAsync({ pod: given, limits });
  cluster.allocate({ pod: given, node: 'a' });
  void cluster.allocateAsync({ pod: given, node: 'a', limits });
  cluster.bind(given, 'a', outcome);
  cluster.unbind(given);
  replicas(cluster, { pod: given });
  simulate(cluster, { room: { pod: given } });
  filterNodes({ pod: given, nodes: [] });
  nameOfPod(given);
}
nodesNeeded(cluster, { objects: [read], template: { node: {} } });

// @ts-expect-error: a field that is misspelt.
cluster.filter({ pod: { kind: 'Pod', spec: { contaners: [] } } });
// @ts-expect-error: a field of another kind.
cluster.explain({ pod: { metadata: { name: 'p' }, spec: { driver: 'd' } } });
// @ts-expect-error: a field that no object has.
cluster.allocate({ pod: { name: 'p' }, node: 'a' });
// @ts-expect-error: no object.
replicas(cluster, { pod: 'default/p' });
