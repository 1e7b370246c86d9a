import { expect, it, onTestFinished, vi } from 'vitest';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../src/core/base/incremental.js';
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

it('considers the clock for each try', () => {
  const checkpoint = new Checkpoint();
  const question = { ...questionOf(input([request('r', { count: 3 })], devices(2)), resolveFeatures({}), kernel), checkpoint };
  const [edit] = inOneGo(laddersOf(question)).flat() as [Edit];
  const verifier = inOneGo(Verifier.of(question, TRIES));
  // The clock advances by a millisecond with each try except the first one of a slice.
  let [now, before] = [0, 0];
  const { run: tried } = EditTrial.prototype;
  const run = vi.spyOn(EditTrial.prototype, 'run').mockImplementation(function (this: EditTrial, edits) {
    const outcome = tried.call(this, edits);
    if (run.mock.calls.length > before + 1) now++;
    return outcome;
  });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const trying = function* (): Incremental<void> {
    for (let tries = 0; tries < TRIES; tries++) yield* verifier.helps([edit]);
  };
  const work = trying();
  let longest = 0;
  for (let isDone: boolean | undefined = false; isDone !== true; ) {
    before = run.mock.calls.length;
    checkpoint.beginSlice();
    isDone = work.next().done;
    longest = Math.max(longest, run.mock.calls.length - before);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(TRIES / 2);
  expect(longest).toBeLessThanOrEqual(3);
});
