import { expect, it } from 'vitest';
import type { Kernel } from '../../src/allocator/kernel/kernel.js';
import type { Problem, SearchAnswer } from '../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../src/allocator/kernel/reference.js';
import { CallEnded, Checkpoint, UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { Trials } from '../../src/explain/trials.js';
import { begun } from '../support/begun.js';

function wanting(count: number): Problem {
  const slot = { count, adminAccess: false, stages: new Uint8Array(2) };
  return { deviceCount: 2, occupied: [], claimLimit: 32, claims: [{ requests: [{ prioritized: false, slots: [slot] }], constraints: [] }] };
}

/** A kernel whose searches return this answer after a number of steps. It counts searches, as all of them must be ended. */
function kernelOf(answer: SearchAnswer | undefined, steps = 0) {
  const counted = { started: 0, ended: 0 };
  const kernel: Kernel = {
    start: () => {
      counted.started++;
      return begun({ steps, ended: [], run: () => answer, end: () => void counted.ended++ });
    },
  };
  return { kernel, counted };
}

it('reports whether a problem has a solution', () => {
  const trials = new Trials(referenceKernel, UNLIMITED);
  expect(inOneGo(trials.hasSolution(wanting(2)))).toBe(true);
  expect(inOneGo(trials.hasSolution(wanting(3)))).toBe(false);
});

it('counts an error as no solution, and a step limit as not known', () => {
  const error = kernelOf({ kind: 'error', error: { kind: 'stage', slot: 0, device: 0 }, steps: 1 });
  expect(inOneGo(new Trials(error.kernel, UNLIMITED).hasSolution(wanting(1)))).toBe(false);
  const limit = kernelOf({ kind: 'step-limit', steps: 1 });
  expect(inOneGo(new Trials(limit.kernel, UNLIMITED).hasSolution(wanting(1)))).toBeUndefined();
});

it('knows nothing more once all searches together took too many steps', () => {
  const { kernel, counted } = kernelOf({ kind: 'found', selections: [], steps: 1 }, 1_500_000);
  const trials = new Trials(kernel, UNLIMITED);
  expect([1, 2, 3].map((count) => inOneGo(trials.hasSolution(wanting(count))))).toEqual([true, true, undefined]);
  expect(counted).toEqual({ started: 2, ended: 2 });
});

it('ends a search when the time is up', () => {
  const { kernel, counted } = kernelOf(undefined);
  expect(() => inOneGo(new Trials(kernel, new Checkpoint({ deadline: performance.now() + 20 })).hasSolution(wanting(1)))).toThrow(
    CallEnded,
  );
  expect(counted.ended).toBe(counted.started);
  expect(() => inOneGo(new Trials(kernel, new Checkpoint({ deadline: performance.now() })).hasSolution(wanting(1)))).toThrow(CallEnded);
});
