import { labelKeyProblems } from '../../../core/base/name-rules.js';
import { isJudged, placeOf } from '../../checks/object-meta.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Annotation keys are checked in lower case, so upper-case letters are allowed. */
export const annotationKey: Rule = {
  id: 'annotation-key',
  severity: 'error',
  says: 'Annotation key is invalid',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.annotations[a key]': 'a' },
    good: { 'metadata.annotations[Example.com/key]': 'a' },
  }),
  check(metadata, context) {
    if (!isJudged(metadata, context.kind)) return;
    const annotations = metadata.child('annotations');
    for (const key of annotations.map.keys()) {
      context.checkpoint.step();
      for (const problem of labelKeyProblems(key.toLowerCase())) context.report(placeOf(metadata, 'annotations'), invalid(key, problem));
    }
  },
};
