import { checkSubdomain } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { PRIORITIZED_LIST_KEP } from '../links.js';

/** Alternatives differ in their class or in their requirements on its devices. */
export const alternativeClass: Rule = {
  id: 'alternative-class',
  severity: 'error',
  says: 'Alternative of a request names no class, or an invalid one',
  link: PRIORITIZED_LIST_KEP,
  at: ['DeviceSubRequest'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0]': { name: 'gpu', firstAvailable: [{ name: 'large' }] } },
    good: {
      'spec.devices.requests[0]': { name: 'gpu', firstAvailable: [{ name: 'large', deviceClassName: 'large.example.com' }] },
    },
  }),
  check(alternative, context) {
    checkSubdomain(alternative.child('deviceClassName'), context, 'the name of a DeviceClass');
  },
};
