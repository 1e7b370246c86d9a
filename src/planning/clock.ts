// The time that a call may take, and its end before the answer; and who is told how far it is.

import { type AsyncLimits, checkpointInOneGo, checkpointOf, deadlineOf } from '../allocator/evaluate/limits.js';
import { CallEnded, type Checkpoint } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import type { Program } from '../core/base/program.js';
import { sorting } from '../core/base/sorting.js';
import type { Cluster } from '../library/cluster.js';
import { pause } from './calls.js';

/** The limits that end a whole simulation. */
export type EndedBy = 'milliseconds' | 'signal';

/** The call is to end. Never leaves the simulation. */
export class Ended {
  readonly by: EndedBy;

  constructor(by: EndedBy) {
    this.by = by;
  }
}

/** Calls that yield do so after this time at the latest. */
const MILLISECONDS_OF_TURN = 4;

/** The limits of one call. */
export class Clock {
  readonly #cluster: Cluster;
  readonly #limits: AsyncLimits;
  readonly #deadline: number;
  readonly #tell: (() => void) | undefined;
  readonly #tellAfter: number;
  #turnEnds = 0;
  #toldAt = performance.now();

  /** `tell`: is called every so many milliseconds. */
  constructor(cluster: Cluster, limits: AsyncLimits, tell?: () => void, tellAfter = 0) {
    this.#cluster = cluster;
    this.#limits = limits;
    this.#tell = tell;
    this.#tellAfter = tellAfter;
    this.#deadline = deadlineOf(limits);
  }

  /** The limits of a call within this one. */
  limits(): AsyncLimits {
    const { milliseconds, ...others } = this.#limits;
    return milliseconds === undefined ? others : { ...others, milliseconds: Math.max(0, this.#deadline - performance.now()) };
  }

  /** Returns how far the call is, whenever that was told before. */
  tellNow(): void {
    this.#tell?.();
  }

  /** Yields now and then. Throws {@link Ended}. */
  *check(): Program<void> {
    const now = performance.now();
    this.#endIfOver(now);
    if (now < this.#turnEnds) return;
    yield* this.#giveWay();
    if (this.#limits.signal?.aborted) this.end('signal');
  }

  /** Yields now and then, and does not end the call: what is known is reported whatever the time is. */
  *rest(): Program<void> {
    if (performance.now() >= this.#turnEnds) yield* this.#giveWay();
  }

  /** Does work that announces itself to a checkpoint, and yields where that pauses. Throws {@link Ended}. */
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
          return inSlices(checkpoint, run(checkpoint), this.#cluster.parts.runtime.giveWay);
        },
      }) as T;
    } catch (error) {
      if (error instanceof CallEnded) this.end(error.by);
      throw error;
    }
  }

  /** The items in order, as a new list; those that compare equal stay as they came. Throws {@link Ended}. */
  *sort<T>(items: Iterable<T>, compare: (left: T, right: T) => number): Program<readonly T[]> {
    return yield* this.work((checkpoint) => sorting(items, compare, checkpoint));
  }

  *#giveWay(): Program<void> {
    yield* pause(this.#cluster);
    this.#turnEnds = performance.now() + MILLISECONDS_OF_TURN;
  }

  #endIfOver(now: number): void {
    if (this.#tell !== undefined && now - this.#toldAt >= this.#tellAfter) {
      this.#toldAt = now;
      this.#tell();
    }
    if (this.#limits.signal?.aborted) this.end('signal');
    if (now >= this.#deadline) this.end('milliseconds');
  }

  /** Ends the call: throws {@link Ended}, which is no error and never leaves the simulation. */
  end(by: EndedBy): never {
    throw new Ended(by);
  }
}
