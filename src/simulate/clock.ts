// The time that a call may take, and its end before the answer; and who is told how far it is.

import type { Cluster } from '../cluster/cluster.js';
import type { AsyncLimits } from '../evaluate/limits.js';
import { type Program, pause } from './calls.js';

/** The limits that end a whole simulation. */
export type EndedBy = 'milliseconds' | 'signal';

/** The call is to end. Never leaves the simulation. */
export class Ended {
  readonly by: EndedBy;

  constructor(by: EndedBy) {
    this.by = by;
  }
}

/** Calls that give way do so after this time at the latest. */
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
    this.#deadline = performance.now() + (limits.milliseconds ?? Number.POSITIVE_INFINITY);
  }

  /** The limits of a call within this one. */
  limits(): AsyncLimits {
    const { milliseconds, ...others } = this.#limits;
    return milliseconds === undefined ? others : { ...others, milliseconds: Math.max(0, this.#deadline - performance.now()) };
  }

  /** Gives way now and then. Throws {@link Ended}. */
  *check(): Program<void> {
    const now = performance.now();
    if (this.#tell !== undefined && now - this.#toldAt >= this.#tellAfter) {
      this.#toldAt = now;
      this.#tell();
    }
    if (this.#limits.signal?.aborted) this.end('signal');
    if (now >= this.#deadline) this.end('milliseconds');
    if (now < this.#turnEnds) return;
    yield* pause(this.#cluster);
    this.#turnEnds = performance.now() + MILLISECONDS_OF_TURN;
    if (this.#limits.signal?.aborted) this.end('signal');
  }

  /** Ends the call: throws {@link Ended}, which is no error and never leaves the simulation. */
  end(by: EndedBy): never {
    throw new Ended(by);
  }
}
