import { isOfObject } from '../../checks/object-meta.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Dependents are either deleted first or left without their owner. */
export const finalizerConflict: Rule = {
  id: 'finalizer-conflict',
  severity: 'error',
  says: 'Finalizers request both to orphan dependents and to delete them first',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.finalizers': ['orphan', 'foregroundDeletion'] },
    good: { 'metadata.finalizers': ['orphan'] },
  }),
  check(metadata, context) {
    const finalizers = metadata.child('finalizers');
    if (!isOfObject(metadata) || !['orphan', 'foregroundDeletion'].every((each) => finalizers.list.includes(each))) return;
    context.report(finalizers, invalid('orphan', 'finalizers orphan and foregroundDeletion cannot be both set'));
  },
};
