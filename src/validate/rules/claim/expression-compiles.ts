import { CelCompileError } from '../../../cel/engine.js';
import { compiledIn } from '../../checks/expressions.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SELECTORS_KEP } from '../links.js';

/**
 * New objects are compiled in the environment for new expressions, where features of the newest release are not available yet.
 */
export const expressionCompiles: Rule = {
  id: 'expression-compiles',
  severity: 'error',
  says: 'CEL expression does not compile in new objects, or has the wrong result type',
  link: SELECTORS_KEP,
  at: ['CELDeviceSelector', 'DeviceDerivedAttribute'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.selectors[0].cel.expression': 'device.driverName == "gpu.example.com"' },
    good: { 'spec.devices.requests[0].exactly.selectors[0].cel.expression': 'device.driver == "gpu.example.com"' },
  }),
  check(owner, context) {
    const compiled = compiledIn(owner, context);
    if (!(compiled instanceof CelCompileError) || compiled.isOwnLimit) return;
    const expression = owner.child('expression');
    context.report(
      expression,
      invalid(expression.text, compiled.plainMessage),
      compiled.help.length > 0 ? compiled.help.join(' ') : undefined,
    );
  },
};
