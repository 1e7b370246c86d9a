// Package record prints what functions of component-helpers are asked and say
// while their tests run. scripts/published-tests.mjs puts it beside them.
package record

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Print writes a call on a line of its own, when the caller of what records it
// is a test: functions call each other, too.
func Print(call string, fields map[string]any) {
	_, file, _, _ := runtime.Caller(2)
	if !strings.HasSuffix(file, "_test.go") {
		return
	}
	fields["call"] = call
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stdout, "\n@record %s\n", text)
}
