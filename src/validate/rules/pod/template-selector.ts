import { checkSelector, isEmptySelector, matchesSelector, reportMismatch } from '../../checks/selectors.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** A controller finds its pods by their labels. */
export const templateSelector: Rule = {
  id: 'template-selector',
  severity: 'error',
  says: 'Selector of a controller is empty, invalid or does not match its template',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/',
  at: ['apps.DeploymentSpec', 'apps.ReplicaSetSpec', 'apps.DaemonSetSpec', 'apps.StatefulSetSpec'],
  examples: () => ({
    kind: 'Deployment',
    bad: { 'spec.template.metadata.labels': { app: 'trainer' } },
    good: { 'spec.template.metadata.labels': { app: 'train', part: 'worker' } },
  }),
  check(controller, context) {
    const selector = controller.child('selector');
    const labels = controller.child('template', 'metadata', 'labels');
    if (!selector.isSet && context.kind !== 'DaemonSet') context.report(selector, required());
    else if (selector.isSet && isEmptySelector(selector))
      context.report(selector, invalid('{}', `empty selector is invalid for ${context.kind.toLowerCase()}`));
    if (checkSelector(selector, context)) {
      if (!selector.isSet || !matchesSelector(selector, labels.map)) reportMismatch(labels, context);
    } else if (context.kind !== 'DaemonSet') {
      context.report(selector, invalid('', 'invalid label selector'));
      // The API server does not check the template in this case.
      context.stopAt(controller.child('template'), 'all');
    }
  },
};
