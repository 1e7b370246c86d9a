import { LISTS_KEP } from '../../links.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { LIST_VALUES } from '../../slices.js';

/** An empty list has no type that selectors could rely on. */
export const attributeList: Rule = {
  id: 'attribute-list',
  severity: 'error',
  says: 'A list of values of an attribute is not empty.',
  link: LISTS_KEP,
  at: ['DeviceAttribute'],
  examples: {
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[model]': { strings: [] } },
    good: { 'spec.devices[0].attributes[model]': { strings: ['A100'] } },
    also: ['attribute-value'],
  },
  check(attribute, context) {
    for (const name of LIST_VALUES) {
      if (attribute.fields[name] === undefined) continue;
      const list = attribute.child(name);
      if (list.size === 0) context.report(list, invalid('[]', 'must not be empty if specified'));
    }
  },
};
