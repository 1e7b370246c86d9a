import { isStatic } from '../../checks/pods.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { Field } from '../../tree/field.js';

/** The kubelet reads static pods from a file, and no scheduler allocates devices for them. */
export const staticPodClaims: Rule = {
  id: 'static-pod-claims',
  severity: 'error',
  says: 'Static pod has claims',
  link: 'https://kubernetes.io/docs/tasks/configure-pod-container/static-pod/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.nodeName': 'worker', 'metadata.annotations[kubernetes.io/config.mirror]': 'a' },
    good: { 'spec.nodeName': 'worker' },
  }),
  check(spec, context) {
    if (!isStatic(spec, context.kind) || spec.child('resourceClaims').size === 0) return;
    context.report(Field.root(''), forbidden('static pods do not support resource claims'));
  },
};
