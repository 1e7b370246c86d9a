import { chosenNodes } from '../../checks/node-choices.js';
import { invalid, quoted, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

const FIELDS = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'];
const RULE = `exactly one of ${quoted(FIELDS)} is required`;

/** The scheduler needs the nodes on which the devices of a slice can be used. */
export const sliceNodes: Rule = {
  id: 'slice-nodes',
  severity: 'error',
  says: 'Slice does not have exactly one field that selects its nodes',
  link: SLICE_PAGE,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.allNodes': true },
    good: { 'spec.allNodes': true, 'spec.nodeName': undefined },
  }),
  check(spec, context) {
    const chosen = chosenNodes(spec, FIELDS, context);
    if (chosen.length === 0) context.report(spec, required(RULE));
    if (chosen.length > 1) context.report(spec, invalid(`{${quoted(chosen)}}`, `${RULE}, but multiple fields are set`));
  },
};
