import { accessTo } from '../../../cel/reads/mentions.js';
import { textOf } from '../../world/near.js';
import { didYouMean, onlyOne } from '../../world/nearest.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A selector that reads an attribute of no device fails on all devices or is never true. */
export const attributeUnknown: WorldRule = {
  id: 'attribute-unknown',
  severity: 'warning',
  says: 'Selector reads an attribute or capacity that no device has',
  link: DRA_PAGE,
  at: ['CELDeviceSelector', 'DeviceDerivedAttribute'],
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      [
        'ResourceClaim',
        { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: "device.attributes['gpu.example.com'].modle == 'A100'" } }] },
      ],
    ],
    good: [
      ['ResourceSlice', {}],
      [
        'ResourceClaim',
        { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: "device.attributes['gpu.example.com'].model == 'A100'" } }] },
      ],
    ],
  }),
  check(selector, context) {
    const expression = context.world.expressions.get(selector.child('expression').text);
    if (expression === undefined) return;
    for (const { name, near } of context.world.missing(expression)) {
      const what = name.map === 'attributes' ? 'attribute' : 'capacity';
      const message = `no device has the ${what} ${textOf(name)}`;
      const access = near.map(accessTo);
      if (access.length === 0) context.report(selector.child('expression'), `${message}, although the input has devices of ${name.domain}`);
      else context.report(selector.child('expression'), `${message}: ${didYouMean(access)}`, onlyOne(access));
    }
  },
};
