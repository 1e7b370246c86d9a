package main

import (
	"context"
	"fmt"

	celgo "github.com/google/cel-go/cel"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/util/compatibility"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/dynamic-resource-allocation/cel"
)

// release is an API server: its version and the gates that change what is compiled.
type release struct {
	Version            string `json:"version"`
	ConsumableCapacity bool   `json:"consumableCapacity,omitempty"`
	ListTypeAttributes bool   `json:"listTypeAttributes,omitempty"`
}

// compiler is what the reference gives without naming it.
type compiler interface {
	CompileCELExpression(expression string, options cel.Options) cel.CompilationResult
}

// compilers makes one compiler for each release.
type compilers map[release]compiler

// get returns the compiler of a release, or for stored expressions, where neither version nor gates matter. It panics when there is
// no such version.
func (c compilers) get(new *release) compiler {
	r := release{Version: "1.37", ConsumableCapacity: true, ListTypeAttributes: true}
	if new != nil {
		r = *new
	}
	if c[r] == nil {
		c[r] = newCompiler(r)
	}
	return c[r]
}

// newCompiler makes the global version that of the release while the compiler is made. The reference keeps the compiler of the last
// features, whatever the version, so others are asked for in between.
func newCompiler(r release) compiler {
	parsed, err := version.Parse(r.Version)
	if err != nil {
		panic(fmt.Sprintf("version of the API server: %v", err))
	}
	effective := compatibility.DefaultBuildEffectiveVersion()
	effective.SetEmulationVersion(parsed)
	effective.SetMinCompatibilityVersion(version.MajorMinor(parsed.Major(), parsed.Minor()-1))
	registry := compatibility.DefaultComponentGlobalsRegistry
	registry.Reset()
	if err := registry.Register(basecompatibility.DefaultKubeComponent, effective, nil); err != nil {
		panic(fmt.Sprintf("version of the API server: %v", err))
	}
	cel.GetCompiler(cel.Features{EnableConsumableCapacity: !r.ConsumableCapacity, EnableListTypeAttributes: r.ListTypeAttributes})
	return cel.GetCompiler(cel.Features{EnableConsumableCapacity: r.ConsumableCapacity, EnableListTypeAttributes: r.ListTypeAttributes})
}

// derivedAttributes is what v0.37 has and v0.36 has not.
type derivedAttributes interface {
	EvaluateDerivedAttribute(ctx context.Context, input cel.Device) (*resourceapi.DeviceAttribute, *celgo.EvalDetails, error)
}

func evaluateDerived(ctx context.Context, compiled cel.CompilationResult, device cel.Device) (*resourceapi.DeviceAttribute, *celgo.EvalDetails, error) {
	return any(compiled).(derivedAttributes).EvaluateDerivedAttribute(ctx, device)
}
