// Defines the form in which a library declares a function.

import type { Frame } from '../run/frame.js';
import { memoryOf } from '../values/memory.js';
import { Failure, NO_SUCH_OVERLOAD, type Value } from '../values/values.js';

/** Implements a function for values of fitting types. Functions have at most four parameters. */
export type Implement = (frame: Frame, a: Value, b: Value, c: Value, d: Value) => Value;

/**
 * The work of a call in addition to its cost, in steps (see Frame.work). It is a constant
 * or a function of the arguments. `metered` calls report their work while they run.
 */
type Work<Args extends readonly Value[]> = number | ((...args: Args) => number) | 'metered';

/** The work of a call that needs no steps besides its cost (at least 1), for arguments of any size. */
export const CONSTANT = 0;

/** One overload: cel-go's id, the signature in the notation of declarations.ts, and the implementation for values of fitting types. */
export interface Declaration {
  readonly id: string;
  readonly signature: string;
  readonly work: Work<readonly Value[]>;
  /** Reports the work and runs the implementation. */
  readonly apply: Implement;
  /** The accepted types at run time, receiver first, if the reference accepts more than the signature. */
  readonly accepts?: string;
  /** True if the overload exists only at run time, for values whose static type is unknown. */
  readonly undeclared?: true;
  /** The minor release of Kubernetes that introduced it; absent if all supported releases have it. */
  readonly since?: number;
  /** The last minor release that declares it; absent if all later releases have it. */
  readonly until?: number;
}

/** Declares an overload. The implementation receives values of the declared types, or of the types in `accepts`. */
export function declare<Args extends readonly Value[]>(
  id: string,
  signature: string,
  work: Work<Args>,
  implement: (frame: Frame, ...args: Args) => Value,
  options: Pick<Declaration, 'accepts' | 'undeclared'> = {},
): Declaration {
  const general = work as Work<readonly Value[]>;
  return { id, signature, work: general, apply: charged(general, implement as unknown as Implement, makes(signature)), ...options };
}

/**
 * Result types that allocate memory. A result needs at most a few times the memory of the arguments, so its memory is counted
 * after the call.
 */
const MADE = / (?:string|bytes|dyn|list\(.*\)|map\(.*\))$/;
const makes = (signature: string): boolean => MADE.test(signature);

/** Returns an implementation that reports its work before it runs. */
function charged(work: Work<readonly Value[]>, implement: Implement, isMaking: boolean): Implement {
  if (work === 'metered' || work === CONSTANT) return implement;
  const steps = typeof work === 'number' ? () => work : (work as (...args: readonly Value[]) => number);
  if (isMaking) {
    return (frame, a, b, c, d) => {
      frame.work(steps(a, b, c, d));
      const result = implement(frame, a, b, c, d);
      if (result !== a) frame.made(memoryOf(result));
      return result;
    };
  }
  return (frame, a, b, c, d) => {
    frame.work(steps(a, b, c, d));
    return implement(frame, a, b, c, d);
  };
}

/** Declares an overload only for the checker. The planner or a macro evaluates it, or selectors have no receiver for it. */
export function declareOnly(id: string, signature: string, work: 'metered' | typeof CONSTANT = CONSTANT): Declaration {
  return declare<[]>(id, signature, work, () => NO_SUCH_OVERLOAD);
}

/** Marks overloads as introduced by a minor release of Kubernetes. */
export function since(release: number, declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.map((declaration) => ({ ...declaration, since: release }));
}

/** Marks an overload as last declared by a minor release of Kubernetes. */
export function until(release: number, declaration: Declaration): Declaration {
  return { ...declaration, until: release };
}

/** Returns a failure with this message. */
export function fail(message: string): Failure {
  return new Failure(message);
}
