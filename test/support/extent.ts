// Number of cases that a test tries: some in `npm test`, all in the long run, which takes every test that imports this file (vitest.config.ts).

const IS_LONG = process.env['TEST_EXTENT'] === 'long';

/** Number of cases: `few` in `npm test`, `all` in the long run. */
export function cases(few: number, all: number): number {
  return IS_LONG ? all : few;
}

/** Every `step`-th item in `npm test`, from `first` on; all items in the long run. */
export function someOf<T>(items: readonly T[], step: number, first = 0): readonly T[] {
  return IS_LONG ? items : items.filter((_, index) => index % step === first % step);
}
