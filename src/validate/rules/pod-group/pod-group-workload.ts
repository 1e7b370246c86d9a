import { checkLabel, checkSubdomain } from '../../checks/names.js';
import { checkUnion } from '../../checks/unions.js';
import type { Rule } from '../../rule.js';

/** A reference names both the Workload and the template of the group within it. */
export const podGroupWorkload: Rule = {
  id: 'pod-group-workload',
  severity: 'error',
  says: 'PodGroup does not name both its Workload and a template of it',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['scheduling.WorkloadReference', 'scheduling.PodGroupTemplateReference', 'scheduling.WorkloadPodGroupTemplateReference'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.workloadRef': { workloadName: 'training' } },
    good: { 'spec.workloadRef': { workloadName: 'training', templateName: 'workers' } },
  }),
  check(reference, context) {
    // Up to 1.36, a union with a single kind of owner wrapped the names.
    if (reference.step === 'podGroupTemplateRef') return checkUnion(reference, ['workload'], context);
    checkSubdomain(reference.child('workloadName'), context);
    checkLabel(reference.child(reference.step === 'workload' ? 'podGroupTemplateName' : 'templateName'), context);
  },
};
