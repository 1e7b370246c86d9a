import { TOTAL_ESTIMATE_LIMIT } from '../../../cel/engine.js';
import { totalCostOfDerived } from '../../checks/derived-attributes.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { DERIVED_ATTRIBUTES_KEP } from '../links.js';

const CONSTRAINTS = [{ matchAttribute: 'example.com/a' }, { matchAttribute: 'example.com/b' }];

/** The scheduler may compute all of them for every device. */
export const derivedAttributesCost: Rule = {
  id: 'derived-attributes-cost',
  severity: 'error',
  says: 'Derived attributes of a claim can cost more than 1,000,000 in total',
  link: DERIVED_ATTRIBUTES_KEP,
  at: ['DeviceClaim'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.derivedAttributes': [costly('a'), costly('b')], 'spec.devices.constraints': CONSTRAINTS },
    good: { 'spec.devices.requests[0].exactly.derivedAttributes': [costly('a'), cheap('b')], 'spec.devices.constraints': CONSTRAINTS },
  }),
  check(claim, context) {
    const cost = totalCostOfDerived(claim, context);
    if (cost <= TOTAL_ESTIMATE_LIMIT) return;
    const why = 'too complex, total cost of derived attribute CEL expressions in the claim exceeds cost limit';
    context.report(claim, forbidden(`${why}: they cost up to ${cost}, more than the limit of ${TOTAL_ESTIMATE_LIMIT}`));
  },
};

function costly(name: string): object {
  const expression = 'device.attributes.exists(a, device.attributes.exists(b, device.attributes.exists(c, a + b == c))) ? "x" : "y"';
  return { name: `example.com/${name}`, expression };
}

function cheap(name: string): object {
  return { name: `example.com/${name}`, expression: 'device.driver' };
}
