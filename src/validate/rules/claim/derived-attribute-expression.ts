import { isTooManyDerived } from '../../checks/derived-attributes.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { DERIVED_ATTRIBUTES_KEP } from '../links.js';

/** An attribute without an expression has no value. */
export const derivedAttributeExpression: Rule = {
  id: 'derived-attribute-expression',
  severity: 'error',
  says: 'Derived attribute has no expression',
  link: DERIVED_ATTRIBUTES_KEP,
  at: ['DeviceDerivedAttribute'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: {
      'spec.devices.requests[0].exactly.derivedAttributes': [{ name: 'example.com/group' }],
      'spec.devices.constraints': [{ matchAttribute: 'example.com/group' }],
    },
    good: {
      'spec.devices.requests[0].exactly.derivedAttributes': [{ name: 'example.com/group', expression: 'device.driver' }],
      'spec.devices.constraints': [{ matchAttribute: 'example.com/group' }],
    },
  }),
  check(attribute, context) {
    if (attribute.parent !== undefined && isTooManyDerived(attribute.parent)) return;
    const expression = attribute.child('expression');
    if (expression.text === '') context.report(expression, required('an expression that returns the value for a device'));
  },
};
