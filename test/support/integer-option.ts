// Options of the programs among the tests, such as `--seed 7`.

/** Returns the integer that an option has, or the default. Throws if it has another value, or one below `least`. */
export function integerOption<T extends object>(values: T, name: keyof T & string, standard: number, least = 0): number {
  const given = values[name];
  const value = Number(given ?? standard);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name}: expected an integer of ${least} or more, not '${given}'`);
}
