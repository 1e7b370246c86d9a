import type { Decoded } from '../../decoded.js';
import { SLICE_PAGE } from '../../links.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { LIST_VALUES, sizeOf } from '../../slices.js';

const SINGLE_VALUES = ['int', 'bool', 'string', 'version'] as const;

/** The type of an attribute is that of its value. */
export const attributeValue: Rule = {
  id: 'attribute-value',
  severity: 'error',
  says: 'An attribute has exactly one value: an int, a bool, a string, a version, or a list of one of these.',
  link: SLICE_PAGE,
  at: ['DeviceAttribute'],
  declarative: true,
  examples: {
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[model]': { string: 'A100', int: 100 } },
    good: { 'spec.devices[0].attributes[model]': { string: 'A100' } },
  },
  check(attribute, context) {
    const { fields } = attribute;
    let given = 0;
    let filled = 0;
    for (const name of SINGLE_VALUES) if (fields[name] !== undefined) filled++;
    given += filled;
    for (const name of LIST_VALUES) {
      if (fields[name] === undefined) continue;
      given++;
      if (sizeOf(fields[name]) > 0) filled++;
    }
    // An empty list counts as a value in one of two validations of the API server, and since 1.37 both must agree.
    if (given === 1 && (filled === 1 || context.minor < 37)) return;
    context.report(attribute, invalid(shown(fields), 'exactly one value must be specified'));
  },
};

function shown(fields: Readonly<Record<string, Decoded | undefined>>): string {
  const names = [...SINGLE_VALUES, ...LIST_VALUES].filter((name) => fields[name] !== undefined);
  return names.length === 0 ? '' : `{${names.join(', ')}}`;
}
