// Defines the steps that the planner composes. A step evaluates a node, and has the properties that enclosing steps need to
// compute costs.

import { SELECT_COST } from '../cost/cost.js';
import type { Value } from '../values/values.js';
import type { Frame } from './frame.js';

/** Evaluates a node. */
export type Evaluate = (frame: Frame) => Value;

/** A planned node. */
export interface Step {
  readonly evaluate: Evaluate;
  /** Evaluates a variable or a read without the cost of its root. `?:` and selections do not pay that cost twice. */
  readonly bare?: Evaluate;
  /** The value of a constant node, which costs nothing. */
  readonly constant?: Value;
  /** True if the step is the device, or a read of the device with a constant result. */
  readonly invariant?: boolean;
}

/** Returns a step with a constant value. */
export function constant(value: Value): Step {
  return { evaluate: () => value, constant: value };
}

/** Returns whether the step has a constant value. */
export function isConstant(step: Step): boolean {
  return step.constant !== undefined;
}

/** Returns a step that reads from a root: the root costs once, for any number of fields read from it. */
export function attribute(bare: Evaluate, invariant = false): Step & { readonly bare: Evaluate } {
  return {
    bare,
    invariant,
    evaluate: (frame) => {
      const value = bare(frame);
      frame.charge(SELECT_COST);
      return value;
    },
  };
}

/** Caches at `place` in the frame a value that a macro repeatedly reads from the device. Each read is charged. */
export function memoized(read: Evaluate, place: number): Evaluate {
  return (frame) => {
    const cachedRead = frame.cachedReads[place];
    if (cachedRead !== undefined) {
      for (let reads = cachedRead.reads; reads > 0; reads -= 1) frame.charge(SELECT_COST);
      return cachedRead.value;
    }
    const before = frame.cost;
    const value = read(frame);
    frame.cachedReads[place] = { value, reads: (frame.cost - before) / SELECT_COST };
    return value;
  };
}
