package noderesources

import (
	"runtime"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/scheduler/record"
)

func byTest() bool {
	_, file, _, _ := runtime.Caller(2)
	return strings.HasSuffix(file, "_test.go")
}

func (r *resourceAllocationScorer) calculatePodResourceRequest(pod *v1.Pod, resourceName v1.ResourceName) int64 {
	amount := r.unrecordedcalculatePodResourceRequest(pod, resourceName)
	if byTest() {
		record.Amount(r, pod, resourceName, amount)
	}
	return amount
}

func computePodResourceRequest(pod *v1.Pod, opts ResourceRequestsOptions) *preFilterState {
	state := unrecordedcomputePodResourceRequest(pod, opts)
	if byTest() {
		record.Requests(pod, map[string]any{
			"EnablePodLevelResources":           opts.EnablePodLevelResources,
			"EnableDRANodeAllocatableResources": opts.EnableDRANodeAllocatableResources,
		}, &state.Resource)
	}
	return state
}
