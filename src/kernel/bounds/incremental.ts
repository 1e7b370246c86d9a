// Computations that take long are done in increments.

/** A computation in increments: between two of them others may have their turn. */
export type Incremental<T> = Generator<undefined, T, undefined>;
