import { checkLength } from '../../checks/lists.js';
import { checkLabel } from '../../checks/names.js';
import { duplicate, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { TEMPLATES_SINCE } from './workload-templates.js';

const MOST = 8;

/** Pods refer to the groups by their names. */
export const workloadGroups: Rule = {
  id: 'workload-groups',
  severity: 'error',
  says: 'Workload of 1.35 does not have one to eight pod groups with unique names',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['scheduling.WorkloadSpec'],
  examples: () => ({
    kind: 'Workload',
    apiVersion: 'scheduling.k8s.io/v1alpha1',
    options: { kubernetesVersion: '1.35', featureGates: { GenericWorkload: true } },
    bad: { 'spec.podGroupTemplates': undefined, 'spec.podGroups': [{ name: 'Workers', policy: { basic: {} } }] },
    good: { 'spec.podGroupTemplates': undefined, 'spec.podGroups': [{ name: 'workers', policy: { basic: {} } }] },
  }),
  check(workload, context) {
    if (context.minor >= TEMPLATES_SINCE) return;
    const groups = workload.child('podGroups');
    if (groups.size === 0) context.report(groups, required('must have at least one item'));
    checkLength(groups, MOST, context);
    if (!context.reaches(groups)) return;
    const seen = new Set<string>();
    for (const group of groups.items) {
      const name = group.child('name');
      checkLabel(name, context);
      if (seen.has(name.text)) context.report(name, duplicate(name.text));
      seen.add(name.text);
    }
  },
};
