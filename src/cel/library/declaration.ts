// The form in which a library declares a function.

import type { Frame } from '../run/frame.js';
import { memoryOf } from '../values/memory.js';
import { Failure, NO_SUCH_OVERLOAD, type Value } from '../values/values.js';

/** Implements a function for values whose types fit; no function has more than four. */
export type Implement = (frame: Frame, a: Value, b: Value, c: Value, d: Value) => Value;

/**
 * The number of steps that a call takes next to its cost (see Frame.work): always so many, as many as its arguments tell, or only known while it runs, so that it
 * announces them itself.
 */
type Work<Args extends readonly Value[]> = number | ((...args: Args) => number) | 'metered';

/** The work of a call that takes no longer than its cost says, which is at least 1, whatever the sizes of its arguments. */
export const CONSTANT = 0;

/** One overload: cel-go's id, the signature in the notation of declarations.ts, and what it does once the types of the values fit. */
export interface Declaration {
  readonly id: string;
  readonly signature: string;
  readonly work: Work<readonly Value[]>;
  /** Announces the work, and does it. */
  readonly apply: Implement;
  /** Types of the parameters while it runs, receiver first, where the reference takes more than the signature says. */
  readonly accepts?: string;
  /** Only for values whose types are unknown before: the checker does not see it. */
  readonly undeclared?: true;
  /** The minor release of Kubernetes that introduced it; absent for what any release has that this package knows. */
  readonly since?: number;
  /** The last minor release that declares it; absent for what every later one has, too. */
  readonly until?: number;
}

/** Declares an overload whose implementation takes values that have the declared types, or those that it accepts. */
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

/** Results that take memory of their own; no call makes more than a few times what its arguments take, so they are counted once they are there. */
const MADE = / (?:string|bytes|dyn|list\(.*\)|map\(.*\))$/;
const makes = (signature: string): boolean => MADE.test(signature);

/** An implementation whose work is announced before it runs. */
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

/** Declares an overload for the checker: what evaluates it is the planner or a macro, or nothing, since no selector has a value to call it on. */
export function declareOnly(id: string, signature: string, work: 'metered' | typeof CONSTANT = CONSTANT): Declaration {
  return declare<[]>(id, signature, work, () => NO_SUCH_OVERLOAD);
}

/** Marks overloads as introduced by a minor release of Kubernetes. */
export function since(release: number, declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.map((declaration) => ({ ...declaration, since: release }));
}

/** Marks an overload as one that no release after this minor release of Kubernetes declares. */
export function until(release: number, declaration: Declaration): Declaration {
  return { ...declaration, until: release };
}

/** A failure with this message. */
export function fail(message: string): Failure {
  return new Failure(message);
}
