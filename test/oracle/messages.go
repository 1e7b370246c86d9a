package main

import (
	"context"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// messageCounts is a log sink that counts how often the reference logged each
// message: why it passed devices over, for example, which its answer does not
// tell.
type messageCounts map[string]int64

var _ logr.LogSink = messageCounts{}

func (m messageCounts) Init(logr.RuntimeInfo)          {}
func (m messageCounts) Enabled(int) bool               { return true }
func (m messageCounts) WithValues(...any) logr.LogSink { return m }
func (m messageCounts) WithName(string) logr.LogSink   { return m }

// Info counts a message.
func (m messageCounts) Info(_ int, message string, _ ...any) { m[message]++ }

// Error ignores errors: the answer has them.
func (m messageCounts) Error(error, string, ...any) {}

// into returns a context whose logger counts.
func (m messageCounts) into(ctx context.Context) context.Context {
	return klog.NewContext(ctx, logr.New(m))
}

// take returns what was counted since the last call.
func (m messageCounts) take() map[string]int64 {
	counts := make(map[string]int64, len(m))
	for message, count := range m {
		counts[message] = count
		delete(m, message)
	}
	return counts
}
