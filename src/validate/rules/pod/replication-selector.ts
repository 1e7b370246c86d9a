import { hasLabels, reportMismatch } from '../../checks/selectors.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** ReplicationControllers select by equal labels only. Without a selector, they use the labels of their template. */
export const replicationSelector: Rule = {
  id: 'replication-selector',
  severity: 'error',
  says: 'ReplicationController has no template that its selector matches',
  link: 'https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/',
  at: ['core.ReplicationControllerSpec'],
  examples: () => ({
    kind: 'ReplicationController',
    bad: { 'spec.selector': { app: 'trainer' } },
    good: { 'spec.selector': { app: 'train' } },
  }),
  check(controller, context) {
    const [selector, template] = [controller.child('selector'), controller.child('template')];
    const labels = template.child('metadata', 'labels');
    if (selector.size + labels.size === 0) context.report(selector, required());
    if (!template.isSet) context.report(template, required());
    else if (selector.size + labels.size > 0 && !hasLabels(labels.map, selector)) reportMismatch(labels, context);
  },
};
