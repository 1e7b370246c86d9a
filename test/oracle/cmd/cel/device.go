package main

import (
	"strconv"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/dynamic-resource-allocation/cel"
)

type device struct {
	Driver                   string                                  `json:"driver"`
	AllowMultipleAllocations *bool                                   `json:"allowMultipleAllocations,omitempty"`
	Attributes               map[resourceapi.QualifiedName]attribute `json:"attributes,omitempty"`
	Capacity                 map[resourceapi.QualifiedName]quantity  `json:"capacity,omitempty"`
}

// attribute is a DeviceAttribute whose integers are strings: JSON numbers are not exact for those who read them.
type attribute struct {
	Int      *int64   `json:"int,omitempty,string"`
	Bool     *bool    `json:"bool,omitempty"`
	String   *string  `json:"string,omitempty"`
	Version  *string  `json:"version,omitempty"`
	Ints     []int64s `json:"ints,omitzero"`
	Bools    []bool   `json:"bools,omitzero"`
	Strings  []string `json:"strings,omitzero"`
	Versions []string `json:"versions,omitzero"`
}

// int64s is an int64 that is a string in JSON.
type int64s int64

func (i int64s) MarshalText() ([]byte, error) {
	return strconv.AppendInt(nil, int64(i), 10), nil
}

func (i *int64s) UnmarshalText(text []byte) error {
	value, err := strconv.ParseInt(string(text), 10, 64)
	*i = int64s(value)
	return err
}

// quantity takes any text that the API server takes, and keeps no more than the value.
type quantity struct{ resource.Quantity }

func (d device) input() cel.Device {
	input := cel.Device{
		Driver: d.Driver, AllowMultipleAllocations: d.AllowMultipleAllocations,
		Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{},
		Capacity:   map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{},
	}
	for name, a := range d.Attributes {
		input.Attributes[name] = a.input()
	}
	for name, q := range d.Capacity {
		input.Capacity[name] = resourceapi.DeviceCapacity{Value: q.Quantity}
	}
	return input
}

func (a attribute) input() resourceapi.DeviceAttribute {
	return resourceapi.DeviceAttribute{
		IntValue: a.Int, BoolValue: a.Bool, StringValue: a.String, VersionValue: a.Version,
		IntValues: convert[int64](a.Ints), BoolValues: a.Bools, StringValues: a.Strings, VersionValues: a.Versions,
	}
}

func newAttribute(a resourceapi.DeviceAttribute) attribute {
	return attribute{
		Int: a.IntValue, Bool: a.BoolValue, String: a.StringValue, Version: a.VersionValue,
		Ints: convert[int64s](a.IntValues), Bools: a.BoolValues, Strings: a.StringValues, Versions: a.VersionValues,
	}
}

// convert keeps nil apart from empty.
func convert[To, From ~int64](from []From) []To {
	if from == nil {
		return nil
	}
	to := make([]To, len(from))
	for i, value := range from {
		to[i] = To(value)
	}
	return to
}
