// Cel answers questions about CEL selectors with the reference's CEL package.
//
// It reads JSON values from stdin, one after the other:
//
//	{"expression": "...", "newExpression": false, "devices": [{"driver": "...", "attributes": {...}, "capacity": {...},
//	 "allowMultipleAllocations": true}]}
//
// and writes one line for each:
//
//	{"compileError": "..."} or {"maxCost": 5, "results": [{"value": true, "cost": 5}, {"error": "...", "cost": 3}]}
//
// The environment is the one for stored expressions, as in allocation, unless newExpression asks for that of creation. Every
// gate is on.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/utils/ptr"
)

type device struct {
	Driver                   string                                                    `json:"driver"`
	AllowMultipleAllocations *bool                                                     `json:"allowMultipleAllocations,omitempty"`
	Attributes               map[resourceapi.QualifiedName]resourceapi.DeviceAttribute `json:"attributes,omitempty"`
	Capacity                 map[resourceapi.QualifiedName]resourceapi.DeviceCapacity  `json:"capacity,omitempty"`
}

type question struct {
	Expression    string   `json:"expression"`
	NewExpression bool     `json:"newExpression,omitempty"`
	Devices       []device `json:"devices,omitempty"`
}

type result struct {
	Value *bool   `json:"value,omitempty"`
	Error string  `json:"error,omitempty"`
	Cost  *uint64 `json:"cost,omitempty"`
}

type answer struct {
	CompileError string   `json:"compileError,omitempty"`
	Panic        bool     `json:"panic,omitempty"`
	MaxCost      *uint64  `json:"maxCost,omitempty"`
	Results      []result `json:"results,omitempty"`
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "cel:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	decoder := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	buffered := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for {
		var q question
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read question: %w", err)
		}
		if err := encoder.Encode(ask(q)); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
}

func ask(q question) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{CompileError: fmt.Sprint(r), Panic: true}
		}
	}()
	compiler := cel.GetCompiler(cel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
	options := cel.Options{}
	if q.NewExpression {
		options.EnvType = ptr.To(environment.NewExpressions)
	}
	compiled := compiler.CompileCELExpression(q.Expression, options)
	if compiled.Error != nil {
		a.CompileError = compiled.Error.Error()
		return a
	}
	a.MaxCost = &compiled.MaxCost
	for _, d := range q.Devices {
		value, details, err := compiled.DeviceMatches(context.Background(), cel.Device{
			Driver: d.Driver, AllowMultipleAllocations: d.AllowMultipleAllocations, Attributes: d.Attributes, Capacity: d.Capacity,
		})
		var r result
		if details != nil {
			r.Cost = details.ActualCost()
		}
		if err != nil {
			// Without the hint that v0.37 adds for a missing key, so that this builds against v0.36, too.
			r.Error = err.Error()
		} else {
			r.Value = &value
		}
		a.Results = append(a.Results, r)
	}
	return a
}
