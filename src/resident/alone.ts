// Claims of which the memory of the solver has no problem that is the same for every node: requests for all devices, and constraints over
// derived attributes. Every node is searched by itself, once as long as nothing changes for it.

import * as P from '../kernel/pass-layout.js';
import type { ResidentMemory } from '../kernel/resident.js';
import type { ResidentColumn } from './columns.js';
import type { NodeSolver, PassProgress } from './pass.js';

/** Leaves every node to a search of its own. */
export class Alone implements NodeSolver {
  readonly #memory: ResidentMemory;
  readonly #answerSize: number;
  progress: PassProgress = { done: 0, changed: 0, changedElsewhere: 0 };

  /** `answerSize`: bytes of the answer of a node. */
  constructor(memory: ResidentMemory, answerSize: number) {
    this.#memory = memory;
    this.#answerSize = answerSize;
  }

  follow(): void {}

  begin(ordinals: readonly number[], answers: ResidentColumn): void {
    const { u32 } = this.#memory;
    for (const ordinal of ordinals) u32[(answers.address + ordinal * this.#answerSize + P.ANSWER_STATUS) / 4] = P.ANSWER_ELSEWHERE;
    this.progress = { done: ordinals.length, changed: ordinals.length, changedElsewhere: ordinals.length };
  }

  run(): void {}

  end(): void {}
}
