import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/base/json.js';
import { Answers } from '../../src/planning/answers.js';
import { withNewChecksum } from '../support/with-checksum.js';

const CHECKPOINT = withNewChecksum({
  apiVersion: 'simulate.dra-allocator/v1alpha1',
  kind: 'Checkpoint',
  input: 'x',
  nodes: ['a'],
  refusals: [{ cause: 'c', message: 'm', isFickle: false }],
  pods: [0, -1, 0],
  rooms: [3],
  notLookedAt: [],
  checksum: '',
});

describe('a checkpoint', () => {
  it('gives its answers in their order, and is the same again', () => {
    const answers = new Answers('x', CHECKPOINT as Json);
    for (const expected of [{ node: 'a' }, { cause: 'c', message: 'm', isFickle: false }, { node: 'a' }]) {
      const next = answers.nextPod();
      expect(next).toEqual(expected);
      if (next !== undefined) answers.addPod(next);
    }
    expect(answers.nextPod()).toBeUndefined();
    answers.addRoom(answers.nextRoom() ?? -1);
    expect(answers.checkpoint()).toEqual(CHECKPOINT);
  });

  it.each<[string, object, string]>([
    ['of another input', { input: 'y' }, 'resume: the checkpoint does not belong to this simulation: it belongs to another input'],
    ['of another kind', { kind: 'Trace' }, 'resume.kind: expected Checkpoint'],
    ['with a node that it does not have', { pods: [0, 1] }, 'resume.pods[1]: expected an integer from -1 to 0'],
    ['with a refusal that it does not have', { pods: [-2] }, 'resume.pods[0]: expected an integer from -1 to 0'],
    ['with half a pod', { pods: [0.5] }, 'resume.pods[0]: expected an integer'],
    ['with room below nothing', { rooms: [-1] }, 'resume.rooms[0]: expected an integer from 0'],
    ['with more than there is', { extra: 1 }, 'resume.extra: unknown field'],
    ['with a refusal of another form', { refusals: [{ cause: 1 }] }, 'resume.refusals[0].cause: expected a string'],
  ])('is refused %s', (_, change, message) => {
    expect(() => new Answers('x', withNewChecksum({ ...CHECKPOINT, ...change }) as Json)).toThrow(message);
  });

  it.each<[string, object]>([
    ['an answer', { pods: [0, -1, -1] }],
    ['a count of room', { rooms: [2] }],
    ['the name of a node', { nodes: ['b'] }],
    ['its input', { input: 'y' }],
    ['its checksum', { checksum: '00000000' }],
  ])('is refused with another %s than it was written with', (_, change) => {
    expect(() => new Answers('x', { ...CHECKPOINT, ...change } as Json)).toThrow('resume.checksum: the file is damaged or was edited');
  });
});
