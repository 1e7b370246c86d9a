import { containersOf, limitsOf, podAmountsOf, requestsOf } from '../../checks/pods.js';
import { checkContainerResource, checkPodResource } from '../../checks/resources.js';
import type { Rule } from '../../rule.js';

/** Names of extended resources begin with the domain of their driver. */
export const resourceName: Rule = {
  id: 'resource-name',
  severity: 'error',
  says: 'Resource name is invalid for a container or pod',
  link: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.limits': { gpu: 1 } },
    good: { 'spec.containers[0].resources.limits': { 'example.com/gpu': 1 } },
  }),
  check(spec, context) {
    for (const container of containersOf(spec)) {
      for (const amount of limitsOf(container).entries) checkContainerResource(amount, context);
      for (const amount of requestsOf(container, context.kind).values()) checkContainerResource(amount, context);
    }
    const { limits, requests } = podAmountsOf(spec, context);
    for (const amount of [...limits.values(), ...requests.values()]) checkPodResource(amount, context);
  },
};
