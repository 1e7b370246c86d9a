// The texts of --help, command by command.

import { NEWEST } from '../../core/features/releases.js';
import { DUMP_COMMAND, KINDS_OF_SOME_CLUSTERS } from './cluster-dump.js';
import { MERGE, MERGE_EXAMPLE, SIMULATE, SIMULATE_EXAMPLE } from './simulate/help.js';

const ALLOCATE = `Gives pending ResourceClaims their devices, as kube-scheduler ${NEWEST} would, and prints the claims
with status.allocation.

Usage:
  dra-allocator allocate -f FILE... [options] [KIND] [[KIND/][NAMESPACE/]NAME...]

The claims of a pod go to one node, pods in the order of the input, each with what the ones before
it left; --order priority takes those of high priority first. A claim that no pod names is on its
own. Owners of pods (Deployment, Job, DaemonSet, JobSet, RayCluster, any object with a pod template)
get the pods that are not in the input yet, named OWNER-0, OWNER-1, ...; claims from templates are
named POD-CLAIM. A claim that several pods share has lines for each of them in a table, and is there
once in other formats.

With arguments only the pods that use these claims are considered, or pod/NAME, or the pods of
deployment/NAME, job/NAME and other owners; "pod NAME" and short names work as in kubectl. A named
pod is placed whatever it needs. With -n only pods and claims of that namespace are considered, and
objects that name none are in it.

A pod goes only where the scheduler's filters let it: node name, cordons, taints, node selector and
affinity, host ports, room for all that it requests, features of nodes, scheduling gates. Pods of
the input that have a node (spec.nodeName) and pods placed before take room and ports, pods that
wait and need no devices as well. A Node without status.allocatable has unlimited room.
Volumes, affinity between pods, topology spread and preemption are not looked at: a note says which
pods have them. A pod that gets no node is refused in the scheduler's words, then node by node.
A pod whose PriorityClass or RuntimeClass is not among those of the input is refused; where the
input has none of the kind at all, a note says that the class is not known.
--devices-only asks for devices alone, on nodes with the labels of the pod's node selector.

Extended resources of containers (limits: example.com/gpu) that a DeviceClass serves become a claim,
POD-extended-resources, on nodes whose status.allocatable has none of them. Where it has some, a
device plugin serves them without a claim. Pods of a PodGroup share its claims.

Objects that the API server would refuse on creation are errors, and warnings where a cluster has
stored them (metadata.uid); --no-validate takes them. The rules before 1.34 are not known.

Objects that come again replace those before, as with kubectl apply: a claim keeps its allocation.
The output of -o yaml or json can be input again.

Without --node the node is one with the best score (devices, taints, affinity, room, balance,
images, with their default weights), the first by name; the scheduler breaks ties at random. An
error on any node that a pod may go to ends the attempt for the pod, as in the scheduler. The
answers are those of ${NEWEST} whatever --kubernetes-version says: it chooses feature gates.

Without any claim, or when none is pending, nothing is printed and the exit code is 0.
`;

const ALLOCATE_EXAMPLE = `Example:
  $ ${DUMP_COMMAND}
  $ dra-allocator allocate -f cluster.json -f train.yaml
  POD       CLAIM          REQUEST   DRIVER            DEVICE   NODE
  train-0   train-0-gpus   gpu       gpu.example.com   gpu-0    node-a
  train-1   train-1-gpus   gpu       gpu.example.com   gpu-1    node-a

Where the cluster serves them, ${KINDS_OF_SOME_CLUSTERS.join(' and ')} belong to it.
`;

const EXPLAIN = `Says why pods and claims get no devices and what would help; for those that get them, why these.

Usage:
  dra-allocator explain -f FILE... [options] [KIND] [[KIND/][NAMESPACE/]NAME...]

The first line has the cause and the smallest change that helps. Behind it stands the node that is
nearest to an allocation: for each request the devices of the cluster, what takes them away, and how
many are left; then the other nodes by cause, and the changes that would help. Each change was tried:
with it the claims are allocatable. Those that the author of the claim can make come first.

Pods and claims are placed in the order of the input, each with what the ones before it left, as
allocate does it; the first one that does not fit is explained. With arguments those that are named
are explained: claims, pod/NAME, or the pods of deployment/NAME and other owners.

--apply FILE writes a change into a file of the input, with its comments and its layout: the first
one that changes nothing else, or the one that --suggestion N names. The file is YAML.

-o json and yaml have all of it for programs, with codes that stay; --certificates adds proofs, for
dra-allocator/check. -o html is a page that needs no network: nodes, pools and devices as tiles.
-o wide leaves nothing out of the text.
`;

const EXPLAIN_EXAMPLE = `Examples:
  $ dra-allocator explain -f cluster.json -f train.yaml
  $ dra-allocator explain -f cluster.json -f train.yaml -o html > why.html
  $ dra-allocator explain -f cluster.json -f train.yaml --apply train.yaml
`;

const NODES = `Says which nodes could take a pod, as kube-scheduler ${NEWEST} would: those that fit with their scores,
the best one first, and the others with what keeps the pod off.

Usage:
  dra-allocator nodes -f FILE... [options] [KIND] [[KIND/][NAMESPACE/]NAME...]

Without arguments these are all pods of the input that wait for a node and need devices, one of each
set of pods that an owner makes, and claims that wait and that no pod names. A pod that is named is
asked about whatever it needs; a claim stands for the pods that use it, deployment/NAME, job/NAME
and other owners for the pods they make. With -n only pods and claims of that namespace are asked
about. Each is by itself on the cluster as it is: none takes anything from the others. What is
looked at is what allocate looks at.

REASON has at most 100 characters, the most important cause first. -o wide has all of it, and the
score of each plugin of the scheduler. -o json and yaml have for each pod its nodes:
node, fits, score, scores, rejections (code, message, detail). -o name prints the nodes that could
take any of them.

A pod that fits nowhere is exit code 1, with the scheduler's message on standard error.
`;

const NODES_EXAMPLE = `Example:
  $ dra-allocator nodes -f cluster.json -f train.yaml
  NODE     FITS   SCORE   REASON
  node-a   yes    574     -
  node-b   no     -       Insufficient cpu (needs 8 CPUs, 1 of 4 free)
`;

const FIT = `Says how many more replicas of a pod fit into the cluster as it is, placed one by one as kube-scheduler
${NEWEST} would place them, and what the next one lacks. The cause is that of the node that is nearest to
one more replica, preferably a node that has some.

Usage:
  dra-allocator fit -f FILE... [options] [KIND] [[KIND/][NAMESPACE/]NAME...]

Without arguments these are all pending pods of the input that need devices, and ResourceClaims and
ResourceClaimTemplates that no pod names: a replica of these is a pod with claims like them that needs
nothing else. Pods of one owner have one row, those that it has yet to make among them. Rows do not
add up: the replicas of one occupy nothing for another, and pending pods occupy nothing. Claims are
made from templates for each replica; a claim that a pod names is shared by all of its replicas.

Pods and owners that are named need not wait: told is how many more of them fit beside those that run,
whatever they need.

With queues of Kueue in the input the quota of its queue bounds a pod or job that names one: what pods
with a node take of it is in use (docs/simulate.md).

AT MOST is the most that any placement has: what another order of the same pods could not beat. With
a + behind it no placement with as many is known, since devices are seen by several nodes, or a claim
or a quota is shared. --most N asks for no more than N replicas, and leaves it out.

--node-template FILE asks how many nodes of a shape the pods that wait need, those of owners
included: a Node with its ResourceSlices, as a node group of Cluster Autoscaler has it, or a NodePool
of Karpenter with InstanceTypes (docs/nodes-needed.md). NODES is the smallest number with which the
fewest pods are pending. No placement of as many pods needs fewer nodes than AT LEAST. If a pod is
pending with this number of nodes, the exit code is 1, and the output has the cause.

-o wide adds the nodes with their replicas and the full causes. -o json and yaml have for each pod
count, isAll, perNode, placements, atMost, isExact, runsOut, runsOutOn (its node), error and
notLookedAt. -o name prints nodes that have some.

If no replica of a pod fits, the exit code is 1. If an error ends the scheduler's attempt for a pod, it
is 3. An invalid pool of one node only makes its devices unavailable.
`;

const FIT_EXAMPLE = `Example:
  $ dra-allocator fit -f cluster.json -f train.yaml deployment/train
  FOR                  REPLICAS   AT MOST   THEN
  deployment ml/train  14         16        node gpu-2: request gpu: 8 taken by pods train-replica-0...
`;

const DIFF = `Says what changes for pods and claims of a cluster with other objects, or with the gates of another
release.

Usage:
  dra-allocator diff -f FILE... --with FILE... [options]
  dra-allocator diff -f FILE... --kubernetes-version 1.34 --to-version ${NEWEST} [options]

--with has objects that are added, or take the place of those of their kind and name: the
ResourceSlices of a new driver, a DeviceClass, a DeviceTaintRule, nodes. Slices of a newer generation
of a pool replace those before, whatever they are called.

Pending pods, pods that owners lack, and pending claims that no pod names are placed in both
clusters, as kube-scheduler ${NEWEST} places them, by priority. The output has those whose nodes, devices
or causes differ: gained, lost, moved, other-devices, other-cause, new, gone.

Allocated claims keep their devices. The output has what their devices lack afterwards:
device-gone, other-node, class-gone, class-selector, request-selector, selector-error, tainted.

Pods that run are evicted where a device of theirs has a taint with the effect NoExecute that their
claim does not tolerate, as the device taint eviction controller does it, at once or when
tolerationSeconds are over. THEN is the pod that their owner makes and where it goes. For each
DeviceTaintRule the status is printed that the controller writes first; one with the effect None
says what it would evict with NoExecute.

Tables have what changes, with pods that become pending apart from those that were pending before;
-o wide has all pods and claims. -o json and yaml have pods, claims, evictions, spared, rules,
pending, isChanged, worse and notCompared. -o name prints what changes, one name a line.

Exit code 1 means that something is worse than before: a pod is pending, gone or evicted that was
not, or an allocated claim becomes invalid. With --exit-code any change is exit code 1, as with git
diff --exit-code.
`;

const DIFF_EXAMPLE = `Examples:
  $ dra-allocator diff -f cluster.json --with new-slices.yaml
  $ dra-allocator diff -f cluster.json --with taint-gpu-3.yaml
  $ dra-allocator diff -f cluster.json --kubernetes-version 1.34 --to-version ${NEWEST}
`;

const INVENTORY = `Prints the devices of a cluster by node, driver and pool: how many are free and taken, and by which
claims and pods; and their totals, by driver and by DeviceClass.

Usage:
  dra-allocator inventory -f FILE... [options]

A device is taken when status.allocation of a claim names it. One that can be shared is free as long
as no claim has it, then shared. Admin access takes nothing and is counted apart. Devices that more
than one node can reach are listed on their own, after those of nodes. Pools that do not count are
marked with the reason; none of their devices is free. PODS are those that claims are reserved for
or belong to. -o wide has one line for each device, with its taints and what blocks it.

These columns appear if they count a device:
  BLOCKED   no claim has it, but allocated devices of the same card or group rule it out
  TAINTED   it has a taint that requests must tolerate; FREE counts it too if no claim has it
  CORDONED  each node that reaches it is cordoned and accepts no new pods; FREE does not count it,
            and its state in -o wide is free,cordoned

Free partitions of one card exclude each other: in the totals AT-ONCE is how many of the free
devices can be had at the same time, exactly; 7..9 where there are too many ways to find out.

Where the input has DeviceClasses, the devices that their selectors choose are counted in the same
way: FREE are those that a request for the class alone could have, but for taints. FAILING are
devices on which a selector ends with an error, which ends an attempt of the scheduler.

Allocations that exclude each other are warnings, and counted as CONFLICTS: a device that two claims
have, shares of more capacity than there is, partitions of more than their card has.
`;

const INVENTORY_EXAMPLE = `Example:
  $ kubectl get resourceslices,resourceclaims,deviceclasses -A -o json | dra-allocator inventory -f -
  NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CLAIMS
  node-a   gpu.example.com   node-a   8         7      1       0        0       default/train-0-gpus

  Classes:
  CLASS   DEVICES   FREE   TAKEN   SHARED   ADMIN
  gpu     8         7      1       0        0
`;

const CEL = `Evaluates a selector (CEL) on every device of the ResourceSlices in the input: what each gives, what
it read of the device, and what that cost.

Usage:
  dra-allocator cel EXPRESSION -f FILE... [options]

READ has the attributes and capacities that were looked up, <none> where the device has none; names
without a domain are of the driver's. Where a pool has slices of several generations, only the
newest counts. Standard error has the errors, how many devices match, and what the API server would
say about the worst-case cost: it refuses a new selector above 1,000,000.

The scheduler takes whatever Kubernetes ever took (--environment stored). --environment new refuses
what an API server of --kubernetes-version with --feature-gates refuses on creation; without either,
one of ${NEWEST} with all gates on. With stored there is a warning of what such a server refuses, where
without either the gates are those that ${NEWEST} has by default. -o json and yaml have it as refusal.

An expression that begins with a hyphen comes last, after --.

As with grep, the exit code is 0 when a device matches and 1 when none does. It is 3 when the
selector does not compile, is refused, or fails on a device: that ends an attempt of the scheduler.
`;

const CEL_EXAMPLE = `Example:
  $ kubectl get resourceslices -o json > slices.json
  $ dra-allocator cel 'device.attributes["gpu.example.com"].model == "H100"' -f slices.json
  DRIVER            POOL     DEVICE   RESULT   COST   READ
  gpu.example.com   node-a   gpu-0    true     5      model="H100"
  gpu.example.com   node-a   gpu-1    false    5      model="L4"
`;

const VALIDATE = `Says what an API server would refuse of the objects in the input, and what it takes although it can
hardly be meant. Findings go to standard output, a summary to standard error.

Usage:
  dra-allocator validate -f FILE... [options] [FILE...]

Errors are what kubectl create is refused with (unknown fields included) by an API server of
--kubernetes-version with --feature-gates. Warnings are about all objects of the input together.
"dra-allocator rules" lists the rules, "dra-allocator rules RULE" explains one.

A comment in YAML ignores a rule, on the line that breaks it, on a line of its own above that, or
above an object, for all of it:
  # dra-allocator: ignore RULE reason

Formats: text, with the line on a terminal; json, a list of findings; junit, a test for each object;
sarif, for code scanning; github, workflow commands that show findings in pull requests.
`;

const VALIDATE_EXAMPLE = `Example:
  $ dra-allocator validate -f claim.yaml
  claim.yaml:8:7: error: ResourceClaim gpu: spec.devices.requests[0].name: Invalid value: ...
`;

const RULES = `Lists the rules of validate, or explains one: what holds, for which kinds, and an example of each.

Usage:
  dra-allocator rules [RULE]
`;

const RULES_EXAMPLE = `Example:
  $ dra-allocator rules request-name
`;

const CLASSIC = `Plays classic DRA, as it was in Kubernetes 1.26 to 1.30: ResourceClasses, ResourceClaims with
parametersRef, and the negotiation between scheduler and driver by PodSchedulingContexts (PodScheduling
in v1alpha1), until nothing changes any more.

Usage:
  dra-allocator classic -f FILE... [options]

Each line is one change that an actor made; -o mermaid draws them as a sequence diagram, -o yaml and
json print the objects at the end. Each driver that a ResourceClass names is one with the
custom resources of fake.resource.3-shake.com: FakeClaimParameters say how many devices, a
NodeAllocationState has those of a node; a Node without one gets eight.
The exit code is 1 when a pod is left without a node.
`;

const CLASSIC_EXAMPLE = `Example:
  $ dra-allocator classic -f examples/classic-dra/cluster.yaml -f examples/classic-dra/distinct.yaml
`;

const MIGRATE = `Prints objects of classic DRA as resource.k8s.io/v1: classes, claims and templates with their
parameters, pods and what makes them, ResourceSlices of NodeAllocationStates, and claims with the
devices that they have. Structured parameters of 1.30 are read as well. Other objects stay as they are.

Usage:
  dra-allocator migrate -f FILE... [options]

Comments say of each object what has no counterpart and what was assumed, field by field; each ends
with a code, which docs/classic.md tells about. Nothing is written to a cluster or a file.
`;

const MIGRATE_EXAMPLE = `Examples:
  $ dra-allocator migrate -f examples/classic-dra/cluster.yaml -f examples/classic-dra/split.yaml
  $ dra-allocator migrate -R -f classic/ > v1.yaml && dra-allocator allocate -f v1.yaml
`;

const COMPLETION = `Prints a script that completes command lines in a shell: commands, options and their values.

Usage:
  dra-allocator completion bash|zsh|fish

kubectl completes "kubectl dra" when the program kubectl_complete-dra, which is installed beside this
one, is on the PATH.
`;

const COMPLETION_EXAMPLE = `Examples:
  $ source <(dra-allocator completion bash)
  $ dra-allocator completion zsh > "\${fpath[1]}/_dra-allocator"
  $ dra-allocator completion fish > ~/.config/fish/completions/dra-allocator.fish
`;

/** The text of each command, and its examples. */
export const TEXTS = {
  allocate: [ALLOCATE, ALLOCATE_EXAMPLE],
  explain: [EXPLAIN, EXPLAIN_EXAMPLE],
  nodes: [NODES, NODES_EXAMPLE],
  fit: [FIT, FIT_EXAMPLE],
  diff: [DIFF, DIFF_EXAMPLE],
  simulate: [SIMULATE, SIMULATE_EXAMPLE],
  merge: [MERGE, MERGE_EXAMPLE],
  inventory: [INVENTORY, INVENTORY_EXAMPLE],
  cel: [CEL, CEL_EXAMPLE],
  validate: [VALIDATE, VALIDATE_EXAMPLE],
  rules: [RULES, RULES_EXAMPLE],
  classic: [CLASSIC, CLASSIC_EXAMPLE],
  migrate: [MIGRATE, MIGRATE_EXAMPLE],
  completion: [COMPLETION, COMPLETION_EXAMPLE],
} as const satisfies Readonly<Record<string, readonly [text: string, example: string]>>;
