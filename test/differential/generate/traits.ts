// The traits of a case, each with its own probability. Profiles change the probabilities. There are profiles for pure search (constraints
// and prioritized lists), for the limit of 32 devices, for partitions that consume counters, for shared devices, and for constraints over
// derived attributes.

import type { Random } from './random.js';

/** The probability of each trait. */
const CHANCES = {
  // Requests and claims.
  selectors: 0.4,
  failingSelectors: 0.36,
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
  derivedAttributes: 0.1,
  failingDerived: 0.2,
  brokenDerived: 0.1,
  capacityRequests: 0.1,
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
  capacities: 0.2,
  policies: 0.5,
  oddCapacities: 0.12,
  taints: 0.25,
  bindingConditions: 0.2,
  bindsToNode: 0.1,
  counters: 0.12,
  oddCounters: 0.15,
  negativeCounters: 0.08,
  repeatedCounterSets: 0.05,
  compatibilityGroups: 0.06,
  sharedDevices: 0.12,
  /** The requests just fit together, or just do not. */
  packing: 0.05,
  // Pools, slices and nodes.
  severalNodes: 0.3,
  namelessNode: 0.02,
  nodeSelectors: 0.25,
  brokenNodeSelectors: 0.04,
  severalTerms: 0.25,
  perDeviceNodes: 0.15,
  oddPlaces: 0.1,
  generations: 0.2,
  incompletePools: 0.12,
  invalidPools: 0.1,
  foreignSlices: 0.15,
  sameSliceNames: 0.03,
  skipNodeOperations: 0.12,
  manyDevices: 0.07,
  slashesInNames: 0.04,
  unicodeNames: 0.02,
  prototypeNames: 0.06,
  // The probability that devices are allocated already.
  allocated: 0.4,
  /** The probability for dedicated devices. Shared devices have shares in any case. */
  strayShares: 0.15,
} as const;

/** The name of a trait. */
export type Trait = keyof typeof CHANCES;

/** A profile. All except `any` change the probabilities of traits. */
export type Profile = 'any' | 'search' | 'limit' | 'partitions' | 'shares' | 'derived';

/** The traits of one case. */
export interface Traits extends Readonly<Record<Trait, boolean>> {
  readonly profile: Profile;
}

/** Traits that would end a search early. */
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
  'brokenDerived',
  'oddCounters',
  'negativeCounters',
  'repeatedCounterSets',
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

/** The specific probabilities of a profile. */
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
    failingSelectors: 0.27,
  },
  partitions: {
    counters: 1,
    oddCounters: 0.2,
    negativeCounters: 0.1,
    repeatedCounterSets: 0.06,
    compatibilityGroups: 0.4,
    foreignSlices: 0.2,
    invalidPools: 0.05,
    packing: 0.45,
    nodeSelectors: 0.1,
    taints: 0.2,
    sharedDevices: 0.3,
    capacities: 0.4,
    capacityRequests: 0.15,
    constraints: 0.3,
    prioritizedLists: 0.4,
    severalClaims: 0.5,
    all: 0.12,
    allocated: 0.45,
    selectors: 0.25,
    failingSelectors: 0.16,
    adminAccess: 0.25,
    perDeviceNodes: 0.08,
    severalNodes: 0.12,
    manyDevices: 0,
    skipNodeOperations: 0.03,
  },
  shares: {
    sharedDevices: 1,
    capacities: 0.95,
    policies: 0.8,
    oddCapacities: 0.3,
    capacityRequests: 0.8,
    counters: 0.15,
    compatibilityGroups: 0.05,
    constraints: 0.25,
    prioritizedLists: 0.35,
    severalClaims: 0.5,
    all: 0.2,
    allocated: 0.5,
    packing: 0.4,
    nodeSelectors: 0.1,
    selectors: 0.15,
    failingSelectors: 0.14,
    adminAccess: 0.25,
    taints: 0.12,
    severalNodes: 0.12,
    manyDevices: 0,
    skipNodeOperations: 0.03,
  },
  derived: {
    derivedAttributes: 1,
    brokenDerived: 0.22,
    failingDerived: 0.35,
    constraints: 1,
    lists: 0.5,
    mixedTypes: 0.15,
    prioritizedLists: 0.45,
    severalClaims: 0.4,
    all: 0.15,
    allocated: 0.2,
    capacities: 0.25,
    nodeSelectors: 0.1,
    sharedDevices: 0.15,
    counters: 0.1,
    selectors: 0.2,
    failingSelectors: 0.14,
    taints: 0.1,
    severalNodes: 0.12,
    manyDevices: 0,
    skipNodeOperations: 0.03,
    noAttributes: 0.03,
  },
  limit: {
    manyDevices: 1,
    severalClaims: 0.5,
    allocated: 0.2,
    capacities: 0.1,
    sharedDevices: 0.12,
    counters: 0.08,
    prioritizedLists: 0.85,
    constraints: 0.15,
    selectors: 0.15,
    failingSelectors: 0.15,
    taints: 0.15,
    adminAccess: 0.3,
    all: 0.2,
  },
};

/** Returns whether a profile excludes traits that would end a search early. */
export function isCalm(profile: Profile): boolean {
  return profile !== 'any' && profile !== 'limit';
}

/** Chooses the profile and the traits of a case. `isOn` returns whether a feature is on. Disabled features are rarely requested. */
export function chooseTraits(random: Random, isOn: (feature: string) => boolean): Traits {
  const profile = chooseProfile(random, isOn);
  const own = profile === 'any' ? {} : PROFILE_CHANCES[profile];
  const traits = { profile } as { profile: Profile } & Record<Trait, boolean>;
  for (const [trait, share] of Object.entries(CHANCES) as [Trait, number][]) {
    const calm = profile !== 'any' && DISTURBING.includes(trait);
    traits[trait] = random.chance(own[trait] ?? (calm ? 0 : share));
  }
  if (traits.failingSelectors) traits.selectors = true;
  const leaveOut = (trait: Trait, feature: string, share: number): void => {
    if (!isOn(feature) && random.chance(share)) traits[trait] = false;
  };
  leaveOut('prioritizedLists', 'prioritizedList', 0.85);
  leaveOut('adminAccess', 'adminAccess', 0.85);
  leaveOut('derivedAttributes', 'derivedAttributes', 0.85);
  leaveOut('capacityRequests', 'consumableCapacity', 0.8);
  // Their pools would be incomplete.
  leaveOut('compatibilityGroups', 'compatibilityGroups', 0.8);
  return traits;
}

/** The feature of a profile. */
const PROFILE_FEATURES: Readonly<Partial<Record<Profile, string>>> = {
  partitions: 'partitionableDevices',
  shares: 'consumableCapacity',
  derived: 'derivedAttributes',
};

function chooseProfile(random: Random, isOn: (feature: string) => boolean): Profile {
  const place = random.next();
  const profile = SHARES.find(([, end]) => place < end)?.[0] ?? 'any';
  const feature = PROFILE_FEATURES[profile];
  return feature !== undefined && !isOn(feature) && random.chance(0.85) ? 'any' : profile;
}

/** The upper end of the range of each profile. The rest is `any`. */
const SHARES: readonly (readonly [Profile, number])[] = [
  ['search', 0.17],
  ['limit', 0.22],
  ['partitions', 0.41],
  ['shares', 0.61],
  ['derived', 0.73],
];
