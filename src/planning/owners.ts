// Simulates the controllers of pod owners: they make missing pods and delete surplus ones. An owner that another owner made,
// such as a ReplicaSet of a Deployment, does nothing. Its pods belong to the owner above it.

import { claimKey } from '../cluster/claims.js';
import { inNamespace } from '../cluster/stored-pod.js';
import type { Node } from '../core/api/node.js';
import type { Pod, PodSpec } from '../core/api/pod.js';
import type { Workload } from '../core/api/workload.js';
import { AllocationError } from '../core/base/errors.js';
import { NO_WORK } from '../core/base/incremental.js';
import type { Program } from '../core/base/program.js';
import { daemonSpecFor } from '../scheduler/pods/daemon-pods.js';
import { makePod, missingIn, setOf, specOf } from '../scheduler/pods/owners.js';
import { Ownership, workloadKey } from '../scheduler/pods/ownership.js';
import { podNameOf } from '../scheduler/pods/pod-names.js';
import type { Clock } from './clock.js';
import type { OwnedSet, Owner, SimulatedPod } from './model.js';
import { MOST_PODS } from './pods.js';

/** Controllers that append random characters to pod names: names never repeat. */
const RANDOM_NAMES: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'DaemonSet',
  'Job',
  'CronJob',
  'CloneSet',
  'Rollout',
]);

/** Kinds with a pod template but without a controller. */
const MAKES_NONE: ReadonlySet<string> = new Set(['/PodTemplate']);

/** The world in which the controllers act. */
export interface OwnersWorld {
  /** Milliseconds from the start. */
  readonly now: number;
  /** The number of existing pods. */
  readonly podCount: number;
  has(podKey: string): boolean;
  create(pod: Pod, owned: OwnedSet, lifetime: number | undefined): SimulatedPod;
  delete(pod: SimulatedPod): void;
  /** Deletes the claims that the owner of a deleted pod made for its volumes. */
  deleteClaims(pod: Pod): void;
  nodes(): readonly Node[];
  /** The number of pods on a node. */
  countOn(node: string): number;
  daemonNodes(pod: Pod): (node: Node) => boolean;
}

/** All owners. */
export class Owners {
  readonly #world: OwnersWorld;
  readonly #owners = new Map<string, Owner>();
  /** Workloads of the input, including workloads that other workloads made. */
  readonly #workloads = new Map<string, Workload>();
  readonly #changed = new Set<Owner>();
  /** Owners that make no pods at the current time. */
  readonly #held = new Set<Owner>();
  #ownership: Ownership | undefined;

  constructor(world: OwnersWorld) {
    this.#world = world;
  }

  /** Adds or replaces owners. */
  *apply(workloads: readonly Workload[], clock: Clock, lifetime?: number): Program<void> {
    for (const workload of workloads) {
      if (MAKES_NONE.has(`${workload.group}/${workload.kind}`)) continue;
      this.#workloads.set(workloadKey(workload), workload);
      this.#ownership = undefined;
    }
    for (const workload of workloads) {
      yield* clock.check();
      const key = workloadKey(workload);
      if (!this.#workloads.has(key)) continue;
      // A Kueue Workload describes the pods of its owner. Without an owner it represents its own pods.
      const isDescription = workload.describesOwner && workload.metadata.ownerReferences.length > 0;
      const isPassive = this.rootOf(workload) !== undefined || isDescription;
      if (isPassive) continue;
      const previousOwner = this.#owners.get(key);
      const owner: Owner = previousOwner ?? { key, workload, lifetime, sets: [] };
      this.#owners.set(key, owner);
      yield* this.#update(owner, workload, clock);
    }
  }

  *#update(owner: Owner, workload: Workload, clock: Clock): Program<void> {
    const before = owner.sets;
    owner.workload = workload;
    owner.sets = workload.podSets.map((set): OwnedSet => {
      const spec = specOf(set);
      const previousSet = before.find((each) => each.set.name === set.name);
      if (previousSet === undefined)
        return {
          ...{ owner, set, scaledTo: undefined, spec, pods: new Map(), succeeded: 0, nextNumber: 0 },
          ...{ absent: 0, absentOn: new Set<string>(), heldAt: undefined, comesAgain: false, evicted: [] },
        };
      // The number of pods in the new version replaces earlier scaling.
      return Object.assign(previousSet, { set, spec, scaledTo: undefined });
    });
    this.#changed.add(owner);
    const remainingSets = new Set(owner.sets);
    for (const removedSet of before) if (!remainingSets.has(removedSet)) yield* this.#deleteAll([...removedSet.pods.keys()], clock);
  }

  /** Returns the owner that makes pods in place of this object; undefined if it has no owner above it. */
  rootOf(object: Parameters<Ownership['above']>[0]): Owner | undefined {
    this.#ownership ??= new Ownership([...this.#workloads.values()]);
    for (const above of this.#ownership.above(object).reverse()) {
      if (above.describesOwner || above.podSets.length === 0) continue;
      const owner = this.#owners.get(workloadKey(above));
      if (owner !== undefined) return owner;
    }
    return undefined;
  }

  /** Returns the set that an existing pod belongs to. */
  setFor(pod: Pod): OwnedSet | undefined {
    const owner = this.rootOf(pod);
    if (owner === undefined) return undefined;
    const set = setOf(owner.workload, pod.metadata.name, [pod.metadata.labels]);
    return owner.sets.find((each) => each.set === set);
  }

  /** Adds a pod to its set. */
  add(pod: SimulatedPod, node: string | undefined): void {
    pod.owned?.pods.set(pod, node);
  }

  remove(pod: SimulatedPod, hasSucceeded: boolean): void {
    const { owned } = pod;
    if (owned === undefined) return;
    const node = owned.pods.get(pod);
    owned.pods.delete(pod);
    if (hasSucceeded) owned.succeeded++;
    // Pods with a lifetime are not replaced, regardless of their owner.
    if (hasSucceeded && pod.lifetime !== undefined && node !== undefined) owned.absentOn.add(node);
    if (!RANDOM_NAMES.has(owned.owner.workload.kind)) owned.nextNumber = 0;
    this.#changed.add(owned.owner);
  }

  /** Returns whether a workload with this kind and name exists. */
  has(workload: Workload): boolean {
    return this.#workloads.has(workloadKey(workload));
  }

  find(kind: string, namespace: string, name: string): Owner | undefined {
    for (const owner of this.#owners.values()) {
      const { workload } = owner;
      const workloadNamespace = workload.metadata.namespace || 'default';
      if (workload.kind === kind && workloadNamespace === namespace && workload.metadata.name === name) return owner;
    }
    return undefined;
  }

  /** Deletes an owner with its pods. */
  *delete(owner: Owner, clock: Clock): Program<void> {
    this.#owners.delete(owner.key);
    this.#workloads.delete(owner.key);
    this.#ownership = undefined;
    for (const { pods, set } of owner.sets) yield* this.#deleteAll([...pods.keys()], clock, set.claimEnds?.whenDeleted);
    this.#changed.delete(owner);
  }

  *#deleteAll(pods: readonly SimulatedPod[], clock: Clock, endsClaims = false): Program<void> {
    for (const pod of pods) {
      yield* clock.check();
      this.#world.delete(pod);
      if (endsClaims) this.#world.deleteClaims(pod.pod);
    }
  }

  /** Sets the number of pods of an owner. Throws `invalid-input`. */
  scale(owner: Owner, replicas: number, path: string): void {
    const [only, ...others] = owner.sets;
    if (only === undefined || others.length > 0 || only.set.replicas === undefined) {
      const why = only?.set.replicas === undefined ? 'has a pod for each node' : 'has several sets of pods';
      const what = `${owner.workload.kind} ${owner.workload.metadata.name} ${why}`;
      throw new AllocationError('invalid-input', `${path}: ${what}, and cannot be scaled`, { path });
    }
    only.scaledTo = replicas;
    only.absent = 0;
    this.#changed.add(owner);
  }

  /** Must be called after nodes changed: sets with one pod per node may lack pods. */
  nodesChanged(): void {
    for (const owner of this.#owners.values()) if (owner.sets.some(({ set }) => set.replicas === undefined)) this.#changed.add(owner);
  }

  /**
   * Does not make the pods that are missing now, except pods with devices. The cluster has already made the pods of every
   * stored owner, so the input only omits these pods.
   */
  *leaveOutAbsent(clock: Clock): Program<void> {
    for (const { workload, sets } of this.#owners.values()) {
      yield* clock.check();
      if (workload.metadata.uid === '') continue;
      for (const owned of sets) {
        if (needsDevices(owned.spec)) continue;
        if (owned.set.replicas !== undefined) owned.absent = Math.max(0, this.#missingIn(owned));
        else for (const { name } of this.#nodesWithout(owned)) owned.absentOn.add(name);
      }
    }
  }

  /** Makes and deletes pods until each changed owner has its number. Throws `input-too-large` before it exceeds the limit of a simulation. */
  settle(clock: Clock): Program<void> {
    return this.#changed.size + this.#held.size === 0 ? NO_WORK : this.#settling(clock);
  }

  *#settling(clock: Clock): Program<void> {
    for (const owner of this.#held) if (!owner.sets.some((owned) => this.#isHeld(owned))) this.#changed.add(owner);
    yield* this.#checkCount(clock);
    for (const owner of this.#changed) {
      this.#changed.delete(owner);
      this.#held.delete(owner);
      for (const owned of owner.sets) {
        if (this.#isHeld(owned)) {
          this.#held.add(owner);
          continue;
        }
        if (owned.set.replicas === undefined) yield* this.#settleOnNodes(owned, clock);
        else yield* this.#settleCount(owned, clock);
        // Later pods do not replace pods that the owner no longer needs.
        owned.evicted.length = 0;
      }
    }
  }

  /** Checks the number of pods of all sets before any pod is made. */
  *#checkCount(clock: Clock): Program<void> {
    let count = this.#world.podCount;
    for (const owner of this.#changed) {
      yield* clock.check();
      for (const owned of owner.sets) if (owned.set.replicas !== undefined && !this.#isHeld(owned)) count += this.#missingIn(owned);
      if (count <= MOST_PODS) continue;
      const { kind, metadata } = owner.workload;
      const what = `with the pods of ${kind} ${metadata.name}, the simulation has ${count}`;
      throw new AllocationError('input-too-large', `${what}, more than the limit of ${MOST_PODS} at a time`);
    }
  }

  #isHeld({ heldAt }: OwnedSet): boolean {
    return heldAt === this.#world.now;
  }

  /** Returns the number of pods that a set requests, including existing pods; 0 if its owner is gone, and for sets with a pod for each node. */
  podCountOf(owned: OwnedSet): number {
    const { owner, pods, set } = owned;
    const isThere = this.#owners.get(owner.key) === owner && owner.sets.includes(owned) && set.replicas !== undefined;
    return isThere ? Math.max(0, this.#missingIn(owned) + pods.size) : 0;
  }

  #missingIn({ set, scaledTo, pods, succeeded, absent, owner }: OwnedSet): number {
    const { replicas = 0, completions } = set;
    const demand = { replicas: scaledTo ?? replicas, ...(completions === undefined ? {} : { completions }), succeeded: set.succeeded };
    const present = { active: 0, succeeded: succeeded + (owner.workload.endsPods ? set.succeeded : 0) };
    return missingIn(demand, present, true, 0) - absent - pods.size;
  }

  *#settleCount(owned: OwnedSet, clock: Clock): Program<void> {
    const missing = this.#missingIn(owned);
    for (let count = 0; count < missing; count++) {
      yield* clock.check();
      const pod = this.#world.create(this.#podOf(owned, owned.spec), owned, owned.owner.lifetime);
      // All maps of pods reach their next size at the same pod, and each needs milliseconds to grow.
      yield* clock.rest();
      this.add(pod, undefined);
    }
    if (missing >= 0) return;
    yield* this.#deleteAll(yield* this.#surplus(owned, -missing, clock), clock, owned.set.claimEnds?.whenScaled);
  }

  *#settleOnNodes(owned: OwnedSet, clock: Clock): Program<void> {
    const { absentOn, pods, spec } = owned;
    const canRunOn = this.#world.daemonNodes(this.#podOf(owned, spec, ''));
    const nodes = new Map(this.#world.nodes().map((node) => [node.metadata.name, node]));
    const covered = new Set<string>();
    for (const [pod, node] of [...pods]) {
      yield* clock.check();
      const isNeeded = node !== undefined && nodes.has(node) && !covered.has(node);
      if (isNeeded) covered.add(node);
      else this.#world.delete(pod);
    }
    for (const { name, node } of this.#nodesWithout(owned)) {
      yield* clock.check();
      if (covered.has(name) || absentOn.has(name) || !canRunOn(node)) continue;
      const nodeSpec = daemonSpecFor(spec, name);
      this.add(this.#world.create(this.#podOf(owned, nodeSpec), owned, owned.owner.lifetime), name);
    }
  }

  #nodesWithout({ pods, spec }: OwnedSet): { readonly name: string; readonly node: Node }[] {
    const covered = new Set(pods.values());
    return this.#world
      .nodes()
      .map((node) => ({ name: node.metadata.name, node }))
      .filter(({ name }) => !covered.has(name) && (spec.nodeName === '' || spec.nodeName === name));
  }

  #podOf(owned: OwnedSet, spec: PodSpec, name = this.#nameOf(owned)): Pod {
    return inNamespace(makePod(owned.owner.workload, owned.set, name, spec));
  }

  /** Returns an unused name. Controllers that number their pods reuse names. */
  #nameOf(owned: OwnedSet): string {
    const { workload } = owned.owner;
    const namespace = workload.metadata.namespace || 'default';
    for (let number = owned.nextNumber; ; number++) {
      const name = podNameOf(workload.metadata.name, owned.set, number);
      if (this.#world.has(claimKey({ metadata: { namespace, name } }))) continue;
      owned.nextNumber = number + 1;
      return name;
    }
  }

  /**
   * Returns the pods to delete first. Controllers that number their pods delete the last ones. Others delete pods without a node, then pods on
   * nodes with more pods of the owner, then the newest. Source: ActivePodsWithRanks of pkg/controller of Kubernetes 1.37.1.
   */
  *#surplus({ owner, pods }: OwnedSet, count: number, clock: Clock): Program<readonly SimulatedPod[]> {
    const all = [...pods.keys()];
    const isRandom = RANDOM_NAMES.has(owner.workload.kind);
    if (!isRandom) return (yield* clock.sort(all, (left, right) => right.order - left.order)).slice(0, count);
    const surging = new Map<string, number>();
    for (const { node } of all) if (node !== undefined) surging.set(node, (surging.get(node) ?? 0) + 1);
    const rank = ({ node }: SimulatedPod): number => (node === undefined ? Number.POSITIVE_INFINITY : (surging.get(node) ?? 0));
    const byRank = (left: SimulatedPod, right: SimulatedPod): number => {
      const [before, after] = [rank(left), rank(right)];
      return before === after ? right.order - left.order : after - before;
    };
    return (yield* clock.sort(all, byRank)).slice(0, count);
  }
}

function needsDevices({ resourceClaims, containers, initContainers }: PodSpec): boolean {
  if (resourceClaims.length > 0) return true;
  return [...containers, ...initContainers].some(({ requests }) => [...requests.keys()].some((name) => name.includes('/')));
}
