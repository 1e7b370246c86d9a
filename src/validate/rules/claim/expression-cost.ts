import { CelCompileError, ESTIMATE_LIMIT } from '../../../cel/engine.js';
import { compiledIn } from '../../checks/expressions.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SELECTORS_KEP } from '../links.js';

/**
 * The worst case is decisive, with the maximum number of attributes of a device. The limit protects the scheduler from
 * expensive expressions.
 */
export const expressionCost: Rule = {
  id: 'expression-cost',
  severity: 'error',
  says: 'CEL expression can cost more than 1,000,000',
  link: SELECTORS_KEP,
  at: ['CELDeviceSelector', 'DeviceDerivedAttribute'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: {
      'spec.devices.requests[0].exactly.selectors[0].cel.expression':
        'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a + b != c + d))))',
    },
    good: { 'spec.devices.requests[0].exactly.selectors[0].cel.expression': 'device.attributes.all(a, a != "")' },
  }),
  check(owner, context) {
    const compiled = compiledIn(owner, context);
    if (compiled === undefined || compiled instanceof CelCompileError || compiled.maxCost <= ESTIMATE_LIMIT) return;
    const why = `too complex, exceeds cost limit: it costs up to ${compiled.maxCost}, more than the limit of ${ESTIMATE_LIMIT}`;
    context.report(owner.child('expression'), forbidden(why), 'iterate over fewer items: nested loops multiply');
  },
};
