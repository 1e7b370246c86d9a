// A queue of keys as client-go has it: each key once, delays, and retries that wait longer each time. Source: k8s.io/client-go/util/workqueue v0.30.

import type { Clock } from './clock.js';

/** The delay before the first retry, which doubles with each failure, and the longest one. */
const FIRST_RETRY = 5;
const LONGEST_RETRY = 1_000_000;

/** When a key is due, and when that was decided. */
interface Waiting {
  readonly due: number;
  readonly since: number;
}

/** Keys to be worked on, one after the other: a key that is added while it is in the queue is there once. */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #ready = new Set<string>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #failures = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a key, behind the others. */
  add(key: string): void {
    this.#ready.add(key);
  }

  /** Reports whether a key is ready to be processed, so that adding it changes nothing. */
  hasReady(key: string): boolean {
    return this.#ready.has(key);
  }

  /** Adds a key after a delay in milliseconds; of two delays of a key the shorter one counts. */
  addAfter(key: string, delay: number): void {
    const { now } = this.#clock;
    const before = this.#waiting.get(key);
    const due = Math.min(now + delay, before?.due ?? Number.POSITIVE_INFINITY);
    this.#waiting.set(key, { due, since: now });
  }

  /** Adds a key after a delay that doubles with each call until it is forgotten. */
  addRateLimited(key: string): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.addAfter(key, Math.min(FIRST_RETRY * 2 ** Math.min(failures, 30), LONGEST_RETRY));
  }

  /** The key has computed: its next failure is the first one again. What waits stays. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** True when a key can be taken now. */
  get isReady(): boolean {
    if (this.#ready.size > 0) return true;
    for (const { due } of this.#waiting.values()) if (due <= this.#clock.now) return true;
    return false;
  }

  /** Takes the first key; undefined: none is due. */
  take(): string | undefined {
    for (const [key, { due }] of this.#waiting) {
      if (due > this.#clock.now) continue;
      this.#waiting.delete(key);
      this.#ready.add(key);
    }
    const [key] = this.#ready;
    if (key !== undefined) this.#ready.delete(key);
    return key;
  }

  /** The delays that are not over. */
  get timers(): readonly Waiting[] {
    return [...this.#waiting.values()];
  }
}
