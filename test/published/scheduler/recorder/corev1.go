package corev1

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/component-helpers/record"
	"k8s.io/klog/v2"
)

func FindMatchingUntoleratedTaint(logger klog.Logger, taints []v1.Taint, tolerations []v1.Toleration, inclusionFilter taintsFilterFunc, enableComparisonOperators bool) (v1.Taint, bool) {
	taint, found := unrecordedFindMatchingUntoleratedTaint(logger, taints, tolerations, inclusionFilter, enableComparisonOperators)
	record.Print("FindMatchingUntoleratedTaint", map[string]any{
		"taints": getFilteredTaints(taints, inclusionFilter), "tolerations": tolerations, "comparison": enableComparisonOperators,
		"taint": taint, "result": found,
	})
	return taint, found
}

func MatchNodeSelectorTerms(node *v1.Node, nodeSelector *v1.NodeSelector) (bool, error) {
	match, err := unrecordedMatchNodeSelectorTerms(node, nodeSelector)
	record.Print("MatchNodeSelectorTerms", map[string]any{"node": node, "nodeSelector": nodeSelector, "result": match})
	return match, err
}
