// Chooses which features of the allocator are on.

import type { Features } from '../../../src/core/features/features.js';
import type { Random } from './random.js';

/** The features, with those of which the allocator of the reference knows nothing. In the order in which cases draw them. */
const OF_ALLOCATOR: Readonly<Record<keyof Features, boolean>> = {
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
  nodeAllocatableResources: false,
  nodeDeclaredFeatures: false,
  podLevelResources: false,
  podLevelResourcesFixDefaulting: false,
  taintTolerationComparisonOperators: false,
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

/** The features of a case in the form of the oracle: mostly all, or those of a default cluster, or some off, or few on. */
export function chooseFeatures(random: Random): Readonly<Record<string, boolean>> {
  const choice = random.next();
  const these = (list: readonly string[], on: boolean): Record<string, boolean> => Object.fromEntries(list.map((name) => [name, on]));
  if (choice < 0.42) return { all: true };
  // Rounding to a step is another arithmetic then.
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
