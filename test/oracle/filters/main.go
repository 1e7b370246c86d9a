// Filters answers whether pods may run on nodes with the scheduler's own plugins.
//
// It reads JSON values of type testCase from stdin, one after the other, and
// writes one line of JSON for each, see type answer: what PreEnqueue and
// PreFilter say, the status of every node, the message of the event when no
// node is left, and the scores of the nodes that are left.
//
// Objects are as people write them: they get the defaults of the API server
// and the tolerations of its admission before the scheduler sees them. The pod
// to be placed is new if it has no UID: then label keys of its affinities and
// spread constraints are merged into their selectors, as the API server does.
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

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/klog/v2"
	sigsjson "sigs.k8s.io/json"
)

// testCase is a cluster and a pod that is to be placed.
type testCase struct {
	ID string `json:"id,omitempty"`
	// FeatureGates that differ from the defaults of the release.
	FeatureGates map[string]bool `json:"featureGates,omitempty"`
	// SchedulerConfig is a KubeSchedulerConfiguration; the default if absent.
	SchedulerConfig json.RawMessage            `json:"schedulerConfig,omitempty"`
	Nodes           []*v1.Node                 `json:"nodes"`
	Pods            []*v1.Pod                  `json:"pods,omitempty"`
	DeviceClasses   []*resourceapi.DeviceClass `json:"deviceClasses,omitempty"`
	Pod             *v1.Pod                    `json:"pod"`

	Namespaces             []*v1.Namespace                 `json:"namespaces,omitempty"`
	Services               []*v1.Service                   `json:"services,omitempty"`
	ReplicationControllers []*v1.ReplicationController     `json:"replicationControllers,omitempty"`
	ReplicaSets            []*appsv1.ReplicaSet            `json:"replicaSets,omitempty"`
	StatefulSets           []*appsv1.StatefulSet           `json:"statefulSets,omitempty"`
	PersistentVolumes      []*v1.PersistentVolume          `json:"persistentVolumes,omitempty"`
	PersistentVolumeClaims []*v1.PersistentVolumeClaim     `json:"persistentVolumeClaims,omitempty"`
	StorageClasses         []*storagev1.StorageClass       `json:"storageClasses,omitempty"`
	CSINodes               []*storagev1.CSINode            `json:"csiNodes,omitempty"`
	CSIDrivers             []*storagev1.CSIDriver          `json:"csiDrivers,omitempty"`
	CSIStorageCapacities   []*storagev1.CSIStorageCapacity `json:"csiStorageCapacities,omitempty"`
	VolumeAttachments      []*storagev1.VolumeAttachment   `json:"volumeAttachments,omitempty"`
}

// status is what a plugin says of a pod or a node.
type status struct {
	// Plugin is empty when the framework says it.
	Plugin  string   `json:"plugin,omitempty"`
	Code    string   `json:"code"`
	Reasons []string `json:"reasons"`
}

// score is what a plugin makes of a node: as the plugin counts, and normalized
// and weighted as the framework adds it.
type score struct {
	Raw      int64 `json:"raw"`
	Weighted int64 `json:"weighted"`
}

type answer struct {
	ID string `json:"id,omitempty"`
	// ConfigError is why the scheduler does not start with its configuration.
	ConfigError string `json:"configError,omitempty"`
	// NoProfile tells that the pod is of another scheduler.
	NoProfile bool `json:"noProfile,omitempty"`
	// Plugins are those of the profile, where the case has a configuration; scores with their weights.
	Plugins map[string][]string `json:"plugins,omitempty"`
	// PreEnqueue is what keeps the pod from being looked at.
	PreEnqueue *status `json:"preEnqueue,omitempty"`
	// PreFilter is a refusal for all nodes.
	PreFilter *status `json:"preFilter,omitempty"`
	// PreFilterNodes are the only nodes that are looked at, when PreFilter names some.
	PreFilterNodes []string `json:"preFilterNodes,omitempty"`
	// Nodes has the refusal of each node, null when there is none.
	Nodes map[string]*status `json:"nodes,omitempty"`
	// Message is what the scheduler says when every node refuses.
	Message string `json:"message,omitempty"`
	// Scores of each node that may take the pod, by plugin.
	Scores map[string]map[string]score `json:"scores,omitempty"`
	// ScoreError is why there are none: the scheduler tries again later.
	ScoreError string `json:"scoreError,omitempty"`
	// Error is why there is no answer.
	Error string `json:"error,omitempty"`
	Panic bool   `json:"panic,omitempty"`
}

func main() {
	flag.Parse()
	// Plugins log what they find strange, once for each node.
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "filters:", err)
		os.Exit(1)
	}
}

// run answers until the input ends. Every answer gets flushed, so that a
// caller can keep one process running and talk to it through pipes.
func run(in io.Reader, out io.Writer) error {
	decoder := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	buffered := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read case: %w", err)
		}
		if err := encoder.Encode(answerCase(raw)); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
}

func answerCase(raw []byte) (a answer) {
	var c testCase
	defer func() {
		if r := recover(); r != nil {
			a = answer{ID: c.ID, Error: fmt.Sprint(r), Panic: true}
		}
	}()
	// As the API server reads objects: names of fields in their own case.
	if err := sigsjson.UnmarshalCaseSensitivePreserveInts(raw, &c); err != nil {
		return answer{Error: "decode: " + err.Error()}
	}
	a.ID = c.ID
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := c.answer(ctx, &a); err != nil {
		return answer{ID: c.ID, Error: err.Error()}
	}
	return a
}
