import { subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Pods of a group are scheduled together. */
export const schedulingGroup: Rule = {
  id: 'scheduling-group',
  severity: 'error',
  says: 'Scheduling group of a pod names no PodGroup',
  link: 'https://kubernetes.io/docs/concepts/workloads/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.schedulingGroup': { podGroupName: 'my_group' } },
    good: { 'spec.schedulingGroup': { podGroupName: 'my-group' } },
  }),
  check(spec, context) {
    const group = spec.child('schedulingGroup');
    const name = group.child('podGroupName');
    if (!group.isSet) return;
    if (!name.isSet) context.report(name, invalid('', 'must specify one of: `podGroupName`'));
    else reportProblems(name, name.text, (text) => subdomainProblems(text, 'characters'), context);
  },
};
