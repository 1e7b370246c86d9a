package nodeaffinity

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-helpers/record"
)

// The sources of what was made last: the tests ask it at once.
var (
	lastSelector *v1.NodeSelector
	lastTerms    []v1.PreferredSchedulingTerm
	lastPod      *v1.Pod
)

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func NewNodeSelector(ns *v1.NodeSelector, opts ...field.PathOption) (*NodeSelector, error) {
	selector, err := unrecordedNewNodeSelector(ns, opts...)
	lastSelector = ns
	if err != nil {
		record.Print("NewNodeSelector", map[string]any{"nodeSelector": ns, "error": errorText(err)})
	}
	return selector, err
}

func NewPreferredSchedulingTerms(terms []v1.PreferredSchedulingTerm, opts ...field.PathOption) (*PreferredSchedulingTerms, error) {
	made, err := unrecordedNewPreferredSchedulingTerms(terms, opts...)
	lastTerms = terms
	if err != nil {
		record.Print("NewPreferredSchedulingTerms", map[string]any{"terms": terms, "error": errorText(err)})
	}
	return made, err
}

func GetRequiredNodeAffinity(pod *v1.Pod) RequiredNodeAffinity {
	lastPod = pod
	return unrecordedGetRequiredNodeAffinity(pod)
}

func (ns *NodeSelector) Match(node *v1.Node) bool {
	match := ns.unrecordedMatch(node)
	record.Print("NodeSelector.Match", map[string]any{"nodeSelector": lastSelector, "node": node, "result": match})
	return match
}

func (s RequiredNodeAffinity) Match(node *v1.Node) (bool, error) {
	match, err := s.unrecordedMatch(node)
	record.Print("RequiredNodeAffinity.Match", map[string]any{"pod": lastPod, "node": node, "result": match})
	return match, err
}

func (t *PreferredSchedulingTerms) Score(node *v1.Node) int64 {
	score := t.unrecordedScore(node)
	record.Print("PreferredSchedulingTerms.Score", map[string]any{"terms": lastTerms, "node": node, "score": score})
	return score
}
