// Edits are tried by solving: an edit helps only where the claims, as they are with it, can be allocated on the node.

import { DerivedValues } from '../../allocator/encode/derived-values.js';
import { SelectorInterrupted } from '../../allocator/encode/interrupted-selector.js';
import { Examiner } from '../../allocator/encode/stages.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { CallEnded, Checkpoint, SLICE_MILLISECONDS } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import type { Edit } from './edit.js';
import { EditTrial, NO, type TrialBase, type Tried } from './edit-trial.js';
import { UNITS_OF_TRY } from './edited-objects.js';
import { PodTrial } from './pod-trial.js';
import type { Question } from './question.js';

/** A search of so many steps counts for one try. */
const STEPS_OF_A_TRY = 100;

/** Tries edits of one question. */
export class Verifier {
  readonly #question: Question;
  readonly #base: TrialBase;
  readonly #trial: EditTrial;
  readonly #most: number;
  #left: number;

  /** `most`: the number of lists of edits that are tried. `asksFilters`: false where devices are all that counts. */
  constructor(question: Question, most: number, asksFilters = true) {
    const { input, world, pod, checkpoint } = question;
    const { node, devices } = input.view;
    // All that the edited claims find out about devices is of no use to anybody else.
    const examiner = new Examiner(devices, node, input.features, world.selectors, false);
    const derived = new DerivedValues(devices, world.selectors);
    this.#question = question;
    this.#base = {
      input: { ...input, view: { ...input.view, examiner, derived } },
      selectors: world.selectors,
      slices: slicesInReach(question),
      rules: world.rules,
      pod: pod === undefined ? undefined : new PodTrial(pod, asksFilters),
    };
    this.#trial = new EditTrial(this.#base, input.kernel, checkpoint);
    this.#most = most;
    this.#left = most;
  }

  /** Tells whether the claims are known to be allocatable with some edits. `reserve`: the part of all tries that is left to later ones. Throws CallEnded. */
  helps(edits: readonly Edit[], reserve = 0): boolean {
    const { checkpoint } = this.#question;
    return checkpoint.keep(() => {
      if (this.#left <= reserve * this.#most) return false;
      checkpoint.step(UNITS_OF_TRY);
      const quick = checkpoint.isSliced ? checkpoint.keep(() => this.#withoutPause(edits)) : undefined;
      const { helps, steps } = quick ?? outcomeOf(this.#trial, edits);
      // Counted when it is done: a slice may end before.
      this.#left -= Math.max(1, steps / STEPS_OF_A_TRY);
      return helps;
    });
  }

  /** Tries edits in one go, which most tries are short enough for; undefined: this one is not. Interrupted again and again, each would cost several times as much. */
  #withoutPause(edits: readonly Edit[]): Tried | undefined {
    const { input, checkpoint } = this.#question;
    const own = new Checkpoint({ deadline: performance.now() + SLICE_MILLISECONDS, selectorWork: checkpoint.selectorWork });
    try {
      return outcomeOf(new EditTrial(this.#base, input.kernel, own), edits);
    } catch (error) {
      if (error instanceof CallEnded) return undefined;
      throw error;
    }
  }
}

/** The outcome of a try; an error of the allocation is a no. */
function outcomeOf(trial: EditTrial, edits: readonly Edit[]): Tried {
  try {
    return trial.run(edits);
  } catch (error) {
    if (error instanceof AllocationError || error instanceof SelectorInterrupted) return NO;
    throw error;
  }
}

/** The slices of the pools that a node sees, on whatever node, in their order. */
export function slicesInReach({ input, checkpoint }: Question): readonly ResourceSlice[] {
  const { slices, node } = input.view;
  return checkpoint.keep(() => {
    const found = new Set<ResourceSlice>();
    for (const { spec } of slices.forNode(node.metadata.name))
      for (const slice of slices.ofPool(spec.driver, spec.pool.name)) found.add(slice);
    return [...found];
  });
}
