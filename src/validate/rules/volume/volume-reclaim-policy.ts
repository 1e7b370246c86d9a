import { checkChoice } from '../../checks/choices.js';
import { isInline } from '../../checks/volume-sources.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** Returns whether a path leads to the root of the file system. */
function isRoot(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth = Math.max(0, depth - 1);
    else if (part !== '' && part !== '.') depth++;
  }
  return depth === 0 && path.startsWith('/');
}

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
    if (policy.text === 'Recycle' && isRoot(owner.child('hostPath', 'path').text))
      context.report(policy, forbidden("may not be 'recycle' for a hostPath mount of '/'"));
  },
};
