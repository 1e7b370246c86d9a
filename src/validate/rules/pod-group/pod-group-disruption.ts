import { checkUnion } from '../../checks/unions.js';
import type { Rule } from '../../rule.js';

/** The pods of a group are disrupted one by one or all together. */
export const podGroupDisruption: Rule = {
  id: 'pod-group-disruption',
  severity: 'error',
  says: 'PodGroup does not have exactly one disruption mode: single or all',
  link: 'https://github.com/kubernetes/enhancements/issues/5710',
  at: ['scheduling.DisruptionMode'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.disruptionMode': {} },
    good: { 'spec.disruptionMode': { single: {} } },
  }),
  check(mode, context) {
    checkUnion(mode, ['single', 'all'], context);
  },
};
