// Chooses the enabled features of the allocator.

import type { Features } from '../../../src/core/features/features.js';
import type { Random } from './random.js';

/** The features, and whether the allocator of the reference supports them. Cases draw them in this order. */
const OF_ALLOCATOR: Readonly<Record<Exclude<keyof Features, 'behaviours'>, boolean>> = {
  adminAccess: true,
  prioritizedList: true,
  partitionableDevices: true,
  deviceTaints: true,
  deviceBindingAndStatus: true,
  consumableCapacity: true,
  fractionalCapacityRange: true,
  listTypeAttributes: true,
  optionalNodeOperations: true,
  derivedAttributes: true,
  compatibilityGroups: true,
  deviceTaintRules: false,
  extendedResource: false,
  genericWorkload: false,
  workloadResourceClaims: false,
  inPlacePodLevelResourcesVerticalScaling: false,
  inPlacePodVerticalScaling: false,
  matchLabelKeysInPodTopologySpread: false,
  nodeAllocatableResources: false,
  nodeDeclaredFeatures: false,
  podLevelResources: false,
  podLevelResourcesFixDefaulting: false,
  taintTolerationComparisonOperators: false,
  storageCapacityScoring: false,
  volumeLimitScaling: false,
  attributeSemantics: false,
  firstOfDevices: false,
};

const FEATURES = Object.entries(OF_ALLOCATOR).flatMap(([name, isThere]) => (isThere ? [name] : []));

/** Off in a default cluster of Kubernetes 1.37. */
const OFF_BY_DEFAULT = [
  'fractionalCapacityRange',
  'listTypeAttributes',
  'optionalNodeOperations',
  'derivedAttributes',
  'compatibilityGroups',
];

/** The features of a case in the form of the oracle: usually all, or the defaults, or some off, or few on. */
export function chooseFeatures(random: Random): Readonly<Record<string, boolean>> {
  const choice = random.next();
  const these = (list: readonly string[], on: boolean): Record<string, boolean> => Object.fromEntries(list.map((name) => [name, on]));
  if (choice < 0.42) return { all: true };
  // Then rounding to a step uses other arithmetic.
  if (choice < 0.5) return { all: true, fractionalCapacityRange: false };
  if (choice < 0.62) return { all: true, ...these(OFF_BY_DEFAULT, false) };
  if (choice < 0.9) return { all: true, ...these(random.some(FEATURES, 0.22), false) };
  return { all: false, ...these(random.some(FEATURES, 0.3), true) };
}

/** Returns whether a case has a feature on. */
export function isFeatureOn(features: Readonly<Record<string, boolean>> | undefined, feature: string): boolean {
  if (features === undefined || Object.keys(features).length === 0) return true;
  return features[feature] ?? features['all'] === true;
}
