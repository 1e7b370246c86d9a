import { subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

const MOST = 1_000_000_000n;

/** Before this release, an alpha gate controlled the priority of groups. */
const SINCE = 37;

/** Higher priorities are reserved for the system. */
export const podGroupPriority: Rule = {
  id: 'pod-group-priority',
  severity: 'error',
  says: 'PodGroup priority is above 1000000000, or its class name is invalid',
  link: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/',
  at: ['scheduling.PodGroupSpec', 'scheduling.PodGroupTemplate'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.priority': 1_000_000_001 },
    good: { 'spec.priority': 1_000_000_000 },
  }),
  check(group, context) {
    if (context.minor < SINCE) return;
    const [name, priority] = [group.child('priorityClassName'), group.child('priority')];
    if (name.text !== '') reportProblems(name, name.text, (text) => subdomainProblems(text, 'characters'), context);
    if (priority.integer > MOST) context.report(priority, invalid(priority.integer, `must be less than or equal to ${MOST}`));
  },
};
