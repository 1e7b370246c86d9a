// Durations in the notation of the command line.

const SECOND = 1000;

/** Returns milliseconds in the notation of `--timeout`: `300ms`, `10s`, `90s`, `1.5s`. */
export function formatDuration(milliseconds: number): string {
  return milliseconds >= SECOND ? `${milliseconds / SECOND}s` : `${milliseconds}ms`;
}
