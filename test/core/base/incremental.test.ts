import { expect, it } from 'vitest';
import { CallEnded, Checkpoint, runCooperatively } from '../../../src/core/base/checkpoint.js';
import { type Incremental, inIncrements, inOneGo } from '../../../src/core/base/incremental.js';

/** The number of increments that ran. */
let done: number[];

function* counting(): Incremental<string> {
  for (let index = 0; index < 5; index++) {
    done.push(index);
    yield;
  }
  return 'result';
}

it('a computation in one go has its result', () => {
  done = [];
  expect(inOneGo(counting())).toBe('result');
  expect(done).toEqual([0, 1, 2, 3, 4]);
});

it('a call that pauses does each increment once', async () => {
  done = [];
  const checkpoint = new Checkpoint();
  const begin = checkpoint.beginSlice.bind(checkpoint);
  checkpoint.beginSlice = () => begin(0);
  let pauses = 0;
  const giveWay = async (): Promise<void> => {
    pauses++;
  };
  expect(await runCooperatively(checkpoint, () => inIncrements(checkpoint, counting), giveWay)).toBe('result');
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(pauses).toBeGreaterThan(2);
});

it('a call ends between two increments', () => {
  done = [];
  const controller = new AbortController();
  function* aborting(): Incremental<string> {
    yield;
    controller.abort();
    return yield* counting();
  }
  expect(() => inIncrements(new Checkpoint({ signal: controller.signal }), aborting)).toThrow(CallEnded);
  expect(done).toEqual([0]);
});
