import { invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { NODE_ALLOCATABLE_KEP } from '../links.js';

/** A device can only consume node resources, not add to them. */
export const nodeAllocatableAmount: Rule = {
  id: 'node-allocatable-amount',
  severity: 'error',
  says: 'Multiplier for a node resource is not above zero, or an overhead is negative',
  link: NODE_ALLOCATABLE_KEP,
  at: ['NodeAllocatableMapping', 'NodeAllocatableOverhead', 'NodeAllocatableResourceMapping'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].nodeAllocatableResources': { cpu: { mapping: { deviceMultiplier: '0' } } } },
    good: { 'spec.devices[0].nodeAllocatableResources': { cpu: { mapping: { deviceMultiplier: '2' } } } },
  }),
  check(use, context) {
    for (const name of ['deviceMultiplier', 'allocationMultiplier']) checkAmount(use.child(name), 1, context);
    // If a multiplier has no capacity, only that is reported.
    if (use.child('capacityKey').isSet) checkAmount(use.child('capacityMultiplier'), 1, context);
    for (const name of ['perPod', 'perContainer']) checkAmount(use.child(name), 0, context);
  },
};

function checkAmount(field: Field, leastSign: 0 | 1, context: RuleContext): void {
  const amount = field.quantity;
  if (amount === undefined || amount.sign() >= leastSign) return;
  context.report(field, invalid(amount.toString(), leastSign === 1 ? 'must be positive' : 'must be non-negative'));
}
