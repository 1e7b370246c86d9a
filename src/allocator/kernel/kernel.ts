// The interface of everything that solves problems.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Problem, Search } from './problem.js';
import type { ResidentMemory } from './resident.js';

/** A kernel solves problems: the Wasm solver, or the plain reference. */
export interface Kernel {
  /**
   * Begins a search that stops before it makes more than `stepLimit` decisions. The checkpoint ends and interrupts the laying out of the problem.
   * Throws `input-too-large` and `out-of-memory`.
   */
  start(problem: Problem, stepLimit?: number, checkpoint?: Checkpoint): Incremental<Search>;
  /** Resident memory for passes over many nodes; small clusters share it. Absent: each node is searched separately. Throws `out-of-memory`. */
  resident?(isSmall?: boolean): ResidentMemory;
  /** Steps after which a pass leaves a node to a search of its own. */
  readonly plainSteps?: number;
}
