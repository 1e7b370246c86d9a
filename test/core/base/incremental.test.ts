import { describe, expect, it } from 'vitest';
import { CallEnded, Checkpoint, runCooperatively, runTwiceAtMost, SliceOver } from '../../../src/core/base/checkpoint.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import { type Incremental, inIncrements, inOneGo, inSlices, replaying } from '../../../src/core/base/incremental.js';

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

/** A checkpoint whose slices are over at once. */
function pausing(signal?: AbortSignal): Checkpoint {
  const checkpoint = new Checkpoint({ signal });
  const begin = checkpoint.beginSlice.bind(checkpoint);
  checkpoint.beginSlice = () => begin(0);
  return checkpoint;
}

const atOnce = (): Promise<void> => Promise.resolve();

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

describe('a computation that looks whether the slice is over', () => {
  /** Visits items, and pauses when the slice is over. */
  function* visiting(checkpoint: Checkpoint, items: readonly number[]): Incremental<number> {
    for (const item of items) {
      done.push(item);
      if (checkpoint.due()) yield;
    }
    return items.length;
  }

  it('pauses after each item at most, and yields nothing in one go', async () => {
    done = [];
    let pauses = 0;
    const checkpoint = pausing();
    const giveWay = async (): Promise<void> => {
      pauses++;
    };
    expect(await inSlices(checkpoint, visiting(checkpoint, [1, 2, 3]), giveWay)).toBe(3);
    expect(done).toEqual([1, 2, 3]);
    expect(pauses).toBe(3);
    expect(visiting(new Checkpoint(), [1, 2, 3]).next()).toEqual({ done: true, value: 3 });
  });

  it('is replayed no more than other computations', async () => {
    done = [];
    const checkpoint = pausing();
    const run = (): readonly number[] => checkpoint.map([1, 2], () => inIncrements(checkpoint, () => visiting(checkpoint, [7, 8])));
    expect(await runCooperatively(checkpoint, run, atOnce)).toEqual([2, 2]);
    expect(done).toEqual([7, 8, 7, 8]);
  });

  it('runs replayed code within it in one go', async () => {
    const made: number[] = [];
    const checkpoint = pausing();
    function* mixed(): Incremental<readonly number[]> {
      const found = checkpoint.map([1, 2], (item) => checkpoint.keep(() => made.push(item)));
      checkpoint.pause();
      checkpoint.stepOrPause();
      if (checkpoint.due()) yield;
      return [...found, ...checkpoint.sort([5, 4], (left, right) => left - right)];
    }
    expect(await runCooperatively(checkpoint, () => inIncrements(checkpoint, mixed), atOnce)).toEqual([1, 2, 4, 5]);
    expect(await inSlices(checkpoint, mixed(), atOnce)).toEqual([3, 4, 4, 5]);
    expect(made).toEqual([1, 2, 1, 2]);
  });
});

describe('a computation that fails', () => {
  /** Fails after a pause. */
  function* failing(error: unknown): Incremental<string> {
    yield;
    done.push(1);
    throw error;
  }

  it.each([new AllocationError('internal', 'no'), new RangeError('no')])('fails with the same error at each replay: %s', async (error) => {
    done = [];
    const checkpoint = pausing();
    const run = (): readonly unknown[] => {
      let caught: unknown;
      try {
        inIncrements(checkpoint, () => failing(error));
      } catch (thrown) {
        if (thrown instanceof SliceOver) throw thrown;
        caught = thrown;
      }
      // Each of these ends a slice.
      return [caught, ...checkpoint.map([1, 2, 3], (item) => item)];
    };
    expect(await runCooperatively(checkpoint, run, atOnce)).toEqual([error, 1, 2, 3]);
    expect(done).toEqual([1]);
  });

  it('because its call ends may give a result instead, in either way of running it', async () => {
    function* partial(checkpoint: Checkpoint, controller: AbortController, isDue: boolean): Incremental<string> {
      try {
        controller.abort();
        for (let index = 0; index < 1000; index++) if (!isDue || checkpoint.due()) yield;
        return 'all';
      } catch (error) {
        if (!(error instanceof CallEnded)) throw error;
        return 'a part';
      } finally {
        done.push(1);
      }
    }
    done = [];
    for (const isDue of [true, false]) {
      const made = (): [Checkpoint, Incremental<string>] => {
        const controller = new AbortController();
        const checkpoint = pausing(controller.signal);
        return [checkpoint, partial(checkpoint, controller, isDue)];
      };
      const [first, second, third] = [made(), made(), made()];
      expect(await inSlices(...first, atOnce)).toBe('a part');
      expect(await runCooperatively(second[0], () => inIncrements(second[0], () => second[1]), atOnce)).toBe('a part');
      expect(inIncrements(third[0], () => third[1])).toBe('a part');
    }
    expect(done).toHaveLength(6);
  });

  it('in a trial is begun anew in slices', async () => {
    done = [];
    const checkpoint = new Checkpoint();
    function* long(): Incremental<string> {
      done.push(1);
      for (let index = 0; index < 10_000; index++) if (checkpoint.due()) yield;
      return 'all';
    }
    expect(await runTwiceAtMost(checkpoint, () => inIncrements(checkpoint, long), atOnce)).toBe('all');
    expect(done).toEqual([1, 1]);
  });
});

it('a computation whose event loop fails frees what it holds', async () => {
  done = [];
  function* holding(): Incremental<void> {
    try {
      for (;;) yield;
    } finally {
      done.push(1);
    }
  }
  await expect(inSlices(pausing(), holding(), () => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  expect(done).toEqual([1]);
});

describe('replayed work within a computation', () => {
  const visited: number[] = [];
  function* around(checkpoint: Checkpoint): Incremental<string> {
    yield;
    const visits = yield* replaying(checkpoint, () => checkpoint.map([1, 2, 3], (item) => visited.push(item)));
    return visits.join();
  }

  it('does each part once', async () => {
    visited.length = 0;
    let pauses = 0;
    const giveWay = async (): Promise<void> => {
      pauses++;
    };
    const checkpoint = pausing();
    expect(await inSlices(checkpoint, around(checkpoint), giveWay)).toBe('1,2,3');
    expect(visited).toEqual([1, 2, 3]);
    expect(pauses).toBeGreaterThan(2);
  });

  it('runs in one go where the call does', () => {
    visited.length = 0;
    expect(inOneGo(around(new Checkpoint()))).toBe('1,2,3');
  });
});
