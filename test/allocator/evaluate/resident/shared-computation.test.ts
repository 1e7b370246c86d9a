import { expect, it, vi } from 'vitest';
import { SharedComputation } from '../../../../src/allocator/evaluate/resident/shared-computation.js';
import { Checkpoint, SliceOver } from '../../../../src/core/base/checkpoint.js';
import type { Incremental } from '../../../../src/core/base/incremental.js';

/** The increments that ran. */
let done: string[];

function* counting(name: string): Incremental<string> {
  for (let index = 0; index < 3; index++) {
    done.push(`${name}${index}`);
    yield;
  }
  return name;
}

/** Advances a computation in slices that end at once. Returns its result and the number of slices. */
function inCalls<T>(run: (checkpoint: Checkpoint) => T): { readonly value: T; readonly slices: number } {
  for (let slices = 1; ; slices++) {
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice(0);
    try {
      return { value: run(checkpoint), slices };
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
    }
  }
}

it('continues where the call before stopped', () => {
  done = [];
  const shared = new SharedComputation<string>();
  const { value, slices } = inCalls((checkpoint) => shared.run('a', checkpoint, () => counting('a')));
  expect(value).toBe('a');
  expect(slices).toBeGreaterThan(1);
  expect(done).toEqual(['a0', 'a1', 'a2']);
  expect(shared.run('a', new Checkpoint(), () => counting('other'))).toBe('a');
});

it('begins anew for another key, and once it is forgotten', () => {
  done = [];
  const shared = new SharedComputation<string>();
  const run = (key: string): string => shared.run(key, new Checkpoint(), () => counting(key));
  expect([run('a'), run('b')]).toEqual(['a', 'b']);
  shared.forget('a');
  run('b');
  expect(done).toHaveLength(6);
  shared.forget('b');
  run('b');
  expect(done).toHaveLength(9);
});

it('forgets a computation that throws', () => {
  const shared = new SharedComputation<string>();
  function* failing(): Incremental<string> {
    yield;
    throw new RangeError('no');
  }
  expect(() => shared.run('a', new Checkpoint(), failing)).toThrow('no');
  done = [];
  expect(shared.run('a', new Checkpoint(), () => counting('a'))).toBe('a');
});

it('counts the work that it reports for the clock of the call', () => {
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time++);
  function* heavy(task: Checkpoint): Incremental<string> {
    for (let index = 0; index < 10; index++) if (task.due(1000)) yield;
    return 'done';
  }
  const shared = new SharedComputation<string>();
  let slices = 1;
  for (; ; slices++) {
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice();
    try {
      shared.run('a', checkpoint, heavy);
      break;
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
    }
  }
  clock.mockRestore();
  expect(slices).toBeGreaterThan(5);
});
