// The spread of repeated measurements.

/** The median, the least and the greatest of several measurements. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Returns the spread of measurements; zeros without measurements. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((left, right) => left - right);
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}
