// Cel answers questions about CEL expressions of devices with the reference's CEL package.
//
// It reads JSON values from stdin, one after the other:
//
//	{"expression": "...", "kind": "derived", "new": {"version": "1.36", "listTypeAttributes": true}, "devices": [{"driver": "...",
//	 "attributes": {"a": {"int": "1"}}, "capacity": {"memory": "1Gi"}, "allowMultipleAllocations": true}]}
//
// and writes one line for each:
//
//	{"compileError": "..."} or {"maxCost": "5", "results": [{"value": true, "cost": 5}, {"error": "...", "cost": 3}]}
//
// The kind is "selector" (also when there is none) or "derived", whose values are attributes. The environment is the one for
// stored expressions, as in allocation, unless "new" asks for that of creation on an API server of some release, with
// the gates consumableCapacity and listTypeAttributes. Integers of 64 bits are strings.
//
// With -version it prints the versions of the reference and of cel-go, as JSON, and ends.
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
	"reflect"
	"runtime/debug"
	"time"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/utils/ptr"
)

// evaluationTimeout ends what the cost limit does not.
const evaluationTimeout = 5 * time.Second

// repeatTime is for how long an evaluation is repeated.
const repeatTime = time.Second

type question struct {
	Expression string   `json:"expression"`
	Kind       string   `json:"kind,omitempty"`
	New        *release `json:"new,omitempty"`
	Devices    []device `json:"devices,omitempty"`
	// Repeat asks again so often, to find out what is random because it depends on the order of a map.
	Repeat int `json:"repeat,omitempty"`
}

type result struct {
	// Value is a boolean or, for derived attributes, an attribute.
	Value any     `json:"value,omitempty"`
	Error string  `json:"error,omitempty"`
	Panic bool    `json:"panic,omitempty"`
	Cost  *uint64 `json:"cost,omitempty"`
	// Random: the answer was not always this.
	Random bool `json:"random,omitempty"`
}

type answer struct {
	CompileError string   `json:"compileError,omitempty"`
	Panic        bool     `json:"panic,omitempty"`
	MaxCost      *uint64  `json:"maxCost,omitempty,string"`
	Results      []result `json:"results,omitempty"`
}

func main() {
	version := flag.Bool("version", false, "print the versions of the reference")
	flag.Parse()
	if *version {
		printVersions(os.Stdout)
		return
	}
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
	compilers := compilers{}
	for {
		var q question
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read question: %w", err)
		}
		if err := encoder.Encode(ask(compilers, q)); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
}

func ask(compilers compilers, q question) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{CompileError: fmt.Sprint(r), Panic: true}
		}
	}()
	options := cel.Options{}
	if q.Kind == "derived" {
		setDerived(&options)
	}
	if q.New != nil {
		options.EnvType = ptr.To(environment.NewExpressions)
	}
	compiled := compilers.get(q.New).CompileCELExpression(q.Expression, options)
	if compiled.Error != nil {
		a.CompileError = compiled.Error.Error()
		return a
	}
	a.MaxCost = &compiled.MaxCost
	for _, d := range q.Devices {
		start := time.Now()
		first := evaluate(compiled, d.input(), q.Kind == "derived")
		for again := 0; again < q.Repeat && !first.Random && time.Since(start) < repeatTime; again++ {
			first.Random = !reflect.DeepEqual(first, evaluate(compiled, d.input(), q.Kind == "derived"))
		}
		a.Results = append(a.Results, first)
	}
	return a
}

// evaluate asks about one device. Errors are those of the reference, without the hint that v0.37 adds for a missing key, so that this
// builds against v0.36, too.
func evaluate(compiled cel.CompilationResult, device cel.Device, derived bool) (r result) {
	defer func() {
		if recovered := recover(); recovered != nil {
			r = result{Error: fmt.Sprint(recovered), Panic: true}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), evaluationTimeout)
	defer cancel()
	var err error
	if derived {
		value, details, failure := evaluateDerived(ctx, compiled, device)
		if details != nil {
			r.Cost = details.ActualCost()
		}
		if err = failure; err == nil {
			r.Value = outputAttribute(value)
		}
	} else {
		value, details, failure := compiled.DeviceMatches(ctx, device)
		if details != nil {
			r.Cost = details.ActualCost()
		}
		if err = failure; err == nil {
			r.Value = value
		}
	}
	if err != nil {
		r.Error = err.Error()
	}
	return r
}

// setDerived asks for a derived attribute. By name: v0.36 has none.
func setDerived(options *cel.Options) {
	field := reflect.ValueOf(options).Elem().FieldByName("DerivedAttribute")
	if !field.IsValid() {
		panic("this version of the reference has no derived attributes")
	}
	field.SetBool(true)
}

func printVersions(out io.Writer) {
	versions := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			switch module.Path {
			case "k8s.io/dynamic-resource-allocation", "github.com/google/cel-go":
				versions[module.Path] = module.Version
			}
		}
	}
	text, _ := json.Marshal(versions)
	fmt.Fprintln(out, string(text))
}

// outputAttribute keeps a nil pointer from becoming a value.
func outputAttribute(attribute *resourceapi.DeviceAttribute) any {
	if attribute == nil {
		return nil
	}
	return newAttribute(*attribute)
}
