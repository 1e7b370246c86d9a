import type { Field } from '../../tree/field.js';
import { expressionsOf } from '../../world/claims.js';
import type { WorldDevice } from '../../world/devices.js';
import { didYouMean, onlyOne } from '../../world/nearest.js';
import { choicesOf, concerns, devicesFor } from '../../world/requests.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A driver reads only the configurations that name it. */
export const configDriverUnknown: WorldRule = {
  id: 'config-driver-unknown',
  severity: 'warning',
  says: 'Configuration names a driver, but no request of the claim matches a device of that driver',
  link: DRA_PAGE,
  at: ['DeviceClaim', 'DeviceClassSpec'],
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['DeviceClass', { 'spec.config': [{ opaque: { driver: 'gpus.example.com', parameters: { mode: 'shared' } } }] }],
    ],
    good: [
      ['ResourceSlice', {}],
      ['DeviceClass', { 'spec.config': [{ opaque: { driver: 'gpu.example.com', parameters: { mode: 'shared' } } }] }],
    ],
  }),
  check(value, context) {
    if (!context.world.hasDevices) return;
    for (const config of value.child('config').items) {
      const driver = config.child('opaque', 'driver');
      if (driver.text === '') continue;
      const devices = devicesConcerned(value, config, context);
      if (devices?.some((device) => device.driver === driver.text) === true) continue;
      if (devices !== undefined) {
        const of = devices[0]?.driver ?? '';
        context.report(
          driver,
          `no driver reads this configuration: the devices of its requests have the driver ${of}, not ${driver.text}`,
          of,
        );
      } else checkName(driver, context);
    }
  },
};

/** If a driver has no slices in the input, its devices are unknown, unless its name is similar to the name of a driver with slices. */
function checkName(driver: Field, context: WorldContext): void {
  const { facts } = context.world;
  const near = facts.drivers.has(driver.text) ? [] : facts.nearest.of(driver.text, facts.drivers);
  if (near.length > 0) context.report(driver, `no slice has the driver ${driver.text}: ${didYouMean(near)}`, onlyOne(near));
}

/** Returns the devices to which a configuration may apply; undefined if they are unknown. */
function devicesConcerned(value: Field, config: Field, { kind, world }: WorldContext): readonly WorldDevice[] | undefined {
  if (kind === 'DeviceClass') {
    const found = world.matcher.among(world.devices, expressionsOf(value.child('selectors')));
    return found === undefined || found.devices.length === 0 ? undefined : found.devices;
  }
  const devices: WorldDevice[] = [];
  for (const choice of choicesOf(value)) {
    if (!concerns(config.child('requests'), choice)) continue;
    const found = devicesFor(choice.field, world);
    if (found === undefined) return undefined;
    for (const device of found) devices.push(device);
  }
  return devices.length === 0 ? undefined : devices;
}
