import { checkSubdomain } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** The class determines which devices a request can be allocated. */
export const requestClass: Rule = {
  id: 'request-class',
  severity: 'error',
  says: 'Request names no class, or an invalid one',
  link: CLAIM_PAGE,
  at: ['ExactDeviceRequest'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.deviceClassName': 'GPU.example.com' },
    good: { 'spec.devices.requests[0].exactly.deviceClassName': 'gpu.example.com' },
  }),
  check(request, context) {
    checkSubdomain(request.child('deviceClassName'), context, 'the name of a DeviceClass');
  },
};
