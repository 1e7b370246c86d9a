import { checkLabelKey } from '../../checks/names.js';
import { requirementsOf } from '../../checks/node-selectors.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_SELECTOR_PAGE } from '../links.js';
import { sliceWithTerms } from './slice-with-terms.js';

/** The only node field that a selector can test. */
const FIELD = 'metadata.name';

/** A selector tests labels of nodes, or their name. */
export const nodeSelectorKey: Rule = {
  id: 'node-selector-key',
  severity: 'error',
  says: 'Node selector key is not a label key, or not `metadata.name` in `matchFields`',
  link: NODE_SELECTOR_PAGE,
  at: ['core.NodeSelectorTerm'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: sliceWithTerms({ matchFields: [{ key: 'name', operator: 'In', values: ['worker'] }] }),
    good: sliceWithTerms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['worker'] }] }),
  }),
  check(term, context) {
    for (const { field, isAboutField } of requirementsOf(term)) {
      const key = field.child('key');
      if (!isAboutField) checkLabelKey(key, context);
      else if (key.text !== FIELD) context.report(key, invalid(key.text, 'not a valid field selector key'), FIELD);
    }
  },
};
