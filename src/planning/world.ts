// The world of a simulation: a fork of a cluster, with the pods, owners and queue that a cluster does not store.

import { inOrder } from '../allocator/evaluate/ordered-nodes.js';
import { claimKey } from '../cluster/claims.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { isPodObjectKind } from '../cluster/pod-objects.js';
import { inNamespace } from '../cluster/stored-pod.js';
import type { Node } from '../core/api/node.js';
import type { ObjectSet } from '../core/api/objects.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceSlice } from '../core/api/resource-slice.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { inOneGo, NO_WORK } from '../core/base/incremental.js';
import type { Program } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import { claimKeysOf } from '../placement/pod-binding.js';
import { putDeleted } from '../placement/pod-deletion.js';
import type { PodOutcome } from '../placement/pod-filter-result.js';
import { deleteVolumeClaims } from '../placement/pod-volumes.js';
import { daemonNodes } from '../scheduler/filters/daemon-nodes.js';
import { isAssigned } from '../scheduler/pods/assigned-pods.js';
import { nodeOfDaemon } from '../scheduler/pods/daemon-pods.js';
import { isPodDone } from '../scheduler/pods/owners.js';
import { Priorities } from '../scheduler/pods/priorities.js';
import { whyPending } from './assigned.js';
import { bind } from './calls.js';
import type { Clock } from './clock.js';
import { NO_OBJECTS, portionsOf } from './decoded-event.js';
import { inDeviceOrder } from './device-order.js';
import { DeviceTaints } from './device-taints.js';
import { Drains } from './drains.js';
import type { Plan } from './input.js';
import { Admission } from './kueue/admission.js';
import type { KueueObject } from './kueue/objects.js';
import type { OwnedSet, SimulatedPod } from './model.js';
import { Owners, type OwnersWorld } from './owners.js';
import { type NewPod, Pods } from './pods.js';
import { PublishedDevices } from './published-devices.js';
import { type Answer, Queue } from './queue.js';
import { Recorder } from './recorder.js';
import { Timers } from './timers.js';
import { DevicesInUse } from './use.js';

/** The world, and its changes. Each change keeps the parts of the world consistent. */
export class World implements OwnersWorld {
  readonly cluster: Cluster;
  readonly state: ClusterState;
  readonly pods: Pods;
  readonly owners: Owners = new Owners(this);
  readonly queue: Queue;
  readonly recorder = new Recorder();
  readonly timers = new Timers();
  readonly published: PublishedDevices;
  readonly use: DevicesInUse;
  readonly deviceTaints: DeviceTaints;
  /** Quotas of Kueue, which admit pods before the scheduler considers them. */
  readonly admission: Admission;
  readonly drains: Drains;
  /** Nodes that events cordoned or drained. */
  readonly cordoned = new Map<string, 'cordon' | 'drain'>();
  /** Nodes with pods that a taint may evict now. */
  readonly taintedNodes = new Set<string>();
  /** Pods that were placed since device taints were last checked. */
  readonly placed = new Set<SimulatedPod>();
  /** True once an eviction was planned. */
  hasPlanned = false;
  /** True after all events if no end is set: only timers remain. */
  isOver = false;
  /** Milliseconds from the start. */
  now = 0;
  readonly #devices: Plan['devices'];
  #priorities: Priorities | undefined;
  #nodes: readonly Node[] | undefined;

  /** `cluster`: a fork, which the world changes. */
  constructor(
    cluster: Cluster,
    {
      order,
      devices,
      queues = [],
      ignoresBudgets = false,
      playsDeviceTaints = true,
    }: Pick<Plan, 'order' | 'devices' | 'queues' | 'ignoresBudgets'> & { readonly playsDeviceTaints?: boolean },
  ) {
    this.cluster = cluster;
    this.#devices = devices;
    this.state = cluster.parts.cluster;
    this.queue = new Queue(order);
    this.published = new PublishedDevices(this.state);
    this.use = new DevicesInUse(this.state, this.published);
    const { features } = cluster.parts.runtime;
    this.pods = new Pods(features.genericWorkload);
    this.drains = new Drains(this, ignoresBudgets);
    this.deviceTaints = new DeviceTaints(this.published, playsDeviceTaints && features.deviceTaints);
    const { state, owners, pods } = this;
    this.admission = new Admission({
      state,
      features,
      podCountOf: (owned) => owners.podCountOf(owned),
      change: (pod, spec) => pods.change(pod, spec),
    });
    this.admission.apply(queues);
  }

  /** The number of pods without a node. */
  get pending(): number {
    return this.queue.size + this.admission.size;
  }

  /** True if taints of nodes or devices must be checked. */
  get mayEvict(): boolean {
    return this.taintedNodes.size + this.placed.size > 0 || this.deviceTaints.isStale;
  }

  /** Adds or replaces objects of Kueue. */
  applyQueues(queues: readonly KueueObject[]): void {
    this.admission.apply(queues);
  }

  /** Passes pods that Kueue admits to the scheduler, in the order of their creation. */
  admit(clock: Clock): Program<void> {
    return this.admission.isChanged ? this.#admitting(clock) : NO_WORK;
  }

  *#admitting(clock: Clock): Program<void> {
    const admitted: SimulatedPod[] = [];
    let inOrderOfCreation: readonly SimulatedPod[] = admitted;
    try {
      yield* this.admission.admit(admitted, clock);
      if (admitted.length > 1) inOrderOfCreation = yield* clock.sort(admitted, (left, right) => left.order - right.order);
    } finally {
      // This also runs if the call ends, because a pod in neither queue would count as running.
      for (const pod of inOrderOfCreation) this.queue.add(pod);
    }
  }

  #wait(pod: SimulatedPod): void {
    if (!this.admission.hold(pod)) this.queue.add(pod);
  }

  /** Reads the pods of the cluster. Requires: owners were added. */
  *adoptPods(clock: Clock): Program<void> {
    if (this.#devices !== 'given') yield* this.applyObjects({ ...NO_OBJECTS, resourceSlices: this.#plainSlices() }, clock);
    for (const { pod } of this.state.objects.pods.all('Pod').values()) {
      yield* clock.check();
      if (!isPodDone(pod)) this.#add(pod, undefined);
    }
    for (const node of this.nodes()) this.taintedNodes.add(node.metadata.name);
  }

  /** Returns the slices as they were applied, without the taints of rules, which are applied again. */
  #plainSlices(): readonly ResourceSlice[] {
    return this.state.objects.slices.allPlain;
  }

  /** Adds a pod that exists at the start, without reporting it as created. */
  #add(pod: Pod, lifetime: number | undefined): void {
    const owned = this.owners.setFor(pod);
    const added = this.pods.create({ pod, priority: this.priorityOf(pod), owned, lifetime, isFromInput: true }, this.now);
    const { nodeName } = pod.spec;
    if (nodeName === '') this.#wait(added);
    else if (whyPending(pod, this.cluster) !== undefined) this.queue.add(added);
    else {
      this.pods.place(added, nodeName);
      this.admission.adopt(added);
      this.#planEnd(added);
    }
    this.recorder.noteFromInput(added);
    this.owners.add(added, nodeName || nodeOfDaemon(pod.spec));
  }

  get priorities(): Priorities {
    this.#priorities ??= new Priorities([...this.state.objects.pods.all('PriorityClass').values()]);
    return this.#priorities;
  }

  priorityOf({ spec }: Pod): number {
    return this.priorities.of(spec);
  }

  get podCount(): number {
    return this.pods.size;
  }

  has(podKey: string): boolean {
    return this.pods.get(podKey) !== undefined || this.state.objects.pods.get('Pod', podKey) !== undefined;
  }

  create(pod: Pod, owned: OwnedSet, lifetime: number | undefined): SimulatedPod {
    return this.#make({ pod, priority: this.priorityOf(pod), owned, lifetime });
  }

  /** Creates a pending pod. */
  createPod(pod: Pod): SimulatedPod {
    return this.#make({ pod, priority: this.priorityOf(pod) });
  }

  #make(one: NewPod): SimulatedPod {
    const made = this.pods.create(one, this.now);
    const replaces = one.owned?.evicted.shift();
    this.recorder.note('created', made, this.now, replaces === undefined ? {} : { replaces });
    if (isAssigned(made.pod)) this.#assign(made);
    else this.#wait(made);
    return made;
  }

  /** Adds a pod with a node, which uses the resources of the node from its creation. The pod is pending while it lacks claims. */
  #assign(pod: SimulatedPod): void {
    this.state.putPod(pod.pod);
    if (whyPending(pod.pod, this.cluster) !== undefined) return this.queue.add(pod);
    this.#placed(pod, pod.pod.spec.nodeName);
    this.admission.adopt(pod);
  }

  /** Returns why an assigned pod is still pending, or its node. */
  askAssigned(pod: SimulatedPod): Answer {
    const message = whyPending(pod.pod, this.cluster);
    if (message !== undefined) return { cause: message, message, isFickle: false };
    return { node: pod.pod.spec.nodeName };
  }

  /** Creates a pod, or updates an existing one. */
  applyPod(podObject: Pod, lifetime: number | undefined): void {
    const pod = inNamespace(podObject);
    const simulatedPod = this.pods.get(claimKey(pod));
    const { phase } = pod.status;
    const isDone = phase === 'Succeeded' || phase === 'Failed';
    // The spec of a pod is immutable, except for fields that have no effect here.
    if (simulatedPod !== undefined) {
      if (isDone) this.remove(simulatedPod, 'ended');
      return;
    }
    if (isDone) return;
    const owned = this.owners.setFor(pod);
    const { nodeName } = pod.spec;
    const made = this.pods.create({ pod, priority: this.priorityOf(pod), owned, lifetime }, this.now);
    this.recorder.note('created', made, this.now);
    this.owners.add(made, nodeName || nodeOfDaemon(pod.spec));
    if (nodeName === '') this.#wait(made);
    else this.#assign(made);
  }

  /** Binds a pod to a node, as the scheduler does. It stays in the queue until {@link keep}. */
  *bind(pod: SimulatedPod, node: string, outcome: PodOutcome): Program<void> {
    yield* bind(this.cluster, pod.prepared, node, outcome);
  }

  /** Removes a pod that has its node from the queue. */
  keep(pod: SimulatedPod, node: string): void {
    this.queue.notePlaced(pod);
    this.#placed(pod, node);
  }

  #placed(pod: SimulatedPod, node: string): void {
    this.pods.place(pod, node);
    pod.placedAt = this.now;
    for (const claim of this.claimsOf(pod)) this.use.look(claim);
    this.recorder.note('placed', pod, this.now, { node });
    this.#planEnd(pod);
    this.placed.add(pod);
    if (this.state.node(node)?.spec.taints.length !== 0) this.taintedNodes.add(node);
  }

  #planEnd(pod: SimulatedPod): void {
    if (pod.lifetime !== undefined) this.timers.add({ at: this.now + pod.lifetime, kind: 'end', pod });
  }

  /** Returns the time of the next timer. Returns undefined if only endless evictions of replaced pods remain. */
  nextTimer(): number | undefined {
    return this.isOver && !this.timers.hasOther ? undefined : this.timers.next();
  }

  /** Returns the keys of the claims of a pod on a node. */
  claimsOf({ key }: SimulatedPod): readonly string[] {
    const stored = this.state.objects.pods.get('Pod', key);
    return stored === undefined ? [] : claimKeysOf(stored.pod);
  }

  delete(pod: SimulatedPod): void {
    this.remove(pod, 'deleted');
  }

  deleteClaims(pod: Pod): void {
    deleteVolumeClaims(pod, this.state);
    this.queue.help();
  }

  /** Removes a pod. Its owner makes a replacement later. */
  remove(pod: SimulatedPod, what: 'ended' | 'deleted' | 'evicted', cause?: string): void {
    const claims = this.claimsOf(pod);
    const stored = this.state.objects.pods.get('Pod', pod.key)?.pod ?? pod.pod;
    const helps = this.#helpedBy(pod, claims);
    this.pods.remove(pod);
    putDeleted(stored, (claim) => this.pods.isUsed(claim), this.state);
    for (const claim of claims) this.use.look(claim);
    this.queue.remove(pod);
    if (helps !== undefined) this.queue.help(helps.node);
    const { node } = pod;
    if (what === 'evicted') pod.owned?.evicted.push(pod.name);
    this.recorder.note(what, pod, this.now, { ...(node === undefined ? {} : { node }), ...(cause === undefined ? {} : { cause }) });
    this.owners.remove(pod, what === 'ended');
    this.admission.remove(pod);
  }

  /**
   * Returns the node on which pending pods may fit after the end of a pod: usually the node of that pod. Returns undefined if
   * the pod frees nothing. The node is undefined if pods may fit on any node: the pod frees devices that other nodes access,
   * claims that other pods name, or quota.
   */
  #helpedBy(pod: SimulatedPod, claims: readonly string[]): { readonly node: string | undefined } | undefined {
    const { objects } = this.state;
    if (pod.shape.isSharing || objects.pods.hasIn('ResourceQuota', pod.pod.metadata.namespace)) return { node: undefined };
    // A pending pod may already have a node.
    const node = pod.node ?? (pod.pod.spec.nodeName || undefined);
    if (node === undefined) return undefined;
    const isSeenElsewhere = objects.slices.shared.length > 0 && claims.some((claim) => this.state.heldBy(claim) !== undefined);
    return { node: isSeenElsewhere ? undefined : node };
  }

  /** Adds or replaces objects of the cluster, except pods and owners. */
  *applyObjects(set: ObjectSet, clock: Clock): Program<void> {
    for (const portion of portionsOf({ ...set, pods: [] })) {
      yield* clock.check();
      const resourceSlices = portion.resourceSlices.map((slice) => inDeviceOrder(slice, this.#devices));
      this.cluster.parts.cluster.apply({ ...portion, resourceSlices });
      if (portion.nodes.length + resourceSlices.length + portion.deviceTaintRules.length > 0) this.published.forget();
      if (portion.resourceClaims.length > 0) yield* this.published.update(clock);
      for (const claim of portion.resourceClaims) this.use.look(claimKey(claim));
    }
    if (set.priorityClasses.length > 0) this.#priorities = undefined;
    if (set.nodes.length > 0 || set.resourceSlices.length > 0) this.#nodesChanged();
    if (set.resourceSlices.length > 0 || set.deviceTaintRules.length > 0) this.deviceTaints.forget();
    if (set.deviceClasses.length + set.resourceClaimTemplates.length + set.runtimeClasses.length > 0) this.admission.classesChanged();
    for (const { metadata } of set.nodes) this.taintedNodes.add(metadata.name);
    this.queue.help();
  }

  /** Replaces the node with its name. */
  putNode(node: Node): void {
    this.state.apply({ ...NO_OBJECTS, nodes: [node] });
    this.#nodesChanged();
    this.taintedNodes.add(node.metadata.name);
    this.queue.help(node.metadata.name);
  }

  /** Returns whether an object exists that is neither a pod nor an owner. */
  hasObject(kind: string, key: string): boolean {
    const { objects } = this.state;
    if (isPodObjectKind(kind)) return objects.pods.get(kind, key) !== undefined;
    if (kind === 'Node') return objects.nodes.has(key);
    if (kind === 'ResourceSlice') return objects.slices.has(key);
    return (kind === 'DeviceClass' || kind === 'DeviceTaintRule') && objects.hasShared(kind, key);
  }

  /**
   * Removes an object of the cluster that is neither a pod nor an owner. Removing a node also removes its pods, as the garbage collection
   * controller does.
   */
  *removeObject(kind: string, key: string, clock: Clock): Program<void> {
    this.state.remove(kind, key);
    if (kind === 'ResourceClaim') this.use.look(key);
    if (kind === 'PriorityClass') this.#priorities = undefined;
    for (const pod of kind === 'Node' ? this.pods.on(key) : []) {
      yield* clock.check();
      this.remove(pod, 'deleted', `node ${key} was removed`);
    }
    if (kind === 'Node' || kind === 'ResourceSlice') this.#nodesChanged();
    if (kind === 'ResourceSlice' || kind === 'DeviceTaintRule') {
      this.published.forget();
      this.deviceTaints.forget();
    }
    if (kind === 'DeviceClass' || kind === 'ResourceClaimTemplate') this.admission.classesChanged();
    this.queue.help();
  }

  #nodesChanged(): void {
    this.#nodes = undefined;
    this.published.forget();
    this.owners.nodesChanged();
  }

  /** The nodes, sorted by name. */
  nodes(): readonly Node[] {
    this.#nodes ??= inOneGo(inOrder(this.state.nodeList, UNLIMITED));
    return this.#nodes;
  }

  countOn(node: string): number {
    return this.pods.countOn(node);
  }

  daemonNodes(pod: Pod): (node: Node) => boolean {
    return daemonNodes(pod, this.cluster.parts.runtime.features);
  }
}
