import { DecodeContext, placeOfError } from '../../../core/api/context.js';
import { deviceConstraint } from '../../../core/api/device-request.js';
import { ALL_LIBRARY_GATES } from '../../../core/api/library-gates.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { Json } from '../../../core/base/json.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

const FIELDS = ['matchSemantics', 'distinctSemantics', 'semantics'] as const;

/**
 * No API server has these fields. The allocator accepts them behind a gate
 * of this project, and the rule reports the values that it rejects.
 */
export const attributeSemantics: Rule = {
  id: 'attribute-semantics',
  severity: 'error',
  says: 'Comparison mode of a constraint does not fit its attribute (XAttributeSemantics)',
  link: 'https://github.com/kubernetes/enhancements/issues/5491',
  at: ['DeviceConstraint'],
  examples: () => ({
    kind: 'ResourceClaim',
    options: { featureGates: { XAttributeSemantics: true } },
    bad: { 'spec.devices.constraints': [{ matchAttribute: 'gpu.example.com/model', matchSemantics: { mode: 'AllDistinct' } }] },
    good: { 'spec.devices.constraints': [{ matchAttribute: 'gpu.example.com/model', matchSemantics: { mode: 'Identical' } }] },
  }),
  check(constraint, context) {
    if (!FIELDS.some((field) => constraint.child(field).isSet)) return;
    try {
      deviceConstraint.decode(constraint.value as unknown as Json, new DecodeContext([], undefined, context.checkpoint, ALL_LIBRARY_GATES));
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      const steps = placeOfError(error)?.path ?? [];
      const at = steps.reduce((field, step) => field.child(String(step)), constraint);
      context.report(at, invalid(undefined, error.message.slice(error.path === undefined ? 0 : error.path.length + 2)));
    }
  },
};
