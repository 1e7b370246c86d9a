// A clock that counts checks it instead of time, so that limits of time end calls anywhere, and at the same place each time.

/** The clock, which ticks with every check it. */
let ticks: number | undefined;
let now = 0;
let freeTicks = 0.2;
const clock = performance.now.bind(performance);

/** Counts clock checks instead of time, until the clock is given back. */
export function holdClock(): { [Symbol.dispose](): void; restore(): void } {
  performance.now = () => {
    // Without a limit, time passes for what works in slices.
    now += ticks ?? freeTicks;
    return now;
  };
  const restore = (): void => {
    performance.now = clock;
  };
  return { restore, [Symbol.dispose]: restore };
}

/** Runs something during which each clock check takes a millisecond. */
export function inTicks<T>(action: () => T): T {
  ticks = 1;
  try {
    return action();
  } finally {
    ticks = undefined;
  }
}

/** Begins to count anew, whatever was before: slices end where they end each time. `milliseconds`: those that pass with a look where there is no limit. */
export function resetClock(milliseconds: number): void {
  now = 0;
  freeTicks = milliseconds;
}
