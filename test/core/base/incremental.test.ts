import { describe, expect, it } from 'vitest';
import { CallEnded, Checkpoint } from '../../../src/core/base/checkpoint.js';
import { finished, type Incremental, inOneGo, inSlices, NO_WORK } from '../../../src/core/base/incremental.js';

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

it('a finished computation has its result in one go, in slices and within another', async () => {
  function* within(): Incremental<string> {
    yield* NO_WORK;
    yield* NO_WORK;
    return `${yield* finished('inner')} result`;
  }
  expect(inOneGo(finished('result'))).toBe('result');
  expect(inOneGo(within())).toBe('inner result');
  expect(await inSlices(new Checkpoint(), finished('result'), async () => {})).toBe('result');
});

it('a call that pauses does each increment once', async () => {
  done = [];
  const checkpoint = new Checkpoint();
  const begin = checkpoint.beginSlice.bind(checkpoint);
  checkpoint.beginSlice = () => begin(0);
  let pauses = 0;
  const yieldNow = async (): Promise<void> => {
    pauses++;
  };
  expect(await inSlices(checkpoint, counting(), yieldNow)).toBe('result');
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
  expect(() => inOneGo(aborting(), new Checkpoint({ signal: controller.signal }))).toThrow(CallEnded);
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
    const yieldNow = async (): Promise<void> => {
      pauses++;
    };
    expect(await inSlices(checkpoint, visiting(checkpoint, [1, 2, 3]), yieldNow)).toBe(3);
    expect(done).toEqual([1, 2, 3]);
    expect(pauses).toBe(3);
    expect(visiting(new Checkpoint(), [1, 2, 3]).next()).toEqual({ done: true, value: 3 });
  });
});

describe('a computation that fails', () => {
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
      const [[first, inTurns], [second, inTime]] = [made(), made()];
      expect(await inSlices(first, inTurns, atOnce)).toBe('a part');
      expect(inOneGo(inTime, second)).toBe('a part');
    }
    expect(done).toHaveLength(4);
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
