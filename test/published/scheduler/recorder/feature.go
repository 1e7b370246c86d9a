package feature

import (
	"k8s.io/component-helpers/nodedeclaredfeatures/types"
	"k8s.io/component-helpers/record"
)

func (f *theFeature) InferForScheduling(podInfo *types.PodInfo) bool {
	needed := f.unrecordedInferForScheduling(podInfo)
	record.Print("InferForScheduling", map[string]any{"feature": f.Name(), "spec": podInfo.Spec, "result": needed})
	return needed
}
