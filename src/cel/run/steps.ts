// The steps that the planner composes: a step evaluates a node, and knows what the steps around it need for the cost.

import { SELECT_COST } from '../cost/cost.js';
import type { Value } from '../values/values.js';
import type { Frame } from './frame.js';

/** Evaluates a node. */
export type Evaluate = (frame: Frame) => Value;

/** A planned node. */
export interface Step {
  readonly evaluate: Evaluate;
  /** The evaluation of a variable or a read without the cost of its root, which `?:` and selects do not pay twice. */
  readonly bare?: Evaluate;
  /** The value of a node that is constant; it costs nothing. */
  readonly constant?: Value;
  /** True when the step is the device or a read of it that never changes. */
  readonly invariant?: boolean;
}

/** A step that always has the same value. */
export function constant(value: Value): Step {
  return { evaluate: () => value, constant: value };
}

/** Returns whether the step always has the same value. */
export function isConstant(step: Step): boolean {
  return step.constant !== undefined;
}

/** A step that is read from a root: the root costs once, however many fields are read from it. */
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

/** Reads once what a macro reads of the device again and again, and keeps it at `place` in the frame; it is charged each time. */
export function memoized(read: Evaluate, place: number): Evaluate {
  return (frame) => {
    const known = frame.known[place];
    if (known !== undefined) {
      for (let reads = known.reads; reads > 0; reads -= 1) frame.charge(SELECT_COST);
      return known.value;
    }
    const before = frame.cost;
    const value = read(frame);
    frame.known[place] = { value, reads: (frame.cost - before) / SELECT_COST };
    return value;
  };
}
