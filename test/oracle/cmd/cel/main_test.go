package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestCel(t *testing.T) {
	for name, test := range map[string]struct {
		input string
		want  string
	}{
		"value, cost, and worst case": {
			input: `{"expression": "device.attributes['d'].x == 1", "devices": [{"driver": "d", "attributes": {"x": {"int": "1"}}}]}`,
			want:  `{"maxCost":"5","results":[{"value":true,"cost":5}]}`,
		},
		"error of a device": {
			input: `{"expression": "device.attributes['d'].x == 1", "devices": [{"driver": "d"}]}`,
			want:  `{"maxCost":"5","results":[{"error":"no such key: x","cost":5}]}`,
		},
		"derived attribute, exact": {
			input: `{"expression": "device.attributes['d'].x", "kind": "derived", "devices": [{"driver": "d", "attributes": {"x": {"ints": ["9223372036854775807"]}}}]}`,
			want:  `{"maxCost":"4","results":[{"value":{"ints":["9223372036854775807"]},"cost":4}]}`,
		},
		"empty lists are lists": {
			input: `{"expression": "device.attributes['d'].x", "kind": "derived", "devices": [{"driver": "d", "attributes": {"x": {"ints": []}}}]}`,
			want:  `{"maxCost":"4","results":[{"value":{"strings":[]},"cost":4}]}`,
		},
		"wrong type": {
			input: `{"expression": "1"}`,
			want:  `{"compileError":"must evaluate to bool or the unknown type, not int"}`,
		},
		"not in new expressions yet": {
			input: `{"expression": "[1].sort() == [1]", "new": {"version": "1.34"}}`,
			want:  `undeclared reference to 'sort'`,
		},
		"in new expressions": {
			input: `{"expression": "[1].sort() == [1]", "new": {"version": "1.35"}}`,
			want:  `{"maxCost":"34"}`,
		},
		"without its gate": {
			input: `{"expression": "device.allowMultipleAllocations", "new": {"version": "1.37"}}`,
			want:  `undefined field 'allowMultipleAllocations'`,
		},
		"with its gate": {
			input: `{"expression": "device.allowMultipleAllocations", "new": {"version": "1.37", "consumableCapacity": true}}`,
			want:  `{"maxCost":"2"}`,
		},
		"order of a map": {
			input: `{"expression": "{1: 'a', 2: 'b', 3: 'c'}.map(k, k)[0] == 1", "repeat": 1000, "devices": [{"driver": "d"}]}`,
			want:  `"random":true`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := run(strings.NewReader(test.input+"\n"+test.input), &out); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if len(lines) != 2 {
				t.Fatalf("expected two lines, got:\n%s", out.String())
			}
			for _, line := range lines {
				if !strings.Contains(line, test.want) {
					t.Errorf("expected %s in:\n%s", test.want, line)
				}
			}
		})
	}
}
