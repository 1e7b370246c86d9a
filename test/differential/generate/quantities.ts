// Quantities: multiples of a few units, so that sums reach limits exactly, each in one of several equivalent notations. Also odd quantities.

import type { Random } from './random.js';

/** Writes a multiple of a unit, which may be a half, in equivalent notations. */
export type Unit = (times: number) => readonly string[];

/** Units by name. Most are plain. */
export const UNITS = {
  one: (times) => [`${times}`, `${times * 1000}m`, `${times}e0`],
  gibi: (times) => [`${times}Gi`, `${times * 1024}Mi`, `${times * 1_073_741_824}`],
  milli: (times) => [`${times * 500}m`, `${times / 2}`],
  tenth: (times) => [`${times * 100}m`, `${times / 10}`],
  // A half is rounded up.
  nano: (times) => [`${times}n`],
  mixed: (times) => [`${times}k`, `${times * 1000}`, `${times * 1000}000m`],
  exa: (times) => [`${times}e18`, `${times}E`, `${times * 1000}P`],
  exbi: (times) => [`${times}Ei`, `${times * 1024}Pi`],
  beyond: (times) => [`${times}e39`, `${times * 10}${'0'.repeat(38)}`],
} satisfies Record<string, Unit>;

const PLAIN: readonly Unit[] = [UNITS.one, UNITS.one, UNITS.gibi, UNITS.gibi, UNITS.milli];

/** A unit, which is plain unless `odd`. */
export function chooseUnit(random: Random, odd: boolean): Unit {
  return random.pick<Unit>(odd ? [...PLAIN, ...Object.values(UNITS)] : PLAIN);
}

/** A multiple of a unit, usually in its first notation. */
export function amountOf(random: Random, unit: Unit, times: number): string {
  const forms = unit(times);
  return random.chance(0.6) ? (forms[0] as string) : random.pick(forms);
}

/** Quantities that a driver or a user might write by accident, and the limits of the representation. */
export const ODD_QUANTITIES: readonly string[] = [
  ...['0', '0.1', '1.5Gi', '-1', '1E', '10E', '1500m', '1.0001', '9223372036854775807', '9223372036854775808', '1e18', '-500m'],
  ...['1234567890123456789012345678901234567890', '1n', '0.3n', '3.14159Ki', '1e-3', '9300000000000000', '-1Gi', '0.5', '7000m', '8Ei'],
];

/** Close to the limits of 64 bits, plain or in thousandths, where rounding to a step fails. */
export const HUGE_QUANTITIES: readonly string[] = [
  '10E',
  '9223372036854775806',
  '9223372036854775807',
  '9223372036854775807500m',
  '9.2e15',
  '9223372036854776',
];

/** Odd quantities that the API server accepts in a range with steps. */
export const ODD_RANGE_QUANTITIES: readonly string[] = ['0.1', '500m', '1m', '1.0001', '1n', '1e18', '9223372036854775807', '3', '1.5Gi'];
