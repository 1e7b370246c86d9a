import { expect, it } from 'vitest';
import { type Program, runInOneGo, runInTurns } from '../../../src/core/base/program.js';

/** A call that adds one, and rejects numbers from 3 on. */
function* incremented(number: number): Program<number> {
  const next = (): number => {
    if (number >= 3) throw new RangeError(`${number} is too large`);
    return number + 1;
  };
  return (yield { inOneGo: next, inTurns: async () => next() }) as number;
}

function* counted(steps: number): Program<string> {
  let number = 0;
  try {
    for (let step = 0; step < steps; step++) number = yield* incremented(number);
  } catch (error) {
    // The program handles the error of its call, and goes on.
    return `stopped at ${yield* incremented(number - 1)}: ${(error as Error).message}`;
  }
  return `counted to ${number}`;
}

it.each([
  [2, 'counted to 2'],
  [4, 'stopped at 3: 3 is too large'],
])('a program of %i calls has the same result in one go and in turns', async (steps, result) => {
  expect(runInOneGo(counted(steps))).toBe(result);
  expect(await runInTurns(counted(steps))).toBe(result);
});

it('an error that the program does not handle ends it', async () => {
  expect(() => runInOneGo(incremented(3))).toThrow(RangeError);
  await expect(runInTurns(incremented(3))).rejects.toThrow(RangeError);
});
