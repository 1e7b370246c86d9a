import { checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { DERIVED_ATTRIBUTES_KEP } from '../links.js';

/** Constraints refer to a derived attribute by its name. */
export const uniqueDerivedAttributes: Rule = {
  id: 'unique-derived-attributes',
  severity: 'error',
  says: 'Derived attributes of a request have the same name',
  link: DERIVED_ATTRIBUTES_KEP,
  at: ['ExactDeviceRequest', 'DeviceSubRequest'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: {
      'spec.devices.requests[0].exactly.derivedAttributes': [
        { name: 'example.com/group', expression: 'device.driver' },
        { name: 'example.com/group', expression: 'device.driver + "x"' },
      ],
      'spec.devices.constraints': [{ matchAttribute: 'example.com/group' }],
    },
    good: {
      'spec.devices.requests[0].exactly.derivedAttributes': [{ name: 'example.com/group', expression: 'device.driver' }],
      'spec.devices.constraints': [{ matchAttribute: 'example.com/group' }],
    },
  }),
  check(request, context) {
    checkUnique(request.child('derivedAttributes'), context, 'name');
  },
};
