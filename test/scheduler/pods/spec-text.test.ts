import { expect, it } from 'vitest';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';
import { specText } from '../../../src/scheduler/pods/spec-text.js';

it('is equal for equal specs, whatever the order of maps and the form of amounts', () => {
  const of = (entries: readonly (readonly [string, string])[], count: bigint): string =>
    specText({ requests: new Map(entries.map(([key, amount]) => [key, parseQuantity(amount)])), count });
  const text = of(
    [
      ['cpu', '1'],
      ['memory', '1Gi'],
    ],
    1n,
  );
  expect(
    of(
      [
        ['memory', '1024Mi'],
        ['cpu', '1000m'],
      ],
      1n,
    ),
  ).toBe(text);
  expect(
    of(
      [
        ['memory', '1024Mi'],
        ['cpu', '1001m'],
      ],
      1n,
    ),
  ).not.toBe(text);
  expect(
    of(
      [
        ['cpu', '1'],
        ['memory', '1Gi'],
      ],
      2n,
    ),
  ).not.toBe(text);
});
