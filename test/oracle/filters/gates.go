package main

import (
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	_ "k8s.io/kubernetes/pkg/features"
)

// setGates sets the gates that are named, and every other one to its default.
// The gates are variables of the process: cases run one after the other.
func setGates(gates map[string]bool) error {
	for name := range utilfeature.DefaultFeatureGate.DeepCopy().GetAll() {
		if utilfeature.DefaultMutableFeatureGate.ExplicitlySet(name) {
			if err := utilfeature.DefaultMutableFeatureGate.ResetFeatureValueToDefault(name); err != nil {
				return err
			}
		}
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(gates)
}
