import { expect, it } from 'vitest';
import { Clock } from '../../src/classic/clock.js';
import { WorkQueue } from '../../src/classic/work-queue.js';

it('has each key once, in the order in which they came', () => {
  const queue = new WorkQueue(new Clock());
  for (const key of ['a', 'b', 'a']) queue.add(key);
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['a', 'b', undefined]);
});

it('keeps keys until they are due, the shorter of two delays', () => {
  const clock = new Clock();
  const queue = new WorkQueue(clock);
  queue.addAfter('a', 100);
  queue.addAfter('a', 50);
  queue.addAfter('a', 200);
  expect(queue.take()).toBeUndefined();
  clock.advanceTo(49);
  expect(queue.isReady).toBe(false);
  clock.advanceTo(50);
  expect(queue.isReady).toBe(true);
  expect([queue.take(), queue.take()]).toEqual(['a', undefined]);
});

it('retries later each time, until a key is forgotten', () => {
  const clock = new Clock();
  const queue = new WorkQueue(clock);
  const delays: number[] = [];
  const fail = (): void => {
    queue.addRateLimited('a');
    const [{ due } = { due: 0 }] = queue.timers;
    delays.push(due - clock.now);
    clock.advanceTo(due);
    queue.take();
  };
  for (let count = 0; count < 20; count++) fail();
  queue.forget('a');
  fail();
  expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(delays[19]).toBe(1_000_000);
  expect(delays[20]).toBe(5);
});
