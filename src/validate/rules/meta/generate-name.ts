import { invalid } from '../../messages.js';
import { generatedName, isOfObject, isPrefixJudged, nameProblemsOf, withoutTrailingDash } from '../../object-meta.js';
import type { Rule } from '../../rule.js';

/** Prefixes that are judged by their names alone cannot be part of a path either: that is left to see of what is cut off. */
function remainingProblems(prefix: string): readonly string[] {
  return ['/', '%']
    .filter((sign) => generatedName(prefix).length < prefix.length && prefix.includes(sign))
    .map((sign) => `may not contain '${sign}'`);
}

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
    if (!isOfObject(metadata) || prefix.text === '') return;
    const isJudged = isPrefixJudged(context.kind, context.minor);
    const problems = isJudged ? nameProblemsOf(context.kind)(withoutTrailingDash(prefix.text)) : remainingProblems(prefix.text);
    for (const problem of problems) context.report(prefix, invalid(prefix.text, problem));
  },
};
