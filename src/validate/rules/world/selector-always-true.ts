import type { WorldDevice } from '../../world/devices.js';
import type { Expression } from '../../world/expressions.js';
import { devicesOfClass, REQUEST_TYPES } from '../../world/requests.js';
import { allOf } from '../../world/values.js';
import type { World } from '../../world/world.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** Selectors with bounds and exclusions are useful even if every current device meets them. */
const BOUNDS = /[<>!]|compareTo|isGreaterThan|isLessThan|\bhas\(/;

/** Such a selector excludes no device. */
export const selectorAlwaysTrue: WorldRule = {
  id: 'selector-always-true',
  severity: 'warning',
  says: 'Selectors of a request match every device of its class',
  link: DRA_PAGE,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [
      ['ResourceSlice', { 'spec.devices[1]': { name: 'gpu-1', attributes: { model: { string: 'A30' } } } }],
      ['DeviceClass', {}],
      [
        'ResourceClaim',
        {
          'spec.devices.requests[0].exactly.selectors': [
            { cel: { expression: "device.attributes['gpu.example.com'].model.startsWith('A')" } },
          ],
        },
      ],
    ],
    good: [
      ['ResourceSlice', { 'spec.devices[1]': { name: 'gpu-1', attributes: { model: { string: 'A30' } } } }],
      ['DeviceClass', {}],
      [
        'ResourceClaim',
        {
          'spec.devices.requests[0].exactly.selectors': [
            { cel: { expression: "device.attributes['gpu.example.com'].model.startsWith('A1')" } },
          ],
        },
      ],
    ],
  }),
  check(request, context) {
    const { world } = context;
    for (const selector of request.child('selectors').items) {
      const field = selector.child('cel', 'expression');
      const expression = world.expressions.get(field.text);
      if (expression === undefined || BOUNDS.test(field.text)) continue;
      if (!/\bdevice\b/.test(field.text)) {
        context.report(field, 'does not read the device: its value is the same for every device');
        continue;
      }
      const devices = devicesOfClass(request, world) ?? [];
      if (!differ(expression, devices, world) || world.matcher.among(devices, [field.text])?.devices.length !== devices.length) continue;
      context.report(
        field,
        `is true for ${allOf(devices.length)} of class ${request.child('deviceClassName').text}, although the attributes that it reads differ`,
      );
    }
  },
};

/** Returns whether devices differ in the values that an expression reads. */
function differ({ text, drivers }: Expression, devices: readonly WorldDevice[], { expressions }: World): boolean {
  const [first] = devices;
  if (first === undefined || drivers.length > 0) return false;
  const signature = expressions.signature(text, first);
  return signature !== undefined && devices.some((device) => expressions.signature(text, device) !== signature);
}
