import { type NodeRequirement, requirementsOf } from '../../checks/node-selectors.js';
import { forbidden, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_SELECTOR_PAGE } from '../links.js';
import { sliceWithTerms } from './slice-with-terms.js';

/** The operator determines the number of values. */
export const nodeSelectorValues: Rule = {
  id: 'node-selector-values',
  severity: 'error',
  says: 'Number of values does not fit the node selector operator',
  link: NODE_SELECTOR_PAGE,
  at: ['core.NodeSelectorTerm'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: sliceWithTerms({ matchExpressions: [{ key: 'gpu', operator: 'Exists', values: ['true'] }] }),
    good: sliceWithTerms({ matchExpressions: [{ key: 'gpu', operator: 'In', values: ['true'] }] }),
  }),
  check(term, context) {
    for (const requirement of requirementsOf(term)) {
      const problem = problemOf(requirement);
      if (problem !== undefined) context.report(requirement.field.child('values'), problem);
    }
  },
};

function problemOf({ field, isAboutField }: NodeRequirement): string | undefined {
  const { size } = field.child('values');
  switch (field.child('operator').text) {
    case 'In':
    case 'NotIn':
      if (isAboutField)
        return size === 1 ? undefined : required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
      return size > 0 ? undefined : required("must be specified when `operator` is 'In' or 'NotIn'");
    case 'Exists':
    case 'DoesNotExist':
      return isAboutField || size === 0 ? undefined : forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    case 'Gt':
    case 'Lt':
      return isAboutField || size === 1 ? undefined : required("must be specified single value when `operator` is 'Lt' or 'Gt'");
    default:
      return undefined;
  }
}
