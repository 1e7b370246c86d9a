// Options of the programs among the tests, such as `--seed 7`.

/** Returns the integer of an option, or the default. Throws for any other value, and for an integer below `least`. */
export function integerOption<T extends object>(values: T, name: keyof T & string, standard: number, least = 0): number {
  const given = values[name];
  const value = Number(given ?? standard);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name}: expected an integer of ${least} or more, not '${given}'`);
}
