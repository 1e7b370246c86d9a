// Defines the errors of an evaluation. They are values, because `&&`, `||` and macros inspect them and may drop them.

/** An error of the evaluation that is not thrown yet. */
export class Failure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Returns whether a value is an error. It is faster than `instanceof` alone, since most values are not objects. */
export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value instanceof Failure;
}

/** The most common failure. */
export const NO_SUCH_OVERLOAD = new Failure('no such overload');
