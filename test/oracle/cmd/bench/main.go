// Bench measures the reference allocator on cases in the oracle's input
// format. It reads commands from stdin, one JSON object per line, and answers
// each with one line of JSON, so that a caller can measure two sides
// alternately while both stay warm.
//
// Everything runs on one thread, where garbage collection competes with the
// allocator, and with selectors compiled unless a command says otherwise.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"

	"k8s.io/dynamic-resource-allocation/cel"

	"dra-allocator/oracle/input"
)

// command is what a caller asks for.
type command struct {
	Do string `json:"do"`
	// File is the case to load. It is used by all commands until the next one.
	File string `json:"file"`
	// Millis is the least duration of a measurement, or for "long" the time
	// after which a search gets aborted.
	Millis int64 `json:"ms"`
	// Schedule is the sequence of pods for "schedule".
	Schedule schedule `json:"schedule"`
}

// answer has one or several of these. Times are nanoseconds of one operation.
type answer struct {
	Error        string  `json:"error,omitempty"`
	Reference    string  `json:"reference,omitempty"`
	Nodes        int     `json:"nodes,omitempty"`
	Feasible     int     `json:"feasible"`
	NewAllocator float64 `json:"newAllocatorNs,omitempty"`
	Pass         float64 `json:"passNs,omitempty"`
	Compile      float64 `json:"compileNs,omitempty"`
	OneShot      float64 `json:"oneShotNs,omitempty"`
	Decode       float64 `json:"decodeNs,omitempty"`
	Timeout      bool    `json:"timeout,omitempty"`
	Steps        int64   `json:"steps,omitempty"`

	Blocks []block `json:"blocks,omitempty"`
	Digest uint32  `json:"digest,omitempty"`
}

type bench struct {
	ctx     context.Context
	data    []byte
	problem *input.Problem
	cache   *cel.Cache
	fresh   int
}

func main() {
	runtime.GOMAXPROCS(1)
	b := &bench{ctx: context.Background()}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	encoder := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var c command
		a := &answer{}
		err := json.Unmarshal(lines.Bytes(), &c)
		if err == nil {
			err = b.do(c, a)
		}
		if err != nil {
			a = &answer{Error: err.Error()}
		}
		if err := encoder.Encode(a); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func (b *bench) do(c command, a *answer) error {
	atLeast := time.Duration(c.Millis) * time.Millisecond
	switch c.Do {
	case "load":
		return b.load(c.File, a)
	case "pass":
		return b.pass(atLeast, a)
	case "fresh":
		return b.freshPass(atLeast, a)
	case "oneShot":
		return b.oneShot(atLeast, a)
	case "long":
		return b.long(atLeast, a)
	case "schedule":
		return b.schedule(c.Schedule, a)
	}
	return fmt.Errorf("unknown command %q", c.Do)
}

// load reads a case. Its selectors are compiled when they are first needed.
func (b *bench) load(file string, a *answer) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	c, err := input.Decode(data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	problem, err := c.Prepare()
	if err != nil {
		return err
	}
	b.data, b.problem = data, problem
	b.cache = input.NewCELCache(problem.Features, 100)
	a.Reference, a.Nodes = input.ReferenceVersion(), len(c.Nodes)
	return nil
}
