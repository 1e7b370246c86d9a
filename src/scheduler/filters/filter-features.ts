// The feature gates that filters and scores check, in addition to the gates of the allocator.

import type { Features } from '../../core/features/features.js';

export type FilterFeatures = Pick<
  Features,
  | 'extendedResource'
  | 'genericWorkload'
  | 'inPlacePodLevelResourcesVerticalScaling'
  | 'inPlacePodVerticalScaling'
  | 'matchLabelKeysInPodTopologySpread'
  | 'nodeAllocatableResources'
  | 'nodeDeclaredFeatures'
  | 'podLevelResources'
  | 'podLevelResourcesFixDefaulting'
  | 'storageCapacityScoring'
  | 'taintTolerationComparisonOperators'
  | 'volumeLimitScaling'
>;
