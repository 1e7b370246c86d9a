// Classic plays the part of a driver's controller with that of Kubernetes 1.30,
// k8s.io/dynamic-resource-allocation/controller.
//
// It reads JSON values of type step from stdin, one after the other, and writes
// one line of JSON for each, see type outcome. A step is one look of the
// controller at a key of its queue: with what its caches know, and with what the
// API server and the driver answered when another controller did the same step.
// Whatever this controller asks or writes otherwise is told as a problem.
//
// The controller is the exported one with the fake client of client-go. Its
// caches are filled by hand instead of by watches, and its function for a key is
// called by name, so that no clock and no goroutine decides what happens next.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1alpha2"
	"k8s.io/klog/v2"
)

// step is one look at a key.
type step struct {
	// Controller changes where a new controller begins, with nothing in memory.
	Controller int    `json:"controller"`
	Driver     string `json:"driver"`
	// Minor is the release whose names claims from templates have.
	Minor string `json:"minor"`
	Key   string `json:"key"`

	// What the caches learned since the last step.
	Classes  changes[resourceapi.ResourceClass]        `json:"classes"`
	Claims   changes[resourceapi.ResourceClaim]        `json:"claims"`
	Contexts changes[resourceapi.PodSchedulingContext] `json:"contexts"`

	// Calls are those that the other controller made, with their answers.
	Calls []call `json:"calls"`
	// Crash: the controller ended behind the last one of these.
	Crash bool `json:"crash,omitempty"`
}

// changes of a cache, by key.
type changes[T any] struct {
	Set    []*T     `json:"set,omitempty"`
	Delete []string `json:"delete,omitempty"`
}

// call is one of the driver or of the API server.
type call struct {
	// Method is one of the driver, or get, update and updateStatus of the API server.
	Method string `json:"method"`
	// Subject says what it is about: the kind and key of an object, or names of claims and nodes.
	Subject string `json:"subject"`

	// Error of the driver.
	Error string `json:"error,omitempty"`
	// Results of Allocate, in the order of the claims.
	Results []allocateResult `json:"results,omitempty"`
	// Unsuitable nodes, in the order of the claims.
	Unsuitable [][]string `json:"unsuitable,omitempty"`

	// Pod that get found.
	Pod *v1.Pod `json:"pod,omitempty"`
	// Version of the object after a write.
	Version string `json:"version,omitempty"`
	// Refusal of the API server.
	Refusal *refusal `json:"refusal,omitempty"`
}

type allocateResult struct {
	Allocation *resourceapi.AllocationResult `json:"allocation,omitempty"`
	Error      string                        `json:"error,omitempty"`
}

type refusal struct {
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// outcome of a step.
type outcome struct {
	// Result is done, requeue, periodic, crash or error.
	Result string `json:"result"`
	Error  string `json:"error,omitempty"`
	// Written are the objects that the controller handed in, in the order of its calls.
	Written []any `json:"written,omitempty"`
	// Problem is the first call that the other controller did not make, or that was left over.
	Problem string `json:"problem,omitempty"`
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "classic:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	decoder := json.NewDecoder(bufio.NewReader(in))
	writer := bufio.NewWriter(out)
	encoder := json.NewEncoder(writer)
	var current *player
	for {
		var next step
		if err := decoder.Decode(&next); errors.Is(err, io.EOF) {
			return writer.Flush()
		} else if err != nil {
			return err
		}
		if current == nil || current.controller != next.Controller {
			if current != nil {
				current.end()
			}
			current = newPlayer(next)
		}
		if err := encoder.Encode(current.play(next)); err != nil {
			return err
		}
	}
}
