import { expect, it } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { membershipOf } from '../../../src/core/base/membership.js';

it.each([0, 3, 1024, 1025, 5000])('of %i texts: these are in the list, and no others', (length) => {
  const listed = inOneGo(
    membershipOf(
      Array.from({ length }, (_, index) => `t${index}`),
      UNLIMITED,
    ),
  );
  expect(['t0', 't2', `t${length - 1}`, `t${length}`, ''].map((text) => listed.has(text))).toEqual([
    length > 0,
    length > 2,
    length > 0,
    false,
    false,
  ]);
});

it('a long list is added in increments', () => {
  let work = 0;
  const counting = Object.create(UNLIMITED, { due: { value: () => ++work < 0 } });
  inOneGo(
    membershipOf(
      Array.from({ length: 5000 }, (_, index) => `t${index}`),
      counting,
    ),
  );
  expect(work).toBe(5000);
});
