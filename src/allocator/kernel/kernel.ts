// Defines the interface of all solvers.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Problem, Search } from './problem.js';
import type { ResidentMemory } from './resident.js';

/** Solves problems. Implementations are the Wasm solver and the plain reference. */
export interface Kernel {
  /**
   * Begins a search that stops before it exceeds `stepLimit` decisions. The checkpoint can interrupt or end laying out the problem.
   * Throws `input-too-large` and `out-of-memory`.
   */
  start(problem: Problem, stepLimit?: number, checkpoint?: Checkpoint): Incremental<Search>;
  /** Returns resident memory for passes over many nodes, which small clusters share. Absent: each node is searched separately. Throws `out-of-memory`. */
  resident?(isSmall?: boolean): ResidentMemory;
  /** The number of steps after which a pass leaves a node to a separate search. */
  readonly plainSteps?: number;
}
