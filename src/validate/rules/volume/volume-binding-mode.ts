import { checkChoice } from '../../checks/choices.js';
import type { Rule } from '../../rule.js';
import { STORAGE_CLASSES_PAGE } from '../links.js';

/** A claim is bound at once, or when its first pod is scheduled. */
export const volumeBindingMode: Rule = {
  id: 'volume-binding-mode',
  severity: 'error',
  says: '`volumeBindingMode` of a StorageClass is neither Immediate nor WaitForFirstConsumer',
  link: STORAGE_CLASSES_PAGE,
  at: ['storage.StorageClass'],
  examples: () => ({
    kind: 'StorageClass',
    bad: { volumeBindingMode: 'WaitForConsumer' },
    good: { volumeBindingMode: 'WaitForFirstConsumer' },
  }),
  check(storageClass, context) {
    const mode = storageClass.child('volumeBindingMode');
    if (mode.isSet) checkChoice(mode, ['Immediate', 'WaitForFirstConsumer'], context);
  },
};
