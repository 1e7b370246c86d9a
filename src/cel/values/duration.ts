// Parses and prints durations like Go's time.Duration: nanoseconds in 64
// bits. Source: Go time.ParseDuration; cel-go common/types/duration.go.

import { decimalText } from './decimal.js';

const NANOS_PER_SECOND = 1_000_000_000n;
const OVERFLOW = 2n ** 63n;

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', NANOS_PER_SECOND],
  ['m', 60n * NANOS_PER_SECOND],
  ['h', 3_600n * NANOS_PER_SECOND],
]);

/** A time span in nanoseconds, which fit into an int. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }

  /** Returns the number of whole units (`ms`, `s`, `m` or `h`). Go converts through a double, except for milliseconds. */
  whole(unit: 'ms' | 's' | 'm' | 'h'): bigint {
    const size = UNITS.get(unit) as bigint;
    return unit === 'ms' ? this.nanos / size : BigInt(Math.trunc(this.#count(size)));
  }

  #count(unit: bigint): number {
    return Number(this.nanos / unit) + Number(this.nanos % unit) / Number(unit);
  }

  /** Returns the seconds with the fewest digits: `5400s`, `0.5s`. */
  toString(): string {
    return `${decimalText(this.#count(NANOS_PER_SECOND))}s`;
  }
}

/** Parses `1h30m`, `-1.5s`, `0`; undefined for invalid durations and overflow. */
export function parseDuration(text: string): Duration | undefined {
  const [, sign, rest = ''] = /^([+-]?)(.*)$/su.exec(text) as unknown as [string, string, string];
  if (rest === '0') return new Duration(0n);
  const negative = sign === '-';
  let sum = 0n;
  let end = 0;
  for (const part of rest.matchAll(/([0-9]*)(?:\.([0-9]*))?([^0-9.]+)/gy)) {
    const nanos = partNanos(part[1] ?? '', part[2] ?? '', part[3] ?? '');
    if (nanos === undefined) return undefined;
    sum += nanos;
    if (sum > OVERFLOW) return undefined;
    end = part.index + part[0].length;
  }
  if (rest === '' || end < rest.length || (!negative && sum === OVERFLOW)) return undefined;
  return new Duration(negative ? -sum : sum);
}

function partNanos(whole: string, fraction: string, unitName: string): bigint | undefined {
  const unit = UNITS.get(unitName);
  if (unit === undefined || (whole === '' && fraction === '')) return undefined;
  const digits = whole.replace(/^0+/, '');
  if (digits.length > 19) return undefined;
  const value = BigInt(digits || '0');
  if (value > OVERFLOW / unit) return undefined;
  const nanos = value * unit + fractionNanos(fraction, unit);
  return nanos > OVERFLOW ? undefined : nanos;
}

/** Digits beyond 63 bits are ignored, and the product is computed with doubles. */
function fractionNanos(fraction: string, unit: bigint): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of fraction) {
    if (value > (OVERFLOW - 1n) / 10n) break;
    const next = value * 10n + BigInt(digit);
    if (next > OVERFLOW) break;
    value = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}
