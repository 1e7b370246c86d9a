import { labelKeyProblems } from '../../../core/base/name-rules.js';
import { isOfObject } from '../../checks/object-meta.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

const STANDARD = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** The controller that removes a finalizer recognizes it by its domain. */
export const finalizerName: Rule = {
  id: 'finalizer-name',
  severity: 'error',
  says: 'Finalizer is not a qualified name with a domain',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.finalizers': ['protect'] },
    good: { 'metadata.finalizers': ['example.com/protect'] },
  }),
  check(metadata, context) {
    if (!isOfObject(metadata)) return;
    const finalizers = metadata.child('finalizers');
    for (const finalizer of finalizers.items) {
      context.checkpoint.step();
      for (const problem of labelKeyProblems(finalizer.text)) context.report(finalizers, invalid(finalizer.text, problem));
      if (finalizer.text.includes('/') || STANDARD.includes(finalizer.text)) continue;
      context.report(finalizer, invalid(finalizer.text, 'name is neither a standard finalizer name nor is it fully qualified'));
    }
  },
};
