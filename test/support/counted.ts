// A cluster that counts its searches of single nodes. Hooks let tests act between the steps of a call.

import { readFileSync } from 'node:fs';
import type { Kernel } from '../../src/allocator/kernel/kernel.js';
import { ESCALATE, WasmKernel } from '../../src/allocator/kernel/solver.js';
import { SelectorCache } from '../../src/cel/cache.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import { Cluster } from '../../src/library/cluster.js';

const program = new WebAssembly.Module(readFileSync(new URL('../../build/solver.wasm', import.meta.url)));
const usualSolver = await WasmKernel.create(program);

/** A solver that turns its bounds on after few steps. */
export const eagerSolver = await WasmKernel.create(program, { ...ESCALATE, plainSteps: 4 });

/** Functions that are called at certain moments of a call. */
interface Hooks {
  /** Before each search of a single node. */
  search: () => void;
  newShareID: () => string;
  yieldNow: () => void;
}

/** A cluster with every feature gate on, and a count of its searches. */
export class Counted {
  readonly cluster: Cluster;
  readonly hooks: Hooks;
  #searches = 0;

  constructor(solver = usualSolver) {
    let shares = 0;
    this.hooks = { search: () => {}, newShareID: () => `share-${shares++}`, yieldNow: () => {} };
    const kernel: Kernel = {
      ...(solver.plainSteps === undefined ? {} : { plainSteps: solver.plainSteps }),
      resident: solver.resident.bind(solver),
      start: (problem, limit) => {
        this.#searches++;
        this.hooks.search();
        return solver.start(problem, limit);
      },
    };
    this.cluster = new Cluster({
      features: resolveFeatures({}),
      corrections: false,
      selectors: new SelectorCache(),
      kernel,
      yieldNow: async () => this.hooks.yieldNow(),
      newShareID: () => this.hooks.newShareID(),
    });
  }

  /** The number of searches of single nodes since the last call of this method. */
  searched(): number {
    const count = this.#searches;
    this.#searches = 0;
    return count;
  }
}
