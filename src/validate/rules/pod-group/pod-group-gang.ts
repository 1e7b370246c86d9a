import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Before this release, the API server did not check the contents of a policy with several kinds set. */
const ALWAYS_SINCE = 36;

/** A gang without pods would never be scheduled. */
export const podGroupGang: Rule = {
  id: 'pod-group-gang',
  severity: 'error',
  says: 'Gang has a minCount below 1',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['scheduling.GangSchedulingPolicy'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.schedulingPolicy': { gang: { minCount: -1 } } },
    good: { 'spec.schedulingPolicy': { gang: { minCount: 1 } } },
  }),
  check(gang, context) {
    if (context.minor < ALWAYS_SINCE && gang.parent?.child('basic').isSet === true) return;
    const count = gang.child('minCount');
    if (count.integer === 0n) context.report(count, required());
    else if (count.integer < 0n) context.report(count, invalid(count.integer, 'must be greater than or equal to 1'));
  },
};
