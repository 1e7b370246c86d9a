import { checkLabelValue, checkSubdomain } from '../../checks/names.js';
import { isPreference, requirementsOf } from '../../checks/node-selectors.js';
import type { Rule } from '../../rule.js';
import { NODE_SELECTOR_PAGE } from '../links.js';
import { sliceWithTerms } from './slice-with-terms.js';

/** A value that no label or node can have never matches. */
export const nodeSelectorValue: Rule = {
  id: 'node-selector-value',
  severity: 'error',
  says: 'Node selector value is not a label value, or not a node name in `matchFields`',
  link: NODE_SELECTOR_PAGE,
  at: ['core.NodeSelectorTerm'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: sliceWithTerms({ matchExpressions: [{ key: 'zone', operator: 'In', values: ['zone a'] }] }),
    good: sliceWithTerms({ matchExpressions: [{ key: 'zone', operator: 'In', values: ['zone-a'] }] }),
  }),
  check(term, context) {
    for (const { field, isAboutField } of requirementsOf(term)) {
      if (isAboutField && field.child('key').text !== 'metadata.name') continue;
      // Values in preferences are not checked, so they may be values that no label can have.
      if (!isAboutField && isPreference(term)) continue;
      for (const value of field.child('values').items) isAboutField ? checkSubdomain(value, context) : checkLabelValue(value, context);
    }
  },
};
