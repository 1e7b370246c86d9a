import { labelProblems, subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import type { Rule } from '../../rule.js';

/** Since 1.36, pods belong to PodGroups, and these to Workloads. */
export const workloadReference: Rule = {
  id: 'workload-reference',
  severity: 'error',
  says: 'Pod of 1.35 does not name both its Workload and a group of it',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['core.WorkloadReference'],
  examples: () => ({
    kind: 'Pod',
    options: { kubernetesVersion: '1.35', featureGates: { GenericWorkload: true } },
    bad: { 'spec.workloadRef': { name: 'training' } },
    good: { 'spec.workloadRef': { name: 'training', podGroup: 'workers' } },
  }),
  check(reference, context) {
    const [name, group, replica] = [reference.child('name'), reference.child('podGroup'), reference.child('podGroupReplicaKey')];
    reportProblems(name, name.text, (text) => subdomainProblems(text, 'characters'), context);
    reportProblems(group, group.text, labelProblems, context);
    if (replica.text !== '') reportProblems(replica, replica.text, labelProblems, context);
  },
};
