// The limits of a call, and its progress reports.

import { type AsyncLimits, checkpointInOneGo, checkpointOf, deadlineOf } from '../allocator/evaluate/limits.js';
import { CallEnded, Checkpoint } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices, NO_WORK } from '../core/base/incremental.js';
import type { Program } from '../core/base/program.js';
import { sorting } from '../core/base/sorting.js';
import type { Cluster } from '../library/cluster.js';
import { pause } from './calls.js';

/** The limits that end a whole simulation. */
export type EndedBy = 'milliseconds' | 'signal';

/** Thrown when a limit ends the call. Never leaves the simulation. */
export class Ended {
  readonly by: EndedBy;

  constructor(by: EndedBy) {
    this.by = by;
  }
}

/** The longest time between two yields to the event loop. */
const MILLISECONDS_OF_TURN = 4;

/** The limits of one call. */
export class Clock {
  readonly #cluster: Cluster;
  readonly #limits: AsyncLimits;
  readonly #deadline: number;
  readonly #reportProgress: (() => void) | undefined;
  readonly #reportAfter: number;
  #turnEnds = 0;
  #reportedAt = performance.now();

  /** `reportProgress`: called every `reportAfter` milliseconds. */
  constructor(cluster: Cluster, limits: AsyncLimits, reportProgress?: () => void, reportAfter = 0) {
    this.#cluster = cluster;
    this.#limits = limits;
    this.#reportProgress = reportProgress;
    this.#reportAfter = reportAfter;
    this.#deadline = deadlineOf(limits);
  }

  /** Returns the remaining limits, for a call within this one. */
  limits(): AsyncLimits {
    const { milliseconds, ...others } = this.#limits;
    return milliseconds === undefined ? others : { ...others, milliseconds: Math.max(0, this.#deadline - performance.now()) };
  }

  /** Reports the progress now. */
  reportNow(): void {
    this.#reportProgress?.();
  }

  /** Yields when it is time. Throws {@link Ended}. */
  check(): Program<void> {
    const now = performance.now();
    this.#endIfOver(now);
    return now < this.#turnEnds ? NO_WORK : this.#pause();
  }

  *#pause(): Program<void> {
    yield* this.#yieldNow();
    if (this.#limits.signal?.aborted) this.end('signal');
  }

  /** Yields when it is time, without ending the call, for the report after a limit. */
  rest(): Program<void> {
    return performance.now() < this.#turnEnds ? NO_WORK : this.#yieldNow();
  }

  /** Runs work and yields at its pauses, without ending the call, for the report after a limit. */
  *finish<T>(run: (checkpoint: Checkpoint) => Incremental<T>): Program<T> {
    const checkpoint = new Checkpoint();
    return (yield {
      inOneGo: () => inOneGo(run(checkpoint)),
      inTurns: () => inSlices(checkpoint, run(checkpoint), this.#cluster.parts.runtime.yieldNow),
    }) as T;
  }

  /** Runs work with a checkpoint, and yields at its pauses. Throws {@link Ended}. */
  *work<T>(run: (checkpoint: Checkpoint) => Incremental<T>): Program<T> {
    const limits = this.#limits;
    try {
      return (yield {
        inOneGo: () => {
          const checkpoint = checkpointInOneGo(limits, this.#deadline);
          return inOneGo(run(checkpoint), checkpoint);
        },
        inTurns: () => {
          const checkpoint = checkpointOf(limits, this.#deadline);
          return inSlices(checkpoint, run(checkpoint), this.#cluster.parts.runtime.yieldNow);
        },
      }) as T;
    } catch (error) {
      if (error instanceof CallEnded) this.end(error.by);
      throw error;
    }
  }

  /** Returns the items sorted, as a new list. The sort is stable. Throws {@link Ended}. */
  *sort<T>(items: Iterable<T>, compare: (left: T, right: T) => number): Program<readonly T[]> {
    return yield* this.work((checkpoint) => sorting(items, compare, checkpoint));
  }

  *#yieldNow(): Program<void> {
    yield* pause(this.#cluster);
    this.#turnEnds = performance.now() + MILLISECONDS_OF_TURN;
  }

  #endIfOver(now: number): void {
    if (this.#reportProgress !== undefined && now - this.#reportedAt >= this.#reportAfter) {
      this.#reportedAt = now;
      this.#reportProgress();
    }
    if (this.#limits.signal?.aborted) this.end('signal');
    if (now >= this.#deadline) this.end('milliseconds');
  }

  /** Ends the call by throwing {@link Ended}, which never leaves the simulation. */
  end(by: EndedBy): never {
    throw new Ended(by);
  }
}
