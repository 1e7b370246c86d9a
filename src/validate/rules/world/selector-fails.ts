import type { Field } from '../../tree/field.js';
import { expressionsOf } from '../../world/claims.js';
import { nameOfDevice } from '../../world/devices.js';
import { devicesOfClass, REQUEST_TYPES } from '../../world/requests.js';
import { hasSpecificFinding } from '../../world/specific-findings.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A selector that fails on one device ends the allocation of the claim, even if other devices match (docs/spec/reference-1.37.md 1.14). */
export const selectorFails: WorldRule = {
  id: 'selector-fails',
  severity: 'warning',
  says: 'Selector fails on a device, so the claim cannot be allocated',
  link: DRA_PAGE,
  at: [...REQUEST_TYPES, 'DeviceClassSpec'],
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['ResourceSlice', { 'metadata.name': 'worker-nic', 'spec.driver': 'nic.example.com', 'spec.devices[0].attributes': {} }],
      ['DeviceClass', { 'spec.selectors[0].cel.expression': "device.attributes['gpu.example.com'].model == 'A100'" }],
    ],
    good: [
      ['ResourceSlice', {}],
      ['ResourceSlice', { 'metadata.name': 'worker-nic', 'spec.driver': 'nic.example.com', 'spec.devices[0].attributes': {} }],
      [
        'DeviceClass',
        {
          'spec.selectors[0].cel.expression': "device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].model == 'A100'",
        },
      ],
    ],
  }),
  check(value, context) {
    const { world } = context;
    const selectors = value.child('selectors');
    if (selectors.size === 0) return;
    const candidates = context.kind === 'DeviceClass' ? world.devices : devicesOfClass(value, world);
    const found = candidates === undefined ? undefined : world.matcher.among(candidates, expressionsOf(selectors));
    for (const [place, { device, message }] of found?.failures ?? []) {
      const field = selectors.index(place).child('cel', 'expression');
      if (hasSpecificFinding(field.text, world)) continue;
      const [first = ''] = message.split('\n');
      context.report(
        field,
        `fails on the device ${nameOfDevice(device)}: ${first}; the allocation of a claim that tries this device fails with this error`,
        adviceFor(field, device.driver, first, context),
      );
    }
  },
};

/**
 * Returns advice to test the driver or the attribute first. Returns undefined for other failures, which a test of the attribute
 * does not prevent.
 */
function adviceFor(field: Field, driver: string, failure: string, { world, kind }: WorldContext): string | undefined {
  if (!failure.startsWith('no such key')) return undefined;
  const expression = world.expressions.get(field.text);
  const domain = expression?.mentions.map((mention) => mention.domain).find((name) => world.facts.drivers.has(name));
  if (kind === 'DeviceClass' && domain !== undefined && domain !== driver && expression?.drivers.length === 0)
    return `begin with device.driver == "${domain}" && ...`;
  return 'begin with has(...) && ... for attributes that some devices lack';
}
