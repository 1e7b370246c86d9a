import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Only containers use claims; a pod as a whole cannot. */
export const podLevelResources: Rule = {
  id: 'pod-level-resources',
  severity: 'error',
  says: 'Pod-level resources name claims, or are set for a Windows pod',
  link: 'https://kubernetes.io/docs/tasks/configure-pod-container/assign-pod-level-resources/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.resources.claims': [{ name: 'gpu' }] },
    good: { 'spec.resources.limits': { cpu: 2 } },
  }),
  check(spec, context) {
    const resources = spec.child('resources');
    if (!resources.isSet) return;
    const isWindows = spec.child('os', 'name').text === 'windows';
    if (isWindows) context.report(resources, forbidden('may not be set for a windows pod'));
    else if (resources.child('claims').isSet)
      context.report(resources.child('claims'), forbidden('claims may not be set for Resources at pod-level'));
  },
};
