// Replaces time by a count of clock checks, so that time limits can end calls anywhere, and reproducibly.

/** Milliseconds that each clock check adds; undefined outside of {@link inTicks}. */
let ticks: number | undefined;
let now = 0;
let freeTicks = 0.2;
const clock = performance.now.bind(performance);

/** Counts clock checks instead of time, until the clock is restored. */
export function holdClock(): { [Symbol.dispose](): void; restore(): void } {
  performance.now = () => {
    // Without a time limit, time passes only for calls that work in slices.
    now += ticks ?? freeTicks;
    return now;
  };
  const restore = (): void => {
    performance.now = clock;
  };
  return { restore, [Symbol.dispose]: restore };
}

/** Runs an action during which each clock check adds a millisecond. */
export function inTicks<T>(action: () => T): T {
  ticks = 1;
  try {
    return action();
  } finally {
    ticks = undefined;
  }
}

/**
 * Restarts the clock, so that slices end at reproducible points. `milliseconds`:
 * the time that a clock check adds outside of {@link inTicks}.
 */
export function resetClock(milliseconds: number): void {
  now = 0;
  freeTicks = milliseconds;
}
