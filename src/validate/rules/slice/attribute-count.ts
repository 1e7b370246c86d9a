import { LIST_VALUES, sizeOf } from '../../checks/slices.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { isStruct } from '../../tree/decoded.js';
import type { Field } from '../../tree/field.js';
import { SLICE_PAGE } from '../links.js';

const MOST = 32;
const MOST_VALUES = 48;

/** One limit covers the attributes and capacities of a device, another the values of all its attributes. */
export const attributeCount: Rule = {
  id: 'attribute-count',
  severity: 'error',
  says: 'Device has more than 32 attributes and capacities, or more than 48 attribute values',
  link: SLICE_PAGE,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes': attributes(32) },
    good: { 'spec.devices[0].attributes': attributes(31) },
  }),
  check(device, context) {
    const count = device.child('attributes').size + device.child('capacity').size;
    const rule = `the total number of attributes and capacities must not exceed ${MOST}`;
    if (count > MOST) context.report(device, invalid(count, rule));
    if (context.minor < 36) return;
    const values = valuesOf(device.child('attributes'));
    if (values > MOST_VALUES)
      context.report(device, invalid(values, `the total number of attribute values must not exceed ${MOST_VALUES}`));
  },
};

/** Returns the number of values of all attributes. An attribute without a list counts as one. */
function valuesOf(attributes: Field): number {
  let values = 0;
  for (const attribute of attributes.map.values()) {
    if (!isStruct(attribute)) continue;
    let listed = 0;
    for (const name of LIST_VALUES) listed += sizeOf(attribute[name]);
    values += Math.max(1, listed);
  }
  return values;
}

function attributes(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`a${number}`, { int: number }]));
}
