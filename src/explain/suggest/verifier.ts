// Verifies edits by solving: an edit helps only if the edited claims can be allocated on the node.

import { DerivedValues } from '../../allocator/encode/derived-values.js';
import { SelectorInterrupted } from '../../allocator/encode/interrupted-selector.js';
import { Examiner } from '../../allocator/encode/stages.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { AllocationError } from '../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import type { Edit } from './edit.js';
import { EditTrial, NO, type TrialBase, type Tried } from './edit-trial.js';
import { UNITS_OF_TRY } from './edited-objects.js';
import { PodTrial } from './pod-trial.js';
import type { Question } from './question.js';

/** The search steps that count as one trial. */
const STEPS_OF_A_TRY = 100;

/** Tries edits of one question. */
export class Verifier {
  readonly #question: Question;
  readonly #base: TrialBase;
  readonly #trial: EditTrial;
  readonly #most: number;
  #left: number;

  /** `most`: the number of trials. `asksFilters`: false if only devices count. */
  static *of(question: Question, most: number, asksFilters = true): Incremental<Verifier> {
    return new Verifier(question, yield* slicesInReach(question), most, asksFilters);
  }

  private constructor(question: Question, slices: readonly ResourceSlice[], most: number, asksFilters: boolean) {
    const { input, world, pod, checkpoint } = question;
    const { node, devices } = input.view;
    // Results of edited claims are of no use to other callers.
    const examiner = new Examiner(devices, node, input.features, world.selectors, false);
    const derived = new DerivedValues(devices, world.selectors);
    this.#question = question;
    this.#base = {
      input: { ...input, view: { ...input.view, examiner, derived } },
      selectors: world.selectors,
      slices,
      rules: world.rules,
      pod: pod === undefined ? undefined : new PodTrial(pod, asksFilters),
    };
    this.#trial = new EditTrial(this.#base, input.kernel, checkpoint);
    this.#most = most;
    this.#left = most;
  }

  /**
   * Returns whether the claims are proven allocatable with some edits. `reserve`: the fraction of trials left to later searches. Throws
   * CallEnded.
   */
  *helps(edits: readonly Edit[], reserve = 0): Incremental<boolean> {
    if (this.#left <= reserve * this.#most) return false;
    if (this.#question.checkpoint.due(UNITS_OF_TRY)) yield;
    const { helps, steps } = yield* outcomeOf(this.#trial, edits);
    this.#left -= Math.max(1, steps / STEPS_OF_A_TRY);
    return helps;
  }
}

/** Returns the result of a trial; an error of the allocation counts as no help. */
function* outcomeOf(trial: EditTrial, edits: readonly Edit[]): Incremental<Tried> {
  try {
    return yield* trial.run(edits);
  } catch (error) {
    if (error instanceof AllocationError || error instanceof SelectorInterrupted) return NO;
    throw error;
  }
}

/** Returns the slices of the pools that a node can access, including slices for other nodes, in order. */
export function* slicesInReach({ input, checkpoint }: Question): Incremental<readonly ResourceSlice[]> {
  const { slices, node } = input.view;
  const found = new Set<ResourceSlice>();
  for (const { spec } of slices.forNode(node.metadata.name)) {
    const ofPool = slices.ofPool(spec.driver, spec.pool.name);
    for (const slice of ofPool) found.add(slice);
    if (checkpoint.due(1 + ofPool.length / ITEMS_A_UNIT)) yield;
  }
  return [...found];
}
