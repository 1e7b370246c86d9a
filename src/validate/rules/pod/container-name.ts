import { checkLabel } from '../../checks/names.js';
import { containersOf } from '../../checks/pods.js';
import { duplicate, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Logs, probes and commands refer to a container by its name. */
export const containerName: Rule = {
  id: 'container-name',
  severity: 'error',
  says: 'Pod has no containers, or container names are invalid or not unique',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/core/pod-v1/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].name': 'Main' },
    good: { 'spec.containers[0].name': 'main' },
  }),
  check(spec, context) {
    if (spec.child('containers').size === 0) context.report(spec.child('containers'), required());
    const seen = new Set<string>();
    for (const container of containersOf(spec)) {
      context.checkpoint.step();
      const name = container.child('name');
      if (seen.has(name.text)) context.report(name, duplicate(name.text));
      checkLabel(name, context);
      if (name.text !== '') seen.add(name.text);
    }
  },
};
