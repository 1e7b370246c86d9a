package resource

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/component-helpers/record"
)

func recordRequests(opts PodResourcesOptions) map[string]any {
	opts.Reuse = nil
	return map[string]any{"options": opts}
}

func PodRequests(pod *v1.Pod, opts PodResourcesOptions) v1.ResourceList {
	fields := recordRequests(opts)
	list := unrecordedPodRequests(pod, opts)
	fields["pod"], fields["requests"] = pod, list
	record.Print("PodRequests", fields)
	return list
}

func AggregateContainerRequests(pod *v1.Pod, opts PodResourcesOptions) v1.ResourceList {
	fields := recordRequests(opts)
	list := unrecordedAggregateContainerRequests(pod, opts)
	fields["pod"], fields["requests"] = pod, list
	record.Print("AggregateContainerRequests", fields)
	return list
}
