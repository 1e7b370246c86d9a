import { MOST_BYTES_OF_EXPRESSION } from '../../checks/expressions.js';
import { isLonger } from '../../checks/names.js';
import { tooLong } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SELECTORS_KEP } from '../links.js';

/** The API server does not compile expressions that are too long. */
export const expressionLength: Rule = {
  id: 'expression-length',
  severity: 'error',
  says: 'CEL expression is longer than 10 KiB',
  link: SELECTORS_KEP,
  at: ['CELDeviceSelector', 'DeviceDerivedAttribute'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.selectors[0].cel.expression': `true || ${'"long" == "" || '.repeat(800)}true` },
    good: { 'spec.devices.requests[0].exactly.selectors[0].cel.expression': 'true' },
  }),
  check(owner, context) {
    const expression = owner.child('expression');
    if (isLonger(expression.text, MOST_BYTES_OF_EXPRESSION)) context.report(expression, tooLong(MOST_BYTES_OF_EXPRESSION));
  },
};
