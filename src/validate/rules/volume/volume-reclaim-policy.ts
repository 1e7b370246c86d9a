import { checkChoice } from '../../checks/choices.js';
import { isInline } from '../../checks/volume-sources.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** The policy decides what becomes of a released volume. */
export const volumeReclaimPolicy: Rule = {
  id: 'volume-reclaim-policy',
  severity: 'error',
  says: 'Reclaim policy of a PersistentVolume or StorageClass is not supported',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeSpec', 'storage.StorageClass'],
  examples: () => ({
    kind: 'PersistentVolume',
    bad: { 'spec.persistentVolumeReclaimPolicy': 'Keep' },
    good: { 'spec.persistentVolumeReclaimPolicy': 'Retain' },
  }),
  check(owner, context) {
    const isClass = context.kind === 'StorageClass';
    const policy = owner.child(isClass ? 'reclaimPolicy' : 'persistentVolumeReclaimPolicy');
    if (policy.text === '' || isInline(owner)) return;
    checkChoice(policy, isClass ? ['Delete', 'Retain'] : ['Delete', 'Recycle', 'Retain'], context);
    const path = owner.child('hostPath', 'path').text;
    if (policy.text === 'Recycle' && /^\/[/.]*$/.test(path) && !path.split('/').includes('...'))
      context.report(policy, forbidden("may not be 'recycle' for a hostPath mount of '/'"));
  },
};
