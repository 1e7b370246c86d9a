// Disruptions answers how many evictions PodDisruptionBudgets allow, and whether
// pods can be evicted, with the disruption controller and the eviction storage
// of the API server.
//
// It reads JSON values of type testCase from stdin, one after the other, and
// writes one line of JSON for each, see type answer. Each eviction is asked
// alone, of the state that the controller computed.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	_ "unsafe" // For go:linkname.

	appsv1 "k8s.io/api/apps/v1"
	autoscalingapi "k8s.io/api/autoscaling/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta/testrestmapper"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	policyclient "k8s.io/client-go/kubernetes/typed/policy/v1"
	scalefake "k8s.io/client-go/scale/fake"
	core "k8s.io/client-go/testing"
	"k8s.io/klog/v2"
	api "k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/policy"
	policyconversion "k8s.io/kubernetes/pkg/apis/policy/v1"
	"k8s.io/kubernetes/pkg/apis/policy/validation"
	"k8s.io/kubernetes/pkg/controller/disruption"
	podstorage "k8s.io/kubernetes/pkg/registry/core/pod/storage"
)

type testCase struct {
	ID                     string                          `json:"id"`
	Budgets                []*policyv1.PodDisruptionBudget `json:"budgets"`
	Pods                   []*v1.Pod                       `json:"pods"`
	ReplicationControllers []*v1.ReplicationController     `json:"replicationControllers,omitempty"`
	Deployments            []*appsv1.Deployment            `json:"deployments,omitempty"`
	ReplicaSets            []*appsv1.ReplicaSet            `json:"replicaSets,omitempty"`
	StatefulSets           []*appsv1.StatefulSet           `json:"statefulSets,omitempty"`
}

type count struct {
	DisruptionsAllowed int32  `json:"disruptionsAllowed"`
	CurrentHealthy     int32  `json:"currentHealthy"`
	DesiredHealthy     int32  `json:"desiredHealthy"`
	ExpectedPods       int32  `json:"expectedPods"`
	Failure            string `json:"failure,omitempty"`
	// Refused has the fields that the API server refuses.
	Refused []string `json:"refused,omitempty"`
}

type eviction struct {
	Allowed bool   `json:"allowed"`
	Code    int32  `json:"code,omitempty"`
	Message string `json:"message,omitempty"`
	// Spent is true if the budget allows one eviction less.
	Spent bool `json:"spent,omitempty"`
}

type answer struct {
	ID        string     `json:"id"`
	Counts    []count    `json:"counts"`
	Evictions []eviction `json:"evictions"`
}

//go:linkname syncBudget k8s.io/kubernetes/pkg/controller/disruption.(*DisruptionController).sync
func syncBudget(dc *disruption.DisruptionController, ctx context.Context, key string) error

//go:linkname newEvictionStorage k8s.io/kubernetes/pkg/registry/core/pod/storage.newEvictionStorage
func newEvictionStorage(store rest.StandardStorage, client policyclient.PodDisruptionBudgetsGetter) *podstorage.EvictionREST

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	decoder := json.NewDecoder(os.Stdin)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for {
		var c testCase
		if err := decoder.Decode(&c); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			fail(err)
		}
		a, err := c.answer()
		if err != nil {
			fail(fmt.Errorf("%s: %w", c.ID, err))
		}
		if err := encoder.Encode(a); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func (c *testCase) answer() (*answer, error) {
	ctx := context.Background()
	client := fake.NewClientset()
	factory := informers.NewSharedInformerFactory(client, 0)
	apps := factory.Apps().V1()
	controller := disruption.NewDisruptionController(ctx, factory.Core().V1().Pods(), factory.Policy().V1().PodDisruptionBudgets(),
		factory.Core().V1().ReplicationControllers(), apps.ReplicaSets(), apps.Deployments(), apps.StatefulSets(), client,
		testrestmapper.TestOnlyStaticRESTMapper(scheme.Scheme), noScales(), client.Discovery())
	client.Resources = []*metav1.APIResourceList{{GroupVersion: "batch/v1"}, {GroupVersion: "apps/v1"}, {GroupVersion: "v1"}}
	for _, pod := range c.Pods {
		factory.Core().V1().Pods().Informer().GetStore().Add(pod)
	}
	for _, one := range c.ReplicationControllers {
		factory.Core().V1().ReplicationControllers().Informer().GetStore().Add(one)
	}
	for _, one := range c.Deployments {
		apps.Deployments().Informer().GetStore().Add(one)
	}
	for _, one := range c.ReplicaSets {
		apps.ReplicaSets().Informer().GetStore().Add(one)
	}
	for _, one := range c.StatefulSets {
		apps.StatefulSets().Informer().GetStore().Add(one)
	}
	a := &answer{ID: c.ID}
	budgets := client.PolicyV1().PodDisruptionBudgets
	for _, one := range c.Budgets {
		if _, err := budgets(one.Namespace).Create(ctx, one, metav1.CreateOptions{}); err != nil {
			return nil, err
		}
		factory.Policy().V1().PodDisruptionBudgets().Informer().GetStore().Add(one)
		if err := syncBudget(controller, ctx, one.Namespace+"/"+one.Name); err != nil {
			return nil, err
		}
		synced, err := budgets(one.Namespace).Get(ctx, one.Name, metav1.GetOptions{})
		if err != nil {
			return nil, err
		}
		status := synced.Status
		counted := count{status.DisruptionsAllowed, status.CurrentHealthy, status.DesiredHealthy, status.ExpectedPods, "", refused(one)}
		for _, condition := range status.Conditions {
			if condition.Reason == policyv1.SyncFailedReason {
				counted.Failure = condition.Message
			}
		}
		a.Counts = append(a.Counts, counted)
	}
	for _, pod := range c.Pods {
		evicted, err := evict(ctx, client, c.Budgets, pod)
		if err != nil {
			return nil, err
		}
		a.Evictions = append(a.Evictions, *evicted)
	}
	return a, nil
}

// noScales answers that no controller of another kind has a scale.
func noScales() *scalefake.FakeScaleClient {
	client := &scalefake.FakeScaleClient{}
	client.AddReactor("get", "*", func(action core.Action) (bool, runtime.Object, error) {
		return true, (*autoscalingapi.Scale)(nil), apierrors.NewNotFound(action.GetResource().GroupResource(), "none")
	})
	return client
}

// refused returns the fields of a budget that the API server refuses.
func refused(budget *policyv1.PodDisruptionBudget) []string {
	var internal policy.PodDisruptionBudget
	if err := policyconversion.Convert_v1_PodDisruptionBudget_To_policy_PodDisruptionBudget(budget.DeepCopy(), &internal, nil); err != nil {
		return []string{err.Error()}
	}
	var fields []string
	var list field.ErrorList = validation.ValidatePodDisruptionBudget(&internal, validation.PodDisruptionBudgetValidationOptions{})
	for _, one := range list {
		fields = append(fields, one.Field)
	}
	return fields
}

// onePod is a store with one pod, which may be deleted.
type onePod struct {
	rest.StandardStorage
	pod     *api.Pod
	deleted bool
}

func (s *onePod) Get(context.Context, string, *metav1.GetOptions) (runtime.Object, error) {
	return s.pod, nil
}

func (s *onePod) Update(_ context.Context, _ string, _ rest.UpdatedObjectInfo, _ rest.ValidateObjectFunc, _ rest.ValidateObjectUpdateFunc, _ bool, _ *metav1.UpdateOptions) (runtime.Object, bool, error) {
	return s.pod, false, nil
}

func (s *onePod) Delete(context.Context, string, rest.ValidateObjectFunc, *metav1.DeleteOptions) (runtime.Object, bool, error) {
	s.deleted = true
	return nil, true, nil
}

func evict(ctx context.Context, client *fake.Clientset, budgets []*policyv1.PodDisruptionBudget, pod *v1.Pod) (*eviction, error) {
	var internal api.Pod
	if err := corev1.Convert_v1_Pod_To_core_Pod(pod.DeepCopy(), &internal, nil); err != nil {
		return nil, err
	}
	before, err := client.PolicyV1().PodDisruptionBudgets("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	store := &onePod{pod: &internal}
	storage := newEvictionStorage(store, client.PolicyV1())
	namespaced := request.WithNamespace(ctx, pod.Namespace)
	result, err := storage.Create(namespaced, pod.Name, &policy.Eviction{ObjectMeta: metav1.ObjectMeta{Name: pod.Name, Namespace: pod.Namespace}},
		nil, &metav1.CreateOptions{})
	after, listError := client.PolicyV1().PodDisruptionBudgets("").List(ctx, metav1.ListOptions{})
	if listError != nil {
		return nil, listError
	}
	evicted := &eviction{Allowed: store.deleted}
	for i := range before.Items {
		if after.Items[i].Status.DisruptionsAllowed != before.Items[i].Status.DisruptionsAllowed {
			evicted.Spent = true
		}
		if _, err := client.PolicyV1().PodDisruptionBudgets(pod.Namespace).UpdateStatus(ctx, &before.Items[i], metav1.UpdateOptions{}); err != nil {
			return nil, err
		}
	}
	var status apierrors.APIStatus
	if errors.As(err, &status) {
		evicted.Code = status.Status().Code
		evicted.Message = status.Status().Message
		for _, cause := range status.Status().Details.Causes {
			evicted.Message = cause.Message
		}
	} else if err != nil {
		return nil, err
	} else if failed := result.(*metav1.Status); failed.Status != metav1.StatusSuccess {
		evicted.Code = failed.Code
		evicted.Message = failed.Message
	}
	return evicted, nil
}
