// Implements the scheduler's queue of pods: ready pods, recently tried pods, and pods that wait for a change.
// Source: pkg/scheduler/internal/queue of Kubernetes 1.30.14, with queueing hints if the gate is on.

import type { Incremental } from '../../core/base/incremental.js';
import type { ClassicPod } from '../api/kinds.js';
import { keyOf } from '../api/objects.js';
import type { Clock } from '../clock.js';
import type { Timer } from './actor.js';

const FIRST_BACKOFF = 1_000;
const LONGEST_BACKOFF = 10_000;
/** The scheduler retries unschedulable pods after this time in milliseconds, even without a change. */
const LONGEST_WAIT = 300_000;

/** The number of pods between two pauses. */
const PODS_A_PORTION = 32;

/** The plugins that rejected a pod, which determine the events that may help it. */
export type Rejector = 'DynamicResources' | 'filters';

/** A change that may help pending pods. */
export type Occasion = 'claims' | 'node' | 'pod-gone';

const OCCASIONS: Readonly<Record<Rejector, ReadonlySet<Occasion>>> = {
  DynamicResources: new Set<Occasion>(['claims', 'node']),
  filters: new Set<Occasion>(['node', 'pod-gone']),
};

interface Queued {
  pod: ClassicPod;
  place: 'active' | 'backoff' | 'waiting';
  attempts: number;
  /** The time of the last attempt, or of the addition. */
  since: number;
  rejectors: ReadonlySet<Rejector>;
  /** True if it waits for a response from drivers. The pod is then tried as soon as there is a response. */
  isPending: boolean;
}

/** Pods without a node. */
export class SchedulingQueue {
  readonly #clock: Clock;
  readonly #mayEnter: (pod: ClassicPod) => boolean | Incremental<boolean>;
  readonly #pods = new Map<string, Queued>();

  /** `mayEnter` returns whether the plugins allow an attempt, in increments if that takes long. */
  constructor(clock: Clock, mayEnter: (pod: ClassicPod) => boolean | Incremental<boolean>) {
    this.#clock = clock;
    this.#mayEnter = mayEnter;
  }

  get isReady(): boolean {
    const { now } = this.#clock;
    for (const queued of this.#pods.values()) if (queued.place === 'active' || dueOf(queued) <= now) return true;
    return false;
  }

  get timers(): readonly Timer[] {
    return [...this.#pods.values()].flatMap((queued) => (queued.place === 'active' ? [] : [{ due: dueOf(queued), since: queued.since }]));
  }

  *adding(pod: ClassicPod): Incremental<void> {
    const queued: Queued = { pod, place: 'active', attempts: 0, since: this.#clock.now, rejectors: ONLY_CLAIMS, isPending: false };
    this.#pods.set(keyOf(pod.metadata), queued);
    const rest = this.#activate(queued);
    if (rest !== undefined) yield* rest;
  }

  /** Handles a change of the pod itself. `isRelevant`: true if the change may help. */
  *updating(pod: ClassicPod, isRelevant: boolean): Incremental<void> {
    const queued = this.#pods.get(keyOf(pod.metadata));
    if (queued === undefined || queued.pod.metadata.uid !== pod.metadata.uid) return yield* this.adding(pod);
    queued.pod = pod;
    const rest = queued.place === 'waiting' && isRelevant ? this.#wake(queued) : undefined;
    if (rest !== undefined) yield* rest;
  }

  delete(pod: ClassicPod): void {
    const key = keyOf(pod.metadata);
    if (this.#pods.get(key)?.pod.metadata.uid === pod.metadata.uid) this.#pods.delete(key);
  }

  /** Returns the pod after a failed attempt. Without a rejector, an error occurred, and it is retried. */
  reject(pod: ClassicPod, attempts: number, rejectors: ReadonlySet<Rejector>, isPending: boolean): void {
    const place = rejectors.size === 0 ? 'backoff' : 'waiting';
    this.#pods.set(keyOf(pod.metadata), { pod, place, attempts, since: this.#clock.now, rejectors, isPending });
  }

  /** Handles a change that may help pending pods. For a pod rejected only by its claims, `mayHelp` returns whether it does. */
  *noticing(occasion: Occasion, mayHelp?: (pod: ClassicPod) => Incremental<boolean>): Incremental<void> {
    let count = 0;
    for (const queued of this.#pods.values()) {
      if (++count % PODS_A_PORTION === 0) yield;
      if (queued.place !== 'waiting' || ![...queued.rejectors].some((rejector) => OCCASIONS[rejector].has(occasion))) continue;
      if (mayHelp !== undefined && !(yield* mayHelp(queued.pod))) continue;
      const rest = this.#wake(queued);
      if (rest !== undefined) yield* rest;
    }
  }

  /** Removes and returns the first pod: the one with the highest priority and, among these, the longest wait. */
  *taking(): Incremental<{ readonly pod: ClassicPod; readonly attempts: number } | undefined> {
    const { now } = this.#clock;
    let count = 0;
    for (const queued of this.#pods.values()) {
      if (++count % PODS_A_PORTION === 0) yield;
      const rest = queued.place !== 'active' && dueOf(queued) <= now ? this.#wake(queued) : undefined;
      if (rest !== undefined) yield* rest;
    }
    let first: Queued | undefined;
    for (const queued of this.#pods.values()) {
      if (queued.place === 'active' && (first === undefined || comesBefore(queued, first))) first = queued;
    }
    if (first === undefined) return undefined;
    this.#pods.delete(keyOf(first.pod.metadata));
    return { pod: first.pod, attempts: first.attempts + 1 };
  }

  /** Returns the rest of the work, if it takes long. */
  #wake(queued: Queued): Incremental<void> | undefined {
    if (queued.isPending || backoffEnd(queued) <= this.#clock.now) return this.#activate(queued);
    queued.place = 'backoff';
    return undefined;
  }

  /** Returns the rest of the work, if it takes long. */
  #activate(queued: Queued): Incremental<void> | undefined {
    const mayEnter = this.#mayEnter(queued.pod);
    if (typeof mayEnter !== 'boolean') return this.#activating(queued, mayEnter);
    this.#put(queued, mayEnter);
    return undefined;
  }

  *#activating(queued: Queued, mayEnter: Incremental<boolean>): Incremental<void> {
    this.#put(queued, yield* mayEnter);
  }

  #put(queued: Queued, mayEnter: boolean): void {
    queued.place = mayEnter ? 'active' : 'waiting';
    if (mayEnter) return;
    queued.since = this.#clock.now;
    queued.rejectors = ONLY_CLAIMS;
  }
}

const ONLY_CLAIMS: ReadonlySet<Rejector> = new Set<Rejector>(['DynamicResources']);

function backoffEnd({ attempts, since }: Queued): number {
  return attempts === 0 ? since : since + Math.min(FIRST_BACKOFF * 2 ** Math.min(attempts - 1, 10), LONGEST_BACKOFF);
}

function dueOf(queued: Queued): number {
  return queued.place === 'backoff' ? backoffEnd(queued) : queued.since + LONGEST_WAIT;
}

function comesBefore(left: Queued, right: Queued): boolean {
  const priorities = [left, right].map(({ pod }) => (pod.spec as { priority?: number }).priority ?? 0) as [number, number];
  return priorities[0] !== priorities[1] ? priorities[0] > priorities[1] : left.since < right.since;
}
