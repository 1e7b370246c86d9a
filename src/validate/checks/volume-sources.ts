// Finds the sources of volumes, of which the API server validates only the first. Source: validateVolumeSource and
// ValidatePersistentVolumeSpec in pkg/apis/core/validation/validation.go of Kubernetes 1.37.1.

import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';
import { generatedName } from './object-meta.js';

/** The sources of volumes of pods, in the order of the API server. */
const OF_PODS = [
  ...['emptyDir', 'hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret', 'nfs', 'iscsi', 'glusterfs', 'flocker'],
  ...['persistentVolumeClaim', 'rbd', 'cinder', 'cephfs', 'quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap', 'azureFile'],
  ...['vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk', 'storageos', 'projected', 'scaleIO', 'csi', 'ephemeral'],
  'image',
];

/** The sources of PersistentVolumes, in the order of the API server. */
const OF_CLUSTERS = [
  ...['hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'flocker', 'nfs', 'rbd', 'quobyte', 'cephfs', 'iscsi'],
  ...['cinder', 'fc', 'flexVolume', 'azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk', 'scaleIO'],
  ...['local', 'storageos', 'csi'],
];

/** Returns the sources that a volume sets, in the order of the API server. */
export function sourcesOf(volume: Field): readonly Field[] {
  return (isOfPod(volume) ? OF_PODS : OF_CLUSTERS).map((name) => volume.child(name)).filter(({ isSet }) => isSet);
}

/** Returns whether a volume belongs to a pod. Other volumes are specs of PersistentVolumes. */
export function isOfPod({ step }: Field): boolean {
  return typeof step === 'number';
}

/** Returns whether the spec of a PersistentVolume is part of a VolumeAttachment, whose rules differ. */
export function isInline({ step }: Field): boolean {
  return step === 'inlineVolumeSpec';
}

/** Names that the API server spells in another way in paths of further sources. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['cephfs', 'cephFS'],
  ['downwardAPI', 'downwarAPI'],
]);

/** Returns a source with the path that the API server reports for a further source. */
export function furtherSource(source: Field): Field {
  return source.as(`${source.parent?.path}.${SPELLINGS.get(String(source.step)) ?? source.step}`);
}

/** An ephemeral volume of a pod, and the name of the claim that is made for it. */
interface EphemeralClaim {
  readonly volume: Field;
  readonly claim: string;
}

/** Returns the claims that are made for a pod. The claims of templates have no names yet. */
export function ephemeralClaims(spec: Field, { kind }: RuleContext): readonly EphemeralClaim[] {
  const metadata = spec.parent?.child('metadata');
  if (kind !== 'Pod' || metadata === undefined) return [];
  const [{ text: name }, { text: prefix }] = [metadata.child('name'), metadata.child('generateName')];
  const pod = name === '' && prefix !== '' ? generatedName(prefix) : name;
  if (pod === '') return [];
  const volumes = spec.child('volumes').items.filter((volume) => volume.child('ephemeral').isSet);
  return volumes.map((volume) => ({ volume, claim: `${pod}-${volume.child('name').text}` }));
}
