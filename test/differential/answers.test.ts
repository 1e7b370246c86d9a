import { expect, it } from 'vitest';
import type { AllocationResult, Outcome } from '../../src/index.js';
import { answerOf, referenceAnswer } from './answers.js';

const UUID = '00000000-0000-4000-8000-000000000000';
const OTHER = '00000000-0000-4000-8000-000000000001';

function outcome(...shareIDs: string[]): Outcome {
  const results = shareIDs.map((shareID) => ({ request: 'r', driver: 'a', pool: 'p', device: 'd', shareID }));
  const allocations = results.map((result): AllocationResult => ({ devices: { results: [result] } }));
  return { kind: 'allocated', node: 'n', allocations, steps: 1 } as unknown as Outcome;
}

it('compares shares without their IDs, which are random', async () => {
  const answer = await answerOf(() => outcome(UUID, OTHER));
  expect(answer).toEqual({ kind: 'allocated', results: [share(), share()], steps: 1 });
  const reference = { results: ['share-1', 'share-2'].map((shareID) => ({ devices: { results: [{ ...pick(), shareID }] } })), steps: 1 };
  expect(referenceAnswer(reference)).toEqual(answer);
});

it('takes share IDs that repeat, or are no UUIDs, for a defect', async () => {
  expect(await answerOf(() => outcome(UUID, UUID))).toMatchObject({ kind: 'crash' });
  expect(await answerOf(() => outcome('share-1'))).toMatchObject({ kind: 'crash' });
});

it('says what the reference did when it gave no answer', () => {
  expect(referenceAnswer({ results: null, error: 'index out of range', panic: true })).toEqual({
    kind: 'panic',
    message: 'index out of range',
  });
  expect(referenceAnswer({ results: null, error: 'filter operation aborted: context deadline exceeded' })).toEqual({ kind: 'timeout' });
  expect(referenceAnswer({ results: null, error: 'news' })).toEqual({ kind: 'unknown-error', message: 'news' });
});

function pick(): { request: string; driver: string; pool: string; device: string } {
  return { request: 'r', driver: 'a', pool: 'p', device: 'd' };
}

function share(): object {
  return { devices: { results: [{ ...pick(), shareID: 'some' }] } };
}
