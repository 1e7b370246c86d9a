import { subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { checkSelector } from '../../checks/selectors.js';
import { invalid, NEGATIVE } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { STORAGE_CAPACITY_PAGE } from '../links.js';

/** The storage that a driver has left for some nodes. */
export const storageCapacity: Rule = {
  id: 'storage-capacity',
  severity: 'error',
  says: 'CSIStorageCapacity has an invalid node selector or class, or a negative capacity',
  link: STORAGE_CAPACITY_PAGE,
  at: ['storage.CSIStorageCapacity'],
  examples: () => ({
    kind: 'CSIStorageCapacity',
    bad: { capacity: '-1' },
    good: { capacity: '1Gi' },
  }),
  check(storage, context) {
    checkSelector(storage.child('nodeTopology'), context);
    const [storageClass, capacity] = [storage.child('storageClassName'), storage.child('capacity')];
    reportProblems(storageClass, storageClass.text, (text) => subdomainProblems(text, 'characters'), context);
    if (capacity.quantity !== undefined && capacity.quantity.sign() < 0) context.report(capacity, invalid(capacity.text, NEGATIVE));
  },
};
