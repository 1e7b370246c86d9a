import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Ephemeral containers can only be added to a running pod. */
export const ephemeralContainers: Rule = {
  id: 'ephemeral-containers',
  severity: 'error',
  says: 'New pod or template has ephemeral containers',
  link: 'https://kubernetes.io/docs/concepts/workloads/pods/ephemeral-containers/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.ephemeralContainers': [{ name: 'debug', image: 'debug:1' }] },
    good: { 'spec.initContainers': [{ name: 'debug', image: 'debug:1' }] },
  }),
  check(spec, context) {
    const containers = spec.child('ephemeralContainers');
    if (containers.size === 0) return;
    context.report(
      containers,
      forbidden(context.kind === 'Pod' ? 'cannot be set on create' : 'ephemeral containers not allowed in pod template'),
    );
  },
};
