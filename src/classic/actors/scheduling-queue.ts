// Implements the scheduler's queue of pods: ready pods, recently tried pods, and pods that wait for a change.
// Source: pkg/scheduler/internal/queue of Kubernetes 1.30.14, with queueing hints if the gate is on.

import type { ClassicPod } from '../api/kinds.js';
import { keyOf } from '../api/objects.js';
import type { Clock } from '../clock.js';
import type { Timer } from './actor.js';

const FIRST_BACKOFF = 1_000;
const LONGEST_BACKOFF = 10_000;
/** The scheduler retries unschedulable pods after this time in milliseconds, even without a change. */
const LONGEST_WAIT = 300_000;

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
  /** True if it waits for a response from drivers. It is then tried as soon as there is one. */
  isPending: boolean;
}

/** Pods without a node. */
export class SchedulingQueue {
  readonly #clock: Clock;
  readonly #mayEnter: (pod: ClassicPod) => boolean;
  readonly #pods = new Map<string, Queued>();

  /** `mayEnter` returns whether the plugins allow an attempt. */
  constructor(clock: Clock, mayEnter: (pod: ClassicPod) => boolean) {
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

  add(pod: ClassicPod): void {
    const queued: Queued = { pod, place: 'active', attempts: 0, since: this.#clock.now, rejectors: ONLY_CLAIMS, isPending: false };
    this.#pods.set(keyOf(pod.metadata), queued);
    this.#activate(queued);
  }

  /** Handles a change of the pod itself. `isRelevant`: the change may help. */
  update(pod: ClassicPod, isRelevant: boolean): void {
    const queued = this.#pods.get(keyOf(pod.metadata));
    if (queued === undefined || queued.pod.metadata.uid !== pod.metadata.uid) return this.add(pod);
    queued.pod = pod;
    if (queued.place === 'waiting' && isRelevant) this.#wake(queued);
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
  notice(occasion: Occasion, mayHelp: (pod: ClassicPod) => boolean = () => true): void {
    for (const queued of this.#pods.values()) {
      if (queued.place !== 'waiting') continue;
      if ([...queued.rejectors].some((rejector) => OCCASIONS[rejector].has(occasion)) && mayHelp(queued.pod)) this.#wake(queued);
    }
  }

  /** Removes and returns the first pod: the one with the highest priority and, among these, the longest wait. */
  take(): { readonly pod: ClassicPod; readonly attempts: number } | undefined {
    const { now } = this.#clock;
    for (const queued of this.#pods.values()) if (queued.place !== 'active' && dueOf(queued) <= now) this.#wake(queued);
    let first: Queued | undefined;
    for (const queued of this.#pods.values()) {
      if (queued.place === 'active' && (first === undefined || comesBefore(queued, first))) first = queued;
    }
    if (first === undefined) return undefined;
    this.#pods.delete(keyOf(first.pod.metadata));
    return { pod: first.pod, attempts: first.attempts + 1 };
  }

  #wake(queued: Queued): void {
    if (!queued.isPending && backoffEnd(queued) > this.#clock.now) queued.place = 'backoff';
    else this.#activate(queued);
  }

  #activate(queued: Queued): void {
    const mayEnter = this.#mayEnter(queued.pod);
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
