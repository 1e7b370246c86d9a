// Bench measures the reference allocator on cases in the oracle's input
// format, one case per file named on the command line. It prints one line of
// JSON per case.
//
// Usually, it reports the cost of creating an allocator and of one pass over
// all nodes of the case with it ("allocate"), as the scheduler does it in one
// scheduling cycle, single-threaded and with all selectors compiled.
//
// With -timeout, it measures searches which may take very long: a few runs
// at most, each aborted after that time.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"

	"dra-allocator/oracle/input"
)

type report struct {
	ID             string    `json:"id"`
	Reference      string    `json:"reference"`
	Implementation string    `json:"implementation"`
	Procs          int       `json:"procs"`
	Nodes          int       `json:"nodes"`
	Feasible       int       `json:"feasible"`
	Errors         int       `json:"errors,omitempty"`
	FirstError     string    `json:"firstError,omitempty"`
	Steps          int64     `json:"steps"`
	Timeout        bool      `json:"timeout,omitempty"`
	Selectors      int       `json:"selectors,omitempty"`
	ColdStart      int64     `json:"coldStartNs,omitempty"` // first CEL environment of the process and all selectors
	CompileAll     *stats    `json:"compileAllNs,omitempty"`
	NewAllocator   *stats    `json:"newAllocatorNs,omitempty"`
	NewAllocs      *memory   `json:"newAllocatorMemory,omitempty"`
	Allocate       *stats    `json:"allocatePassNs,omitempty"`
	AllocateMemory *memory   `json:"allocatePassMemory,omitempty"`
	PerNode        *stats    `json:"allocatePerNodeNs,omitempty"`
	RunsSeconds    []float64 `json:"runsSeconds,omitempty"`
}

// stats summarises the runs. All numbers are nanoseconds per operation.
type stats struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
	Runs   int     `json:"runs"`
}

type memory struct {
	Allocs float64 `json:"allocs"`
	Bytes  float64 `json:"bytes"`
}

func main() {
	var (
		runs     = flag.Int("runs", 9, "number of runs")
		minTime  = flag.Duration("min-time", 200*time.Millisecond, "minimum duration of one run")
		procs    = flag.Int("procs", 1, "GOMAXPROCS; with one, garbage collection competes with the allocator")
		timeout  = flag.Duration("timeout", 0, "measure long searches, aborting each after this time")
		impl     = flag.String("implementation", "", "force an implementation (stable, incubating, experimental)")
		features = flag.String("features", "", "replace the features of the cases (JSON object)")
	)
	flag.Parse()
	runtime.GOMAXPROCS(*procs)

	encoder := json.NewEncoder(os.Stdout)
	for _, file := range flag.Args() {
		r, err := func() (*report, error) {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			c, err := input.Decode(data)
			if err != nil {
				return nil, err
			}
			if *impl != "" {
				c.Implementations = strings.Split(*impl, ",")
			}
			if *features != "" {
				c.Features = nil
				if err := json.Unmarshal([]byte(*features), &c.Features); err != nil {
					return nil, err
				}
			}
			problem, err := c.Prepare()
			if err != nil {
				return nil, err
			}
			b := &bench{problem: problem, runs: *runs, minTime: *minTime}
			if *timeout > 0 {
				return b.long(*timeout)
			}
			return b.short()
		}()
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(1)
		}
		if err := encoder.Encode(r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

type bench struct {
	problem *input.Problem
	runs    int
	minTime time.Duration
}

func (b *bench) newCache() *cel.Cache {
	return input.NewCELCache(b.problem.Features, 100)
}

func (b *bench) compileAll(cache *cel.Cache) {
	for _, expression := range b.problem.Case.Selectors() {
		cache.GetOrCompile(expression)
	}
}

// pass does what one scheduling cycle does and returns how long Allocate took.
func (b *bench) pass(ctx context.Context, cache *cel.Cache, r *report) (time.Duration, error) {
	allocator, err := b.problem.NewAllocator(ctx, cache)
	if err != nil {
		return 0, err
	}
	if r == nil {
		start := time.Now()
		for _, node := range b.problem.Case.Nodes {
			//nolint:errcheck // Same outcome as in the pass with a report.
			_, _ = allocator.Allocate(ctx, node, b.problem.Case.Claims)
		}
		return time.Since(start), nil
	}
	start := time.Now()
	r.count(ctx, allocator, b.problem.Case)
	elapsed := time.Since(start)
	r.Implementation = input.Implementation(allocator)
	r.Steps = input.Steps(allocator)
	return elapsed, nil
}

func (r *report) count(ctx context.Context, allocator structured.Allocator, c *input.Case) {
	r.Feasible, r.Errors = 0, 0
	for _, node := range c.Nodes {
		results, err := allocator.Allocate(ctx, node, c.Claims)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			r.Timeout = true
		case err != nil:
			r.Errors++
			r.FirstError = err.Error()
		case results != nil:
			r.Feasible++
		}
	}
}

func (b *bench) report() *report {
	return &report{
		ID:        b.problem.Case.ID,
		Reference: input.ReferenceVersion(),
		Procs:     runtime.GOMAXPROCS(0),
		Nodes:     len(b.problem.Case.Nodes),
		Selectors: len(b.problem.Case.Selectors()),
	}
}

func (b *bench) short() (*report, error) {
	ctx := context.Background()
	r := b.report()
	start := time.Now()
	cache := b.newCache()
	b.compileAll(cache)
	r.ColdStart = time.Since(start).Nanoseconds()
	if _, err := b.pass(ctx, cache, r); err != nil {
		return nil, err
	}

	if r.Selectors > 0 {
		r.CompileAll = b.measure(func() (time.Duration, error) {
			fresh := b.newCache()
			start := time.Now()
			b.compileAll(fresh)
			return time.Since(start), nil
		})
	}
	newAllocator := func() (time.Duration, error) {
		start := time.Now()
		_, err := b.problem.NewAllocator(ctx, cache)
		return time.Since(start), err
	}
	pass := func() (time.Duration, error) { return b.pass(ctx, cache, nil) }
	r.NewAllocator = b.measure(newAllocator)
	r.NewAllocs = memoryOf(newAllocator)
	r.Allocate = b.measure(pass)
	r.AllocateMemory = memoryOf(pass)
	r.AllocateMemory.Allocs -= r.NewAllocs.Allocs
	r.AllocateMemory.Bytes -= r.NewAllocs.Bytes
	if n := float64(r.Nodes); n > 1 {
		r.PerNode = &stats{Min: r.Allocate.Min / n, Median: r.Allocate.Median / n, Max: r.Allocate.Max / n, Runs: r.Allocate.Runs}
	}
	return r, nil
}

// measure calls the operation in runs of at least minTime.
func (b *bench) measure(operation func() (time.Duration, error)) *stats {
	perOp := make([]float64, b.runs)
	for i := range perOp {
		runtime.GC()
		var total time.Duration
		count := 0
		for begin := time.Now(); count == 0 || time.Since(begin) < b.minTime; count++ {
			elapsed, err := operation()
			if err != nil {
				panic(err)
			}
			total += elapsed
		}
		perOp[i] = float64(total.Nanoseconds()) / float64(count)
	}
	slices.Sort(perOp)
	return &stats{Min: perOp[0], Median: perOp[len(perOp)/2], Max: perOp[len(perOp)-1], Runs: len(perOp)}
}

func memoryOf(operation func() (time.Duration, error)) *memory {
	const count = 5
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range count {
		if _, err := operation(); err != nil {
			panic(err)
		}
	}
	runtime.ReadMemStats(&after)
	return &memory{
		Allocs: float64(after.Mallocs-before.Mallocs) / count,
		Bytes:  float64(after.TotalAlloc-before.TotalAlloc) / count,
	}
}

// long measures single passes: up to five, as long as they stay below one
// second in total.
func (b *bench) long(timeout time.Duration) (*report, error) {
	r := b.report()
	cache := b.newCache()
	b.compileAll(cache)
	var total time.Duration
	for i := 0; i < 5 && total < time.Second; i++ {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		elapsed, err := b.pass(ctx, cache, r)
		cancel()
		if err != nil {
			return nil, err
		}
		total += elapsed
		r.RunsSeconds = append(r.RunsSeconds, elapsed.Seconds())
	}
	return r, nil
}
