package main

import (
	"context"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/informers"
	"k8s.io/dynamic-resource-allocation/deviceclass/extendedresourcecache"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/latest"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits"
	"k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
)

// leftOut are the plugins of the default profile that are not asked. The
// answers of DynamicResources are compared elsewhere; the others are about
// preemption and groups of pods.
var leftOut = sets.New(
	names.DefaultPreemption, names.DynamicResources,
	names.GangScheduling, names.TopologyPlacementGenerator, names.PodGroupPodsCount,
)

func init() {
	metrics.Register()
}

// answer asks the plugins in the order and with the interruptions of the
// scheduler: PreEnqueue, PreFilter, Filter, PreScore, Score.
func (c *testCase) answer(ctx context.Context, a *answer) error {
	if err := setGates(c.FeatureGates); err != nil {
		return err
	}
	if err := c.setDefaults(ctx); err != nil {
		return err
	}
	snapshot, err := c.snapshot(ctx)
	if err != nil {
		return err
	}
	factory, err := c.informers()
	if err != nil {
		return err
	}
	profile, err := c.profile(ctx, snapshot, factory)
	if err != nil {
		a.ConfigError = err.Error()
		return nil
	}
	if profile == nil {
		a.NoProfile = true
		return nil
	}
	if c.SchedulerConfig != nil {
		a.Plugins = pluginsOf(profile.ListPlugins())
	}
	for _, plugin := range profile.PreEnqueuePlugins() {
		if s := plugin.PreEnqueue(ctx, c.Pod); !s.IsSuccess() {
			a.PreEnqueue = statusOf(s.WithPlugin(plugin.Name()))
			return nil
		}
	}
	if len(c.Nodes) == 0 {
		a.Message = "no nodes available to schedule pods"
		return nil
	}
	state := framework.NewCycleState()
	nodes, diagnosis, err := c.filter(ctx, profile, snapshot, state, a)
	if err != nil {
		return err
	}
	if len(nodes) == 0 {
		fitError := &framework.FitError{Pod: c.Pod, NumAllNodes: len(c.Nodes), Diagnosis: *diagnosis}
		a.Message = fitError.Error()
		return nil
	}
	if err := c.score(ctx, profile, state, nodes, a); err != nil {
		a.Scores, a.ScoreError = nil, err.Error()
	}
	return nil
}

// snapshot is what the scheduler knows: its informers leave out pods that have
// ended, and its cache is told of those that are assigned.
func (c *testCase) snapshot(ctx context.Context) (*cache.Snapshot, error) {
	logger := klog.FromContext(ctx)
	schedulerCache := cache.New(ctx, nil, false, false)
	for _, node := range c.Nodes {
		schedulerCache.AddNode(logger, node)
	}
	for _, pod := range c.Pods {
		ended := pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed
		if ended || pod.Spec.NodeName == "" {
			continue
		}
		if err := schedulerCache.AddPod(logger, pod); err != nil {
			return nil, err
		}
	}
	snapshot := cache.NewEmptySnapshot()
	return snapshot, schedulerCache.UpdateSnapshot(logger, snapshot)
}

// profile is the one of the pod's scheduler, nil if the configuration has none.
// The scheduler starts with all profiles or not at all.
func (c *testCase) profile(ctx context.Context, snapshot *cache.Snapshot, factory informers.SharedInformerFactory) (framework.Framework, error) {
	configuration, err := c.configuration()
	if err != nil {
		return nil, err
	}
	var found framework.Framework
	for i := range configuration.Profiles {
		profile, err := newFramework(ctx, &configuration.Profiles[i], snapshot, factory, c.DeviceClasses)
		if err != nil {
			return nil, err
		}
		if profile.ProfileName() == c.Pod.Spec.SchedulerName {
			found = profile
		}
	}
	return found, nil
}

// configuration is read as kube-scheduler reads its file: strictly, with
// defaults, and validated.
func (c *testCase) configuration() (*config.KubeSchedulerConfiguration, error) {
	if c.SchedulerConfig == nil {
		return latest.Default()
	}
	decoded, gvk, err := scheme.Codecs.UniversalDecoder().Decode(c.SchedulerConfig, nil, nil)
	if err != nil {
		return nil, err
	}
	configuration, ok := decoded.(*config.KubeSchedulerConfiguration)
	if !ok {
		return nil, fmt.Errorf("not a KubeSchedulerConfiguration: %s", gvk)
	}
	configuration.TypeMeta.APIVersion = gvk.GroupVersion().String()
	if err := validation.ValidateKubeSchedulerConfiguration(configuration); err != nil {
		return nil, err
	}
	return configuration, nil
}

// pluginsOf names the plugins at the points that are compared.
func pluginsOf(plugins *config.Plugins) map[string][]string {
	names := func(set config.PluginSet, name func(config.Plugin) string) []string {
		all := []string{}
		for _, plugin := range set.Enabled {
			all = append(all, name(plugin))
		}
		return all
	}
	plain := func(plugin config.Plugin) string { return plugin.Name }
	weighted := func(plugin config.Plugin) string { return fmt.Sprintf("%s=%d", plugin.Name, plugin.Weight) }
	return map[string][]string{
		"filter": names(plugins.Filter, plain), "preFilter": names(plugins.PreFilter, plain), "score": names(plugins.Score, weighted),
	}
}

// without gives a set of plugins without those that are not asked.
func without(plugins config.PluginSet) config.PluginSet {
	plugins.Enabled = slices.DeleteFunc(plugins.Enabled, func(plugin config.Plugin) bool { return leftOut.Has(plugin.Name) })
	return plugins
}

func newFramework(ctx context.Context, profile *config.KubeSchedulerProfile, snapshot *cache.Snapshot, factory informers.SharedInformerFactory, classes []*resourceapi.DeviceClass) (framework.Framework, error) {
	p := profile.Plugins
	for _, set := range []*config.PluginSet{
		&p.MultiPoint, &p.PreEnqueue, &p.PreFilter, &p.Filter, &p.PostFilter, &p.Score, &p.Reserve, &p.Permit, &p.PreBind,
		&p.PlacementGenerate, &p.PlacementScore, &p.PodGroupPostFilter,
	} {
		*set = without(*set)
	}
	profile.PluginConfig = slices.DeleteFunc(profile.PluginConfig, func(plugin config.PluginConfig) bool {
		return leftOut.Has(plugin.Name)
	})
	return runtime.NewFramework(ctx, plugins.NewInTreeRegistry(), profile,
		runtime.WithSnapshotSharedLister(snapshot), runtime.WithInformerFactory(factory),
		runtime.WithSharedCSIManager(nodevolumelimits.NewCSIManager(factory.Storage().V1().CSINodes().Lister())),
		runtime.WithSharedDRAManager(newClassResolver(ctx, classes)))
}

// filter gives the nodes that may take the pod, and why others may not.
func (c *testCase) filter(ctx context.Context, profile framework.Framework, snapshot *cache.Snapshot, state fwk.CycleState, a *answer) ([]fwk.NodeInfo, *framework.Diagnosis, error) {
	diagnosis := &framework.Diagnosis{NodeToStatus: framework.NewDefaultNodeToStatus()}
	result, refusal, plugins := profile.RunPreFilterPlugins(ctx, state, c.Pod)
	if !refusal.IsSuccess() {
		if !refusal.IsRejected() {
			return nil, nil, refusal.AsError()
		}
		diagnosis.NodeToStatus.SetAbsentNodesStatus(refusal)
		diagnosis.PreFilterMsg = refusal.Message()
		a.PreFilter = statusOf(refusal)
		return nil, diagnosis, nil
	}
	if !result.AllNodes() {
		a.PreFilterNodes = sets.List(result.NodeNames)
		diagnosis.NodeToStatus.SetAbsentNodesStatus(fwk.NewStatus(fwk.UnschedulableAndUnresolvable,
			fmt.Sprintf("node(s) didn't satisfy plugin(s) %v", sets.List(plugins))))
	}
	a.Nodes = make(map[string]*status, len(c.Nodes))
	var fitting []fwk.NodeInfo
	for _, node := range c.Nodes {
		if !result.AllNodes() && !result.NodeNames.Has(node.Name) {
			a.Nodes[node.Name] = statusOf(diagnosis.NodeToStatus.AbsentNodesStatus())
			continue
		}
		info, err := snapshot.Get(node.Name)
		if err != nil {
			return nil, nil, err
		}
		s := profile.RunFilterPlugins(ctx, state, c.Pod, info)
		if s.IsSuccess() {
			a.Nodes[node.Name] = nil
			fitting = append(fitting, info)
			continue
		}
		if !s.IsRejected() {
			return nil, nil, s.AsError()
		}
		a.Nodes[node.Name] = statusOf(s)
		diagnosis.NodeToStatus.Set(node.Name, s)
	}
	return fitting, diagnosis, nil
}

func (c *testCase) score(ctx context.Context, profile framework.Framework, state fwk.CycleState, nodes []fwk.NodeInfo, a *answer) error {
	if s := profile.RunPreScorePlugins(ctx, state, c.Pod, nodes); !s.IsSuccess() {
		return s.AsError()
	}
	weighted, s := profile.RunScorePlugins(ctx, state, c.Pod, nodes)
	if !s.IsSuccess() {
		return s.AsError()
	}
	a.Scores = make(map[string]map[string]score, len(nodes))
	for i, node := range nodes {
		raw, s := profile.RunRawScorePlugins(ctx, state, c.Pod, node)
		if !s.IsSuccess() {
			return s.AsError()
		}
		scores := map[string]score{}
		for _, plugin := range weighted[i].Scores {
			index := slices.IndexFunc(raw, func(other fwk.PluginScore) bool { return other.Name == plugin.Name })
			scores[plugin.Name] = score{Raw: raw[index].Score, Weighted: plugin.Score}
		}
		a.Scores[weighted[i].Name] = scores
	}
	return nil
}

func statusOf(s *fwk.Status) *status {
	return &status{Plugin: s.Plugin(), Code: s.Code().String(), Reasons: s.Reasons()}
}

// classResolver is the only part of the manager of devices that the plugins
// here ask: which class serves an extended resource.
type classResolver struct {
	classes *extendedresourcecache.ExtendedResourceCache
}

func newClassResolver(ctx context.Context, classes []*resourceapi.DeviceClass) *classResolver {
	resolver := &classResolver{classes: extendedresourcecache.NewExtendedResourceCache(klog.FromContext(ctx))}
	for _, class := range classes {
		resolver.classes.OnAdd(class, true)
	}
	return resolver
}

func (r *classResolver) DeviceClassResolver() fwk.DeviceClassResolver { return r.classes }
func (r *classResolver) ResourceClaims() fwk.ResourceClaimTracker     { return nil }
func (r *classResolver) ResourceSlices() fwk.ResourceSliceLister      { return nil }
func (r *classResolver) DeviceClasses() fwk.DeviceClassLister         { return nil }
