import { checkUnion } from '../../checks/unions.js';
import type { Rule } from '../../rule.js';

/** The scheduler places the pods of a group one by one, or as a gang. */
export const podGroupPolicy: Rule = {
  id: 'pod-group-policy',
  severity: 'error',
  says: 'PodGroup does not have exactly one scheduling policy: basic or gang',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['scheduling.PodGroupSchedulingPolicy', 'scheduling.PodGroupPolicy'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.schedulingPolicy': {} },
    good: { 'spec.schedulingPolicy': { basic: {} } },
  }),
  check(policy, context) {
    checkUnion(policy, ['basic', 'gang'], context);
  },
};
