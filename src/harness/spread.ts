// Several measurements of one thing.

/** The median of several measurements, the smallest and the largest one. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The spread of measurements; zeros where there are none. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((left, right) => left - right);
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}
