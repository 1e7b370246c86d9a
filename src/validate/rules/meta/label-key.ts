import { labelKeyProblems } from '../../../core/base/name-rules.js';
import { isJudged, labelsOf, placeOf } from '../../checks/object-meta.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** A key has a name and, optionally, a domain before it. The domain shows who defines the meaning of the key. */
export const labelKey: Rule = {
  id: 'label-key',
  severity: 'error',
  says: 'Label key is invalid',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.labels[team?]': 'a' },
    good: { 'metadata.labels[example.com/team]': 'a' },
  }),
  check(metadata, context) {
    if (!isJudged(metadata, context.kind)) return;
    for (const key of labelsOf(metadata, context.kind).map.keys()) {
      context.checkpoint.step();
      for (const problem of labelKeyProblems(key)) context.report(placeOf(metadata, 'labels'), invalid(key, problem));
    }
  },
};
