package nodeports

import (
	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/record"
)

func Fits(pod *v1.Pod, nodeInfo fwk.NodeInfo) bool {
	fits := unrecordedFits(pod, nodeInfo)
	status := fwk.NewStatus(fwk.Success)
	if !fits {
		status = fwk.NewStatus(fwk.Unschedulable, ErrReason)
	}
	record.Filter(Name, &NodePorts{}, pod, nodeInfo, status)
	return fits
}
