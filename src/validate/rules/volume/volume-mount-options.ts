import { sourcesOf } from '../../checks/volume-sources.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

const ANNOTATION = 'volume.beta.kubernetes.io/mount-options';

/** The sources that support mount options in an annotation. */
const SUPPORTING = [
  ...['gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'nfs', 'rbd', 'quobyte', 'iscsi', 'cinder', 'cephfs', 'azureFile'],
  ...['vsphereVolume', 'azureDisk', 'photonPersistentDisk'],
];

/** The field `mountOptions` replaces the annotation. Source: pkg/volume/validation/pv_validation.go of Kubernetes 1.37.1. */
export const volumeMountOptions: Rule = {
  id: 'volume-mount-options',
  severity: 'error',
  says: 'PersistentVolume has mount options in an annotation, which its source does not support',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolume'],
  examples: () => ({
    kind: 'PersistentVolume',
    bad: { [`metadata.annotations[${ANNOTATION}]`]: 'noatime' },
    good: { 'spec.mountOptions': ['noatime'] },
  }),
  check(volume, context) {
    const options = volume.child('metadata', 'annotations').key(ANNOTATION);
    if (!options.isSet || sourcesOf(volume.child('spec')).some(({ step }) => SUPPORTING.includes(String(step)))) return;
    const why = 'may not specify mount options for this volume type';
    context.report(options.as(`metadata.annotations.${ANNOTATION}`), forbidden(why), 'use spec.mountOptions');
  },
};
