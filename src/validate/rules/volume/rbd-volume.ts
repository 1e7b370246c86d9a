import { checkGiven } from '../../checks/volumes.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

/** A Ceph image is found through its monitors. */
export const rbdVolume: Rule = {
  id: 'rbd-volume',
  severity: 'error',
  says: 'Ceph RBD volume has no monitor or no image',
  link: VOLUMES_PAGE,
  at: ['core.RBDVolumeSource', 'core.RBDPersistentVolumeSource'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', rbd: { image: 'data' } }] },
    good: { 'spec.volumes': [{ name: 'data', rbd: { image: 'data', monitors: ['10.0.0.1:6789'] } }] },
  }),
  check(disk, context) {
    if (disk.child('monitors').size === 0) context.report(disk.child('monitors'), required());
    checkGiven(disk, 'image', context);
  },
};
