import { afterEach, expect, it, vi } from 'vitest';
import { Progress } from '../../../../../src/allocator/evaluate/resident/devices/columns.js';
import { CallEnded, Checkpoint, SliceOver } from '../../../../../src/core/base/checkpoint.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('devices that take long end a slice one by one, and none is taken twice', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const checkpoint = new Checkpoint();
  const progress = new Progress();
  const slices: number[][] = [];
  while (progress.done < 20) {
    const taken: number[] = [];
    slices.push(taken);
    checkpoint.beginSlice();
    try {
      progress.followEach(20, checkpoint, (number) => {
        taken.push(number);
        // Every fifth device costs a millisecond, and announces it.
        if (number % 5 === 4) {
          now++;
          checkpoint.step(1000);
        }
      });
    } catch (error) {
      expect(error).toBeInstanceOf(SliceOver);
    }
  }
  expect(slices.flat()).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(slices.length).toBeGreaterThanOrEqual(4);
  for (const taken of slices) expect(taken.length).toBeLessThanOrEqual(6);
});

it('a device at which the time is up is taken anew by the next call', () => {
  const progress = new Progress();
  const ended = new Checkpoint({ deadline: 0 });
  const late = (): void => progress.followEach(3, ended, (number) => number === 1 && ended.step(1000));
  expect(late).toThrow(CallEnded);
  const taken: number[] = [];
  progress.followEach(3, new Checkpoint(), (number) => taken.push(number));
  expect(taken).toEqual([1, 2]);
});
