// The oracle answers allocation problems with the reference allocator of
// Kubernetes.
//
// It reads JSON values of type input.Case from stdin, one after the other, and
// writes one line of JSON for each:
//
//	{"id": ..., "reference": "v0.37.2", "implementation": "experimental",
//	 "newAllocatorNs": 1234,
//	 "nodes": {"node-1": {"results": [...], "ns": 5678, "steps": 3}}}
//
// For each node, "results" has one AllocationResult per claim, or is null when
// the claims cannot be allocated there. With "error" set, it is null, too;
// "nodeLocal" marks the one error that does not abort scheduling, "timeout"
// a search which got cut off, and "panic" a crash of the reference.
// With -messages, "messages" counts what it logged.
// A case which cannot be read or prepared has a top-level "error" and no
// "nodes".
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/dynamic-resource-allocation/structured"

	"dra-allocator/oracle/input"
)

type answer struct {
	ID             string                `json:"id,omitempty"`
	Reference      string                `json:"reference,omitempty"`
	Implementation string                `json:"implementation,omitempty"`
	NewAllocatorNS int64                 `json:"newAllocatorNs,omitempty"`
	Error          string                `json:"error,omitempty"`
	Nodes          map[string]nodeAnswer `json:"nodes,omitempty"`
}

type nodeAnswer struct {
	Results   []resourceapi.AllocationResult `json:"results"`
	Error     string                         `json:"error,omitempty"`
	NodeLocal bool                           `json:"nodeLocal,omitempty"`
	Timeout   bool                           `json:"timeout,omitempty"`
	Panic     bool                           `json:"panic,omitempty"`
	NS        int64                          `json:"ns,omitempty"`
	Steps     int64                          `json:"steps,omitempty"`
	Messages  map[string]int64               `json:"messages,omitempty"`
}

func main() {
	var o oracle
	flag.BoolVar(&o.stable, "stable", false, "leave out what differs between runs: times, and share IDs become share-1, share-2, ...")
	flag.IntVar(&o.repeat, "repeat", 1, "solve each node this often and report the shortest time")
	flag.BoolVar(&o.messages, "messages", false, "count what the reference logs, by the text of the message")
	flag.IntVar(&o.celCacheSize, "cel-cache", 100, "number of compiled selectors to keep per case")
	flag.Parse()

	if err := o.run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

type oracle struct {
	stable       bool
	repeat       int
	celCacheSize int
	messages     bool
}

// run answers until the input ends. Every answer gets flushed, so that a
// caller can keep one oracle running and talk to it through pipes.
func (o *oracle) run(in io.Reader, out io.Writer) error {
	decoder := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	buffered := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read case: %w", err)
		}
		if err := encoder.Encode(o.answer(raw)); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
}

func (o *oracle) answer(raw []byte) answer {
	var a answer
	c, err := input.Decode(raw)
	if err != nil {
		a.Error = "decode: " + err.Error()
		return a
	}
	a.ID = c.ID
	a.Reference = input.ReferenceVersion()
	problem, err := c.Prepare()
	if err != nil {
		a.Error = err.Error()
		return a
	}

	ctx := context.Background()
	var counts messageCounts
	if o.messages {
		counts = messageCounts{}
		ctx = counts.into(ctx)
	}
	cache := input.NewCELCache(problem.Features, o.celCacheSize)
	start := time.Now()
	allocator, err := problem.NewAllocator(ctx, cache)
	if err != nil {
		a.Error = err.Error()
		return a
	}
	if !o.stable {
		a.NewAllocatorNS = time.Since(start).Nanoseconds()
	}
	a.Implementation = input.Implementation(allocator)
	a.Nodes = make(map[string]nodeAnswer, len(c.Nodes))
	for _, node := range c.Nodes {
		n := o.solve(ctx, allocator, node, c)
		n.Messages = counts.take()
		a.Nodes[node.Name] = n
	}
	return a
}

func (o *oracle) solve(ctx context.Context, allocator structured.Allocator, node *corev1.Node, c *input.Case) nodeAnswer {
	var best nodeAnswer
	for i := 0; i == 0 || i < o.repeat; i++ {
		n := solveOnce(ctx, allocator, node, c)
		if i == 0 || n.NS < best.NS {
			best = n
		}
	}
	if o.stable {
		best.NS = 0
		numberShares(best.Results)
	}
	return best
}

func solveOnce(ctx context.Context, allocator structured.Allocator, node *corev1.Node, c *input.Case) (n nodeAnswer) {
	if c.TimeoutMS > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(c.TimeoutMS)*time.Millisecond)
		defer cancel()
	}
	stepsBefore := input.Steps(allocator)
	start := time.Now()
	defer func() {
		n.NS = time.Since(start).Nanoseconds()
		if stepsBefore >= 0 {
			n.Steps = input.Steps(allocator) - stepsBefore
		}
		if r := recover(); r != nil {
			n.Results, n.Error, n.Panic = nil, fmt.Sprint(r), true
		}
	}()
	results, err := allocator.Allocate(ctx, node, c.Claims)
	n.Results = results
	if err != nil {
		n.Results = nil
		n.Error = err.Error()
		n.NodeLocal = errors.Is(err, structured.ErrFailedAllocationOnNode)
		n.Timeout = errors.Is(err, context.DeadlineExceeded)
	}
	return n
}

// numberShares replaces the random share IDs by their order of appearance.
func numberShares(results []resourceapi.AllocationResult) {
	count := 0
	for i := range results {
		for j := range results[i].Devices.Results {
			if id := &results[i].Devices.Results[j].ShareID; *id != nil {
				count++
				numbered := types.UID(fmt.Sprintf("share-%d", count))
				*id = &numbered
			}
		}
	}
}
