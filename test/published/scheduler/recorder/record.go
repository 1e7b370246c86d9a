// Package record prints what plugins of the scheduler are asked and say while
// their tests run. scripts/published-tests.mjs puts it beside them.
package record

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/features"
)

// Status is what a plugin says; nil is Success.
type Status struct {
	Code    string   `json:"code"`
	Reasons []string `json:"reasons,omitempty"`
}

// Resource is a sum of amounts as the scheduler keeps it.
type Resource struct {
	MilliCPU         int64                     `json:"milliCPU"`
	Memory           int64                     `json:"memory"`
	EphemeralStorage int64                     `json:"ephemeralStorage"`
	Scalars          map[v1.ResourceName]int64 `json:"scalars,omitempty"`
}

// NodeInfo is a node with its pods, and what the scheduler made of them.
type NodeInfo struct {
	Node             *v1.Node  `json:"node"`
	Pods             []*v1.Pod `json:"pods,omitempty"`
	Requested        Resource  `json:"requested"`
	NonZeroRequested Resource  `json:"nonZeroRequested"`
}

// Entry is a call.
type Entry struct {
	Call   string          `json:"call"`
	Plugin string          `json:"plugin"`
	Config map[string]any  `json:"config,omitempty"`
	Gates  map[string]bool `json:"gates,omitempty"`
	Pod    *v1.Pod         `json:"pod,omitempty"`
	Node   *NodeInfo       `json:"nodeInfo,omitempty"`
	// Nodes are all nodes of the cluster, where the plugin asks for them.
	Nodes     []*v1.Node                 `json:"nodes,omitempty"`
	Classes   []*resourceapi.DeviceClass `json:"deviceClasses,omitempty"`
	NodeNames []string                   `json:"nodeNames,omitempty"`
	Requests  *Resource                  `json:"requests,omitempty"`
	Status    *Status                    `json:"status,omitempty"`
	Resource  v1.ResourceName            `json:"resource,omitempty"`
	Score     *int64                     `json:"score,omitempty"`
	Before    []int64                    `json:"before,omitempty"`
	After     []int64                    `json:"after,omitempty"`
}

// Print writes an entry on a line of its own.
func Print(e Entry) {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stdout, "\n@record %s\n", text)
}

// Call starts the entry of a call of a plugin.
func Call(call, name string, plugin any, pod *v1.Pod) Entry {
	return Entry{Call: call, Plugin: name, Config: config(reflect.ValueOf(plugin)), Gates: gates(), Pod: pod, Classes: classes(plugin)}
}

// PreFilter records what a plugin works out for a pod.
func PreFilter(name string, plugin any, pod *v1.Pod, result *fwk.PreFilterResult, status *fwk.Status) {
	e := Call("PreFilter", name, plugin, pod)
	if result != nil {
		e.NodeNames = sets.List(result.NodeNames)
	}
	e.Status = statusOf(status)
	Print(e)
}

// PreEnqueue records whether a pod is looked at.
func PreEnqueue(name string, plugin any, pod *v1.Pod, status *fwk.Status) {
	e := Call("PreEnqueue", name, plugin, pod)
	e.Status = statusOf(status)
	Print(e)
}

// Filter records what a plugin says of a node.
func Filter(name string, plugin any, pod *v1.Pod, info fwk.NodeInfo, status *fwk.Status) {
	e := Call("Filter", name, plugin, pod)
	e.Node = infoOf(info)
	e.Status = statusOf(status)
	Print(e)
}

// PreScore records whether a plugin has anything to score.
func PreScore(name string, plugin any, pod *v1.Pod, status *fwk.Status) {
	e := Call("PreScore", name, plugin, pod)
	e.Status = statusOf(status)
	Print(e)
}

// Score records how a plugin scores a node.
func Score(name string, plugin any, pod *v1.Pod, info fwk.NodeInfo, score int64, status *fwk.Status) {
	e := Call("Score", name, plugin, pod)
	e.Node = infoOf(info)
	e.Nodes = nodes(plugin)
	e.Score = &score
	e.Status = statusOf(status)
	Print(e)
}

// NormalizeScore records what becomes of scores.
func NormalizeScore(name string, plugin any, pod *v1.Pod, before, after []int64, status *fwk.Status) {
	e := Call("NormalizeScore", name, plugin, pod)
	e.Before, e.After = before, after
	e.Status = statusOf(status)
	Print(e)
}

// Requests records what a pod asks for.
func Requests(pod *v1.Pod, options map[string]any, requests fwk.Resource) {
	sums := resourceOf(requests)
	Print(Entry{Call: "ComputePodResourceRequest", Plugin: "NodeResourcesFit", Config: options, Gates: gates(), Pod: pod, Requests: &sums})
}

// Amount records what a pod counts for in the score of a resource.
func Amount(scorer any, pod *v1.Pod, resource v1.ResourceName, amount int64) {
	e := Call("CalculatePodResourceRequest", "NodeResourcesFit", scorer, pod)
	e.Resource, e.Score = resource, &amount
	Print(e)
}

// Values are the scores of a list.
func Values(scores fwk.NodeScoreList) []int64 {
	values := make([]int64, 0, len(scores))
	for _, score := range scores {
		values = append(values, score.Score)
	}
	return values
}

func statusOf(status *fwk.Status) *Status {
	if status == nil {
		return &Status{Code: fwk.Success.String()}
	}
	return &Status{Code: status.Code().String(), Reasons: status.Reasons()}
}

func infoOf(info fwk.NodeInfo) *NodeInfo {
	made := &NodeInfo{Node: info.Node(), Requested: resourceOf(info.GetRequested()), NonZeroRequested: resourceOf(info.GetNonZeroRequested())}
	for _, pod := range info.GetPods() {
		made.Pods = append(made.Pods, pod.GetPod())
	}
	return made
}

func resourceOf(r fwk.Resource) Resource {
	return Resource{MilliCPU: r.GetMilliCPU(), Memory: r.GetMemory(), EphemeralStorage: r.GetEphemeralStorage(), Scalars: r.GetScalarResources()}
}

// gates are those that the sums of a node depend on.
func gates() map[string]bool {
	enabled := map[string]bool{}
	for _, name := range []featuregate.Feature{features.DRANodeAllocatableResources, features.InPlacePodVerticalScaling,
		features.InPlacePodLevelResourcesVerticalScaling, features.NodeDeclaredFeatures, features.PodLevelResources} {
		enabled[string(name)] = utilfeature.DefaultFeatureGate.Enabled(name)
	}
	return enabled
}

// config lists the fields of a plugin that decide what it does.
func config(value reflect.Value) map[string]any {
	made := map[string]any{}
	for value.Kind() == reflect.Pointer {
		if value.IsNil() {
			return made
		}
		value = value.Elem()
	}
	if value.Kind() != reflect.Struct {
		return made
	}
	for i := range value.NumField() {
		field, kind := value.Field(i), value.Type().Field(i)
		switch {
		case kind.Anonymous:
			// As in Go, a field of the plugin hides one of what it embeds.
			for name, inner := range config(field) {
				if _, hidden := made[name]; !hidden {
					made[name] = inner
				}
			}
		case field.Kind() == reflect.Bool:
			made[kind.Name] = field.Bool()
		case field.Kind() == reflect.String:
			made[kind.Name] = field.String()
		case strings.HasPrefix(kind.Name, "added"):
			made[kind.Name] = !field.IsNil()
		case strings.HasPrefix(kind.Name, "ignored"):
			made[kind.Name] = field.Len()
		case kind.Name == "resources":
			list := []any{}
			for j := range field.Len() {
				list = append(list, map[string]any{"name": field.Index(j).Field(0).String(), "weight": field.Index(j).Field(1).Int()})
			}
			made[kind.Name] = list
		}
	}
	return made
}

// field reads a field of a plugin by its name, embedded structs included.
func field(plugin any, name string) (found any) {
	defer func() {
		if recover() != nil {
			found = nil
		}
	}()
	value := reflect.ValueOf(plugin).Elem().FieldByName(name)
	if !value.IsValid() || value.IsNil() {
		return nil
	}
	return reflect.NewAt(value.Type(), unsafe.Pointer(value.UnsafeAddr())).Elem().Interface()
}

func nodes(plugin any) (list []*v1.Node) {
	defer func() { _ = recover() }()
	handle, ok := field(plugin, "handle").(fwk.Handle)
	if !ok {
		return nil
	}
	infos, err := handle.SnapshotSharedLister().NodeInfos().List()
	if err != nil {
		return nil
	}
	for _, info := range infos {
		list = append(list, info.Node())
	}
	return list
}

func classes(plugin any) (list []*resourceapi.DeviceClass) {
	defer func() { _ = recover() }()
	manager, ok := field(plugin, "draManager").(fwk.SharedDRAManager)
	if !ok {
		manager = field(plugin, "handle").(fwk.Handle).SharedDRAManager()
	}
	list, err := manager.DeviceClasses().List()
	if err != nil {
		return nil
	}
	return list
}
