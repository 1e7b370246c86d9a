// The switches that filters and scores check, next to those of the allocator.

import type { Features } from '../../core/features/features.js';

/** The switches that filters and scores check. */
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
