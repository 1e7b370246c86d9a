import { checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** Requests, and the alternatives of a request, are identified by their names. */
export const uniqueRequests: Rule = {
  id: 'unique-requests',
  severity: 'error',
  says: 'Requests of a claim, or alternatives of a request, have the same name',
  link: CLAIM_PAGE,
  at: ['DeviceClaim', 'DeviceRequest'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[1]': { name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } } },
    good: { 'spec.devices.requests[1]': { name: 'other', exactly: { deviceClassName: 'gpu.example.com' } } },
  }),
  check(struct, context) {
    checkUnique(struct.child('requests'), context, 'name');
    checkUnique(struct.child('firstAvailable'), context, 'name');
  },
};
