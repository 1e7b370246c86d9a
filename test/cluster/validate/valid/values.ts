// Quantities, versions, expressions, times and similar values that every API server accepts.

import type { Random } from '../../../differential/generate/random.js';

const SUFFIXES = ['', 'm', 'k', 'M', 'G', 'T', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'E2'];

/** A quantity in any notation. */
export function quantity(random: Random): string | number {
  if (random.chance(0.1)) return random.integer(0, 1000);
  const digits = `${random.integer(0, 999)}`;
  const fraction = random.chance(0.2) ? `.${random.integer(0, 99)}` : '';
  return `${random.chance(0.05) ? '+' : ''}${digits}${fraction}${random.pick(SUFFIXES)}`;
}

/** A semantic version (semver.org) of at most 64 characters. */
export function version(random: Random): string {
  const core = random.times(3, () => random.pick([0, 1, 2, 10, 99])).join('.');
  const before = random.chance(0.3) ? `-${random.pick(['rc.1', 'alpha', '0', '1-2', 'a.b.c', '0a'])}` : '';
  const build = random.chance(0.2) ? `+${random.pick(['build', '001', 'a.b', '-'])}` : '';
  return `${core}${before}${build}`;
}

/** A time as it is stored. */
export function time(random: Random): string {
  return random.pick(['2026-01-02T03:04:05Z', '2026-01-02T03:04:05+02:00', '1999-12-31T23:59:59.999Z']);
}

/** A UID. */
export function uid(random: Random): string {
  const hex = () => random.times(4, () => random.pick([...'0123456789abcdef'])).join('');
  return `${hex()}${hex()}-${hex()}-${hex()}-${hex()}-${hex()}${hex()}${hex()}`;
}

const CONDITIONS = [
  (driver: string) => `device.driver == "${driver}"`,
  (driver: string) => `device.attributes["${driver}"].model == "a100"`,
  (driver: string) => `"model" in device.attributes["${driver}"]`,
  (driver: string) => `device.attributes["${driver}"].?healthy.orValue(true)`,
  (driver: string) => `device.capacity["${driver}"].memory.compareTo(quantity("10Gi")) >= 0`,
  (driver: string) => `device.attributes["${driver}"].version.isGreaterThan(semver("1.2.3"))`,
  (driver: string) => `cel.bind(own, device.attributes["${driver}"], has(own.index) && own.index % 2 == 0)`,
  () => 'device.attributes.exists(domain, domain.endsWith(".example.com"))',
  () => '["a", "b"].exists(text, device.driver.contains(text))',
  () => '!isQuantity("x") && [1, 2].sum() == 3',
];

/** A selector for devices of a driver. */
export function selector(random: Random, driver: string): string {
  const parts = random.times(random.integer(1, 3), () => random.pick(CONDITIONS)(driver));
  return parts.join(random.pick([' && ', ' || ', '\n  && ']));
}

/** An expression whose result is the value of an attribute. */
export function derivation(random: Random, driver: string): string {
  return random.pick([
    `device.attributes["${driver}"].numa`,
    'device.driver',
    '1 + 1',
    '["a", "b"]',
    `device.attributes["${driver}"].?model.orValue("none")`,
  ]);
}

/** The parameters of a driver, which are an object. */
export function parameters(random: Random): object {
  return random.pick([
    { apiVersion: 'gpu.example.com/v1', kind: 'Config', sharing: { strategy: 'TimeSlicing' } },
    { a: [1, null, 'b', true] },
    { text: 'x'.repeat(5000) },
  ]);
}
