import { aboutValue } from '../../../cel/help/device-values.js';
import { isListType } from '../../world/facts.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** The compiler accepts every use of an attribute, since its type is unknown without devices. */
export const attributeType: WorldRule = {
  id: 'attribute-type',
  severity: 'warning',
  says: 'Selector uses an attribute with the wrong type',
  link: DRA_PAGE,
  at: ['CELDeviceSelector'],
  examples: () => ({
    bad: [
      ['ResourceSlice', { 'spec.devices[0].attributes.ecc': { bool: true } }],
      [
        'ResourceClaim',
        { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: "device.attributes['gpu.example.com'].ecc == 'true'" } }] },
      ],
    ],
    good: [
      ['ResourceSlice', { 'spec.devices[0].attributes.ecc': { bool: true } }],
      [
        'ResourceClaim',
        { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: "device.attributes['gpu.example.com'].ecc == true" } }] },
      ],
    ],
  }),
  check(selector, context) {
    const field = selector.child('expression');
    const { expressions, facts } = context.world;
    const sentences = new Set<string>();
    for (const mention of expressions.get(field.text)?.mentions ?? []) {
      const types = mention.map === 'attributes' ? facts.types.get(`${mention.domain}/${mention.name}`) : undefined;
      // If an attribute has several types, one of them may be right. Another rule reports lists.
      const [firstType, ...others] = [...(types ?? [])];
      if (firstType === undefined || others.length > 0 || isListType(firstType[0])) continue;
      const sentence = aboutValue(mention, firstType[1], false);
      if (sentence !== undefined) sentences.add(sentence);
    }
    for (const sentence of sentences) context.report(field, sentence);
  },
};
