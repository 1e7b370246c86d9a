import { isTooManyDerived, MOST_DERIVED_ATTRIBUTES } from '../../checks/derived-attributes.js';
import { MOST_JUDGED } from '../../checks/lists.js';
import { tooMany } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { DERIVED_ATTRIBUTES_KEP } from '../links.js';

/** The scheduler computes each one for each device that it considers. */
export const derivedAttributesLength: Rule = {
  id: 'derived-attributes-length',
  severity: 'error',
  says: 'Request has more than 32 derived attributes',
  link: DERIVED_ATTRIBUTES_KEP,
  at: ['ExactDeviceRequest', 'DeviceSubRequest'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.derivedAttributes': attributes(33), 'spec.devices.constraints': constraints(32) },
    good: { 'spec.devices.requests[0].exactly.derivedAttributes': attributes(32), 'spec.devices.constraints': constraints(32) },
    also: ['derived-attribute-used'],
  }),
  check(request, context) {
    const attributes = request.child('derivedAttributes');
    if (isTooManyDerived(attributes)) context.report(attributes, tooMany(attributes.size, MOST_DERIVED_ATTRIBUTES));
    if (attributes.size > MOST_JUDGED) context.stopAtLength(attributes, 'all');
  },
};

function attributes(count: number): readonly object[] {
  return Array.from({ length: count }, (_, position) => ({ name: nameOf(position), expression: 'device.driver' }));
}

function constraints(count: number): readonly object[] {
  return Array.from({ length: count }, (_, position) => ({ matchAttribute: nameOf(position) }));
}

function nameOf(position: number): string {
  return `example.com/group${position}`;
}
