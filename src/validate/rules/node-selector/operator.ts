import { nearestName } from '../../../core/base/nearest-name.js';
import { requirementsOf } from '../../checks/node-selectors.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_SELECTOR_PAGE } from '../links.js';
import { sliceWithTerms } from './slice-with-terms.js';

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];
const OPERATORS_OF_FIELDS = ['In', 'NotIn'];

/** Six operators compare node labels, two compare node fields. */
export const nodeSelectorOperator: Rule = {
  id: 'node-selector-operator',
  severity: 'error',
  says: 'Node selector operator is unknown, or neither In nor NotIn in `matchFields`',
  link: NODE_SELECTOR_PAGE,
  at: ['core.NodeSelectorTerm'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: sliceWithTerms({ matchExpressions: [{ key: 'zone', operator: 'in', values: ['a'] }] }),
    good: sliceWithTerms({ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }),
  }),
  check(term, context) {
    for (const { field, isAboutField } of requirementsOf(term)) {
      const operators = isAboutField ? OPERATORS_OF_FIELDS : OPERATORS;
      const operator = field.child('operator');
      if (operators.includes(operator.text)) continue;
      const why = `not a valid selector operator: use ${operators.join(', ')}`;
      context.report(operator, invalid(operator.text, why), nearestName(operator.text, operators));
    }
  },
};
