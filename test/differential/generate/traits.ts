// What a case is made of: each trait is there or not, with a chance of its own. Two profiles bend the chances: pure search
// problems, where little but constraints and prioritized lists decides, and problems around the limit of 32 devices.

import type { Random } from './random.js';

/** The chance of each trait. */
const CHANCES = {
  // Requests and claims.
  selectors: 0.4,
  failingSelectors: 0.29,
  brokenSelectors: 0.06,
  emptySelectors: 0.03,
  unusualSelectors: 0.4,
  constraints: 0.55,
  emptyConstraints: 0.03,
  prioritizedLists: 0.45,
  all: 0.3,
  adminAccess: 0.2,
  tolerations: 0.3,
  bareTolerations: 0.05,
  derivedAttributes: 0.03,
  capacityRequests: 0.04,
  severalClaims: 0.4,
  manyClaims: 0.08,
  emptyClaims: 0.05,
  hugeCounts: 0.05,
  unknownModes: 0.03,
  unknownClasses: 0.06,
  sameRequestNames: 0.02,
  configs: 0.3,
  // Attributes and devices.
  lists: 0.4,
  mixedTypes: 0.25,
  noAttributes: 0.15,
  bothNames: 0.08,
  brokenAttributes: 0.06,
  overfullAttributes: 0.05,
  hugeIntegers: 0.08,
  capacities: 0.15,
  taints: 0.25,
  bindingConditions: 0.2,
  bindsToNode: 0.1,
  counters: 0.05,
  compatibilityGroups: 0.06,
  sharedDevices: 0.06,
  // Pools, slices and nodes.
  severalNodes: 0.3,
  namelessNode: 0.02,
  nodeSelectors: 0.3,
  brokenNodeSelectors: 0.04,
  severalTerms: 0.12,
  perDeviceNodes: 0.15,
  oddPlaces: 0.1,
  generations: 0.2,
  incompletePools: 0.15,
  invalidPools: 0.1,
  foreignSlices: 0.15,
  sameSliceNames: 0.03,
  skipNodeOperations: 0.12,
  manyDevices: 0.07,
  slashesInNames: 0.04,
  unicodeNames: 0.02,
  prototypeNames: 0.06,
  // What is allocated already.
  allocated: 0.4,
  storedShares: 0.06,
} as const;

/** The name of a trait. */
export type Trait = keyof typeof CHANCES;

/** A profile: `search` and `limit` bend the chances of traits. */
export type Profile = 'any' | 'search' | 'limit';

/** What one case is made of. */
export interface Traits extends Readonly<Record<Trait, boolean>> {
  readonly profile: Profile;
}

/** Traits that would end a search before it gets interesting. */
const DISTURBING: readonly Trait[] = [
  'brokenSelectors',
  'emptySelectors',
  'emptyConstraints',
  'derivedAttributes',
  'capacityRequests',
  'hugeCounts',
  'unknownModes',
  'unknownClasses',
  'noAttributes',
  'brokenAttributes',
  'overfullAttributes',
  'counters',
  'compatibilityGroups',
  'sharedDevices',
  'brokenNodeSelectors',
  'severalTerms',
  'perDeviceNodes',
  'oddPlaces',
  'generations',
  'incompletePools',
  'invalidPools',
  'foreignSlices',
  'severalNodes',
];

/** The chances that a profile has for itself. */
const PROFILE_CHANCES: Readonly<Record<Exclude<Profile, 'any'>, Partial<Record<Trait, number>>>> = {
  search: {
    constraints: 0.85,
    prioritizedLists: 0.6,
    severalClaims: 0.5,
    all: 0.12,
    allocated: 0.25,
    mixedTypes: 0.1,
    manyDevices: 0,
    skipNodeOperations: 0,
    nodeSelectors: 0.15,
    taints: 0.1,
    failingSelectors: 0.22,
  },
  limit: {
    manyDevices: 1,
    severalClaims: 0.5,
    allocated: 0.2,
    capacities: 0,
    prioritizedLists: 0.85,
    constraints: 0.15,
    selectors: 0.15,
    failingSelectors: 0.15,
    taints: 0.15,
    adminAccess: 0.3,
    all: 0.2,
  },
};

/** Chooses the profile and the traits of a case. `isOn` tells which features are on: what is off is rarely asked for. */
export function chooseTraits(random: Random, isOn: (feature: string) => boolean): Traits {
  const place = random.next();
  const profile: Profile = place < 0.45 ? 'search' : place < 0.54 ? 'limit' : 'any';
  const own = profile === 'any' ? {} : PROFILE_CHANCES[profile];
  const traits = { profile } as { profile: Profile } & Record<Trait, boolean>;
  for (const [trait, share] of Object.entries(CHANCES) as [Trait, number][]) {
    const calm = profile !== 'any' && DISTURBING.includes(trait);
    traits[trait] = random.chance(calm ? 0 : (own[trait] ?? share));
  }
  if (traits.failingSelectors) traits.selectors = true;
  const leaveOut = (trait: Trait, feature: string, share: number): void => {
    if (!isOn(feature) && random.chance(share)) traits[trait] = false;
  };
  leaveOut('prioritizedLists', 'prioritizedList', 0.85);
  leaveOut('adminAccess', 'adminAccess', 0.85);
  leaveOut('derivedAttributes', 'derivedAttributes', 0.7);
  leaveOut('capacityRequests', 'consumableCapacity', 0.4);
  return traits;
}
