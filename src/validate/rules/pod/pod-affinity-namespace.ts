import { labelProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { POD_AFFINITY_PAGE } from '../links.js';
import { antiAffinityTerm } from '../placement-examples.js';

/** Namespaces are DNS labels. */
export const podAffinityNamespace: Rule = {
  id: 'pod-affinity-namespace',
  severity: 'error',
  says: 'Pod affinity term names an invalid namespace',
  link: POD_AFFINITY_PAGE,
  at: ['core.PodAffinityTerm'],
  examples: () => ({
    kind: 'Pod',
    bad: antiAffinityTerm({
      labelSelector: { matchLabels: { app: 'train' } },
      topologyKey: 'kubernetes.io/hostname',
      namespaces: ['Team_A'],
    }),
    good: antiAffinityTerm({
      labelSelector: { matchLabels: { app: 'train' } },
      topologyKey: 'kubernetes.io/hostname',
      namespaces: ['team-a'],
    }),
  }),
  check(term, context) {
    // The API server reports the path without the index, and in the singular.
    const path = `${term.path}.namespace`;
    for (const namespace of term.child('namespaces').items) {
      context.checkpoint.step();
      reportProblems(namespace.as(path), namespace.text, labelProblems, context);
    }
  },
};
