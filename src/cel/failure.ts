// Errors of an evaluation. They are values, because `&&`, `||` and the macros look at them and may drop them.

/** An error of the evaluation, not yet thrown. */
export class Failure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The most common failure. */
export const NO_SUCH_OVERLOAD = new Failure('no such overload');
