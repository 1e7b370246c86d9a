// Allocation problems from a seed, in the form of the oracle. They are small enough that plain search ends, and have shapes that show
// mistakes: near misses, ties, backtracking, shared values, the limit of 32, selectors that fail on some devices.

import type { Case } from '../../support/cases.js';
import { makeAllocated } from './allocated.js';
import { chooseAttributeStyle } from './attributes.js';
import { chooseCapacityStyle } from './capacities.js';
import { makeClaims } from './claims.js';
import { makeClasses } from './classes.js';
import { chooseDerivedStyle, makeDerivedExpression } from './derived.js';
import { chooseFeatures, isFeatureOn } from './gates.js';
import { makeNodes } from './nodes.js';
import { makePools } from './pools.js';
import { Random } from './random.js';
import { DOMAINS, type Setting } from './setting.js';
import { chooseTraits } from './traits.js';

/** Incremented whenever the cases of a seed change. */
export const GENERATOR_VERSION = 3;

/** Case `index` of a seed. */
export function generate(seed: number, index: number): Case {
  const random = new Random(seed, index);
  const features = chooseFeatures(random);
  const traits = chooseTraits(random, (feature) => isFeatureOn(features, feature));
  const nodes = makeNodes(random, traits);
  const frame = {
    random,
    traits,
    nodeNames: nodes.map(({ metadata }) => metadata.name),
    drivers: random.chance(0.6) ? [DOMAINS.first] : [DOMAINS.first, DOMAINS.second],
    attributes: chooseAttributeStyle(random, traits),
    capacities: chooseCapacityStyle(random, traits),
    classNames: ['c', 'd', 'e'].slice(0, random.integer(1, 3)),
  };
  const setting: Setting = { ...frame, derived: chooseDerivedStyle(random, traits, () => makeDerivedExpression(frame)) };
  const { slices, devices } = makePools(setting);
  const classes = makeClasses(setting);
  const claims = makeClaims(setting);
  return { id: `${seed}-${index}`, features, nodes, classes, slices, claims, ...makeAllocated(setting, devices) };
}
