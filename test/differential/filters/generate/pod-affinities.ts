// Affinity and anti-affinity between pods, required and preferred, of the pod and of pods that have a node.

import type { Random } from '../../generate/random.js';
import type { ObjectJson } from '../case.js';
import type { Part } from './containers.js';
import { type Cluster, namespaceName, TOPOLOGY_KEYS, withSpec } from './quiet-cluster.js';
import { type Labels, labelKeys, namespaceSelector, podSelector } from './selectors.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The cluster with affinities between its pods. Many select the pod itself, or a pod that exists. */
export function withAffinities(random: Random, cluster: Cluster): Cluster {
  const share = random.pick([0, 0.2, 0.6]);
  const all = [cluster.pod, ...cluster.pods];
  const targetOfOld = (): Labels => labelsIn(random.chance(0.6) ? cluster.pod : random.pick(all));
  const targetOfPod = (): Labels => labelsIn(random.chance(0.3) ? cluster.pod : random.pick(all));
  const pods = cluster.pods.map((pod) => (random.chance(share) ? withAffinity(random, pod, targetOfOld) : pod));
  const pod = share === 0 || random.chance(0.75) ? withAffinity(random, cluster.pod, targetOfPod) : cluster.pod;
  return { ...cluster, pods, pod };
}

function labelsIn({ metadata }: ObjectJson): Labels {
  return (metadata['labels'] as Labels | undefined) ?? {};
}

/** The pod with required or preferred terms, which often select a pod with the labels of `target`. */
export function withAffinity(random: Random, pod: ObjectJson, target: () => Labels): ObjectJson {
  const affinity: Part = { ...((pod['spec'] as Part)['affinity'] as Part | undefined) };
  const kinds = random.pick([['podAffinity'], ['podAntiAffinity'], ['podAntiAffinity'], ['podAffinity', 'podAntiAffinity']]);
  for (const kind of kinds) {
    const part: Part = {};
    if (random.chance(0.65)) part[REQUIRED] = random.times(random.pick([1, 1, 1, 2]), () => term(random, target()));
    if (part[REQUIRED] === undefined || random.chance(0.3)) {
      part[PREFERRED] = random.times(random.integer(1, 3), () => ({
        weight: random.pick([1, 10, 50, 100]),
        podAffinityTerm: term(random, target()),
      }));
    }
    affinity[kind] = part;
  }
  return withSpec(pod, { affinity });
}

function term(random: Random, target: Labels): Part {
  const part: Part = { topologyKey: random.pick(TOPOLOGY_KEYS) };
  if (random.chance(0.95)) part['labelSelector'] = podSelector(random, target);
  if (random.chance(0.2)) part['namespaces'] = random.times(random.integer(0, 2), () => namespaceName(random));
  if (random.chance(0.3)) part['namespaceSelector'] = random.chance(0.3) ? {} : namespaceSelector(random);
  if (part['labelSelector'] === undefined) return part;
  if (random.chance(0.15)) part['matchLabelKeys'] = labelKeys(random);
  if (random.chance(0.1)) part['mismatchLabelKeys'] = labelKeys(random);
  return part;
}
