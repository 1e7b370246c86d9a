// The tests of upstream that are not replayed, each with the reason. The list is exact: a test that could be replayed fails on it.

/** Tests by their path, or those of a path with a slash at its end, and why our filters and scores are not asked the same. */
export interface LeftOut {
  readonly tests: readonly string[];
  readonly why: string;
}

export const LEFT_OUT: readonly LeftOut[] = [
  {
    tests: [
      'nodeunschedulable/TestIsSchedulableAfterNodeChange/',
      'nodeunschedulable/TestIsSchedulableAfterPodTolerationChange/',
      'tainttoleration/TestIsSchedulableAfterNodeChange/',
      'tainttoleration/Test_isSchedulableAfterTargetPodTolerationChange/',
      'nodeaffinity/Test_isSchedulableAfterNodeChange/',
      'nodeports/Test_isSchedulableAfterAssignedPodDeleted/',
      'noderesources/TestEventsToRegister/',
      'noderesources/TestHaveAnyRequestedResourcesIncreased/',
      'noderesources/TestIsFit/',
      'noderesources/Test_isSchedulableAfterAssignedPodDelete/',
      'noderesources/Test_isSchedulableAfterAssignedPodScaleDown/',
      'noderesources/Test_isSchedulableAfterAssignedPodScaleUp/',
      'noderesources/Test_isSchedulableAfterDeviceClassChange/',
      'noderesources/Test_isSchedulableAfterNodeChange/',
      'noderesources/Test_isSchedulableAfterTargetPodScaleDown/',
      'noderesources/Test_isSchedulableAfterTargetPodScaleUp/',
      'nodedeclaredfeatures/TestEnqueueExtensionsNodeUpdate/',
      'nodedeclaredfeatures/TestEventsToRegister/',
      'nodedeclaredfeatures/TestIsSchedulableAfterTargetPodUpdate/',
      'schedulinggates/TestIsSchedulableAfterUpdateTargetPodSchedulingGatesEliminated',
    ],
    why: 'When the scheduler tries a pod again is a matter of its queue.',
  },
  {
    tests: ['noderesources/TestFitSignPod/', 'noderesources/TestBalancedAllocationSignPod/', 'imagelocality/TestImageSignature/'],
    why: 'The signatures by which the scheduler knows pods alike are its own; the requests in them are compared.',
  },
  {
    tests: [
      'nodeunschedulable/TestNodeUnschedulable_DeferredResizeSkipped',
      'tainttoleration/TestTaintToleration_DeferredResizeSkipped',
      'nodeaffinity/TestNodeAffinity_DeferredResizeSkipped',
      'nodeports/TestNodePorts_DeferredResizeSkipped',
      'nodedeclaredfeatures/TestNodeDeclaredFeatures_DeferredResizeSkipped',
      'noderesources/TestDeferredResizeFit/deferred_pod_resize_fits,_no_other_workloads',
      'noderesources/TestDeferredResizeFit/deferred_pod_resize_does_not_fit,_but_is_resolvable_via_preemption',
      'noderesources/TestDeferredResizeFit/deferred_pod_resize_does_not_fit,_unresolvable_(exceeds_node_capacity)',
    ],
    why: 'The alpha gate InPlacePodVerticalScalingSchedulerPreemption schedules pods that have a node: nobody asks for those here.',
  },
  {
    tests: [
      "nodeaffinity/TestNodeAffinity/Matches_added_affinity_and_Pod's_node_affinity",
      "nodeaffinity/TestNodeAffinity/Matches_added_affinity_but_not_Pod's_node_affinity",
      "nodeaffinity/TestNodeAffinity/Doesn't_match_added_affinity",
      'nodeaffinity/TestNodeAffinityPriority/added_affinity',
      'nodeaffinity/TestNodeAffinityPriority/added_affinity_and_pod_has_default_affinity',
      'noderesources/TestEnoughRequests/skip_checking_ignored_extended_resource',
      'noderesources/TestEnoughRequests/skip_checking_ignored_extended_resource_via_resource_groups',
      'noderesources/TestNodeResourcesBalancedAllocation/scalar_resource_is_included_in_the_score_computation_if_pod_requests_the_scalar_resource',
      "noderesources/TestNodeResourcesBalancedAllocation/scalar_resource_is_not_included_in_the_score_computation_if_pod_doesn't_request_the_scalar_resource",
      'noderesources/TestNodeResourcesBalancedAllocation/include_DRA_resource_on_a_node_for_balanced_resource_allocation',
      'noderesources/TestNodeResourcesBalancedAllocation/include_DRA_resource_on_a_node_for_balanced_resource_allocation_if_PreScore_not_called',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_RequestedToCapacityRatio_case1',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_RequestedToCapacityRatio_case1_if_PreScore_is_not_called',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_RequestedToCapacityRatio_case2',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_MostAllocated',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_MostAllocated_if_PreScore_is_not_called',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_MostAllocated_with_sidecar_container',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_LeastAllocated_with_Extended_resources',
      'noderesources/TestFitScore/test_case_for_ScoringStrategy_LeastAllocated_with_Extended_resources_if_PreScore_is_not_called',
      'noderesources/TestLeastAllocatedScoringStrategy/Resources_not_set,_pods_scheduled_with_error',
      'noderesources/TestLeastAllocatedScoringStrategy/nothing_scheduled,_resources_requested_with_different_weight_on_CPU_and_memory,_differently_sized_nodes',
      'noderesources/TestLeastAllocatedScoringStrategy/resource_with_negative_weight',
      'noderesources/TestLeastAllocatedScoringStrategy/resource_with_zero_weight',
      'noderesources/TestLeastAllocatedScoringStrategy/resource_weight_larger_than_MaxNodeScore',
      'noderesources/TestLeastAllocatedScoringStrategy/bypass_extended_resource_if_the_pod_does_not_request',
      'noderesources/TestLeastAllocatedScoringStrategy/honor_extended_resource_if_the_pod_requests',
      "noderesources/TestLeastAllocatedScoringStrategy/if_the_node_doesn't_have_a_resource",
      'noderesources/TestMostAllocatedScoringStrategy/',
      'noderesources/TestRequestedToCapacityRatioScoringStrategy/',
      'noderesources/TestBrokenLinearFunction/',
      'noderesources/TestResourceBinPackingSingleExtended/',
      'noderesources/TestResourceBinPackingMultipleExtended/',
    ],
    why: 'Plugins are as the default profile has them.',
  },
  {
    tests: [
      'noderesources/TestCalculateResourceAllocatableRequest/',
      'noderesources/TestDeviceMatchCaching',
      'noderesources/TestNodeMatchCaching/',
      'noderesources/TestNodeMatchesCacheHit',
    ],
    why: 'The default profile scores CPU and memory alone, so that devices behind extended resources count for nothing.',
  },
  {
    tests: ['noderesources/TestScorePlacement_Resources/'],
    why: 'Placements of pod groups are another step of the scheduler, off by default.',
  },
  {
    tests: [
      'nodeports/TestPreFilterDisabled',
      'noderesources/TestPreFilterDisabled',
      'nodedeclaredfeatures/TestFilter/Error_getting_pre-filter_state',
    ],
    why: 'A filter that was not prepared for the pod cannot be asked here.',
  },
  {
    tests: [
      'nodedeclaredfeatures/TestFilter/Node_does_not_match_requirements',
      'nodedeclaredfeatures/TestFilter/Node_has_no_declared_features',
      'nodedeclaredfeatures/TestFilter/Node_with_some_but_not_all_required_features',
    ],
    why: 'The features are made up for the test, and the pods do not show that they need them.',
  },
  {
    tests: [
      'restartallcontainers/TestRequirements',
      'restartallcontainers/TestDiscover/',
      'restartallcontainers/TestInferForUpdate',
      'usernamespaceshostnetwork/TestRequirements',
      'usernamespaceshostnetwork/TestDiscoverFeature/',
      'usernamespaceshostnetwork/TestName',
    ],
    why: 'What kubelets declare, and what updates of pods need, decides nothing about nodes.',
  },
  {
    tests: ['resource/TestPodRequestsAndLimitsWithoutOverhead', 'resource/TestPodResourceRequests/pod_overhead_excluded'],
    why: 'Nodes are always charged with the overhead.',
  },
  {
    tests: [
      'resource/TestPodResourceLimits/',
      'resource/TestPodResourceLimitsWithSharedDRAClaims',
      'resource/TestIsPodLevelResourcesSet/',
      'resource/TestIsPodLevelLimitsSet/',
      'resource/TestIsSupportedPodLevelResource/',
      'resource/TestGetContainerDRAAllocations/',
      'resource/TestResizeConditionsAndSupportedResources',
      'resource/TestPodRequestsAndLimitsWithDRA/Pod_Level_Resources_(CPU_limits_only)_with_shared_DRA_claim_and_UseStatusResources',
      'resource/TestPodRequestsAndLimitsWithDRA/Pod_Level_Resources_(CPU_limits_only)_with_shared_DRA_claim_during_resize_and_UseStatusResources',
      'resource/TestPodRequestsAndLimitsWithDRA/Container_Level_Resources_with_shared_DRA_claim_during_memory_limit_resize_and_UseStatusResources',
    ],
    why: 'They ask for limits, or for parts of what PodRequests does, which is compared as a whole.',
  },
  {
    tests: [
      'corev1/TestMatchNodeSelectorTerms/nil_terms',
      'corev1/TestMatchNodeSelectorTermsStateless/nil_terms',
      'nodeaffinity/TestNodeSelectorMatch/invalid_field_selector_and_label_selector',
      'nodeaffinity/TestPreferredSchedulingTermsScore/invalid_field_selector_and_label_selector',
      'nodeaffinity/TestNodeAffinityPriority/PreScore_returns_error_when_an_incoming_Pod_has_a_broken_affinity',
      'nodeaffinity/TestNodeSelectorRequirementsAsSelector',
    ],
    why: 'The API server refuses such selectors; a pod that has one all the same loses the score of that term here, and no more.',
  },
  {
    tests: ['corev1/TestPodPriority', 'corev1/TestGetAvoidPodsFromNode', 'imagelocality/TestNormalizedImageName/'],
    why: 'They are of functions that have no like here, or are a part of one that is compared as a whole.',
  },
];
