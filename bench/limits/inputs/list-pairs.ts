// Pods, nodes and volumes with two long lists each, whose items are compared with each other.

import { callOf, named, nodes, other, type PodCall, podOf, range, requirement, running } from './pod-objects.js';
import { expressions, HOSTNAME, hosts, labelled, MEGABYTE, preferring, repelling, runningOn, term } from './related-pods.js';
import { claims, storageClass, using, volume } from './volume-pods.js';

const spread = (topologyKey: string, labelSelector: object, whenUnsatisfiable = 'DoNotSchedule'): object => ({
  ...{ maxSkew: 1, topologyKey, whenUnsatisfiable, labelSelector },
});
const ZONE = 'topology.kubernetes.io/zone';
const APP = { matchLabels: { app: 'a' } };
/** A node with 100,000 labels among 20,000 nodes. */
const hostsWithKeys = (): object[] => [
  ...hosts(20_000).slice(1),
  ...nodes(1, () => ({ metadata: { name: 'n', labels: named(100_000, () => 'v') } })),
];
const claimsWith = (count: number, spec: (index: number) => object): object[] =>
  range(count, (index) => other('v1', 'PersistentVolumeClaim', index, { spec: spec(index) }));
const storage = (size: string): object => ({ resources: { requests: { storage: size } } });
const volumes = (count: number, spec: (index: number) => object = () => ({})): object[] =>
  range(count, (index) => ({ ...volume(index, spec(index)), status: { phase: 'Available' } }));
const reaching = (key: string, value: string): object => ({
  nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [requirement(key, [value])] }] } },
});
const disk = (index: number, monitors: number, name: string): object => ({
  ...{ name: `v${index}`, rbd: { pool: 'p', image: 'i', monitors: range(monitors, (each) => `${name}${each}`) } },
});
const bound = (index: number): object => ({
  ...other('v1', 'PersistentVolumeClaim', index, { spec: { volumeName: `o${index}`, storageClassName: 's' } }),
  metadata: { name: `o${index}`, namespace: 'ns', annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
});

export const LIST_PAIRS: Readonly<Record<string, () => PodCall>> = {
  '100,000 expressions of a spread selector and 20,000 pods': () =>
    callOf(labelled({ topologySpreadConstraints: [spread(HOSTNAME, { matchExpressions: expressions() })] }), [
      ...hosts(20),
      ...runningOn(20, 20_000),
    ]),
  '1,000 topology spread constraints with one key on 20,000 nodes': () =>
    callOf(labelled({ topologySpreadConstraints: range(1000, () => spread(HOSTNAME, APP)) }), [...hosts(20_000), ...runningOn(20, 20)]),
  '1,000 preferred spread constraints with one key on 20,000 nodes': () =>
    callOf(labelled({ topologySpreadConstraints: range(1000, () => spread('zone', APP, 'ScheduleAnyway')) }), [
      ...hosts(20_000),
      ...runningOn(20, 20),
    ]),
  '100,000 preferred terms with keys that one of 20,000 nodes has': () =>
    callOf(labelled(preferring(range(100_000, (index) => term({ topologyKey: `k${index}` })))), [...hostsWithKeys(), ...runningOn(1, 1)]),
  '100,000 terms of anti-affinity with keys that one of 20,000 nodes has': () =>
    callOf(labelled(repelling(range(100_000, (index) => term({ topologyKey: `k${index}` })))), [...hostsWithKeys(), ...runningOn(1, 1)]),
  '100,000 terms of a pod on a node with keys that one of 20,000 nodes has': () =>
    callOf(labelled({}), [
      ...hostsWithKeys(),
      ...runningOn(1, 1, () => repelling(range(100_000, (index) => term({ topologyKey: `k${index}` })))),
    ]),
  '100,000 Services that select a pod': () =>
    callOf(labelled({}), [
      ...hosts(20),
      ...runningOn(20, 20_000),
      ...range(100_000, (index) => other('v1', 'Service', index, { spec: { selector: { app: 'a' } } })),
    ]),
  'an invalid label value of 1 MB on 1,000 nodes': () =>
    callOf(labelled(repelling([term({ labelSelector: { matchLabels: { app: MEGABYTE } } })])), hosts(1000)),
  '100,000 invalid values of a pod selector on 1,000 nodes': () =>
    callOf(
      labelled(
        repelling([
          term({
            labelSelector: {
              matchExpressions: [
                requirement(
                  'app',
                  range(100_000, (index) => `${index}!`),
                ),
              ],
            },
          }),
        ]),
      ),
      hosts(1000),
    ),
  '20,000 disks with 20,000 monitors': () =>
    callOf(podOf({ volumes: [disk(0, 20_000, 'm')] }), [
      ...nodes(20),
      ...running(1, () => ({ volumes: range(20_000, (index) => disk(index, 1, 'o')) })),
    ]),
  '1,000 claims and 20,000 volumes': () =>
    callOf(using(1000), [
      ...nodes(20),
      storageClass(),
      ...claimsWith(1000, (index) => ({ storageClassName: 's', accessModes: ['ReadWriteOnce'], ...storage(`${index + 1}`) })),
      ...volumes(20_000, (index) => reaching(HOSTNAME, `h${index % 20}`)),
    ]),
  '1,000 claims that are bound at once and 20,000 volumes': () =>
    callOf(using(1000), [
      ...nodes(20),
      storageClass({ volumeBindingMode: 'Immediate' }),
      ...claimsWith(1000, (index) => ({ storageClassName: 's', accessModes: ['ReadWriteOnce'], ...storage(`${index + 1}`) })),
      ...volumes(20_000, (index) => ({ capacity: { storage: `${100_000 - index}` } })),
    ]),
  '1,000 claims on 20,000 nodes': () => callOf(using(1000), [...nodes(20_000), storageClass(), ...claims(1000)]),
  '10,000 claims without a class, and 10,000 classes': () =>
    callOf(using(10_000), [
      ...nodes(20),
      ...range(10_000, (index) => ({ ...storageClass(), metadata: { name: `s${index}` } })),
      ...claimsWith(10_000, () => storage('1')),
    ]),
  '100,000 volumes with separate keys of nodes': () =>
    callOf(using(10), [...nodes(20), storageClass(), ...claims(10), ...volumes(100_000, (index) => reaching(`k${index}`, 'v'))]),
  '20,000 volumes of one claim, and 20,000 that are reserved for it': () =>
    callOf(podOf({ volumes: range(20_000, (index) => ({ name: `v${index}`, persistentVolumeClaim: { claimName: 'o0' } })) }), [
      ...nodes(20),
      storageClass(),
      ...claims(1),
      ...volumes(20_000, () => ({ claimRef: { namespace: 'ns', name: 'o0' } })),
    ]),
  '10,000 claims for one pod only, and 20,000 pods': () =>
    callOf(using(10_000), [
      ...nodes(20),
      ...running(20_000, () => ({})),
      storageClass(),
      ...claimsWith(10_000, () => ({ storageClassName: 's', accessModes: ['ReadWriteOncePod'], ...storage('1') })),
    ]),
  '8 volumes in zones of 1 MB on 20,000 nodes': () =>
    callOf(using(8), [
      ...nodes(20_000, (index) => ({ metadata: { name: index === 0 ? 'n' : `n${index}`, labels: { [ZONE]: `z${index}` } } })),
      ...range(8, bound),
      ...range(8, (index) => ({
        ...volume(index),
        metadata: { name: `o${index}`, labels: { [ZONE]: range(150_000, (zone) => `z${zone}`).join('__') } },
      })),
    ]),
  '1,000 disks on 20 nodes with migrated plugins of 400 KB': () =>
    callOf(using(1000), [
      ...nodes(20),
      ...range(1000, bound),
      ...range(1000, (index) => ({
        ...other('v1', 'PersistentVolume', index, {}),
        metadata: { name: `o${index}` },
        spec: { awsElasticBlockStore: { volumeID: `vol-${index}` }, storageClassName: 's' },
      })),
      ...nodes(20).map((node) => ({
        ...other('storage.k8s.io/v1', 'CSINode', 0, { spec: { drivers: [] } }),
        metadata: {
          name: (node as { readonly metadata: { readonly name: string } }).metadata.name,
          annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': range(50_000, (index) => `plugin${index}`).join(',') },
        },
      })),
    ]),
  'a claim of 100,000 digits and 1,000 volumes on 1,000 nodes': () =>
    callOf(using(1), [
      ...nodes(1000),
      storageClass(),
      ...claimsWith(1, () => ({ storageClassName: 's', ...storage('9'.repeat(100_000)) })),
      ...volumes(1000, () => ({ capacity: { storage: '9'.repeat(5000) } })),
      other('storage.k8s.io/v1', 'CSIDriver', 0, { metadata: { name: 'd' }, spec: { storageCapacity: true } }),
    ]),
};
