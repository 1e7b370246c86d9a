// Doubles as text, the way Go reads and writes them.

import { Aborted } from '../frame.js';

/** Go's ParseFloat, undefined for what it refuses (also what is out of range). */
export function parseDouble(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const bare = text.replace(/^[+-]/, '').toLowerCase();
  if (bare === 'inf' || bare === 'infinity') return sign * Number.POSITIVE_INFINITY;
  if (text.toLowerCase() === 'nan') return Number.NaN;
  // Hexadecimal mantissas are not read; nothing in a selector needs them.
  if (/^0x.*p/.test(bare)) throw new Aborted('double() of a hexadecimal number: not supported yet');
  if (!/^([0-9]+(_[0-9]+)*\.?([0-9]+(_[0-9]+)*)?|\.[0-9]+(_[0-9]+)*)(e[+-]?[0-9]+(_[0-9]+)*)?$/.test(bare)) return undefined;
  const value = sign * Number(bare.replaceAll('_', ''));
  return Number.isFinite(value) ? value : undefined;
}

/** Go's %g with the fewest digits: an exponent below 1e-4 and from 1e6 on. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
