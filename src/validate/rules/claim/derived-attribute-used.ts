import { isConstrained } from '../../checks/derived-attributes.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { DERIVED_ATTRIBUTES_KEP } from '../links.js';

/** Only constraints read derived attributes. */
export const derivedAttributeUsed: Rule = {
  id: 'derived-attribute-used',
  severity: 'error',
  says: 'Derived attribute is not used by any constraint on its request',
  link: DERIVED_ATTRIBUTES_KEP,
  at: ['DeviceDerivedAttribute'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.derivedAttributes': [{ name: 'example.com/group', expression: 'device.driver' }] },
    good: {
      'spec.devices.requests[0].exactly.derivedAttributes': [{ name: 'example.com/group', expression: 'device.driver' }],
      'spec.devices.constraints': [{ matchAttribute: 'example.com/group' }],
    },
  }),
  check(attribute, context) {
    const name = attribute.child('name');
    if (name.text === '' || isConstrained(attribute)) return;
    const why = 'must be referenced by at least one matchAttribute or distinctAttribute constraint targeting this request';
    context.report(name, invalid(name.text, why), `add a constraint with matchAttribute: ${name.text}, or remove the attribute`);
  },
};
