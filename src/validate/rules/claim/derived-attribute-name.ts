import { isTooManyDerived } from '../../checks/derived-attributes.js';
import { checkFullyQualifiedName } from '../../checks/names.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { DERIVED_ATTRIBUTES_KEP } from '../links.js';

/** Constraints refer to a derived attribute like to a device attribute. */
export const derivedAttributeName: Rule = {
  id: 'derived-attribute-name',
  severity: 'error',
  says: 'Derived attribute name has no domain, such as `example.com` in `example.com/group`',
  link: DERIVED_ATTRIBUTES_KEP,
  at: ['DeviceDerivedAttribute'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: {
      'spec.devices.requests[0].exactly.derivedAttributes': [{ name: 'group', expression: 'device.driver' }],
      'spec.devices.constraints': [{ matchAttribute: 'group' }],
    },
    good: {
      'spec.devices.requests[0].exactly.derivedAttributes': [{ name: 'example.com/group', expression: 'device.driver' }],
      'spec.devices.constraints': [{ matchAttribute: 'example.com/group' }],
    },
    also: ['constraint-attribute'],
  }),
  check(attribute, context) {
    if (attribute.parent !== undefined && isTooManyDerived(attribute.parent)) return;
    const name = attribute.child('name');
    if (name.text === '') context.report(name, required('the name of the attribute with its domain, such as example.com/group'));
    else checkFullyQualifiedName(name, context);
  },
};
