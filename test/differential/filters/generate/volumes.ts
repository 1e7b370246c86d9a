// Pods with volumes: claims, ephemeral volumes, and disks that pods name themselves.

import type { Random } from '../../generate/random.js';
import type { ObjectJson } from '../case.js';
import type { Part } from './containers.js';
import { type Cluster, namespaceOf, withMetadata, withSpec } from './quiet-cluster.js';
import {
  availableVolumes,
  type ClaimName,
  claim,
  csiDrivers,
  csiNodes,
  csiStorageCapacities,
  storageClasses,
  volumeAttachments,
} from './storage.js';

const GATES = ['StorageCapacityScoring', 'VolumeLimitScaling'];

/** The cluster with volumes of its pods, and with the storage that they need. Few of their claims are absent. */
export function withVolumes(random: Random, cluster: Cluster): Cluster {
  const namespace = namespaceOf(cluster.pod);
  const shared = random.times(random.integer(1, 5), (position): ClaimName => ({ name: `claim-${position}`, namespace }));
  const pod = withPodVolumes(random, withMetadata(cluster.pod, { uid: 'pod' }), shared, random.pick([0.05, 0.4, 0.7]));
  const pods = cluster.pods.map((each) => {
    const here = random.chance(0.7) ? withMetadata(each, { namespace }) : each;
    return random.chance(0.7) ? withPodVolumes(random, here, shared, 0.3) : here;
  });
  const names = cluster.nodes.map(({ metadata }) => metadata.name);
  const made = shared.map((each) => claim(random, each, {}));
  const ofPods = [pod, ...pods].flatMap((each) => ephemeralClaims(random, each));
  const claims = [...made, ...ofPods];
  const unbound = claims.filter((each) => each.length === 1).map(([{ metadata }]): ClaimName => ({ name: metadata.name, namespace }));
  const volumes = [...claims.flatMap(([, ...bound]) => bound), ...availableVolumes(random, unbound)];
  const featureGates = { ...cluster.featureGates, ...Object.fromEntries(random.some(GATES, 0.1).map((name) => [name, false])) };
  return {
    ...cluster,
    featureGates,
    pod,
    pods,
    persistentVolumeClaims: claims.map(([first]) => first),
    persistentVolumes: volumes,
    storageClasses: storageClasses(random),
    csiNodes: csiNodes(random, names),
    csiDrivers: csiDrivers(random),
    csiStorageCapacities: csiStorageCapacities(random),
    volumeAttachments: volumeAttachments(
      random,
      names,
      volumes.map(({ metadata }) => metadata.name),
    ),
  };
}

/** The pod with volumes. `inline` is the share of those that are no claims. */
function withPodVolumes(random: Random, pod: ObjectJson, claims: readonly ClaimName[], inline: number): ObjectJson {
  const volumes = random.times(random.pick([1, 1, 2, 3]), (position): Part => {
    const name = `v${position}`;
    if (random.chance(inline)) return { name, ...disk(random) };
    if (random.chance(0.12)) return { name, ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } } };
    const claimName = random.chance(0.02) ? 'absent' : random.pick(claims).name;
    return { name, persistentVolumeClaim: { claimName, ...(random.chance(0.1) ? { readOnly: true } : {}) } };
  });
  return withSpec(pod, { volumes });
}

function disk(random: Random): Part {
  const readOnly = random.chance(0.5) ? { readOnly: random.chance(0.8) } : {};
  const name = random.pick(['1', '1', '2']);
  switch (random.pick(['gce', 'aws', 'azure', 'iscsi', 'rbd', 'other'])) {
    case 'gce':
      return { gcePersistentDisk: { pdName: `disk-${name}`, ...readOnly } };
    case 'aws':
      return { awsElasticBlockStore: { volumeID: random.chance(0.95) ? `vol-${name}` : 'aws://z/disk', ...readOnly } };
    case 'azure':
      return { azureDisk: { diskName: name, diskURI: `disk-${name}`, ...random.pick([{ kind: 'Managed' }, { kind: 'Managed' }, {}]) } };
    case 'iscsi':
      return { iscsi: { targetPortal: random.pick(['10.0.0.1', '10.0.0.2']), iqn: `iqn-${name}`, lun: random.pick([0, 1]), ...readOnly } };
    case 'rbd': {
      const monitors = random.some(['m1', 'm2', 'm3'], 0.6);
      return {
        rbd: { monitors, image: `image-${name}`, ...(random.chance(0.4) ? { pool: random.pick(['rbd', 'other']) } : {}), ...readOnly },
      };
    }
    default:
      return random.pick([{ emptyDir: {} }, { configMap: { name: 'settings' } }, { hostPath: { path: '/' } }]);
  }
}

/** The claims of the ephemeral volumes of a pod. A few are absent, or belong to something else if the pod is pending. */
function ephemeralClaims(random: Random, pod: ObjectJson): ReturnType<typeof claim>[] {
  const volumes = (pod['spec'] as Part)['volumes'] as readonly Part[] | undefined;
  return (volumes ?? []).flatMap((volume) => {
    if (volume['ephemeral'] === undefined || random.chance(0.1)) return [];
    const owner = { apiVersion: 'v1', kind: 'Pod', name: pod.metadata.name, uid: pod.metadata['uid'], controller: true };
    // Foreign claims of a pod on a node end the attempt with an error.
    const isOnNode = (pod['spec'] as Part)['nodeName'] !== undefined;
    const ownerReferences = random.chance(isOnNode ? 0.97 : 0.9) ? [owner] : random.chance(0.5) ? [{ ...owner, uid: 'another' }] : [];
    const name = `${pod.metadata.name}-${volume['name']}`;
    return [claim(random, { name, namespace: namespaceOf(pod) }, { ownerReferences })];
  });
}
