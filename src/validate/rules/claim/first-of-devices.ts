import { checkLength, MOST_ALTERNATIVES } from '../../checks/lists.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

const DEMANDS = ['requests', 'constraints', 'config'] as const;

/** No API server has this field. The allocator accepts it behind a gate of this project. */
export const firstOfDevices: Rule = {
  id: 'first-of-devices',
  severity: 'error',
  says: 'Claim has both devices and firstOfDevices, or more than 8 alternatives (XFirstOfDevices)',
  link: 'https://github.com/kubernetes/enhancements/issues/4816',
  at: ['ResourceClaimSpec'],
  examples: () => ({
    kind: 'ResourceClaim',
    options: { featureGates: { XFirstOfDevices: true } },
    bad: { 'spec.firstOfDevices': [alternative('gpu')] },
    good: { 'spec.devices': undefined, 'spec.firstOfDevices': [alternative('gpu'), alternative('gpu')] },
  }),
  check(spec, context) {
    const alternatives = spec.child('firstOfDevices');
    checkLength(alternatives, MOST_ALTERNATIVES, context);
    const devices = spec.child('devices');
    if (alternatives.size === 0 || !DEMANDS.some((field) => devices.child(field).size > 0)) return;
    context.report(alternatives, invalid(undefined, 'may not be set together with `devices`'));
  },
};

function alternative(name: string): object {
  return { requests: [{ name, exactly: { deviceClassName: 'gpu.example.com' } }] };
}
