import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

/** The disk exists already. */
export const volumeDisk: Rule = {
  id: 'volume-disk',
  severity: 'error',
  says: 'Volume does not name its disk, or has a partition above 255',
  link: VOLUMES_PAGE,
  at: ['core.GCEPersistentDiskVolumeSource', 'core.AWSElasticBlockStoreVolumeSource'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', gcePersistentDisk: {} }] },
    good: { 'spec.volumes': [{ name: 'data', gcePersistentDisk: { pdName: 'data' } }] },
  }),
  check(disk, context) {
    // The API server reports the name of the type in paths of this source.
    const path = disk.step === 'gcePersistentDisk' ? `${disk.parent?.path}.persistentDisk` : disk.path;
    const [id, partition] = [disk.child(disk.step === 'gcePersistentDisk' ? 'pdName' : 'volumeID'), disk.child('partition')];
    if (id.text === '') context.report(id.as(`${path}.${id.step}`), required());
    if (partition.integer < 0n || partition.integer > 255n)
      context.report(partition.as(`${path}.partition`), invalid(partition.integer, 'must be between 1 and 255, inclusive'));
  },
};
