// Changes of a random cluster between two pods.

import { labelsOf } from '../../../differential/filters/generate/selectors.js';
import type { Random } from '../../../differential/generate/random.js';
import type { KubeObject } from '../../real/api.mjs';
import { slicesOf } from './devices.js';
import { storageCapacity, volume } from './storage.js';
import { namespace, nodeLabels, nodeWithParts, taint, ZONES } from './world.js';

/** Objects to create or replace, objects to delete, and pods that end. */
export interface Change {
  readonly put?: readonly KubeObject[];
  readonly gone?: readonly KubeObject[];
  readonly ended?: readonly KubeObject[];
}

type Maker = (random: Random, objects: readonly KubeObject[], step: number) => Change;

const ofKind = (objects: readonly KubeObject[], kind: string): readonly KubeObject[] => objects.filter((object) => object.kind === kind);

/** Replaces a random object of a kind, if there is one. */
function replaced(random: Random, objects: readonly KubeObject[], kind: string, change: (object: KubeObject) => KubeObject): Change {
  const some = ofKind(objects, kind);
  return some.length === 0 ? {} : { put: [change(random.pick(some))] };
}

const deletePod: Maker = (random, objects) => {
  const pods = ofKind(objects, 'Pod');
  return pods.length === 0 ? {} : { gone: [random.pick(pods)] };
};

/** A pod that ended no longer counts, and frees its claims. */
const endPod: Maker = (random, objects) => {
  const pods = ofKind(objects, 'Pod');
  return pods.length === 0 ? {} : { ended: [random.pick(pods)] };
};

const labelNode: Maker = (random, objects) =>
  replaced(random, objects, 'Node', (node) => {
    const { name } = node.metadata;
    return { ...node, metadata: { ...node.metadata, labels: nodeLabels(random, name) } };
  });

const taintNode: Maker = (random, objects) =>
  replaced(random, objects, 'Node', ({ spec: { taints, ...spec }, ...node }) => ({
    ...node,
    spec: taints === undefined ? { ...spec, taints: [taint(random)] } : spec,
  }));

const cordonNode: Maker = (random, objects) =>
  replaced(random, objects, 'Node', ({ spec: { unschedulable, taints, ...spec }, ...node }) => ({
    ...node,
    spec: unschedulable ? spec : { ...spec, unschedulable: true },
  }));

const labelNamespace: Maker = (random) => ({ put: [namespace(random, random.pick(['default', 'web', 'ops']))] });

const labelPod: Maker = (random, objects) =>
  replaced(random, objects, 'Pod', (pod) => ({ ...pod, metadata: { ...pod.metadata, labels: { ...labelsOf(random) } } }));

const publishDevices: Maker = (random, objects, step) => {
  const nodes = ofKind(objects, 'Node');
  return nodes.length === 0 ? {} : { put: slicesOf(random, random.pick(nodes).metadata.name, step + 2) };
};

const changeCapacity: Maker = (random) => ({ put: [storageCapacity(random, random.pick(['late', 'zonal']), random.pick(ZONES))] });

/** Volumes are never deleted, so that their number is not the number of one of them. */
const addVolume: Maker = (random, objects) => ({
  put: [
    volume(
      random,
      10 + ofKind(objects, 'PersistentVolume').length,
      ofKind(objects, 'Node').map(({ metadata }) => metadata.name),
    ),
  ],
});

/** A claim that a pod uses stays, marked as deleted. */
const deleteClaim: Maker = (random, objects) => {
  const claims = ofKind(objects, 'PersistentVolumeClaim').filter(({ metadata }) => metadata.name !== 'spare');
  return claims.length === 0 ? {} : { gone: [random.pick(claims)] };
};

const addNode: Maker = (random, objects, step) => {
  if (ofKind(objects, 'Node').length >= 8) return {};
  return { put: nodeWithParts(random, `n${10 + step}`).map((object) => (object.kind === 'Node' ? withoutImages(object) : object)) };
};

/** The scheduler's score for images depends on earlier changes if nodes with images come or go. */
function withoutImages({ status: { images: _, ...status }, ...node }: KubeObject): KubeObject {
  return { ...node, status };
}

const deleteNode: Maker = (random, objects) => {
  const nodes = ofKind(objects, 'Node').filter(({ status }) => (status.images ?? []).length === 0);
  return nodes.length <= 2 ? {} : { gone: [random.pick(nodes)] };
};

const MAKERS: readonly Maker[] = [
  ...Array<Maker>(7).fill(deletePod),
  ...[endPod, endPod],
  ...[labelNode, labelNode, taintNode, taintNode, cordonNode, labelNamespace, labelPod, publishDevices, publishDevices],
  ...[changeCapacity, addVolume, addVolume, deleteClaim, addNode, deleteNode],
];

/** The next change of a cluster with these objects. */
export function nextChange(random: Random, objects: readonly KubeObject[], step: number): Change {
  return random.pick(MAKERS)(random, objects, step);
}
