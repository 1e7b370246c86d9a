package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1alpha2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/version"
	fakediscovery "k8s.io/client-go/discovery/fake"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/dynamic-resource-allocation/controller"
)

// syncKey is the controller's own function for a key, which it does not export.
//
//go:linkname syncKey k8s.io/dynamic-resource-allocation/controller.(*controller).syncKey
func syncKey(ctrl unsafe.Pointer, ctx context.Context, key string) (runtime.Object, error)

// crashed ends a controller in the middle of its work.
type crashed struct{}

// player is a controller with what it is handed in a step.
type player struct {
	controller int
	ctrl       controller.Controller
	ctx        context.Context
	end        context.CancelFunc
	classes    cache.Indexer
	claims     cache.Indexer
	contexts   cache.Indexer

	calls   []call
	crash   bool
	written []any
	problem string
}

func newPlayer(first step) *player {
	ctx, cancel := context.WithCancel(context.Background())
	p := &player{controller: first.Controller, ctx: ctx, end: cancel}
	client := fake.NewSimpleClientset()
	client.Discovery().(*fakediscovery.FakeDiscovery).FakedServerVersion = &version.Info{Major: "1", Minor: first.Minor}
	client.PrependReactor("*", "*", p.react)
	factory := informers.NewSharedInformerFactory(client, 0)
	resources := factory.Resource().V1alpha2()
	p.classes = resources.ResourceClasses().Informer().GetIndexer()
	p.claims = resources.ResourceClaims().Informer().GetIndexer()
	p.contexts = resources.PodSchedulingContexts().Informer().GetIndexer()
	p.ctrl = controller.New(ctx, first.Driver, &driver{p}, client, factory)
	return p
}

func (p *player) play(next step) (result outcome) {
	apply(p.classes, next.Classes)
	apply(p.claims, next.Claims)
	apply(p.contexts, next.Contexts)
	p.calls, p.crash, p.written, p.problem = next.Calls, next.Crash, nil, ""
	defer func() {
		if failure := recover(); failure != nil {
			if _, ok := failure.(crashed); !ok {
				panic(failure)
			}
			result.Result = "crash"
		}
		if len(p.calls) > 0 && p.problem == "" {
			p.problem = fmt.Sprintf("does not call %s(%s)", p.calls[0].Method, p.calls[0].Subject)
		}
		result.Written, result.Problem = p.written, p.problem
	}()
	// The second word of an interface is the pointer to what implements it.
	_, err := syncKey((*[2]unsafe.Pointer)(unsafe.Pointer(&p.ctrl))[1], p.ctx, next.Key)
	switch {
	case err == nil:
		return outcome{Result: "done"}
	case err.Error() == "requeue" || err.Error() == "periodic":
		return outcome{Result: err.Error()}
	default:
		return outcome{Result: "error", Error: err.Error()}
	}
}

func apply[T any](indexer cache.Indexer, change changes[T]) {
	for _, object := range change.Set {
		// Only objects without a name are refused.
		if err := indexer.Update(object); err != nil {
			panic(err)
		}
	}
	for _, key := range change.Delete {
		namespace, name, _ := cache.SplitMetaNamespaceKey(key)
		stub := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
		if err := indexer.Delete(stub); err != nil {
			panic(err)
		}
	}
}

// take gives the answer to a call, which must be the next one that the other controller made.
func (p *player) take(method, subject string) call {
	if len(p.calls) == 0 {
		if p.crash {
			panic(crashed{})
		}
		p.note(fmt.Sprintf("calls %s(%s) at the end", method, subject))
		return call{Error: "no answer", Refusal: &refusal{Message: "no answer"}}
	}
	next := p.calls[0]
	if next.Method != method || next.Subject != subject {
		p.note(fmt.Sprintf("calls %s(%s), not %s(%s)", method, subject, next.Method, next.Subject))
		return call{Error: "no answer", Refusal: &refusal{Message: "no answer"}}
	}
	p.calls = p.calls[1:]
	return next
}

func (p *player) note(problem string) {
	if p.problem == "" {
		p.problem = problem
	}
}

// react answers for the API server. Events of the controller go nowhere: they are recorded by a goroutine of its own.
func (p *player) react(action clienttesting.Action) (bool, runtime.Object, error) {
	switch action.GetResource().Resource {
	case "events":
		return true, &v1.Event{}, nil
	case "version":
		return true, nil, nil
	}
	switch action := action.(type) {
	case clienttesting.GetAction:
		next := p.take("get", "Pod "+action.GetNamespace()+"/"+action.GetName())
		if next.Refusal != nil {
			return true, &v1.Pod{}, errorOf(*next.Refusal)
		}
		return true, next.Pod, nil
	case clienttesting.UpdateAction:
		return p.update(action)
	default:
		p.note(fmt.Sprintf("calls %s of %s", action.GetVerb(), action.GetResource().Resource))
		return true, nil, errors.New("no answer")
	}
}

func (p *player) update(action clienttesting.UpdateAction) (bool, runtime.Object, error) {
	method := "update"
	if action.GetSubresource() == "status" {
		method = "updateStatus"
	}
	object := action.GetObject().DeepCopyObject()
	var meta *metav1.ObjectMeta
	kind := ""
	switch object := object.(type) {
	case *resourceapi.ResourceClaim:
		meta, kind = &object.ObjectMeta, "ResourceClaim"
	case *resourceapi.PodSchedulingContext:
		meta, kind = &object.ObjectMeta, "PodSchedulingContext"
	default:
		p.note(fmt.Sprintf("updates %T", object))
		return true, nil, errors.New("no answer")
	}
	next := p.take(method, kind+" "+meta.Namespace+"/"+meta.Name)
	p.written = append(p.written, object.DeepCopyObject())
	if next.Refusal != nil {
		// As the client over the network, which gives an empty object beside its error: the controller reads its name.
		*meta = metav1.ObjectMeta{}
		return true, object, errorOf(*next.Refusal)
	}
	meta.ResourceVersion = next.Version
	return true, object, nil
}

func errorOf(given refusal) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{Reason: metav1.StatusReason(given.Reason), Message: given.Message}}
}

// driver answers as the other driver did.
type driver struct{ *player }

var _ controller.Driver = &driver{}

func (d *driver) GetClassParameters(_ context.Context, class *resourceapi.ResourceClass) (any, error) {
	return nil, failure(d.take("GetClassParameters", class.Name))
}

func (d *driver) GetClaimParameters(_ context.Context, claim *resourceapi.ResourceClaim, _ *resourceapi.ResourceClass, _ any) (any, error) {
	return nil, failure(d.take("GetClaimParameters", claim.Name))
}

func (d *driver) Allocate(_ context.Context, claims []*controller.ClaimAllocation, selectedNode string) {
	next := d.take("Allocate", strings.Join(names(claims), " ")+" on "+selectedNode)
	for index, claim := range claims {
		switch {
		case index >= len(next.Results):
			claim.Error = errors.New(next.Error)
		case next.Results[index].Allocation == nil:
			claim.Error = errors.New(next.Results[index].Error)
		default:
			claim.Allocation = next.Results[index].Allocation
		}
	}
}

func (d *driver) Deallocate(_ context.Context, claim *resourceapi.ResourceClaim) error {
	return failure(d.take("Deallocate", claim.Name))
}

func (d *driver) UnsuitableNodes(_ context.Context, pod *v1.Pod, claims []*controller.ClaimAllocation, nodes []string) error {
	next := d.take("UnsuitableNodes", pod.Name+" "+strings.Join(names(claims), " ")+" on "+strings.Join(nodes, " "))
	for index, claim := range claims {
		if index < len(next.Unsuitable) {
			claim.UnsuitableNodes = next.Unsuitable[index]
		}
	}
	return failure(next)
}

func names(claims []*controller.ClaimAllocation) []string {
	var names []string
	for _, claim := range claims {
		names = append(names, claim.PodClaimName+"="+claim.Claim.Name)
	}
	return names
}

func failure(next call) error {
	if next.Error == "" {
		return nil
	}
	return errors.New(next.Error)
}
