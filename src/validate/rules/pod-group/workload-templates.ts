import { checkLength, checkUnique } from '../../checks/lists.js';
import { checkLabel } from '../../checks/names.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

const MOST = 8;

/** Before this release, Workloads contained the groups themselves. */
export const TEMPLATES_SINCE = 36;

/** Since this release, Workloads also have templates of composite groups, which the API server drops while their gate is off. */
const UNION_SINCE = 37;

/** PodGroups are created from the templates and refer to them by name. */
export const workloadTemplates: Rule = {
  id: 'workload-templates',
  severity: 'error',
  says: 'Workload does not have one to eight group templates with unique names',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['scheduling.WorkloadSpec'],
  examples: () => ({
    kind: 'Workload',
    bad: { 'spec.podGroupTemplates[0].name': 'Workers' },
    good: { 'spec.podGroupTemplates[0].name': 'workers' },
  }),
  check(workload, context) {
    if (context.minor < TEMPLATES_SINCE) return;
    const templates = workload.child('podGroupTemplates');
    if (templates.size === 0) {
      const isUnion = context.minor >= UNION_SINCE;
      const why = 'must specify one of: `podGroupTemplates`, `compositePodGroupTemplates`';
      context.report(isUnion ? workload : templates, isUnion ? invalid('', why) : required());
    }
    checkLength(templates, MOST, context);
    checkUnique(templates, context, (template) => template.child('name').text);
    if (context.reaches(templates)) for (const template of templates.items) checkLabel(template.child('name'), context);
  },
};
