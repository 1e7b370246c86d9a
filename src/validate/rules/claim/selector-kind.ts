import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SELECTORS_KEP } from '../links.js';

/** CEL is the only kind of selector so far; later releases may add others. */
export const selectorKind: Rule = {
  id: 'selector-kind',
  severity: 'error',
  says: 'Selector has no `cel`',
  link: SELECTORS_KEP,
  at: ['DeviceSelector'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.selectors': [{}] },
    good: { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: 'true' } }] },
  }),
  check(selector, context) {
    const cel = selector.child('cel');
    if (!cel.isSet) context.report(cel, required('the selector, such as `cel: { expression: device.driver == "gpu.example.com" }`'));
  },
};
