// Implements client-go's work queue: unique keys, delays, and retries with
// increasing delays. Source: k8s.io/client-go/util/workqueue v0.30.

import type { Clock } from './clock.js';

/** The delay before the first retry, which doubles with each failure, and the maximum delay. In milliseconds. */
const FIRST_RETRY = 5;
const LONGEST_RETRY = 1_000_000;

/** The time at which a key is due, and the time at which that was decided. */
interface Waiting {
  readonly due: number;
  readonly since: number;
}

/** Keys to process one by one. A queued key is not added again. */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #ready = new Set<string>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #failures = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a key at the end. */
  add(key: string): void {
    this.#ready.add(key);
  }

  /** Returns whether a key is ready to be processed, so that adding it changes nothing. */
  hasReady(key: string): boolean {
    return this.#ready.has(key);
  }

  /** Adds a key after a delay in milliseconds. If the key already has a delay, the earlier time applies. */
  addAfter(key: string, delay: number): void {
    const { now } = this.#clock;
    const before = this.#waiting.get(key);
    const due = Math.min(now + delay, before?.due ?? Number.POSITIVE_INFINITY);
    this.#waiting.set(key, { due, since: now });
  }

  /** Adds a key after a delay that doubles with each call until the key is forgotten. */
  addRateLimited(key: string): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.addAfter(key, Math.min(FIRST_RETRY * 2 ** Math.min(failures, 30), LONGEST_RETRY));
  }

  /** Resets the retry delay of a key after success. Pending delays remain. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** True if a key is available now. */
  get isReady(): boolean {
    if (this.#ready.size > 0) return true;
    for (const { due } of this.#waiting.values()) if (due <= this.#clock.now) return true;
    return false;
  }

  /** Removes and returns the first key; undefined if no key is due. */
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

  /** The delays that have not ended. */
  get timers(): readonly Waiting[] {
    return [...this.#waiting.values()];
  }
}
