import { invalid } from '../../messages.js';
import { isOfObject, isPrefixJudged, nameProblemsOf, withoutTrailingDash } from '../../object-meta.js';
import type { Rule } from '../../rule.js';

/** The API server puts five random characters behind it. */
export const generateName: Rule = {
  id: 'generate-name',
  severity: 'error',
  says: 'A prefix of generated names is the beginning of a name that the kind allows.',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  at: ['ObjectMeta'],
  examples: {
    kind: 'ResourceClaim',
    bad: { 'metadata.name': undefined, 'metadata.generateName': 'GPU-' },
    good: { 'metadata.name': undefined, 'metadata.generateName': 'gpu-' },
    also: ['object-name'],
  },
  check(metadata, context) {
    const prefix = metadata.child('generateName');
    if (!isOfObject(metadata) || prefix.text === '' || !isPrefixJudged(context.kind, context.minor)) return;
    const problems = nameProblemsOf(context.kind)(withoutTrailingDash(prefix.text));
    for (const problem of problems) context.report(prefix, invalid(prefix.text, problem));
  },
};
