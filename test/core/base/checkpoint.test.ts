import { describe, expect, it } from 'vitest';
import { CallEnded, Checkpoint, runCooperatively, SliceOver } from '../../../src/core/base/checkpoint.js';

/** Runs work whose slices are over at once, so that it pauses wherever it can. Gives the result and the number of slices. */
async function paused<T>(work: (checkpoint: Checkpoint) => T): Promise<{ result: T; slices: number }> {
  const checkpoint = new Checkpoint();
  const begin = checkpoint.beginSlice.bind(checkpoint);
  let slices = 0;
  checkpoint.beginSlice = () => {
    slices++;
    begin(0);
  };
  const result = await runCooperatively(
    checkpoint,
    () => work(checkpoint),
    () => Promise.resolve(),
  );
  return { result, slices };
}

describe('work that gives way', () => {
  it('makes what it keeps once', async () => {
    const made: string[] = [];
    const make = (name: string) => (): string => {
      made.push(name);
      return name;
    };
    const { result, slices } = await paused((checkpoint) => ['a', 'b', 'c'].map((name) => checkpoint.keep(make(name))).join(''));
    expect(result).toBe('abc');
    expect(made).toEqual(['a', 'b', 'c']);
    expect(slices).toBe(4);
  });

  it('keeps what is undefined too', async () => {
    let made = 0;
    await paused((checkpoint) => {
      checkpoint.keep(() => void made++);
      checkpoint.keep(() => 1);
    });
    expect(made).toBe(1);
  });

  it('visits each item once and in order, at any depth', async () => {
    const visited: string[] = [];
    const { slices } = await paused((checkpoint) => {
      checkpoint.forEach([1, 2, 3], (outer) => {
        const name = checkpoint.keep(() => `${outer}`);
        checkpoint.forEach(['x', 'y'], (inner) => visited.push(name + inner));
      });
      checkpoint.forEach(['last'], (name) => visited.push(name));
    });
    expect(visited).toEqual(['1x', '1y', '2x', '2y', '3x', '3y', 'last']);
    expect(slices).toBeGreaterThan(12);
  });

  it('gives the results of all items', async () => {
    const twice = (checkpoint: Checkpoint): number[] => checkpoint.map([1, 2, 3], (item, index) => item * 10 + index);
    expect((await paused(twice)).result).toEqual([10, 21, 32]);
    expect(twice(new Checkpoint())).toEqual([10, 21, 32]);
  });

  it('ends with its own error, and nothing is called again after it', async () => {
    let calls = 0;
    const failing = paused((checkpoint) =>
      checkpoint.forEach([1, 2, 3], (item) => {
        calls++;
        if (item === 2) throw new RangeError('two');
      }),
    );
    await expect(failing).rejects.toThrow('two');
    expect(calls).toBe(2);
  });

  it('gets something done in each slice, also where it begins with a pause', async () => {
    const state = { done: 0 };
    const { result } = await paused((checkpoint) => {
      while (state.done < 5) {
        checkpoint.pause();
        state.done++;
      }
      return state.done;
    });
    expect(result).toBe(5);
  });
});

describe('work in one go', () => {
  it('never pauses', () => {
    const checkpoint = new Checkpoint();
    for (let index = 0; index < 1000; index++) checkpoint.pause();
    checkpoint.step(1e9);
    expect(checkpoint.keep(() => 'made')).toBe('made');
  });

  it('ends when the time is up, at a step, a check, or a pause', () => {
    const late = (): Checkpoint => new Checkpoint({ deadline: performance.now() });
    expect(() => late().check()).toThrow(new CallEnded('milliseconds'));
    expect(() => late().pause()).toThrow(CallEnded);
    expect(() => late().step(1000)).toThrow(CallEnded);
    expect(() => late().forEach(new Array<number>(1000).fill(0), () => undefined)).toThrow(CallEnded);
  });

  it('ends when it is called off', () => {
    const checkpoint = new Checkpoint({ signal: AbortSignal.abort() });
    expect(() => checkpoint.check()).toThrow(new CallEnded('signal'));
  });
});

describe('a clock that stands still', () => {
  it('does not let a slice go on for ever', () => {
    const { now } = performance;
    performance.now = () => 0;
    try {
      const checkpoint = new Checkpoint();
      checkpoint.beginSlice();
      const many = new Array<number>(1_000_000).fill(0);
      expect(() => checkpoint.forEach(many, () => undefined)).toThrow(SliceOver);
    } finally {
      performance.now = now;
    }
  });
});

describe('work that goes on after the end of its call', () => {
  it('runs in one go, whatever it did in the slices before', async () => {
    const controller = new AbortController();
    const checkpoint = new Checkpoint({ signal: controller.signal });
    const inSlices = runCooperatively(
      checkpoint,
      () => {
        checkpoint.keep(() => ['first']);
        checkpoint.keep(() => controller.abort());
        checkpoint.forEach([1, 2, 3], () => checkpoint.pause());
        return ['all'];
      },
      () => Promise.resolve(),
    );
    await expect(inSlices).rejects.toBeInstanceOf(CallEnded);
    expect(checkpoint.isSliced).toBe(false);
    const after = await runCooperatively(
      checkpoint,
      () => [checkpoint.keep(() => 'other'), checkpoint.keep(() => 'calls')],
      () => Promise.reject(new Error('it gave way')),
    );
    expect(after).toEqual(['other', 'calls']);
  });
});
