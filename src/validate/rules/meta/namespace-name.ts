import { labelProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { isNamespaced, isOfObject } from '../../checks/object-meta.js';
import type { Rule } from '../../rule.js';

/** Cluster-scoped kinds may name a namespace, which the API server drops. */
export const namespaceName: Rule = {
  id: 'namespace-name',
  severity: 'error',
  says: 'Namespace is not a DNS label of at most 63 characters',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.namespace': 'team_a' },
    good: { 'metadata.namespace': 'team-a' },
  }),
  check(metadata, context) {
    const namespace = metadata.child('namespace');
    if (namespace.text === '' || !isOfObject(metadata) || !isNamespaced(context.kind, context.minor)) return;
    reportProblems(namespace, namespace.text, labelProblems, context);
  },
};
