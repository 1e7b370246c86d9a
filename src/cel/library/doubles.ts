// Parses and prints doubles as Go does.

import { divideRounded } from '../values/decimal.js';

const DIGITS = '[0-9]+(?:_[0-9]+)*';
const DECIMAL = new RegExp(`^(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`);
const HEX_DIGITS = '[0-9a-f]+(?:_[0-9a-f]+)*';
const HEXADECIMAL = new RegExp(`^0x_?(?=\\.?[0-9a-f])(${HEX_DIGITS})?\\.?(${HEX_DIGITS})?p([+-]?${DIGITS})$`);

/** Parses like Go's ParseFloat. Returns undefined for rejected texts and for values out of range. */
export function parseDouble(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const bare = text.replace(/^[+-]/, '').toLowerCase();
  if (bare === 'inf' || bare === 'infinity') return sign * Number.POSITIVE_INFINITY;
  if (text.toLowerCase() === 'nan') return Number.NaN;
  const size = bare.startsWith('0x') ? hexadecimal(bare) : decimal(bare);
  return Number.isFinite(size) ? sign * size : undefined;
}

function decimal(text: string): number {
  return DECIMAL.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
}

/** Parses a hexadecimal mantissa with a binary exponent. */
function hexadecimal(text: string): number {
  const [, whole = '', fraction = '', exponent] = HEXADECIMAL.exec(text) ?? [];
  if (exponent === undefined) return Number.NaN;
  const digits = `${whole}${fraction}`.replaceAll('_', '');
  const power = Number(exponent.replaceAll('_', '')) - 4 * fraction.replaceAll('_', '').length;
  return scaled(BigInt(`0x${digits}`), power);
}

const MANTISSA_BITS = 53;
const LEAST_EXPONENT = -1_021;

/** Returns a number times a power of two, rounded once. Numbers near zero have fewer bits. */
function scaled(value: bigint, power: number): number {
  if (value === 0n) return 0;
  const bits = value.toString(2).length;
  const mantissaBits = Math.min(MANTISSA_BITS, MANTISSA_BITS + bits + power - LEAST_EXPONENT);
  if (mantissaBits < 0) return 0;
  const dropped = Math.max(bits - mantissaBits, 0);
  return Number(divideRounded(value, 1n << BigInt(dropped))) * 2 ** (power + dropped);
}

/** Prints like Go's %g with the fewest digits: with an exponent below 1e-4 and from 1e6 on. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
