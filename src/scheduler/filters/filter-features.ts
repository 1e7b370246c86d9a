// The switches that filters and scores look at, beside those of the allocator.

import type { Features } from '../../core/features/features.js';

/** The switches that filters and scores look at. */
export type FilterFeatures = Pick<
  Features,
  | 'extendedResource'
  | 'inPlacePodLevelResourcesVerticalScaling'
  | 'inPlacePodVerticalScaling'
  | 'nodeAllocatableResources'
  | 'nodeDeclaredFeatures'
  | 'podLevelResources'
  | 'podLevelResourcesFixDefaulting'
  | 'taintTolerationComparisonOperators'
>;
