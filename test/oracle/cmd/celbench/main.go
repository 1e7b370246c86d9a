// Celbench times the reference's CEL package: compiling a selector, and evaluating it on a device.
//
// It reads JSON values from stdin, one after the other:
//
//	{"expression": "...", "device": {"driver": "...", "attributes": {"a": {"int": 1}}, "capacity": {"memory": {"value": "1Gi"}}}}
//
// and writes one line for each, with nanoseconds per operation:
//
//	{"compileNs": 123456, "evaluateNs": 1234, "value": true}
//
// Compiling is without the worst-case cost, as in allocation. The environment is made before.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
)

// minTime is how long each operation is repeated.
const minTime = 300 * time.Millisecond

type question struct {
	Expression string `json:"expression"`
	Device     struct {
		Driver     string                                                    `json:"driver"`
		Attributes map[resourceapi.QualifiedName]resourceapi.DeviceAttribute `json:"attributes"`
		Capacity   map[resourceapi.QualifiedName]resourceapi.DeviceCapacity  `json:"capacity"`
	} `json:"device"`
}

type answer struct {
	CompileNs  float64 `json:"compileNs"`
	EvaluateNs float64 `json:"evaluateNs"`
	Value      bool    `json:"value"`
}

func main() {
	runtime.GOMAXPROCS(1)
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "celbench:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	decoder := json.NewDecoder(bufio.NewReader(in))
	encoder := json.NewEncoder(out)
	for {
		var q question
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read question: %w", err)
		}
		a, err := measure(q)
		if err != nil {
			return err
		}
		if err := encoder.Encode(a); err != nil {
			return err
		}
	}
}

func measure(q question) (answer, error) {
	compiler := cel.GetCompiler(cel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
	options := cel.Options{DisableCostEstimation: true}
	compiled := compiler.CompileCELExpression(q.Expression, options)
	if compiled.Error != nil {
		return answer{}, compiled.Error
	}
	ctx := context.Background()
	device := cel.Device{Driver: q.Device.Driver, Attributes: q.Device.Attributes, Capacity: q.Device.Capacity}
	value, _, err := compiled.DeviceMatches(ctx, device)
	if err != nil {
		return answer{}, err
	}
	return answer{
		CompileNs:  perOperation(func() { compiler.CompileCELExpression(q.Expression, options) }),
		EvaluateNs: perOperation(func() { _, _, _ = compiled.DeviceMatches(ctx, device) }),
		Value:      value,
	}, nil
}

func perOperation(operation func()) float64 {
	count := 0
	start := time.Now()
	for count == 0 || time.Since(start) < minTime {
		operation()
		count++
	}
	return float64(time.Since(start).Nanoseconds()) / float64(count)
}
