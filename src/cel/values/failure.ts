// Errors of an evaluation. They are values, because `&&`, `||` and the macros check them and may drop them.

/** An error of the evaluation, not yet thrown. */
export class Failure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Returns whether a value is an error, in less time than `instanceof` alone, since most values are no objects. */
export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value instanceof Failure;
}

/** The most common failure. */
export const NO_SUCH_OVERLOAD = new Failure('no such overload');
