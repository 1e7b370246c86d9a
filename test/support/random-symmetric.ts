// Small random problems whose slots, devices and constraints are often interchangeable, as they share a few tables. Some have admin access in
// one of several claims, errors, and limits of claims, which decide what is interchangeable. Identical on every machine.

import type { Problem } from '../../src/allocator/kernel/problem.js';
import { Dice } from './dice.js';
import { type StoredProblem, storedProblem } from './stored-problems.js';

const range = (count: number): number[] => [...Array(count).keys()];

const ERROR = 128;
const REFUSED = 4;

/** The stages of a table: most devices match, and in one table of eight one device fails. */
function stagesOf(dice: Dice, deviceCount: number): number[] {
  const stages: number[] = range(deviceCount).map(() => (dice.isOneOf(8) ? REFUSED : 0));
  if (dice.isOneOf(8)) stages[dice.below(deviceCount)] = ERROR;
  return stages;
}

function claimOf(dice: Dice, tables: number, rows: number, valueCount: number): StoredProblem['claims'][number] {
  const requests = range(dice.one([1, 1, 2, 3])).map(() => {
    const prioritized = dice.isOneOf(4);
    const slots = range(prioritized ? dice.from(1, 3) : 1).map(() => ({
      stages: dice.below(tables),
      count: dice.isOneOf(4) ? 2 : 1,
      adminAccess: dice.isOneOf(5),
    }));
    return { prioritized, slots };
  });
  const slotCount = requests.flatMap(({ slots }) => slots).length;
  const constraints = range(dice.below(3)).map(() => {
    const row = dice.below(rows);
    return {
      kind: dice.isOneOf(3) ? 'distinct' : 'match',
      valueCount,
      rows: range(slotCount).map(() => (dice.isOneOf(3) ? null : row)),
    };
  });
  return { requests, constraints };
}

/** The problem with a seed: at most 5 devices and 3 claims with up to 3 requests each. */
export function randomSymmetric(seed: number): Problem {
  const dice = new Dice(seed);
  const deviceCount = dice.from(2, 5);
  const valueCount = dice.from(1, 3);
  const entryText = (): string => (dice.isOneOf(12) ? 'missing' : `${dice.below(valueCount)}`);
  const stages = range(dice.from(1, 2)).map(() => stagesOf(dice, deviceCount));
  const rows = range(dice.from(1, 2)).map(() => range(deviceCount).map(entryText));
  return storedProblem({
    deviceCount,
    occupied: range(deviceCount).filter(() => dice.isOneOf(12)),
    claimLimit: dice.isOneOf(6) ? dice.from(1, 5) : 32,
    stages,
    rows,
    claims: range(dice.one([1, 2, 3, 3])).map(() => claimOf(dice, stages.length, rows.length, valueCount)),
  });
}
