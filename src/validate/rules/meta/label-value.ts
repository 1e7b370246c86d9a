import { labelValueProblems } from '../../../base/name-rules.js';
import { invalid } from '../../messages.js';
import { isJudged } from '../../object-meta.js';
import type { Rule } from '../../rule.js';

/** Values are short, as they are what selectors compare. */
export const labelValue: Rule = {
  id: 'label-value',
  severity: 'error',
  says: 'Values of labels have at most 63 letters, digits, dashes, underscores and dots, and begin and end with a letter or digit.',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/',
  at: ['ObjectMeta'],
  examples: {
    kind: 'ResourceClaim',
    bad: { 'metadata.labels[team]': 'a team' },
    good: { 'metadata.labels[team]': 'a-team' },
  },
  check(metadata, context) {
    if (!isJudged(metadata, context.kind)) return;
    const labels = metadata.child('labels');
    for (const { text } of labels.entries) {
      context.checkpoint.step();
      for (const problem of labelValueProblems(text)) context.report(labels, invalid(text, problem));
    }
  },
};
