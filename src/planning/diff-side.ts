// One of two compared clusters: places pending pods, checks allocated claims, and evicts pods by taints.

import { checkpointInOneGo, deadlineOf } from '../allocator/evaluate/limits.js';
import { claimKey } from '../cluster/claims.js';
import { objectName } from '../core/api/meta.js';
import { decodeObjects, type ObjectSet } from '../core/api/objects.js';
import type { Pod } from '../core/api/pod.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Json } from '../core/base/json.js';
import type { Program } from '../core/base/program.js';
import type { Features } from '../core/features/features.js';
import type { Cluster } from '../library/cluster.js';
import { claimKeysOf } from '../placement/pod-binding.js';
import { isAssigned } from '../scheduler/pods/assigned-pods.js';
import { Answers } from './answers.js';
import { explain, unlessError } from './calls.js';
import { causeOf, type NodeCause } from './cause.js';
import { ClaimIssues } from './claim-issues.js';
import type { Clock } from './clock.js';
import { withCordons } from './cordon-cause.js';
import { type DeviceEviction, DeviceEvictions, type EvictingTaint } from './device-evictions.js';
import type { ClaimIssue, DeviceOfPod, Placed } from './diff-report.js';
import { evictFor } from './evictions.js';
import { type Plan, placingAlone } from './input.js';
import type { OwnedSet, SimulatedPod } from './model.js';
import { headOf, type Waiting } from './queue.js';
import { begin, settle } from './simulate.js';
import { World } from './world.js';

/** A fork of one of the clusters, with its additional objects. */
export interface SideInput {
  readonly fork: Cluster;
  readonly objects: ObjectSet;
}

/** A pod that was pending at first, or a claim that no pod names. */
export interface ExaminedPod {
  readonly kind: 'Pod' | 'ResourceClaim';
  readonly namespace: string;
  readonly name: string;
  placed: Placed | undefined;
}

/** A claim that is allocated. */
export interface HeldClaim {
  readonly namespace: string;
  readonly name: string;
  readonly pods: readonly string[];
  readonly issues: readonly ClaimIssue[];
}

/** An evicted pod, and its replacement. */
export interface EvictedPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly seconds: number;
  readonly cause: string;
  readonly taints: readonly EvictingTaint[];
  readonly owner: string | undefined;
  again: { readonly pod: string; readonly key: string; placed: Placed | undefined } | undefined;
}

/** The planned eviction of a pod, in seconds from now. */
interface PlannedEviction {
  readonly pod: SimulatedPod;
  readonly eviction: DeviceEviction;
  readonly seconds: number;
}

const OF_DEVICE = 'a taint of its device that its claim does not tolerate';

/** The most kinds of pending pods that are explained. */
const MOST_EXPLAINED = 20;
const NOT_EXPLAINED = `causes for each node: there are more than ${MOST_EXPLAINED} kinds of pending pods, so only the messages of the scheduler are compared`;

/** One of the clusters. */
export class DiffSide {
  readonly world: World;
  readonly features: Features;
  readonly pods = new Map<string, ExaminedPod>();
  readonly claims = new Map<string, HeldClaim>();
  readonly evicted = new Map<string, EvictedPod>();
  readonly notLookedAt = new Set<string>();
  readonly #input: SideInput;
  readonly #now: number;
  readonly #plan: Plan;
  readonly #answers = new Answers();

  constructor(input: SideInput, now: number) {
    this.#input = input;
    this.#now = now;
    this.features = input.fork.parts.runtime.features;
    this.#plan = placingAlone(input.objects);
    // The simulation does not evict pods here. This class evicts them, by the time of day at which device taints were added.
    this.world = new World(input.fork, { ...this.#plan, playsDeviceTaints: false });
  }

  /** Reads the existing pods, makes the missing pods of owners, and records the pending ones. */
  *begin(clock: Clock): Program<void> {
    const { world } = this;
    yield* begin(world, this.#plan, clock);
    yield* world.owners.settle(clock);
    for (const pod of world.pods.values()) {
      yield* clock.check();
      if (pod.node === undefined) this.#note(pod, 'Pod', pod.pod.metadata.name);
    }
    for (const claim of yield* this.#claimsAlone(clock)) {
      yield* clock.check();
      this.#note(world.createPod(podFor(claim)), 'ResourceClaim', claim.name);
    }
  }

  /** Records the running pods that have another node in the other cluster, or do not exist there. */
  *noteRunning({ world }: DiffSide, clock: Clock): Program<void> {
    for (const pod of this.world.pods.values()) {
      yield* clock.check();
      if (pod.node !== undefined && world.pods.get(pod.key)?.node !== pod.node) this.#note(pod, 'Pod', pod.pod.metadata.name);
    }
  }

  #note({ key, pod }: SimulatedPod, kind: ExaminedPod['kind'], name: string): void {
    this.pods.set(key, { kind, namespace: pod.metadata.namespace || 'default', name, placed: undefined });
  }

  /** Returns the pending claims that no pod names. */
  *#claimsAlone(clock: Clock): Program<readonly { readonly namespace: string; readonly name: string }[]> {
    const { state } = this.world;
    const named = new Set<string>();
    for (const { pod } of this.world.pods.values()) {
      yield* clock.check();
      for (const key of claimKeysOf(pod)) named.add(key);
    }
    const alone: { readonly namespace: string; readonly name: string }[] = [];
    for (const { claim } of state.objects.pods.all('ResourceClaim').values()) {
      yield* clock.check();
      const key = claimKey(claim);
      const isMade = claim.metadata.ownerReferences.some(({ controller }) => controller);
      if (!named.has(key) && !isMade && state.heldBy(key) === undefined) alone.push(claim.metadata);
    }
    return alone;
  }

  /** Checks the allocated claims before anything changes. */
  *examineClaims(clock: Clock): Program<void> {
    const { world } = this;
    const users = new Map<string, SimulatedPod[]>();
    for (const pod of world.pods.values()) {
      yield* clock.check();
      if (pod.node === undefined) continue;
      for (const key of world.claimsOf(pod)) entryIn(users, key, (): SimulatedPod[] => []).push(pod);
    }
    const issues = new ClaimIssues(world.state, this.#input.fork.parts.runtime);
    for (const key of [...world.state.objects.held.keys()]) {
      yield* clock.check();
      const pods = users.get(key) ?? [];
      const slash = key.indexOf('/');
      this.claims.set(key, {
        namespace: key.slice(0, slash),
        name: key.slice(slash + 1),
        pods: pods.map(({ name }) => name),
        issues: issues.of(key, pods[0]?.node, checkpointOf(clock)),
      });
    }
  }

  /** Evicts pods in the order of their times, and places pending pods at the start and after each eviction time. */
  *play(clock: Clock): Program<void> {
    const evictions = new DeviceEvictions(this.world.state, this.features, this.#now);
    const all: PlannedEviction[] = [];
    for (const pod of this.world.pods.values()) {
      yield* clock.check();
      const eviction = pod.node === undefined ? undefined : evictions.of(this.#stored(pod));
      if (eviction !== undefined) all.push({ pod, eviction, seconds: Math.max(0, (eviction.at - this.#now) / 1000) });
    }
    const planned = yield* clock.sort(all, (left, right) => left.seconds - right.seconds || left.pod.order - right.pod.order);
    let next = 0;
    for (let seconds = 0; ; seconds = (planned[next] as { seconds: number }).seconds) {
      this.world.now = seconds * 1000;
      for (let one = planned[next]; one !== undefined && one.seconds <= seconds; one = planned[++next]) {
        yield* clock.check();
        yield* this.#evict(one, clock);
      }
      for (let timer = this.world.timers.take(this.world.now); timer !== undefined; timer = this.world.timers.take(this.world.now)) {
        yield* clock.check();
        evictFor(timer.kind, timer.pod, this.world);
      }
      yield* settle({ world: this.world, plan: this.#plan, clock, answers: this.#answers });
      if (seconds === 0) yield* this.#answer(clock);
      if (next >= planned.length) break;
    }
    yield* this.#noteOthers(clock);
    const causes = new Causes(this.world);
    for (const { again } of this.evicted.values()) if (again !== undefined) again.placed = yield* this.#placedOf(again.key, causes, clock);
  }

  #stored({ key, pod }: SimulatedPod): Pod {
    return this.world.state.objects.pods.get('Pod', key)?.pod ?? pod;
  }

  *#evict({ pod, eviction: { taints }, seconds }: PlannedEviction, clock: Clock): Program<void> {
    if (pod.isGone || pod.node === undefined) return;
    const { owned, node } = pod;
    const others = new Set(owned?.pods.keys());
    const { namespace, name } = pod.pod.metadata;
    const cause = owned === undefined ? `${OF_DEVICE}; no owner creates it again` : OF_DEVICE;
    this.world.remove(pod, 'evicted', cause);
    yield* this.world.owners.settle(clock);
    const came = [...(owned?.pods.keys() ?? [])].find((each) => !others.has(each));
    this.evicted.set(pod.key, {
      namespace: namespace || 'default',
      name,
      node,
      seconds,
      cause,
      taints,
      owner: ownerOf(owned),
      again: came === undefined ? undefined : { pod: came.name, key: came.key, placed: undefined },
    });
  }

  /** Records the pods that node taints evicted, with their replacements. */
  *#noteOthers(clock: Clock): Program<void> {
    const { pods, recorder } = this.world;
    const madeFor = new Map<string, string>();
    for (const { what, pod, replaces } of recorder.log) {
      yield* clock.check();
      if (what === 'created' && replaces !== undefined) madeFor.set(replaces, pod);
    }
    for (const { what, pod, node = '', at, cause = '' } of recorder.log) {
      yield* clock.check();
      if (what !== 'evicted' || this.evicted.has(pod)) continue;
      const [namespace = '', name = ''] = pod.split('/');
      const made = pods.get(madeFor.get(pod) ?? '');
      const again = made === undefined ? undefined : { pod: made.name, key: made.key, placed: undefined };
      this.evicted.set(pod, { namespace, name, node, seconds: at, cause, taints: [], owner: ownerOf(made?.owned), again });
    }
  }

  /** Sets the placement of each recorded pod. */
  *#answer(clock: Clock): Program<void> {
    const causes = new Causes(this.world);
    for (const [key, looked] of this.pods) looked.placed = yield* this.#placedOf(key, causes, clock);
  }

  *#placedOf(key: string, causes: Causes, clock: Clock): Program<Placed | undefined> {
    yield* clock.check();
    const pod = this.world.pods.get(key);
    if (pod === undefined) return undefined;
    if (pod.node !== undefined) return { kind: 'placed', node: pod.node, devices: this.#devicesOf(pod) };
    const waiting = causes.waitingOf(pod);
    const message = waiting?.refusal?.message ?? '';
    const cause = waiting === undefined ? undefined : yield* causes.of(waiting, clock);
    if (cause === undefined) {
      if (causes.areTooMany) this.notLookedAt.add(NOT_EXPLAINED);
      return { kind: 'pending', message };
    }
    const { text, node } = cause;
    return { kind: 'pending', message, cause: text, ...(node === undefined ? {} : { node }) };
  }

  #devicesOf(pod: SimulatedPod): readonly DeviceOfPod[] {
    return this.world.claimsOf(pod).flatMap((key) => {
      const claim = key.slice(key.indexOf('/') + 1);
      const results = this.world.state.heldBy(key)?.results ?? [];
      return results.map(({ request, driver, pool, device }) => ({ claim, request, driver, pool, device }));
    });
  }
}

/** Why pods are pending, computed once for equal pods. */
class Causes {
  readonly #world: World;
  readonly #waiting = new Map<SimulatedPod['shape'], Waiting>();
  readonly #found = new Map<Waiting, NodeCause>();

  constructor(world: World) {
    this.#world = world;
    for (const waiting of world.queue.values()) this.#waiting.set(waiting.shape, waiting);
  }

  /** True if there are more kinds of pending pods than are explained. */
  get areTooMany(): boolean {
    return this.#waiting.size > MOST_EXPLAINED;
  }

  waitingOf({ shape }: SimulatedPod): Waiting | undefined {
    return this.#waiting.get(shape);
  }

  *of(waiting: Waiting, clock: Clock): Program<NodeCause | undefined> {
    const foundPod = this.#found.get(waiting);
    // If a pod has a node, its message is the whole cause.
    if (foundPod !== undefined || this.#found.size >= MOST_EXPLAINED || isAssigned(headOf(waiting).pod)) return foundPod;
    const explanation = yield* unlessError(explain(this.#world.cluster, { pod: headOf(waiting).prepared, limits: clock.limits() }));
    yield* clock.check();
    if (explanation === undefined) return undefined;
    const cause = withCordons(causeOf(explanation), explanation);
    this.#found.set(waiting, cause);
    return cause;
  }
}

/** Describes the owner; undefined if the pod has no owner. */
function ownerOf(owned: OwnedSet | undefined): string | undefined {
  if (owned === undefined) return undefined;
  const { kind, metadata } = owned.owner.workload;
  return `${kind} ${objectName(metadata)}`;
}

/**
 * Returns a pod with one claim that no pod names. The pod has no other requests, and tolerates all node taints. No API server
 * accepts the name of the pod.
 */
function podFor({ namespace, name }: { readonly namespace: string; readonly name: string }): Pod {
  const value: Json = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: namespace || 'default', name: `claim ${name}` },
    spec: { resourceClaims: [{ name: 'claim', resourceClaimName: name }], tolerations: [{ operator: 'Exists' }], containers: [] },
  };
  return decodeObjects([{ value }]).pods[0] as Pod;
}

function checkpointOf(clock: Clock): Checkpoint {
  const limits = clock.limits();
  return checkpointInOneGo(limits, deadlineOf(limits));
}
