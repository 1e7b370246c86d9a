import type { WorldRule } from '../../world-rule.js';
import { CEL_PAGE } from '../links.js';

/** For the compiler, attributes have any type. So it accepts some expressions that are probably mistakes. */
export const selectorNote: WorldRule = {
  id: 'selector-note',
  severity: 'warning',
  says: 'Selector compiles but is probably a mistake',
  link: CEL_PAGE,
  at: ['CELDeviceSelector'],
  examples: () => ({
    bad: [['DeviceClass', { 'spec.selectors[0].cel.expression': "device.attributes['gpu.example.com'].model.string == 'A100'" }]],
    good: [['DeviceClass', { 'spec.selectors[0].cel.expression': "device.attributes['gpu.example.com'].model == 'A100'" }]],
  }),
  check(selector, context) {
    const field = selector.child('expression');
    for (const note of context.world.expressions.get(field.text)?.selector.notes ?? []) context.report(field, note);
  },
};
