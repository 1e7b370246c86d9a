import { checkDriverName, checkSubdomain } from '../../checks/names.js';
import { isOfPod } from '../../checks/volume-sources.js';
import { checkGiven, checkSecretReference } from '../../checks/volumes.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

const SECRETS = ['controllerPublishSecretRef', 'controllerExpandSecretRef', 'nodePublishSecretRef', 'nodeExpandSecretRef'];

/** A CSI driver mounts the volume. */
export const csiVolume: Rule = {
  id: 'csi-volume',
  severity: 'error',
  says: 'CSI volume has a missing or invalid driver name, volume handle or Secret',
  link: VOLUMES_PAGE,
  at: ['core.CSIVolumeSource', 'core.CSIPersistentVolumeSource'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', csi: { driver: 'csi_example' } }] },
    good: { 'spec.volumes': [{ name: 'data', csi: { driver: 'csi.example.com' } }] },
  }),
  check(volume, context) {
    const secret = volume.child('nodePublishSecretRef');
    checkDriverName(volume.child('driver'), context);
    if (volume.parent !== undefined && isOfPod(volume.parent)) {
      if (!secret.isSet) return;
      const name = secret.child('name');
      // The API server reports an invalid name at another path than a missing one.
      checkSubdomain(name.text === '' ? name : name.as(`${volume.path}.name`), context);
      return;
    }
    checkGiven(volume, 'volumeHandle', context);
    for (const field of SECRETS) checkSecretReference(volume.child(field), context);
  },
};
