import { checkLabel } from '../../checks/names.js';
import type { Rule } from '../../rule.js';

/** Constraints, configurations, results and pods refer to a request by its name. */
export const requestName: Rule = {
  id: 'request-name',
  severity: 'error',
  says: 'Name of a request or alternative is not a DNS label of at most 63 characters',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/resource/resource-claim-v1/',
  at: ['DeviceRequest', 'DeviceSubRequest'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].name': 'GPU_0' },
    good: { 'spec.devices.requests[0].name': 'gpu-0' },
  }),
  check(request, context) {
    checkLabel(request.child('name'), context, 'a unique name, such as gpu');
  },
};
