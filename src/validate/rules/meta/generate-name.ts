import { generatedName, isOfObject, isPrefixJudged, nameProblemsOf, withoutTrailingDash } from '../../checks/object-meta.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/**
 * Kinds without a separate check of `generateName` still reject characters that cannot occur in a path. If the name contains
 * the character after generation, the rule for names reports it.
 */
function remainingProblems(prefix: string, name: string): readonly string[] {
  const made = name === '' ? generatedName(prefix) : '';
  return ['/', '%'].filter((sign) => prefix.includes(sign) && !made.includes(sign)).map((sign) => `may not contain '${sign}'`);
}

/** The API server appends five random characters. */
export const generateName: Rule = {
  id: 'generate-name',
  severity: 'error',
  says: 'Prefix of generated names is invalid for this kind',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.name': undefined, 'metadata.generateName': 'GPU-' },
    good: { 'metadata.name': undefined, 'metadata.generateName': 'gpu-' },
    also: ['object-name'],
  }),
  check(metadata, context) {
    const prefix = metadata.child('generateName');
    if (!isOfObject(metadata) || prefix.text === '') return;
    const isJudged = isPrefixJudged(context.kind, context.minor);
    const problems = isJudged
      ? nameProblemsOf(context.kind)(withoutTrailingDash(prefix.text))
      : remainingProblems(prefix.text, metadata.child('name').text);
    for (const problem of problems) context.report(prefix, invalid(prefix.text, problem));
  },
};
