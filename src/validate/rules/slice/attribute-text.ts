import { isLonger } from '../../checks/names.js';
import { tooLong } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

const MOST_BYTES = 64;

/** Texts and versions of attributes have a maximum length. */
export const attributeText: Rule = {
  id: 'attribute-text',
  severity: 'error',
  says: 'String or version of an attribute is longer than 64 bytes',
  link: SLICE_PAGE,
  at: ['DeviceAttribute'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[model].string': 'A'.repeat(65) },
    good: { 'spec.devices[0].attributes[model].string': 'A'.repeat(64) },
  }),
  check(attribute, context) {
    const { fields } = attribute;
    for (const name of ['string', 'version']) {
      const text = fields[name];
      if (typeof text === 'string' && isLonger(text, MOST_BYTES)) context.report(attribute.child(name), tooLong(MOST_BYTES));
    }
    for (const name of ['strings', 'versions']) {
      if (fields[name] === undefined) continue;
      for (const item of attribute.child(name).items) if (isLonger(item.text, MOST_BYTES)) context.report(item, tooLong(MOST_BYTES));
    }
  },
};
