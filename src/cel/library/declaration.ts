// How a library declares a function.

import type { Frame } from '../frame.js';
import { Failure, type Value } from '../values.js';

/** What a function does with values whose types fit; none has more than four. */
export type Implement = (frame: Frame, a: Value, b: Value, c: Value, d: Value) => Value;

/** One overload: cel-go's id, the signature in the notation of declarations.ts, and what it does once the types of the values fit. */
export interface Declaration {
  readonly id: string;
  readonly signature: string;
  readonly implement: Implement;
  /** Types of the parameters while it runs, receiver first, where the reference takes more than the signature says. */
  readonly accepts?: string;
  /** Only for values whose types are not known before: the checker does not see it. */
  readonly undeclared?: true;
  /** The minor release of Kubernetes that introduced it; absent for what any release has that this package knows. */
  readonly since?: number;
}

/** Declares an overload whose implementation takes values that have the declared types. */
export function declare<Args extends readonly Value[]>(
  id: string,
  signature: string,
  implement: (frame: Frame, ...args: Args) => Value,
): Declaration {
  return { id, signature, implement: implement as unknown as Implement };
}

/** The same overloads, introduced by a minor release of Kubernetes. */
export function since(release: number, declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.map((declaration) => ({ ...declaration, since: release }));
}

/** A failure with this message. */
export function fail(message: string): Failure {
  return new Failure(message);
}
