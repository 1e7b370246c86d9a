import { isJudged } from '../../checks/node-selectors.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_SELECTOR_PAGE } from '../links.js';
import { sliceWithTerms } from './slice-with-terms.js';

/** A selector without terms matches no node. */
export const nodeSelectorTerms: Rule = {
  id: 'node-selector-terms',
  severity: 'error',
  says: 'Node selector has no terms',
  link: NODE_SELECTOR_PAGE,
  at: ['core.NodeSelector'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: sliceWithTerms(),
    good: sliceWithTerms({ matchExpressions: [{ key: 'gpu', operator: 'Exists' }] }),
  }),
  check(selector, context) {
    const terms = selector.child('nodeSelectorTerms');
    if (terms.size === 0 && isJudged(selector)) context.report(terms, required('must have at least one node selector term'));
  },
};
