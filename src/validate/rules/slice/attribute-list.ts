import { LIST_VALUES, sizeOf } from '../../checks/slices.js';
import { invalid } from '../../messages.js';
import { DECLARATIVE_SINCE, type Rule } from '../../rule.js';
import { LISTS_KEP } from '../links.js';

/** An empty list has no type that selectors could rely on. */
export const attributeList: Rule = {
  id: 'attribute-list',
  severity: 'error',
  says: 'List of an attribute is empty',
  link: LISTS_KEP,
  at: ['DeviceAttribute'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[model]': { strings: [] } },
    good: { 'spec.devices[0].attributes[model]': { strings: ['A100'] } },
    also: ['attribute-value'],
  }),
  check(attribute, context) {
    const { fields } = attribute;
    let empty = 0;
    for (const name of LIST_VALUES) {
      if (fields[name] === undefined || sizeOf(fields[name]) > 0) continue;
      empty++;
      context.report(attribute.child(name), invalid('[]', 'must not be empty if specified'));
    }
    // An empty list next to one value counts as a second value in handwritten validation, but not in declarative validation.
    const isDeclared = context.minor >= DECLARATIVE_SINCE;
    if (empty > 0 && isDeclared && Object.keys(fields).length === empty + 1) {
      context.report(attribute, invalid('', 'exactly one value must be specified'));
    }
  },
};
