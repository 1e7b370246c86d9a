import { CelCompileError } from '../../../cel/engine.js';
import { compiledIn } from '../../checks/expressions.js';
import type { Rule } from '../../rule.js';
import { SELECTORS_KEP } from '../links.js';

/** The finding is caused by a limit of this implementation: the API server may accept the expression or report another error. */
export const expressionUnchecked: Rule = {
  id: 'expression-unchecked',
  severity: 'warning',
  says: 'CEL expression uses a feature that dra-allocator cannot check',
  link: SELECTORS_KEP,
  at: ['CELDeviceSelector', 'DeviceDerivedAttribute'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: {
      'spec.devices.requests[0].exactly.selectors[0].cel.expression':
        'kubernetes.DRADevice{driver: "gpu.example.com"}.driver == device.driver',
    },
    good: { 'spec.devices.requests[0].exactly.selectors[0].cel.expression': '"gpu.example.com" == device.driver' },
  }),
  check(owner, context) {
    const compiled = compiledIn(owner, context);
    if (!(compiled instanceof CelCompileError) || !compiled.isOwnLimit) return;
    context.report(owner.child('expression'), `not checked: ${compiled.plainMessage}`, 'try it on an API server');
  },
};
