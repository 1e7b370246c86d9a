// What takes long is found bit by bit.

/** What is found bit by bit: between two of them others may have their turn. */
export type Incremental<T> = Generator<undefined, T, undefined>;

/** All of it in one go. */
export function runToEnd<T>(parts: Incremental<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done === true) return value;
  }
}
