// Devices of a slice.

import { makeAttributes } from './attributes.js';
import { makeCapacities } from './capacities.js';
import type { CounterFamily } from './counters.js';
import { nodeSelector } from './nodes.js';
import type { Random } from './random.js';
import type { Fields, Setting } from './setting.js';

/** A device of a slice, with its name. */
export type Device = Fields & { name: string };

const TAINT_EFFECTS = ['NoSchedule', 'NoSchedule', 'NoSchedule', 'NoExecute', 'None', 'Future'];

/** The keys of taints and tolerations. */
export const TAINT_KEYS = ['k', 'unhealthy'];

/** Makes a device. `place` is the node selection of its slice, and `family` has the counters of its pool. */
export function makeDevice(setting: Setting, name: string, driver: string, place: Fields, family: CounterFamily | undefined): Device {
  const { random, traits } = setting;
  const attributes = makeAttributes(setting, driver);
  return {
    name,
    ...(Object.keys(attributes).length > 0 || random.chance(0.2) ? { attributes } : {}),
    ...(traits.capacities && random.chance(0.85) ? { capacity: makeCapacities(setting, driver) } : {}),
    ...(traits.taints && random.chance(0.4) ? { taints: random.times(random.pick([1, 1, 2]), () => makeTaint(random)) } : {}),
    ...(traits.bindingConditions ? bindingConditions(random) : {}),
    ...(traits.bindsToNode && random.chance(0.4) ? { bindsToNode: random.chance(0.9) } : {}),
    ...(family !== undefined && random.chance(0.85) ? { consumesCounters: family.consume() } : {}),
    ...(traits.sharedDevices && random.chance(traits.profile === 'shares' ? 0.8 : 0.4)
      ? { allowMultipleAllocations: random.chance(0.95) }
      : {}),
    ...(place['perDeviceNodeSelection'] === true || (traits.oddPlaces && random.chance(0.05)) ? ownPlace(setting) : {}),
  };
}

function makeTaint(random: Random): Fields {
  const value = random.chance(0.6) ? { value: random.pick(['v', 'w']) } : {};
  return { key: random.pick(TAINT_KEYS), ...value, effect: random.pick(TAINT_EFFECTS) };
}

function bindingConditions(random: Random): Fields {
  if (random.chance(0.35)) {
    const conditions = random.chance(0.1) ? [] : ['ready', 'x.io/ok'].slice(0, random.integer(1, 2));
    return { bindingConditions: conditions, ...(random.chance(0.8) ? { bindingFailureConditions: ['broken'] } : {}) };
  }
  return random.chance(0.05) ? { bindingFailureConditions: ['broken'] } : {};
}

function ownPlace(setting: Setting): Fields {
  const { random, nodeNames } = setting;
  const usual = [{ nodeName: 'n1' }, { nodeName: random.pick(nodeNames) }, { allNodes: true }, { nodeSelector: nodeSelector(setting) }];
  return random.pick<Fields>(random.chance(0.1) ? [...usual, {}, { nodeName: '' }] : usual);
}
