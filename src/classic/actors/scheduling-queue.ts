// The scheduler's queue of pods: those that can be tried, those that were tried just now, and those that wait for something to happen. Source:
// pkg/scheduler/internal/queue of Kubernetes 1.30.14, where hints are queried if the gate is on.

import type { ClassicPod } from '../api/kinds.js';
import { keyOf } from '../api/objects.js';
import type { Clock } from '../clock.js';
import type { Timer } from './actor.js';

const FIRST_BACKOFF = 1_000;
const LONGEST_BACKOFF = 10_000;
/** Pods that wait are tried again after this time, whatever happened. */
const LONGEST_WAIT = 300_000;

/** The plugins that rejected a pod, which tell the events that may help it. */
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
  /** When it was tried the last time, or added. */
  since: number;
  rejectors: ReadonlySet<Rejector>;
  /** It waits for somebody who was queried: then it is tried as soon as there is an answer. */
  isPending: boolean;
}

/** Pods without a node. */
export class SchedulingQueue {
  readonly #clock: Clock;
  readonly #mayEnter: (pod: ClassicPod) => boolean;
  readonly #pods = new Map<string, Queued>();

  /** `mayEnter`: what plugins say before a pod is tried. */
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

  /** A change of the pod itself: `isRelevant` where it may help. */
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

  /** The pod was tried in vain. Without a rejector something failed, and it is tried again. */
  reject(pod: ClassicPod, attempts: number, rejectors: ReadonlySet<Rejector>, isPending: boolean): void {
    const place = rejectors.size === 0 ? 'backoff' : 'waiting';
    this.#pods.set(keyOf(pod.metadata), { pod, place, attempts, since: this.#clock.now, rejectors, isPending });
  }

  /** Something happened that may help pending pods. `mayHelp` says of one that was rejected by its claims alone whether it does. */
  notice(occasion: Occasion, mayHelp: (pod: ClassicPod) => boolean = () => true): void {
    for (const queued of this.#pods.values()) {
      if (queued.place !== 'waiting') continue;
      if ([...queued.rejectors].some((rejector) => OCCASIONS[rejector].has(occasion)) && mayHelp(queued.pod)) this.#wake(queued);
    }
  }

  /** Takes the first pod: the one of the highest priority, of these the one that waits longest. */
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
