import { expect, it, onTestFinished, vi } from 'vitest';
import { mapping } from '../../src/core/base/lists-in-increments.js';
import { Pauses, withPauses } from '../../src/platform/pauses.js';
import { turnsDuring } from '../support/turns.js';

it('a pause is due after some milliseconds of work, and other work runs in it', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const pauses = new Pauses();
  clock.mockReturnValue(3);
  expect(pauses.isDue).toBe(false);
  clock.mockReturnValue(4);
  expect(pauses.isDue).toBe(true);
  expect(await turnsDuring(pauses.take())).toBeGreaterThan(0);
  expect(pauses.isDue).toBe(false);
});

it('work that takes long pauses, and short work does not', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  onTestFinished(() => clock.mockRestore());
  const numbers = Array.from({ length: 1000 }, (_, index) => index);
  expect(await withPauses((checkpoint) => mapping(numbers, (number) => number + 1, checkpoint))).toEqual(
    numbers.map((number) => number + 1),
  );
  expect(await turnsDuring(withPauses((checkpoint) => mapping(numbers, (number) => number + 1, checkpoint)))).toBeGreaterThan(5);
  clock.mockReturnValue(now);
  expect(await turnsDuring(withPauses((checkpoint) => mapping(numbers.slice(0, 10), (number) => number + 1, checkpoint)))).toBeLessThan(2);
});
