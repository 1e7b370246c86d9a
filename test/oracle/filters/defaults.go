package main

import (
	"context"
	"encoding/json"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/user"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	podstrategy "k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds"
)

// setDefaults makes of the objects what the scheduler gets from the API server.
func (c *testCase) setDefaults(ctx context.Context) error {
	for _, node := range c.Nodes {
		corev1.SetObjectDefaults_Node(node)
		if err := send(node, node); err != nil {
			return err
		}
	}
	plugin := defaulttolerationseconds.NewDefaultTolerationSeconds()
	// Before this its tolerations are empty.
	plugin.InspectFeatureGates(utilfeature.DefaultFeatureGate)
	if err := plugin.ValidateInitialization(); err != nil {
		return err
	}
	for i, pod := range c.Pods {
		if err := create(ctx, plugin, pod, fmt.Sprintf("running-%d", i)); err != nil {
			return err
		}
	}
	isNew := c.Pod.UID == ""
	if err := create(ctx, plugin, c.Pod, "pod"); err != nil {
		return err
	}
	if isNew {
		if err := mergeLabelKeys(ctx, c.Pod); err != nil {
			return err
		}
	}
	return c.setDefaultsOfOthers()
}

// mergeLabelKeys does with the label keys of a pod's affinities and spread
// constraints what the API server does when the pod is created.
func mergeLabelKeys(ctx context.Context, pod *v1.Pod) error {
	var internal core.Pod
	if err := corev1.Convert_v1_Pod_To_core_Pod(pod.DeepCopy(), &internal, nil); err != nil {
		return err
	}
	podstrategy.Strategy.PrepareForCreate(ctx, &internal)
	var stored v1.Pod
	if err := corev1.Convert_core_Pod_To_v1_Pod(&internal, &stored, nil); err != nil {
		return err
	}
	pod.Spec.Affinity = stored.Spec.Affinity
	pod.Spec.TopologySpreadConstraints = stored.Spec.TopologySpreadConstraints
	return nil
}

// create does with a pod what the API server does with a new one: defaults of
// its version, admission, and defaults of what it stores. The status stays: pods
// have one by the time that they are looked at.
func create(ctx context.Context, plugin admission.MutationInterface, pod *v1.Pod, name string) error {
	corev1.SetObjectDefaults_Pod(pod)
	if pod.Namespace == "" {
		pod.Namespace = "default"
	}
	if pod.Name == "" {
		pod.Name = name
	}
	// The cache of the scheduler knows pods by their UID.
	if pod.UID == "" {
		pod.UID = types.UID(name)
	}
	var internal core.Pod
	if err := corev1.Convert_v1_Pod_To_core_Pod(pod, &internal, nil); err != nil {
		return err
	}
	attributes := admission.NewAttributesRecord(&internal, nil, core.Kind("Pod").WithVersion("v1"), pod.Namespace, pod.Name,
		core.Resource("pods").WithVersion("v1"), "", admission.Create, nil, false, &user.DefaultInfo{})
	if err := plugin.Admit(ctx, attributes, nil); err != nil {
		return err
	}
	podutil.DefaultPodLevelResources(&internal)
	var stored v1.Pod
	if err := corev1.Convert_core_Pod_To_v1_Pod(&internal, &stored, nil); err != nil {
		return err
	}
	return send(&stored, pod)
}

// send reads an object from its text, as the scheduler gets it: quantities are
// in their canonical form then. It matters for "1.5Gi", which PodRequests of
// component-helpers changes in place in the form that it has when it is parsed.
func send[T any](stored, received *T) error {
	text, err := json.Marshal(stored)
	if err != nil {
		return err
	}
	var read T
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*received = read
	return nil
}
