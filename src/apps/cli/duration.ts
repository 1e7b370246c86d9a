// Durations as the command line has them.

const SECOND = 1000;

/** Milliseconds as `--timeout` takes them: `300ms`, `10s`, `90s`, `1.5s`. */
export function formatDuration(milliseconds: number): string {
  return milliseconds >= SECOND ? `${milliseconds / SECOND}s` : `${milliseconds}ms`;
}
