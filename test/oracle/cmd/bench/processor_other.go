//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime returns the time of the clock: there is no other here.
func processorTime() time.Duration {
	return time.Since(started)
}
