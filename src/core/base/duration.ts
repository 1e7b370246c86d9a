// Durations in the notation of Go.

const UNIT_MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Returns the milliseconds of a duration of Go: `10s`, `1m30s`, `1.5h`, `0`. Undefined for any other text and for durations below 0. */
export function millisecondsOf(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ns|us|ms|s|m|h)){1,6}$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]+)([a-z]+)/g)) sum += Number(amount) * (UNIT_MILLISECONDS.get(unit ?? '') ?? 0);
  return sum;
}
