import { invalid, NOT_POSITIVE, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** A claim is bound to a volume that is large enough. */
export const volumeClaimStorage: Rule = {
  id: 'volume-claim-storage',
  severity: 'error',
  says: 'PersistentVolumeClaim requests no storage',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeClaimSpec'],
  examples: () => ({
    kind: 'PersistentVolumeClaim',
    bad: { 'spec.resources.requests': {} },
    good: { 'spec.resources.requests': { storage: '1Gi' } },
  }),
  check(spec, context) {
    const resources = spec.child('resources');
    const storage = resources.child('requests').key('storage').as(`${resources.path}[storage]`);
    const { quantity } = storage;
    if (quantity === undefined) context.report(storage, required());
    else if (quantity.sign() <= 0) context.report(storage, invalid(storage.text, NOT_POSITIVE));
  },
};
