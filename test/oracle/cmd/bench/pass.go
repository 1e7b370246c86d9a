package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	kjson "sigs.k8s.io/json"

	"dra-allocator/oracle/input"
)

// placeholder gets replaced in selectors which shall be new each time.
const placeholder = "FRESH"

// timing tells when there are enough measurements.
type timing struct {
	begin time.Time
	count int
}

func begin() timing {
	runtime.GC()
	return timing{begin: time.Now()}
}

// more tells whether the operation must be done again.
func (t *timing) more(atLeast time.Duration) bool {
	if t.count >= leastCount && time.Since(t.begin) >= atLeast {
		return false
	}
	t.count++
	return true
}

// leastCount is how often everything gets measured at least.
const leastCount = 3

// times of single operations. Their median does not mind when another process
// gets the processor in between.
type times []time.Duration

func (t *times) add(one time.Duration) { *t = append(*t, one) }

func (t times) median() float64 {
	slices.Sort(t)
	return float64(t[len(t)/2].Nanoseconds())
}

// allocateAll does what one scheduling cycle does, over all nodes. It returns
// how long NewAllocator and then Allocate took.
func (b *bench) allocateAll(ctx context.Context, claims []*resourceapi.ResourceClaim, a *answer) (setup, pass time.Duration, err error) {
	start := time.Now()
	allocator, err := b.problem.NewAllocator(ctx, b.cache)
	if err != nil {
		return 0, 0, err
	}
	setup = time.Since(start)
	a.Feasible = 0
	start = time.Now()
	for _, node := range b.problem.Case.Nodes {
		results, err := allocator.Allocate(ctx, node, claims)
		if errors.Is(err, context.DeadlineExceeded) {
			a.Timeout = true
		}
		if results != nil {
			a.Feasible++
		}
	}
	pass = time.Since(start)
	a.Steps = input.Steps(allocator)
	return setup, pass, nil
}

// pass repeats a pass with the same claims.
func (b *bench) pass(atLeast time.Duration, a *answer) error {
	// Selectors get compiled.
	if _, _, err := b.allocateAll(b.ctx, b.problem.Case.Claims, a); err != nil {
		return err
	}
	var setup, pass times
	t := begin()
	for t.more(atLeast) {
		s, p, err := b.allocateAll(b.ctx, b.problem.Case.Claims, a)
		if err != nil {
			return err
		}
		setup.add(s)
		pass.add(p)
	}
	a.NewAllocator, a.Pass = setup.median(), pass.median()
	return nil
}

// freshPass does passes with selectors which were never seen before.
func (b *bench) freshPass(atLeast time.Duration, a *answer) error {
	var compile, setup, pass times
	t := begin()
	for t.more(atLeast) {
		b.fresh++
		claims, selectors := renew(b.problem.Case.Claims, fmt.Sprint(b.fresh))
		start := time.Now()
		for _, selector := range selectors {
			if result := b.cache.GetOrCompile(selector); result.Error != nil {
				return result.Error
			}
		}
		compile.add(time.Since(start))
		s, p, err := b.allocateAll(b.ctx, claims, a)
		if err != nil {
			return err
		}
		setup.add(s)
		pass.add(p)
	}
	a.Compile, a.NewAllocator, a.Pass = compile.median(), setup.median(), pass.median()
	return nil
}

// renew copies claims with other selectors.
func renew(claims []*resourceapi.ResourceClaim, text string) (copies []*resourceapi.ResourceClaim, selectors []string) {
	for _, claim := range claims {
		claim = claim.DeepCopy()
		for _, request := range claim.Spec.Devices.Requests {
			for _, selector := range request.Exactly.Selectors {
				selector.CEL.Expression = strings.ReplaceAll(selector.CEL.Expression, placeholder, text)
				selectors = append(selectors, selector.CEL.Expression)
			}
		}
		copies = append(copies, claim)
	}
	return copies, selectors
}

// oneShot decodes the case, creates an allocator and allocates. What is
// compiled stays.
func (b *bench) oneShot(atLeast time.Duration, a *answer) error {
	if _, err := solveText(b.ctx, b.data, b.cache, a); err != nil {
		return err
	}
	var all, decode times
	t := begin()
	for t.more(atLeast) {
		start := time.Now()
		d, err := solveText(b.ctx, b.data, b.cache, a)
		if err != nil {
			return err
		}
		all.add(time.Since(start))
		decode.add(d)
	}
	a.OneShot, a.Decode = all.median(), decode.median()
	return nil
}

// solveText returns how long decoding took. It decodes without the checks of
// the oracle, as a client of the API server does it.
func solveText(ctx context.Context, data []byte, cache *cel.Cache, a *answer) (time.Duration, error) {
	start := time.Now()
	var c input.Case
	if err := kjson.UnmarshalCaseSensitivePreserveInts(data, &c); err != nil {
		return 0, err
	}
	decode := time.Since(start)
	c.SetDefaults()
	problem, err := c.Prepare()
	if err != nil {
		return 0, err
	}
	allocator, err := problem.NewAllocator(ctx, cache)
	if err != nil {
		return 0, err
	}
	a.Feasible = 0
	for _, node := range c.Nodes {
		results, err := allocator.Allocate(ctx, node, c.Claims)
		if err != nil {
			return 0, err
		}
		if results != nil {
			a.Feasible++
		}
	}
	return decode, nil
}

// long does one pass with a limit.
func (b *bench) long(limit time.Duration, a *answer) error {
	for _, selector := range b.problem.Case.Selectors() {
		b.cache.GetOrCompile(selector)
	}
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	setup, pass, err := b.allocateAll(ctx, b.problem.Case.Claims, a)
	a.NewAllocator, a.Pass = float64(setup.Nanoseconds()), float64(pass.Nanoseconds())
	return err
}
