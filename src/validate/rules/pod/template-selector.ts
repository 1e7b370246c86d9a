import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/** Tells whether labels match a selector. Operators that there are not are left to others. */
function matches(selector: Field, labels: Field): boolean {
  const equal = selector.child('matchLabels').entries.every(({ step, text }) => labels.map.get(String(step)) === text);
  return equal && selector.child('matchExpressions').items.every((requirement) => holds(requirement, labels.map));
}

function holds(requirement: Field, labels: ReadonlyMap<string, unknown>): boolean {
  const [key, values] = [requirement.child('key').text, requirement.child('values').list];
  switch (requirement.child('operator').text) {
    case 'In':
      return labels.has(key) && values.includes(labels.get(key) as string);
    case 'NotIn':
      return !labels.has(key) || !values.includes(labels.get(key) as string);
    case 'Exists':
      return labels.has(key);
    case 'DoesNotExist':
      return !labels.has(key);
    default:
      return true;
  }
}

/** A controller finds its pods by their labels. */
export const templateSelector: Rule = {
  id: 'template-selector',
  severity: 'error',
  says: 'The selector of a controller is not empty, and the labels of its template match it.',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/',
  at: ['apps.DeploymentSpec', 'apps.ReplicaSetSpec', 'apps.DaemonSetSpec', 'apps.StatefulSetSpec'],
  examples: {
    kind: 'Deployment',
    bad: { 'spec.template.metadata.labels': { app: 'trainer' } },
    good: { 'spec.template.metadata.labels': { app: 'train', part: 'worker' } },
  },
  check(controller, context) {
    const selector = controller.child('selector');
    const labels = controller.child('template', 'metadata', 'labels');
    const isEmpty = selector.child('matchLabels').size + selector.child('matchExpressions').size === 0;
    if (!selector.isSet && context.kind !== 'DaemonSet') context.report(selector, required());
    else if (selector.isSet && isEmpty)
      context.report(selector, invalid('{}', `empty selector is invalid for ${context.kind.toLowerCase()}`));
    if (selector.isSet && matches(selector, labels)) return;
    context.report(labels, invalid([...labels.map.keys()].join(', '), '`selector` does not match template `labels`'));
  },
};
