import { expect, it, onTestFinished, vi } from 'vitest';
import { Checkpoint, SliceOver } from '../../../src/core/base/checkpoint.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { laddersOf } from '../../../src/explain/suggest/candidates.js';
import type { Edit } from '../../../src/explain/suggest/edit.js';
import { EditTrial } from '../../../src/explain/suggest/edit-trial.js';
import { Verifier } from '../../../src/explain/suggest/verifier.js';
import { input } from '../../support/allocate.js';
import { escalating as kernel } from '../../support/kernels.js';
import { devices, request } from '../../support/objects.js';
import { questionOf } from '../../support/suggestions.js';

const TRIES = 200;

it('looks at the clock for each try', () => {
  const checkpoint = new Checkpoint();
  const question = { ...questionOf(input([request('r', { count: 3 })], devices(2)), resolveFeatures({}), kernel), checkpoint };
  const [edit] = laddersOf(question).flat() as [Edit];
  const verifier = new Verifier(question, TRIES);
  // The clock goes on by a millisecond with each try but the first one of a slice.
  let [now, before] = [0, 0];
  const { run: tried } = EditTrial.prototype;
  const run = vi.spyOn(EditTrial.prototype, 'run').mockImplementation(function (this: EditTrial, edits) {
    const outcome = tried.call(this, edits);
    if (run.mock.calls.length > before + 1) now++;
    return outcome;
  });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  let longest = 0;
  for (let isDone = false; !isDone; ) {
    before = run.mock.calls.length;
    checkpoint.beginSlice();
    try {
      checkpoint.times(TRIES, () => void verifier.helps([edit]));
      isDone = true;
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
    }
    longest = Math.max(longest, run.mock.calls.length - before);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(TRIES / 2);
  expect(longest).toBeLessThanOrEqual(3);
});
