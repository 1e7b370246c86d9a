import { concerns } from '../../world/requests.js';
import type { WorldRule } from '../../world-rule.js';
import { PRIORITIZED_LIST_KEP } from '../links.js';

const ALTERNATIVES = (mode: string): object => ({
  name: 'gpu',
  firstAvailable: [
    { name: 'all', deviceClassName: 'large.example.com', allocationMode: mode },
    { name: 'one', deviceClassName: 'gpu.example.com' },
  ],
});

/**
 * If a constraint rejects one of all devices, the claim fails, and the next alternative is not tried (docs/spec/reference-1.37.md 1.19).
 */
export const alternativeAllConstrained: WorldRule = {
  id: 'alternative-all-constrained',
  severity: 'warning',
  says: 'Alternative for all devices is in a constraint, so later alternatives are never tried',
  link: PRIORITIZED_LIST_KEP,
  at: ['DeviceRequest'],
  examples: () => ({
    bad: [
      [
        'ResourceClaim',
        { 'spec.devices.requests[0]': ALTERNATIVES('All'), 'spec.devices.constraints': [{ matchAttribute: 'gpu.example.com/model' }] },
      ],
    ],
    good: [
      [
        'ResourceClaim',
        {
          'spec.devices.requests[0]': ALTERNATIVES('ExactCount'),
          'spec.devices.constraints': [{ matchAttribute: 'gpu.example.com/model' }],
        },
      ],
    ],
  }),
  check(request, context) {
    const constraints = request.parent?.parent?.child('constraints').items ?? [];
    const alternatives = request.child('firstAvailable').items;
    for (const field of alternatives.slice(0, -1)) {
      const name = `${request.child('name').text}/${field.child('name').text}`;
      if (field.child('allocationMode').text !== 'All' || !constraints.some((each) => concerns(each.child('requests'), { name, field })))
        continue;
      const message = 'if the constraint excludes any of the devices, the claim fails and later alternatives are not tried';
      context.report(field.child('allocationMode'), message, 'request a number of devices, or remove the alternative from the constraint');
    }
  },
};
