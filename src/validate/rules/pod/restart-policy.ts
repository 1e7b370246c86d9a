import { checkChoice } from '../../checks/choices.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';

const OWN_SINCE = 35;

/** Containers have one of their own since 1.35; before, only those that run beside the others from the start. */
export const restartPolicy: Rule = {
  id: 'restart-policy',
  severity: 'error',
  says: 'Pods and containers are restarted always, on failure, or never.',
  link: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/',
  at: ['core.PodSpec'],
  examples: {
    kind: 'Pod',
    bad: { 'spec.restartPolicy': 'OnError' },
    good: { 'spec.restartPolicy': 'OnFailure' },
  },
  check(spec, context) {
    const policy = spec.child('restartPolicy');
    if (policy.text !== '') checkChoice(policy, ['Always', 'OnFailure', 'Never'], context);
    const hasOwn = context.minor >= OWN_SINCE;
    for (const container of spec.child('initContainers').items) {
      const own = container.child('restartPolicy');
      if (own.isSet) checkChoice(own, hasOwn ? ['Always', 'Never', 'OnFailure'] : ['Always'], context);
    }
    for (const container of spec.child('containers').items) {
      context.checkpoint.step();
      const own = container.child('restartPolicy');
      if (own.isSet && hasOwn) checkChoice(own, ['Always', 'Never', 'OnFailure'], context);
      else if (own.isSet) context.report(own, forbidden('may not be set for non-init containers'));
    }
  },
};
