// The text of `simulate --help`.

import { NEWEST } from '../../../core/features/releases.js';

export const SIMULATE = `Plays what happens to a cluster: pods come and go in time, nodes are drained, tainted and added, and
controllers and the scheduler do what they would do (kube-scheduler ${NEWEST}). Tells what was placed, what
waited and why, and what of the devices was in use.

Usage:
  dra-allocator simulate -f FILE... [options]

Files have the cluster, and what happens: documents of the kinds Trace (events at times) and Load (pods
that arrive at random, the same for the same seed) of simulate.dra-allocator/v1alpha1. Without any, the
pods that wait and those that owners make are placed, after what the options change: --clone-node,
--node-template, --drain, --cordon. docs/simulate.md has the formats.

Owners make pods again that were evicted or deleted; claims from templates come and go with their pods,
others are deallocated when nobody has them any more. Taints with the effect NoExecute, of nodes and of
devices (DeviceTaintRules), evict pods. A pod that waits is asked about again when something changed
that may help it. With the objects of Kueue among the files (Configuration, ResourceFlavor, ClusterQueue,
LocalQueue), pods with the label kueue.x-k8s.io/queue-name wait for quota before. Not looked at:
preemption, the scheduler's backoff, PodDisruptionBudgets, rolling updates, and what allocate does not
look at.

--against WHAT=VALUE,... plays the same once more with something else, and tells which pods differ:
kubernetes-version=1.34, order=input, choose=most-packed, devices=reversed (or by-name), seed=2.

A long run shows how far it is; Ctrl-C ends it with what was until then (exit code 4). --checkpoint FILE
keeps what is known, and --resume goes on from there: the report is that of a run in one go.

A document of the kind Sweep names clusters, workloads, releases and seeds; each combination is a cell
that is played by itself, and files given beside it belong to all of them. --shard I/N runs every N-th
cell, anywhere and more than once if need be, and --write FILE keeps the results for merge.

-o wide adds all that happened, -o csv has the samples, -o json and yaml the report of
docs/simulate.md; -o html is a page with timelines that needs no network.
The exit code is 1 when a pod is pending at the end; of a sweep it is 0 when all cells were played.
`;

export const SIMULATE_EXAMPLE = `Examples:
  $ dra-allocator simulate -f cluster.json -f trace.yaml
  $ dra-allocator simulate -f cluster.json --drain node-a --clone-node node-b=2
  $ dra-allocator simulate -f cluster.json -f load.yaml --against choose=most-packed
  $ dra-allocator simulate -f sweep.yaml --shard 3/200 --write results/3.json
`;

export const MERGE = `Puts the shards of a sweep together that simulate --shard gave, in any order: what it prints is what
simulate prints of the whole sweep in one go.

Usage:
  dra-allocator merge FILE...

Files are shards, or directories of them. Repeated shards count once. Shards that are missing are named
(exit code 1, and nothing is printed). Refused (exit code 3) are shards of another sweep, of other input
files or options, or of another version of this program, and two that differ in the result of a cell.

A table has a line for each combination of cluster, workload and release, with means over its cells and
the least and the most of them; -o wide and csv have a line for each cell, -o json and yaml all of it.
`;

export const MERGE_EXAMPLE = `Example:
  $ dra-allocator merge results/
`;
