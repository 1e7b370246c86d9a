import { checkChoice } from '../../checks/choices.js';
import type { Rule } from '../../rule.js';

const OWN_SINCE = 35;

/** Since 1.35, every container may have a restart policy. Earlier API servers drop all but the policies of sidecars. */
export const restartPolicy: Rule = {
  id: 'restart-policy',
  severity: 'error',
  says: 'Restart policy is not Always, OnFailure or Never',
  link: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.restartPolicy': 'OnError' },
    good: { 'spec.restartPolicy': 'OnFailure' },
  }),
  check(spec, context) {
    const policy = spec.child('restartPolicy');
    if (policy.text !== '') checkChoice(policy, ['Always', 'OnFailure', 'Never'], context);
    if (context.minor < OWN_SINCE) return;
    for (const list of ['initContainers', 'containers']) {
      for (const container of spec.child(list).items) {
        context.checkpoint.step();
        const containerPolicy = container.child('restartPolicy');
        if (containerPolicy.isSet) checkChoice(containerPolicy, ['Always', 'Never', 'OnFailure'], context);
      }
    }
  },
};
