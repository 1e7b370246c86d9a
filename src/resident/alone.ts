// Claims of which the memory of the solver has no problem that is the same for every node: requests for all devices, and constraints over
// derived attributes. Every node is searched by itself, once as long as nothing changes for it.

import { STATUS_FAILED } from '../kernel/layout.js';
import * as P from '../kernel/pass-layout.js';
import type { ResidentMemory } from '../kernel/resident.js';
import type { ResidentColumn } from './columns.js';
import type { NodeTable } from './node-table.js';
import type { NodeSolver, PassProgress, PassSources } from './pass.js';

/** Leaves every node to a search of its own. */
export class Alone implements NodeSolver {
  readonly #memory: ResidentMemory;
  readonly #nodes: NodeTable;
  readonly #answerSize: number;
  #count = 0;

  /** `answerSize`: bytes of the answer of a node. */
  constructor({ memory, nodes }: Pick<PassSources, 'memory' | 'nodes'>, answerSize: number) {
    this.#memory = memory;
    this.#nodes = nodes;
    this.#answerSize = answerSize;
  }

  follow(): void {}

  begin(ordinals: readonly number[], answers: ResidentColumn): void {
    const { u32 } = this.#memory;
    for (const ordinal of ordinals) {
      const status = this.#nodes.isGone(ordinal) ? STATUS_FAILED : P.ANSWER_ELSEWHERE;
      u32[(answers.address + ordinal * this.#answerSize + P.ANSWER_STATUS) / 4] = status;
    }
    this.#count = ordinals.length;
  }

  run(): void {}

  get progress(): PassProgress {
    return { done: this.#count, changed: this.#count, changedElsewhere: this.#count };
  }

  end(): void {}
}
