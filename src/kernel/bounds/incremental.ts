// Computations that take long are done in increments.

/** A computation in increments: between two of them others may have their turn. */
export type Incremental<T> = Generator<undefined, T, undefined>;

/** Runs a computation to its end in one go. */
export function runToEnd<T>(parts: Incremental<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done === true) return value;
  }
}
