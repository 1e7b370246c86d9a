import { expressionsOf } from '../../world/claims.js';
import { devicesOfClass, REQUEST_TYPES } from '../../world/requests.js';
import { hasSpecificFinding } from '../../world/specific-findings.js';
import { allOf, valuesOf } from '../../world/values.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** Such a request is never allocated a device. */
export const selectorNeverTrue: WorldRule = {
  id: 'selector-never-true',
  severity: 'warning',
  says: 'Selectors of a request match no device of its class',
  link: DRA_PAGE,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['DeviceClass', {}],
      [
        'ResourceClaim',
        { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: "device.attributes['gpu.example.com'].model == 'a100'" } }] },
      ],
    ],
    good: [
      ['ResourceSlice', {}],
      ['DeviceClass', {}],
      [
        'ResourceClaim',
        { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression: "device.attributes['gpu.example.com'].model == 'A100'" } }] },
      ],
    ],
  }),
  check(request, context) {
    const { world } = context;
    const devices = devicesOfClass(request, world);
    const selectors = request.child('selectors');
    if (devices === undefined) return;
    const texts = expressionsOf(selectors);
    let left = devices;
    for (const [place, text] of texts.entries()) {
      const found = world.matcher.among(left, [text]);
      const expression = world.expressions.get(text);
      if (found === undefined || expression === undefined || found.failures.size > 0 || hasSpecificFinding(text, world)) return;
      if (found.devices.length === 0) {
        const which =
          left.length === devices.length ? `of class ${request.child('deviceClassName').text}` : 'that the earlier selectors match';
        context.report(
          selectors.index(place).child('cel', 'expression'),
          `is false for ${allOf(left.length)} ${which}${valuesOf(expression, left)}`,
        );
        return;
      }
      left = found.devices;
    }
  },
};
