import { isInline } from '../../checks/volume-sources.js';
import { invalid, NOT_POSITIVE, notSupported, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** Only storage is an amount of a volume. */
export const volumeCapacity: Rule = {
  id: 'volume-capacity',
  severity: 'error',
  says: 'PersistentVolume has no positive capacity, or lists a resource other than `storage`',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeSpec'],
  examples: () => ({
    kind: 'PersistentVolume',
    bad: { 'spec.capacity': { storage: '0' } },
    good: { 'spec.capacity': { storage: '10Gi' } },
  }),
  check(spec, context) {
    if (isInline(spec)) return;
    const capacity = spec.child('capacity');
    if (capacity.size === 0) context.report(capacity, required());
    if (!capacity.map.has('storage') || capacity.size > 1) context.report(capacity, notSupported('', ['storage']));
    for (const amount of capacity.entries) {
      context.checkpoint.step();
      const { quantity } = amount;
      if (quantity === undefined) continue;
      if (quantity.sign() <= 0) context.report(amount, invalid(amount.text, NOT_POSITIVE));
      // The API server also rejects some amounts that do not fit into 64 bits.
      else if (quantity.value() < 0n) context.report(amount, invalid(amount.text, 'must be a valid resource quantity'));
    }
  },
};
