import { some } from '../../../core/base/words.js';
import type { WorldDevice } from '../../world/devices.js';
import { didYouMean, onlyOne } from '../../world/nearest.js';
import { concerns, taintRuleOf } from '../../world/taints.js';
import type { WorldRule } from '../../world-rule.js';
import { TAINTS_KEP } from '../links.js';

/** A rule with a wrong name taints no device, and the API server accepts it. */
export const taintRuleWithoutDevices: WorldRule = {
  id: 'taint-rule-without-devices',
  severity: 'warning',
  says: 'DeviceTaintRule selects no device',
  link: TAINTS_KEP,
  at: ['DeviceTaintRule'],
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['DeviceTaintRule', { 'spec.deviceSelector': { driver: 'gpu.example.com', device: 'gpu-7' } }],
    ],
    good: [
      ['ResourceSlice', {}],
      ['DeviceTaintRule', { 'spec.deviceSelector': { driver: 'gpu.example.com', device: 'gpu-0' } }],
    ],
  }),
  check(root, context) {
    const { world } = context;
    const rule = taintRuleOf(root);
    if (rule === undefined || !world.hasDevices || !world.mayCheck(world.devices)) return;
    if (world.devices.some((device) => concerns(rule, device))) return;
    const selector = root.child('spec', 'deviceSelector');
    // Only 1.34 has these fields. They are not evaluated here.
    if (selector.child('deviceClassName').isSet || selector.child('selectors').size > 0) return;
    let candidates = world.devices;
    for (const [name, of] of NAMES) {
      const requiredValue = rule[name];
      if (requiredValue === undefined) continue;
      const left = candidates.filter((device) => of(device) === requiredValue);
      if (left.length > 0) {
        candidates = left;
        continue;
      }
      const names = [...new Set(candidates.map(of))];
      const near = world.facts.nearest.of(requiredValue, names);
      const has = near.length === 0 ? `found ${some(names, MOST_NAMED)}` : didYouMean(near);
      context.report(
        selector.child(name),
        `the rule taints no device: no device of the input has the ${name} ${requiredValue}: ${has}`,
        onlyOne(near),
      );
      return;
    }
  },
};

/** Further names are only counted. */
const MOST_NAMED = 4;

/** The parts of a selector, from the outermost to the innermost. */
const NAMES = [
  ['driver', ({ slice }) => slice.driver],
  ['pool', ({ slice }) => slice.pool],
  ['device', ({ name }) => name],
] as const satisfies readonly (readonly ['driver' | 'pool' | 'device', (device: WorldDevice) => string])[];
