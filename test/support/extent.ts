// The number of cases of a test: some in `npm test`, all in the long run. The long run includes every test that imports this file
// (vitest.config.ts).

const IS_LONG = process.env['TEST_EXTENT'] === 'long';

/** The number of cases: `few` in `npm test`, `all` in the long run. */
export function cases(few: number, all: number): number {
  return IS_LONG ? all : few;
}

/** Every `step`-th item from `first` on in `npm test`, all items in the long run. */
export function someOf<T>(items: readonly T[], step: number, first = 0): readonly T[] {
  return IS_LONG ? items : items.filter((_, index) => index % step === first % step);
}
