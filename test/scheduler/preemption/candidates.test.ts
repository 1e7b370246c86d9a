import { expect, test } from 'vitest';
import { bestCandidate, type Candidate } from '../../../src/scheduler/preemption/candidates.js';
import { info, node, pod } from '../filters/objects.js';

/** A candidate with victims of these priorities and starts. */
function candidate(name: string, victims: readonly (readonly [number, number])[], violations = 0): Candidate {
  const [podInfo] = info(node({}), [pod({})]).podInfos;
  if (podInfo === undefined) throw new Error('a node with one pod');
  return { node: name, victims: victims.map(([priority, start]) => ({ info: podInfo, priority, start })), violations };
}

const best = (...candidates: Candidate[]): string | undefined => bestCandidate(candidates)?.node;

test('the fewest violations win, then the lowest highest priority, the lowest sum, the fewest pods and the latest start', () => {
  expect(best()).toBeUndefined();
  expect(best(candidate('a', [[0, 0]], 1), candidate('b', [[9, 0]]))).toBe('b');
  expect(
    best(
      candidate('a', [[2, 0]]),
      candidate('b', [
        [1, 0],
        [1, 0],
      ]),
    ),
  ).toBe('b');
  expect(
    best(
      candidate('a', [
        [2, 0],
        [1, 0],
      ]),
      candidate('b', [
        [2, 0],
        [0, 0],
      ]),
    ),
  ).toBe('b');
  // Two pods are worse than one, also if their priorities are negative.
  expect(
    best(
      candidate('a', [
        [-5, 0],
        [-5, 0],
      ]),
      candidate('b', [[-5, 0]]),
    ),
  ).toBe('b');
  expect(
    best(
      candidate('a', [
        [1, 5],
        [0, 9],
      ]),
      candidate('b', [
        [1, 6],
        [0, 1],
      ]),
    ),
  ).toBe('b');
  expect(
    best(
      candidate('a', [
        [1, 5],
        [1, 9],
      ]),
      candidate('b', [
        [1, 6],
        [1, 6],
      ]),
    ),
  ).toBe('b');
});

test('the first by name wins among equals', () => {
  expect(best(candidate('c', [[1, 5]]), candidate('a', [[1, 5]]), candidate('b', [[1, 5]]))).toBe('a');
});
