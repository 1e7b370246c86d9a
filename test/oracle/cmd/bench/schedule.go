package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

// schedule is a sequence of pods with one claim each, for one device of
// node-local pools which have the same number of devices.
//
// For each pod, the reference does what the plugin of the scheduler makes it
// do: NewAllocator, Allocate on every node, the best of those which fit (all
// are equally good: one of them at random), its device gets added to the
// allocated ones. In a steady state, the oldest pod goes before.
//
// Only some blocks of pods are measured. Those in between get the device
// which they would get, without a search; the blocks prove that this is so.
type schedule struct {
	// Standing pods exist before the first.
	Standing int `json:"standing"`
	// Pods is how many come after them.
	Pods int `json:"pods"`
	// Steady: for each pod which comes, the oldest one goes.
	Steady bool `json:"steady"`
	// Starts says with which pods the blocks begin.
	Starts []int `json:"starts"`
	// Size is the number of pods in a block.
	Size int `json:"size"`
}

type block struct {
	Start int `json:"start"`
	// Seconds of the processor, all threads.
	Seconds float64 `json:"seconds"`
}

// place is where a pod is.
type place struct{ node, device int }

// cluster knows what is free. Nodes are in the order of their names.
type cluster struct {
	nodes    []*corev1.Node
	ids      [][]structured.DeviceID
	used     [][]bool
	feasible []int
	pods     []place
	random   uint32
	digest   uint32
}

func newCluster(p *structuredProblem) *cluster {
	c := &cluster{nodes: slices.Clone(p.Nodes), random: 1, digest: 2166136261}
	slices.SortFunc(c.nodes, func(a, b *corev1.Node) int { return strings.Compare(a.Name, b.Name) })
	sliceOf := map[string]*resourceapi.ResourceSlice{}
	for _, slice := range p.Slices {
		sliceOf[*slice.Spec.NodeName] = slice
	}
	for index, node := range c.nodes {
		slice := sliceOf[node.Name]
		var ids []structured.DeviceID
		for _, device := range slice.Spec.Devices {
			ids = append(ids, structured.MakeDeviceID(slice.Spec.Driver, slice.Spec.Pool.Name, device.Name))
		}
		c.ids = append(c.ids, ids)
		c.used = append(c.used, make([]bool, len(ids)))
		c.feasible = append(c.feasible, index)
	}
	return c
}

// choose picks one of n at random, as the other side does it.
func (c *cluster) choose(n int) int {
	c.random = c.random*1664525 + 1013904223
	return int(c.random>>8) % n
}

// next returns where the next pod goes.
func (c *cluster) next() place {
	node := c.feasible[c.choose(len(c.feasible))]
	return place{node, slices.Index(c.used[node], false)}
}

func (c *cluster) add(p place, state *structured.AllocatedState) {
	c.used[p.node][p.device] = true
	state.AllocatedDevices.Insert(c.ids[p.node][p.device])
	c.pods = append(c.pods, p)
	if !slices.Contains(c.used[p.node], false) {
		at := sort.SearchInts(c.feasible, p.node)
		c.feasible = slices.Delete(c.feasible, at, at+1)
	}
	c.digest = (c.digest ^ uint32(p.node*64+p.device)) * 16777619
}

func (c *cluster) removeOldest(state *structured.AllocatedState) {
	p := c.pods[0]
	c.pods = c.pods[1:]
	if !slices.Contains(c.used[p.node], false) {
		c.feasible = slices.Insert(c.feasible, sort.SearchInts(c.feasible, p.node), p.node)
	}
	c.used[p.node][p.device] = false
	state.AllocatedDevices.Delete(c.ids[p.node][p.device])
}

// structuredProblem is what a cluster gets made of.
type structuredProblem struct {
	Nodes  []*corev1.Node
	Slices []*resourceapi.ResourceSlice
}

func (b *bench) schedule(s schedule, a *answer) error {
	problem := b.problem
	state := problem.Case.AllocatedState()
	problem.State = state
	c := newCluster(&structuredProblem{problem.Case.Nodes, problem.Case.Slices})
	for range s.Standing {
		c.add(c.next(), &state)
	}
	for _, selector := range problem.Case.Selectors() {
		b.cache.GetOrCompile(selector)
	}
	inBlock := 0
	var start time.Duration
	for pod := range s.Pods {
		if slices.Contains(s.Starts, pod) {
			a.Blocks = append(a.Blocks, block{Start: pod})
			inBlock = s.Size
			start = processorTime()
		}
		if s.Steady {
			c.removeOldest(&state)
		}
		expected := c.next()
		if inBlock > 0 {
			if err := b.check(c, expected); err != nil {
				return fmt.Errorf("pod %d: %w", pod, err)
			}
		}
		c.add(expected, &state)
		if inBlock--; inBlock == 0 {
			a.Blocks[len(a.Blocks)-1].Seconds = (processorTime() - start).Seconds()
		}
	}
	a.Digest = c.digest
	return nil
}

// check lets the reference schedule a pod: it must arrive at the same place.
func (b *bench) check(c *cluster, expected place) error {
	allocator, err := b.problem.NewAllocator(b.ctx, b.cache)
	if err != nil {
		return err
	}
	feasible := 0
	device := ""
	for index, node := range c.nodes {
		results, err := allocator.Allocate(b.ctx, node, b.problem.Case.Claims)
		if err != nil {
			return err
		}
		if results == nil {
			continue
		}
		feasible++
		if index == expected.node {
			device = results[0].Devices.Results[0].Device
		}
	}
	if id := c.ids[expected.node][expected.device]; feasible != len(c.feasible) || device != id.Device.String() {
		return fmt.Errorf("fits on %d nodes, expected %d; gets %q, expected %q", feasible, len(c.feasible), device, id.Device)
	}
	return nil
}
