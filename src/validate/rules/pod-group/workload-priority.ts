import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Before this release, an alpha gate controlled the priorities of templates. */
const SINCE = 37;

/** A Workload is scheduled as a whole. */
export const workloadPriority: Rule = {
  id: 'workload-priority',
  severity: 'error',
  says: 'Templates of a Workload differ in priority or priority class',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['scheduling.WorkloadSpec'],
  examples: () => ({
    kind: 'Workload',
    bad: { 'spec.podGroupTemplates[1]': { name: 'leader', schedulingPolicy: { basic: {} }, priority: 10 } },
    good: { 'spec.podGroupTemplates[1]': { name: 'leader', schedulingPolicy: { basic: {} } } },
  }),
  check(workload, context) {
    if (context.minor < SINCE) return;
    const priorities = workload.child('podGroupTemplates').items.map((template) => {
      return JSON.stringify([template.child('priorityClassName').text, template.child('priority').value?.toString()]);
    });
    if (new Set(priorities).size > 1) context.report(workload, invalid('', 'detected multiple priority configurations'));
  },
};
